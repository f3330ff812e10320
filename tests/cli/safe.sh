#!/bin/sh
# Safety of the terminal and of existing files: names from files are printed without control
# characters, --output replaces a file completely or not at all, and SIGHUP and a closed pipe save
# what was learned. ADROP is the program.
: "${ADROP:?set ADROP to the program}"
ADROP=$(realpath "$ADROP")
export OMP_WAIT_POLICY=passive LC_ALL=C.UTF-8
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0 sum=
fail() {
    echo "FAILED: $1"
    failed=1
}

# -- Terminals: ESC, BEL, C1 as UTF-8, a right-to-left override; C1 as a byte is refused ----------
odd=$(printf 'a\033]0x\007b\302\233cd\342\200\256e')
for name in "$odd" plain; do
    mkdir -p "images/$name"
    for i in 1 2 3 4 5 6; do
        base64 -d >"images/$name/$i.png" <<END
iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==
END
    done
done
ls images >listing
controls() { # does a file have any of them?
    grep -qP '[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|(?<![\xc2-\xf4\x80-\xbf])[\x80-\xbf]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]' "$1"
}
cp -R images bytes && mv bytes/plain "bytes/$(printf 'c\233d')" || fail "a copy of the images"
"$ADROP" data info bytes >out 2>&1
[ $? -eq 3 ] && grep -q 'is not UTF-8' out || fail "a class that is not UTF-8: $(cat out)"
(LC_ALL=C; controls out) && fail "a class that is not UTF-8 reaches the terminal"
(LC_ALL=C; controls listing) || fail "the search for control characters finds none in the names"
show() { # COMMAND..: it ends well, and prints none of them
    "$ADROP" "$@" >out 2>&1 || fail "$1 with odd names: $(cat out)"
    (LC_ALL=C; controls out) && fail "$1 prints control characters"
    [ -s out ] || fail "$1 prints nothing"
}
set -- --model mlp:4 --epochs 1 --threads 1
show data info images
show train --data images "$@" --out odd
show predict odd --input images --samples 0
# columns and classes (a table has no C0), the file and the run's folder
cell=$(printf 'b\302\233c\342\200\256e')
{
    printf 'n%s,m,class\n' "$cell"
    for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do
        printf '%s,%s,%s\n' "$i" $((i % 3)) "$([ $((i % 2)) = 0 ] && printf %s "$cell" || echo y)"
    done
} >"$odd.csv"
show data info "$odd.csv"
show train --data "$odd.csv" "$@" --out "runs/$odd"
show train --data "$odd.csv" "$@" --seed 2 --data-seed 1 --out "runs/${odd}2"
show eval "runs/$odd"
show eval "runs/$odd" --part train
show predict "runs/$odd" --input "$odd.csv" --samples 2
show uncertainty "runs/$odd" --samples 2 --part train
show uncertainty "runs/$odd" "runs/${odd}2" --samples 2 --compare
show runs runs
mkdir -p "quoted/a, b"
cp -r "runs/$odd" "quoted/a, b/c\"d\"
e"
show runs quoted --csv
python3 - <<'END' || fail "runs --csv is not CSV of a run: $(cat out)"
import csv, sys
rows = list(csv.reader(open("out", newline="", encoding="utf-8"), strict=True))
sys.exit(not (len(rows) == 2 and len(rows[0]) == len(rows[1]) == 11 and rows[1][0] == 'quoted/a, b/c"d"?e'))
END
show show "runs/$odd" --all --units
show watch "runs/$odd"
show report "runs/$odd" --output page.html
(LC_ALL=C; controls page.html) && fail "a page has control characters"
show compare "runs/$odd" "runs/${odd}2"
show compare --data "$odd.csv" "$@" --dropout none,bernoulli --runs 2 --out "cmp$odd"
show prune --data "$odd.csv" "$@" --test-fraction 0.3 --criterion magnitude --rate 30 --rounds 1 --out "small$odd"
show compare --data "$odd.csv" "$@" --dropout none,bernoulli --runs 2 --out "cmp$odd" --format csv
# texts of run.json, which somebody else may have written
python3 - "runs/$odd/run.json" "$odd" <<'END' || fail "run.json was not changed"
import json, os, sys
path = os.fsencode(sys.argv[1])
record = json.load(open(path))
text = os.fsencode(sys.argv[2]).decode("utf-8", "replace")
for key in ("host", "command", "started", "ended", "kernels", "status"):
    record[key] = text
record.setdefault("versions", {})["commit"] = text
record["settings"]["model"] = "mlp:4" + text
json.dump(record, open(path, "w"))
END
show show "runs/$odd" --all
show runs runs
show runs runs --csv
"$ADROP" compare "runs/$odd" "runs/${odd}2" >out 2>&1 && fail "a run whose status is no word of ours counts as finished"
(LC_ALL=C; controls out) && fail "the complaint of compare prints control characters: $(cat -v out)"
for words in "data info no$odd.csv" "eval no$odd" "show no$odd" "runs no$odd" "predict no$odd --input x" \
    "uncertainty no$odd" "train --data no$odd.csv" "train --model no$odd" "compare --dropout no$odd" \
    "prune --data digits --criterion no$odd"; do
    # shellcheck disable=SC2086
    "$ADROP" $words >out 2>&1 && fail "$words ends well"
    (LC_ALL=C; controls out) && fail "the complaint of $words prints control characters"
