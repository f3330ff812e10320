#!/bin/sh
# Comparisons by the program, in a few seconds: every figure is what `adrop train` gives with the
# recorded seed; a killed and restarted one repeats nothing and ends equal; jobs and threads change
# nothing; other settings are refused; a failing run does not stop the others. ADROP is the program.
: "${ADROP:?set ADROP to the program}"
python3 -c '' 2>/dev/null || { echo "skipped: no python3"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
techniques=none,bernoulli:rate=0.3,advanced
settings="--data digits --model mlp:24 --epochs 4 --batch 32"

fail() {
    echo "FAILED: $*"
    exit 1
}
compare() { # folder options.. ; becomes the program, so that its process can be killed
    out=$1
    shift
    # shellcheck disable=SC2086
    exec "$ADROP" compare $settings --dropout $techniques --runs 3 --threads 1 --json --quiet \
        --out "$out" "$@"
}
same() { # FILE FILE: all but the folder
    sed 's/"folder":"[^"]*"//' "$1" >left
    sed 's/"folder":"[^"]*"//' "$2" >right
    cmp left right
}

# -- Equal to single runs -------------------------------------------------------------
(compare whole) >whole.json || fail "a comparison"
cmp whole.json whole/table.json || fail "table.json is not what was printed"
python3 - "$ADROP" whole.json $settings <<'END' || fail "figures differ from those of adrop train"
import json, subprocess, sys
adrop, table, settings = sys.argv[1], json.load(open(sys.argv[2])), sys.argv[3:]
n = 0
for row in table["rows"]:
    assert len(row["runs"]) == len(row["seeds"]) == 3, row
    assert abs(sum(row["runs"]) / 3 - row["mean"]) < 1e-9, row
    for value, seed in zip(row["runs"], row["seeds"]):
        out = subprocess.run([adrop, "train", *settings, "--dropout", row["trained"], "--seed", str(seed), "--out",
                              "single%d" % n, "--threads", "1", "--json"], capture_output=True, text=True, check=True)
        done = json.loads(out.stdout.splitlines()[-1])
        assert done["test_acc"] == value, (row["dropout"], seed, done["test_acc"], value)
        n += 1
assert n == 9 and len({s for r in table["rows"] for s in r["seeds"]}) == 3
print(n, "figures equal those of adrop train")
END

# -- Killed and gone on with --------------------------------------------------------
finished() { # FOLDER: run directories that are done
    grep -l '"status": "done"' "$1"/*/*/*/*/run.json 2>/dev/null
}
(compare killed >killed.json 2>/dev/null) &
pid=$!
while [ "$(finished killed | wc -l)" -lt 3 ] && kill -0 $pid 2>/dev/null; do
    sleep 0.01
done
kill -9 $pid 2>/dev/null || fail "it was over before it could be killed"
wait $pid 2>/dev/null
finished killed >done_runs
n=$(wc -l <done_runs)
[ "$n" -ge 3 ] && [ "$n" -lt 9 ] || fail "$n runs were done when it was killed"
marks() {
    while IFS= read -r run; do
        stat -c '%n %i %Y %y %s' "$(dirname "$run")"/*.json* "$(dirname "$run")"/*.safetensors
    done <done_runs
}
marks >before
(compare killed) >killed.json || fail "going on after a kill"
marks >after
cmp before after || fail "a finished run was touched"
same whole.json killed.json || fail "it ended otherwise than one that nobody disturbed"
echo "killed after $n of 9 runs: none was repeated, all figures are equal"

# -- Jobs and threads ------------------------------------------------------------------
(compare jobs --jobs 2 --threads 2) >jobs.json || fail "two jobs"
same whole.json jobs.json || fail "two jobs give other figures"
echo "two jobs with two threads: all figures are equal"

# -- Other settings ---------------------------------------------------------------------
(compare whole --lr 0.5) >/dev/null 2>refused
[ $? -eq 2 ] || fail "other settings were not refused"
grep -q "lr '0', not '0.5'" refused || fail "the setting is not named: $(cat refused)"

# -- A run that fails --------------------------------------------------------------------
path=$( (compare broken --dry-run) | grep -o '"path":"[^"]*bernoulli[^"]*"' | sed -n '2s/.*:"\(.*\)"/\1/p')
mkdir -p "$(dirname "$path")"
: >"$path" # a file where the run's folder should be
(compare broken) >broken.json 2>told
[ $? -eq 1 ] || fail "a failed run did not end with status 1"
[ "$(grep -c "bernoulli:rate=0.3, run 2: " told)" -eq 1 ] || fail "it is not told once: $(cat told)"
python3 - whole.json broken.json <<'END' || fail "the rest does not stand"
import json, sys
whole, broken = (json.load(open(f))["rows"] for f in sys.argv[1:])
for a, b in zip(whole, broken):
    if b["dropout"] == "bernoulli:rate=0.3":
        assert b["failed"] == 1 and b["runs"] == a["runs"][:1] + a["runs"][2:], b
    else:
        assert b["failed"] == 0 and b["runs"] == a["runs"], b
END
rm "$path"
(compare broken) >mended.json || fail "the failed run again"
same whole.json mended.json || fail "it ended otherwise after a run had failed"
echo "a failed run was told, the rest stood, and it could be done again"
