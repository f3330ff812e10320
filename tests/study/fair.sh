#!/bin/sh
# A comparison is fair: techniques that compute the same give equal results, run by run, and a
# difference of exactly 0 with finite statistics; techniques of a comparison, paired or not, train
# and test on the same rows, which differ from run to run; techniques that learn choose their
# learning rate on validation rows; a comparison of an older adrop, with different rows per
# technique, is refused. ADROP is the program.
: "${ADROP:?set ADROP to the program}"
python3 -c '' 2>/dev/null || { echo "skipped: no python3"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
fail() {
    echo "FAILED: $*"
    exit 1
}
compare() { # folder options..
    out=$1
    shift
    "$ADROP" compare --data digits --model mlp:16 --epochs 2 --batch 32 --runs 3 --threads 1 --quiet \
        --out "$out" "$@"
}

# -- The same technique by two names ---------------------------------------------------------
zero="--dropout none --dropout bernoulli:rate=0 --baseline none"
# shellcheck disable=SC2086
compare zero $zero --json >zero.json || fail "a comparison"
# shellcheck disable=SC2086
compare zero $zero >zero.txt || fail "its table"
grep -iq 'nan\|inf' zero.json zero.txt zero/table.csv && fail "the table has what is not a number"
grep -q "gave the same result as none in every run" zero.txt || fail "it is not said: $(cat zero.txt)"
python3 - zero.json <<'END' || fail "no dropout by two names differs"
import json, sys
none, zero = json.load(open(sys.argv[1]))["rows"]
assert none["runs"] == zero["runs"] and none["seeds"] == zero["seeds"], (none, zero)
assert len(set(none["runs"])) > 1, "all runs are equal: the test shows nothing"
assert zero["difference"] == 0 and zero["ci"] == [0, 0] and zero["p"] == zero["p_holm"] == 1 and zero["effect"] == 0, zero
END
echo "bernoulli at rate 0 equals none run by run"

# -- The same rows -----------------------------------------------------------------------------
rows() { # FOLDER
    python3 - "$1" <<'END'
import glob, json, os, sys
runs = {}
for path in sorted(glob.glob(sys.argv[1] + "/digits/*/*/*/run.json")):
    record = json.load(open(path))
    runs.setdefault(path.split(os.sep)[-3], []).append((record["settings"]["seed"], record["rows"]))
assert sorted(runs) == ["advanced", "none"], runs
got = {t: sorted(json.dumps(rows, sort_keys=True) for _, rows in r) for t, r in runs.items()}
assert got["none"] == got["advanced"], got
assert len(set(got["none"])) == 3, "runs share their rows: %s" % got
for _, r in runs["none"]:
    assert r["train"]["n"] == 300 and r["test"]["n"] == 100 and r["val"]["n"] == 0, r
shared = {s for s, _ in runs["none"]} & {s for s, _ in runs["advanced"]}
print(len(shared))
END
}
for how in paired unpaired; do
    compare $how --$how --dropout none,advanced --train-limit 300 --test-limit 100 >/dev/null || fail "$how"
    shared=$(rows $how) || fail "$how techniques have other rows"
    [ "$how $shared" = "paired 3" ] || [ "$how $shared" = "unpaired 0" ] || fail "$how runs share $shared seeds"
done
echo "techniques train and test on the same rows, paired or not"

# -- A run again, by the seeds on record; its test rows -----------------------------------------
run=$(dirname "$(ls unpaired/digits/mlp_16/advanced/*/run.json | head -1)")
seeds=$(python3 -c 'import json, sys
s = json.load(open(sys.argv[1]))["settings"]
print("--seed", s["seed"], "--data-seed", s["data-seed"])' "$run/run.json")
# shellcheck disable=SC2086
"$ADROP" train --data digits --model mlp:16 --epochs 2 --batch 32 --dropout advanced --train-limit 300 \
    --test-limit 100 --threads 1 --quiet $seeds --out again >/dev/null || fail "train with the seeds on record"
# times differ
sed 's/"[a-z_]*seconds":[^,]*,//g' "$run/metrics.jsonl" >then
sed 's/"[a-z_]*seconds":[^,]*,//g' again/metrics.jsonl >now
cmp then now || fail "the run cannot be repeated from its record"
[ "$("$ADROP" eval "$run" --json | grep -o '"test_acc":[^,}]*')" = "$(tail -1 then | grep -o '"test_acc":[^,}]*')" ] ||
    fail "eval has other test rows"

# -- A learning rate for each technique that learns ------------------------------------------------
choose="--choose-dropout-lr 1e-4,1e-2,1 --choose-epochs 2 --dropout none,bernoulli,advanced,soft-gaussian"
# shellcheck disable=SC2086
compare rates $choose --json >rates.json || fail "choosing rates"
# shellcheck disable=SC2086
compare rates $choose | grep -q "advanced: dropout-lr=.* of 0.0001, 0.01, 1, chosen by validation" || fail "it is not told"
python3 - <<'END' || fail "rates are not chosen by validation rows"
import glob, json
rows = json.load(open("rates.json"))["rows"]
for row in rows:
    folder = "rates/digits/mlp_16/" + row["dropout"]
    learns = row["dropout"] in ("advanced", "soft-gaussian")
    trials = glob.glob(folder + "/choice/*")
    assert len(trials) == (3 if learns else 0), trials
    seen = {}
    for trial in trials:
        record = json.load(open(trial + "/run.json"))
        rate = record["settings"]["dropout-lr"]
        assert trial.endswith("choice/dropout-lr=" + rate) and record["rows"]["val"]["n"] > 0, trial
        seen[rate] = json.loads(open(trial + "/metrics.jsonl").readlines()[-1])["val_acc"]
    used = {json.load(open(r))["settings"]["dropout-lr"] for r in glob.glob(folder + "/[0-9]*/run.json")}
    assert len(used) == 1, used
    rate = used.pop()
    if learns:
        assert seen[rate] == max(seen.values()) and row["chosen"] == "dropout-lr=%s of 0.0001, 0.01, 1" % rate, (row, seen)
        assert row["chosen_edge"] == {"0.0001": "least", "0.01": None, "1": "greatest"}[rate], row
    else:
        assert rate == "0.0001" and row["chosen"] is None and row["chosen_edge"] is None, row
print("rates chosen:", [row["chosen"] for row in rows])
END

# -- Older comparisons ---------------------------------------------------------------------------
python3 - unpaired/compare.json <<'END'
import json, sys
record = json.load(open(sys.argv[1]))
del record["rows"]
json.dump(record, open(sys.argv[1], "w"))
END
compare unpaired --unpaired --dropout none,advanced --train-limit 300 --test-limit 100 >/dev/null 2>refused &&
    fail "an older comparison was continued"
grep -q "rows and seeds of its own" refused || fail "no reason: $(cat refused)"
echo "a comparison with rows by technique is refused"