done

# -- Output files ------------------------------------------------------------------------------
"$ADROP" train --data digits --model mlp:4 --epochs 1 --threads 1 --quiet --out run >/dev/null || exit 1
echo old >file.csv
"$ADROP" predict run --input digits --samples 0 --output file.csv 2>said || fail "predict --output: $(cat said)"
[ "$(wc -l <file.csv)" -eq 361 ] || fail "the output has $(wc -l <file.csv) lines"
cp -r run before
# what a killed program left beside it goes, and nothing else
touch -d '1 hour ago' .adrop-0123456789abcdef.tmp .adrop-0123456789abcdef.tmp.mine .adrop-mine.tmp
touch -d '1 hour ago' .adrop-1123456789abcdef.tmp
touch .adrop-2123456789abcdef.tmp
exec 8<.adrop-1123456789abcdef.tmp
flock 8
"$ADROP" predict run --input digits --samples 0 --output file.csv 2>said || fail "predict --output: $(cat said)"
exec 8<&-
[ ! -e .adrop-0123456789abcdef.tmp ] || fail "a temporary file of a killed program is left"
[ -e .adrop-0123456789abcdef.tmp.mine ] && [ -e .adrop-mine.tmp ] || fail "a file of somebody else was removed"
[ -e .adrop-1123456789abcdef.tmp ] || fail "a file that is being written was removed"
[ -e .adrop-2123456789abcdef.tmp ] || fail "a file that was just made was removed"
rm .adrop-*
for name in run.json metrics.jsonl model.safetensors; do
    "$ADROP" predict run --input digits --samples 0 --output run/$name >/dev/null 2>said
    [ $? -eq 2 ] && grep -q "a file of the run itself" said || fail "--output run/$name: $(cat said)"
done
diff -r run before >/dev/null || fail "the run's own files were changed"
"$ADROP" predict run --input digits --samples 0 --output /dev/full 2>said
[ $? -eq 4 ] || fail "a full device: $(cat said)"
"$ADROP" predict run --input digits --samples 0 --output nowhere/file.csv 2>said
[ $? -eq 4 ] && grep -q nowhere/file.csv said || fail "no such folder: $(cat said)"
[ -z "$(find . -name '.adrop-*')" ] || fail "temporary files were left: $(find . -name '.adrop-*')"

# The page of the playground is an output like another.
echo old >"page$odd.html"
"$ADROP" playground --output "page$odd.html" >out 2>&1 || fail "playground: $(cat out)"
(LC_ALL=C; controls out) && fail "playground prints control characters"
grep -q "adrop playground" "page$odd.html" || fail "the page was not replaced"
"$ADROP" playground --output "no$odd/page.html" >out 2>&1 && fail "playground into no folder ends well"
(LC_ALL=C; controls out) && fail "the complaint of playground prints control characters"

# -- Values that are not finite are looked for; the record says if not ---------------------------
for option in "" --no-finite-check; do
    rm -rf finite
    # shellcheck disable=SC2086
    "$ADROP" train --data digits --model mlp:4 --epochs 1 --threads 1 --quiet $option --out finite >/dev/null ||
        fail "train $option"
    case $option in
    "") grep -q '"no-finite-check": \(false\|"no"\)' finite/run.json || fail "run.json does not say that it looked" ;;
    *) grep -q '"no-finite-check": \(true\|"yes"\)' finite/run.json || fail "run.json does not say that it did not look" ;;
    esac
    sum=$sum$(cksum <finite/model.safetensors)/
done
[ "${sum%%/*}/" = "${sum#*/}" ] || fail "the check changes what is computed"

# -- Signals -----------------------------------------------------------------------------------
train() {
    exec "$ADROP" train --data digits --model mlp:4 --epochs 100000 --threads 1 "$@"
}
state() {
    sed -n 's/.*"status": "\([a-z]*\)".*/\1/p' "$1/run.json"
}
(train --quiet --out hup) >/dev/null 2>&1 &
pid=$!
until [ -s hup/metrics.jsonl ] || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done
kill -HUP $pid
wait $pid
code=$?
[ $code -eq 129 ] || fail "SIGHUP: status $code"
[ "$(state hup)" = interrupted ] && [ -s hup/checkpoint.safetensors ] || fail "SIGHUP: $(state hup)"
{ (train --quiet --json --out pipe) 2>/dev/null; echo $? >code; } | head -n 1 >/dev/null
[ "$(cat code)" -eq 141 ] || fail "a closed pipe: status $(cat code)"
[ "$(state pipe)" = interrupted ] && [ -s pipe/checkpoint.safetensors ] || fail "a closed pipe: $(state pipe)"
[ $failed -eq 0 ] && echo "terminal, files and signals: all safe"
exit $failed
