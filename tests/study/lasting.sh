#!/bin/sh
# Runs that last: a comparison needs only run.json and metrics.jsonl of finished runs to count them,
# without checkpoints, weights and compare.json. It continues from them, does not touch them, and
# gives the same table; runs with other settings are refused by name. ADROP is the program.
: "${ADROP:?set ADROP to the program}"
python3 -c '' 2>/dev/null || { echo "skipped: no python3"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
fail() {
    echo "FAILED: $*"
    exit 1
}
compare() { # folder runs options..
    out=$1 runs=$2
    shift 2
    "$ADROP" compare --data digits --model mlp:16 --epochs 3 --eval-every end --batch 32 --threads 1 --quiet --json \
        --dropout none,continuous --choose-epochs 2 --out "$out" --runs "$runs" "$@"
}
keep() { # FROM TO: the small files
    (cd "$1" && find . -name run.json -o -name metrics.jsonl) | while IFS= read -r file; do
        mkdir -p "$2/$(dirname "$file")" && cp "$1/$file" "$2/$file"
    done
}
marks() {
    (cd "$1" && find . -name run.json -o -name metrics.jsonl | sort | xargs stat -c '%n %i %y')
}
table() { # all but the folder
    sed 's/"folder":"[^"]*"//' "$1"
}
compare whole 3 >whole.json || fail "a comparison"
compare two 2 >/dev/null || fail "two runs"
keep two kept
[ "$(find kept -type f ! -name run.json ! -name metrics.jsonl | wc -l)" -eq 0 ] || fail "more is kept than records"
marks kept >before
compare kept 2 --dry-run | grep -q '"state":"waits"' && fail "a finished run is to be done again"
compare kept 3 >kept.json || fail "going on from records"
table whole.json >a
table kept.json >b
cmp a b || fail "records give another table"
marks kept | grep -F -x -f before | cmp - before || fail "a record was touched"
find kept -name '*.safetensors' | grep -q . || fail "the third runs were not trained"
keep two other
compare other 2 --lr 0.5 >/dev/null 2>refused && fail "runs of another rate are counted"
grep -q "was begun with lr" refused || fail "the setting is not named: $(cat refused)"
echo "records alone continue a comparison"
