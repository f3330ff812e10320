#!/bin/sh
# Manual pages are written for every command and are valid roff.
: "${ADROP:?set ADROP to the program}"
command -v groff >/dev/null || { echo "skipped: no groff"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
"$ADROP" help --man-dir "$work/man1" || exit 1
failed=0
pages=0
for name in adrop $("$ADROP" --help | sed -n '/^Commands/,/^$/s/^  \([a-z-]\{2,\}\) .*/adrop-\1/p'); do
    page=$work/man1/$name.1
    pages=$((pages + 1))
    [ -s "$page" ] || { echo "FAILED: no $name.1"; failed=1; continue; }
    groff -man -ww -Tascii "$page" >"$work/text" 2>"$work/warnings"
    [ ! -s "$work/warnings" ] || { echo "FAILED: $name.1"; cat "$work/warnings"; failed=1; }
    for section in NAME SYNOPSIS EXAMPLES OPTIONS 'EXIT STATUS' 'SEE ALSO'; do
        grep -q "^\.SH $section\$" "$page" || { echo "FAILED: $name.1 lacks $section"; failed=1; }
    done
done
for word in "--seed-dist SEED" "--kl-sigma NUMBER" "default gaussian"; do
    groff -man -Tascii -P-c -P-b -P-u "$work/man1/adrop-dist.1" 2>/dev/null | tr -s ' \n' ' ' |
        grep -q -e "$word" || { echo "FAILED: adrop-dist.1 does not say '$word'"; failed=1; }
done
[ $pages -ge 23 ] || { echo "FAILED: only $pages pages"; failed=1; }
exit $failed
