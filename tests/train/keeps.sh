#!/bin/sh
# Refusals that prevent losing or mixing data: folders of somebody else, a run whose record is lost,
# changed data, truncated metrics. And paths of any bytes. ADROP is the program.
: "${ADROP:?set ADROP to the program}"
ADROP=$(realpath "$ADROP")
export OMP_WAIT_POLICY=passive
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

fail() {
    echo "FAILED: $1: $(cat said)"
    failed=1
}
# STATUS WORD MESSAGE COMMAND..: the command ends so, and its one sentence has the word
refused() {
    want=$1 word=$2 what=$3
    shift 3
    "$ADROP" "$@" --threads 1 --quiet >out 2>said
    code=$?
    [ $code -eq "$want" ] || fail "$what: status $code, not $want"
    [ "$(wc -l <said)" -eq 1 ] || fail "$what: not one sentence"
    grep -qF -- "$word" said || fail "$what: '$word' is not in the sentence"
}
train() {
    "$ADROP" train --model mlp:4 --epochs 2 --threads 1 --quiet "$@" >out 2>said
}
table() { # a table of 60 rows, whose second column depends on the argument
    echo "a,b,class"
    i=0
    while [ $i -lt 60 ]; do
        echo "$((i % 7)),$((i % 5 + $1)),$(printf %s "$((i % 3))" | tr 012 xyz)"
        i=$((i + 1))
    done
}

# -- Files of somebody else ------------------------------------------------------------------
mkdir h
echo x >h/thesis.tmp.final.docx
refused 2 thesis.tmp.final.docx "a folder of somebody else" \
    train --data digits --model mlp:4 --epochs 1 --out h
[ "$(ls -A h)" = thesis.tmp.final.docx ] || fail "something was put into a folder of somebody else"
mkdir c
echo mine >c/table.csv
refused 2 table.csv "a comparison into a folder of somebody else" \
    compare --data digits --model mlp:4 --dropout none --runs 1 --epochs 1 --out c
[ "$(cat c/table.csv)" = mine ] || fail "a table of somebody else was replaced"
mkdir hidden && touch hidden/.gitkeep
train --data digits --out hidden || fail "a hidden file keeps a run out"

