#!/bin/sh
# Under a locale with a decimal comma the program prints and reads the same numbers. The script
# builds the locale.
: "${ADROP:?set ADROP to the program}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
command -v localedef >/dev/null || { echo "skipped: no localedef"; exit 77; }
localedef -i de_DE -f UTF-8 "$work/de_DE.UTF-8" >/dev/null 2>&1
[ -f "$work/de_DE.UTF-8/LC_NUMERIC" ] || { echo "skipped: no source of de_DE"; exit 77; }
LOCPATH=$work
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0 # glibc's setlocale loses the list it makes of LOCPATH
export LOCPATH ASAN_OPTIONS
mark=$(LC_ALL=de_DE.UTF-8 locale decimal_point 2>/dev/null)
[ "$mark" = , ] || { echo "skipped: the locale is built but not used"; exit 77; }

printf 'mu: 0.25\nsigma: 1.5\n' >"$work/settings.yaml"
failed=0
same() {
    LC_ALL=C.UTF-8 "$ADROP" "$@" >"$work/point" 2>&1
    LC_ALL=de_DE.UTF-8 "$ADROP" "$@" >"$work/comma" 2>&1
    diff -u "$work/point" "$work/comma" || { echo "FAILED: $*"; failed=1; }
}
same dist --mu 0.25 --sigma 1.5 --at 0.1,0.5 --quantile 0.25
same dist --config "$work/settings.yaml" --set kl-mu=0.5
same dist --map clamp --mu 0.5 --json --samples 3
same dist --table softplus
same dist --mu 0,5
same list techniques bernoulli:rate=0.25
same list techniques bernoulli:rate=1.5
same list techniques --json
same help dist
exit $failed
