#!/bin/bash
# What the program does not touch: other people's files with the names of its figures, and a
# read-only run. Also its messages on a full disk. ADROP is the program.
: "${ADROP:?set ADROP to the program}"
case $ADROP in /*) ;; *) ADROP=$PWD/$ADROP ;; esac
work=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work" || exit 1
failed=0
fail() { echo "FAILED: $*"; failed=1; }
one_sentence() { [ "$(wc -l <said)" = 1 ] || fail "not one sentence: $(cat said)"; }

"$ADROP" train --data digits --model mlp:4 --dropout bernoulli --epochs 1 --val-fraction 0.1 --threads 1 --quiet --out run >/dev/null || exit 1

# Figures: those of adrop are replaced, those of others are not.
"$ADROP" report run --output page.html --figures figures >/dev/null || fail "figures"
"$ADROP" report run --output page.html --figures figures >/dev/null || fail "figures, again"
for name in figure-1.svg figure-1.csv figure-2.svg; do
    for what in '<svg>mine</svg>' 'x,y' ''; do
        rm -rf theirs && mkdir theirs && printf '%s' "$what" >theirs/$name
        "$ADROP" report run --output page.html --figures theirs >/dev/null 2>said
        [ $? = 2 ] && grep -q "'theirs/$name' is there and is no figure of adrop" said || fail "$name with '$what': $(cat said)"
        one_sentence
        [ "$(cat theirs/$name)" = "$what" ] || fail "$name of somebody else was replaced"
    done
done
rm -rf theirs && mkdir theirs && ln -s ../run/run.json theirs/figure-1.csv
"$ADROP" report run --output page.html --figures theirs >/dev/null 2>said && fail "a link was replaced"

# A run that others own: measured, and the calibration is not kept.
as_other() { if [ "$(id -u)" = 0 ]; then setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; else "$@"; fi; }
chmod -R a-w,a+rX run
if as_other test -x "$ADROP" && ! as_other test -w run; then
    as_other "$ADROP" uncertainty run --threads 1 >out 2>said
    [ $? = 0 ] && grep -q 'the calibration is not kept' said || fail "a run that cannot be written to: $(cat said)"
    one_sentence
    grep -q '^ *accuracy' out || fail "no result: $(cat out)"
    as_other "$ADROP" uncertainty run --threads 1 --quiet >out 2>said && [ ! -s said ] || fail "--quiet: $(cat said)"
    as_other "$ADROP" uncertainty run --threads 1 --calibrate 0.2 >out 2>said
    [ $? = 4 ] || fail "a calibration that was asked for: $(cat said)"
    one_sentence
fi
chmod -R u+w run

# A full disk is called that, whichever write meets it.
full() {
    mkdir disk && mount -t tmpfs -o size=200k none disk && cp -r run disk/run && dd if=/dev/zero of=disk/fill bs=1k count=1000 2>/dev/null
    for words in "disk/run" "disk/run --record" "run --output disk/rows.csv"; do
        "$ADROP" uncertainty $words --threads 1 >/dev/null 2>said
        [ $? = 4 ] && grep -q 'No space left on device' said || fail "a full disk, $words: $(cat said)"
        one_sentence
    done
    umount disk
    return $failed
}
if unshare -rm true 2>/dev/null; then
    export -f full fail one_sentence
    ADROP=$ADROP failed=0 unshare -rm bash -c full || failed=1
fi
[ $failed = 0 ] && echo "files of others: passed"
exit $failed