# -- A run whose record is lost --------------------------------------------------------------
cp -r hidden lost
rm lost/run.json
before=$(cat lost/*.safetensors lost/metrics.jsonl | cksum)
refused 2 "run.json is lost" "a lost record" train --data digits --model mlp:4 --epochs 2 --out lost
refused 2 "run.json is lost" "a lost record, resumed" \
    train --data digits --model mlp:4 --epochs 2 --out lost --resume
[ "$(cat lost/*.safetensors lost/metrics.jsonl | cksum)" = "$before" ] || fail "a lost run was changed"
mkdir empty && touch empty/lock empty/.adrop-0123456789abcdef.tmp
train --data digits --out empty || fail "a folder with only a lock is not begun anew"
[ ! -e empty/.adrop-0123456789abcdef.tmp ] || fail "a temporary file of ours was left"

# -- Data that changed -----------------------------------------------------------------------
mkdir cifar
for name in data_batch_1 data_batch_2 data_batch_3 data_batch_4 data_batch_5 test_batch; do
    head -c 61460 /dev/zero | tr '\0' '\1' >cifar/$name.bin
done
train --data cifar --out images || fail "training on CIFAR files"
mv cifar/data_batch_5.bin kept
refused 3 data_batch_5.bin "a file fewer" \
    train --data cifar --model mlp:4 --epochs 2 --out images --resume
mv kept cifar/data_batch_5.bin
table 0 >t.csv
compare() {
    "$ADROP" compare --data t.csv --model mlp:4 --dropout none --runs 2 --epochs 1 --threads 1 \
        --quiet --out cmp >out 2>said
}
compare || fail "a comparison on a table"
compare || fail "the same comparison again"
table 1 >t.csv
refused 3 "'t.csv' is not the file" "a comparison on a changed table" \
    compare --data t.csv --model mlp:4 --dropout none --runs 2 --epochs 1 --out cmp
rm cmp/compare.json cmp/table* # the runs know it too
refused 3 "'t.csv' is not the file" "its runs on a changed table" \
    compare --data t.csv --model mlp:4 --dropout none --runs 2 --epochs 1 --out cmp
table 0 >t.csv
compare || fail "the comparison on the table as it was"

# -- Data that changed, and that is meant ----------------------------------------------------
table 1 >t.csv
"$ADROP" compare --data t.csv --model mlp:4 --dropout none --runs 2 --epochs 1 --threads 1 \
    --allow-changed-data --out cmp >out 2>said || fail "a comparison on changed data that are allowed"
grep -q "is not the file" said || fail "nothing is said of changed data in a comparison"
grep -q '"changed_data": {' cmp/compare.json || fail "compare.json does not say that data changed"
refused 3 "'t.csv' is not the file" "data of a comparison that were allowed once" \
    compare --data t.csv --model mlp:4 --dropout none --runs 2 --epochs 1 --out cmp
table 0 >t.csv
compare || fail "the comparison on the table as it was, after all"
grep -q '"changed_data": {' cmp/compare.json && fail "compare.json says that data changed"

train --data t.csv --out table || fail "training on a table"
again() {
    "$ADROP" eval table --threads 1 --json "$@" >out 2>said
}
again || fail "a run on its own data"
before=$(cat out)
table 1 >t.csv
refused 3 "t.csv' is not the file" "tested on its own data, which changed" eval table
refused 3 "t.csv' is not the file" "predicted from its own data, which changed" \
    predict table --input t.csv --part test
"$ADROP" predict table --input t.csv --threads 1 >out 2>said || fail "new rows under an old name"
again --allow-changed-data || fail "changed data that are allowed"
grep -q '"changed_data":true' out || fail "eval does not say that data changed"
grep -q "is not the file" said || fail "nothing is said of changed data"
refused 3 "'t.csv' is not the file" "resumed on changed data" \
    train --data t.csv --model mlp:4 --epochs 2 --out table --resume
train --data t.csv --out table --resume --allow-changed-data || fail "resumed on changed data"
grep -q '"changed_data": {' table/run.json || fail "run.json does not say that data changed"
table 0 >t.csv
again --data cifar && fail "tested on images"
mkdir parts && table 0 >parts/train.csv && table 2 >parts/test.csv
train --data parts --out two || fail "training on two tables"
mv parts/test.csv kept.csv
refused 3 test.csv "tested on data with a file fewer" eval two
mv kept.csv parts/test.csv
"$ADROP" eval two --threads 1 >out 2>said || fail "tested on two tables"

# -- Data that moved -------------------------------------------------------------------------
mkdir elsewhere
(cd elsewhere && "$ADROP" eval ../table --threads 1 --json >../out 2>../said) ||
    fail "tested from another folder"
[ "$(cat out)" = "$before" ] || fail "tested from another folder: another result"
mkdir -p deep/er && mv t.csv deep/er/moved.csv
refused 3 "t.csv', are not there any more" "data that are gone" eval table
again --data deep/er/moved.csv || fail "tested on data that moved"
[ "$(cat out)" = "$before" ] || fail "tested on data that moved: another result"
train --data deep/er/moved.csv --out table --resume || fail "resumed on data that moved"
mv deep/er/moved.csv t.csv
refused 2 "was begun with data digits, not t.csv" "resumed on other data" \
    train --data t.csv --model mlp:4 --epochs 2 --out hidden --resume

# -- Metrics that were cut -------------------------------------------------------------------
metrics=$(find cmp -name metrics.jsonl | head -n 1)
cp "$metrics" whole
: >"$metrics"
refused 3 "is damaged" "metrics of a finished run were cut" \
    compare --data t.csv --model mlp:4 --dropout none --runs 2 --epochs 1 --out cmp
"$ADROP" runs cmp >out 2>said || fail "runs with a damaged one: status $?"
[ "$(grep -c ' damaged ' out)" -eq 1 ] || fail "runs does not say which is damaged"
"$ADROP" compare "$(dirname "$metrics")" --quiet >out 2>said
grep -q "is damaged, and is left out" said || fail "a damaged run counts among others"
sed -i 's/"metrics": {/"older": {/' "$(dirname "$metrics")/run.json" # as an older adrop wrote it
refused 3 "is damaged" "metrics of a finished run without a length on record were cut" \
    compare --data t.csv --model mlp:4 --dropout none --runs 2 --epochs 1 --out cmp
cp whole "$metrics"
compare || fail "the metrics are back"

# -- Counters of records that cannot be -------------------------------------------------------
one=$(dirname "$(find cmp -name run.json -exec grep -l '"metrics": {' {} + | head -n 1)")
cp "$one/run.json" kept.json
for value in -1 1.5 '"x"' 9223372036854775807; do
    sed "s/\"train\": [0-9][0-9]*/\"train\": $value/" kept.json >"$one/run.json"
    refused 3 data.train "data.train $value" \
        compare --data t.csv --model mlp:4 --dropout none --runs 2 --epochs 1 --out cmp
    refused 3 data.train "data.train $value, eval" eval "$one"
done
for value in -1 1.5 '"x"'; do
    sed "s/\"bytes\": [0-9][0-9]*/\"bytes\": $value/" kept.json >"$one/run.json"
    cmp -s kept.json "$one/run.json" && fail "metrics.bytes is not where it was"
    refused 3 metrics.bytes "metrics.bytes $value" \
        compare --data t.csv --model mlp:4 --dropout none --runs 2 --epochs 1 --out cmp
done
cp kept.json "$one/run.json"
compare || fail "the record is back"
for text in '{"groups":[{"data":"t.csv","model":"mlp:4","rows":[{"dropout":"none","seconds_per_step":[-1]}]}]}' '{"groups":1}' '{'; do
    echo "$text" >cmp/timing.json
    refused 3 timing.json "times: $text" compare --data t.csv --model mlp:4 --dropout none --runs 2 --epochs 1 --timing --out cmp
done
rm cmp/timing.json

# -- Paths of any bytes ----------------------------------------------------------------------
name=$(printf 'caf\351\377.csv')
table 0 >"$name"
train --data "$name" --out bytes || fail "a path that is not UTF-8"
"$ADROP" eval bytes --threads 1 --quiet >out 2>said || fail "a run on a path that is not UTF-8"
train --data "$name" --out bytes --resume || fail "resumed on a path that is not UTF-8"
table 1 >"$name"
refused 3 "checksum differs" "changed data at a path that is not UTF-8" \
    train --data "$name" --model mlp:4 --epochs 2 --out bytes --resume
[ $failed -eq 0 ] && echo "all kept"
exit $failed
