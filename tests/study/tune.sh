#!/bin/sh
# Searches by the program: the number of jobs, or a SIGKILL and a new call, change no byte of
# tune.json; a promoted trial equals, byte for byte, an uninterrupted `adrop train` with the
# schedule of all epochs; equal trials train once; the labels of test rows do not affect the winner;
# folds contain only training rows. ADROP is the program.
: "${ADROP:?set ADROP to the program}"
python3 -c '' 2>/dev/null || { echo "skipped: no python3"; exit 77; }
work=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d) || exit 1 # hundreds of small files
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    exit 1
}
tune() { # folder options.. ; becomes the program, so that its process can be killed
    out=$1
    shift
    exec "$ADROP" tune --quiet --out "$out" "$@"
}
settings="--data digits --model mlp:24 --epochs 9 --schedule cosine --runs 2 --method halving \
    --trials 27 --vary lr=0.01..0.5:log --vary dropout=none,bernoulli,advanced \
    --vary dropout.rate=0.1,0.3,0.5"

# -- Jobs, threads, kills -----------------------------------------------------------------
# shellcheck disable=SC2086
(tune one $settings --jobs 1 --threads 1 --json) >one.json || fail "a search"
# shellcheck disable=SC2086
(tune two $settings --jobs 2 --threads 2) >couple.txt || fail "a search with two jobs"
cmp one/tune.json two/tune.json || fail "the number of jobs changes tune.json"
for file in $(cd one && ls -d trials/*/last.safetensors final/*/model.safetensors); do
    cmp "one/$file" "two/$file" || fail "the number of jobs changes $file"
done

begun() { # FOLDER: runs that are there
    ls "$1"/trials/*/metrics.jsonl "$1"/final/*/metrics.jsonl 2>/dev/null | wc -l
}
# On a busy machine a search may be over before its killer wakes up: then it is tried again. Kills
# at chosen calls are in fault/tune.
landed=0
for least in 3 20 28; do
    for try in 1 2 3 4 5; do
        rm -rf killed
        # shellcheck disable=SC2086
        (tune killed $settings --jobs 2 >/dev/null 2>&1) &
        pid=$!
        while [ "$(begun killed)" -lt $least ] && kill -0 $pid 2>/dev/null; do
            sleep 0.01
        done
        kill -9 $pid 2>/dev/null
        wait $pid 2>/dev/null
        cmp -s one/tune.json killed/tune.json && continue
        landed=$((landed + 1))
        # shellcheck disable=SC2086
        (tune killed $settings --jobs 1) >/dev/null || fail "resuming a killed search"
        cmp one/tune.json killed/tune.json || fail "a search killed after $least runs ends otherwise"
        break
    done
done
echo "$landed of 3 kills in the middle of a search"
touch -d '2001-01-01' one/trials/*/run.json one/final/*/run.json one/baseline/*/run.json
# shellcheck disable=SC2086
(tune one $settings --jobs 2 --json) >again.json || fail "a search that is done"
cmp one.json again.json || fail "a search that is done says something else"
[ -z "$(find one -name run.json -newermt 2002-01-01)" ] || fail "a search that is done trains again"

# -- A promoted trial is a run ------------------------------------------------------------
python3 - "$ADROP" <<'END' || fail "a trial is not what adrop train gives"
import json, subprocess, sys
search = json.load(open("one/tune.json"))
assert [(r["trials"], r["epochs"]) for r in search["rungs"]] == [(27, 1), (9, 3), (3, 9)], search["rungs"]
done = [t for t in search["trials"] if t["epochs"] == 9]
assert len(done) == 3 and all(t["rung"] == 3 and t["state"] == "done" for t in done)
assert search["best_trial"] == max(done, key=lambda t: (t["val"], -t["trial"]))["trial"]
for rung, n in ((1, 27), (2, 9), (3, 3)):
    assert sum(t["rung"] >= rung for t in search["trials"]) == n, rung
for trial in done:
    s = dict(trial["settings"])
    technique = s["dropout"] + (":rate=%s" % s["dropout.rate"] if "dropout.rate" in s else "")
    out = "single%d" % trial["trial"]
    subprocess.run([sys.argv[1], "train", "--data", "digits", "--model", "mlp:24", "--epochs", "9", "--schedule",
                    "cosine", "--lr", str(s["lr"]), "--dropout", technique, "--val-fraction", "0.1", "--out", out,
                    "--threads", "1", "--quiet", "--json"], check=True, stdout=subprocess.DEVNULL)
    for name in ("model.safetensors", "last.safetensors"):
        assert open("%s/%s" % (out, name), "rb").read() == open("one/%s/%s" % (trial["run"], name), "rb").read(), name
    lines = [json.loads(line) for line in open("one/%s/metrics.jsonl" % trial["run"])]
    assert len(lines) == 9 and lines[-1]["val_acc"] == trial["val"]
    assert not any("test" in key for line in lines for key in line), "a trial has read test rows"
print("3 trials equal runs, test rows unread")
END

# -- Equal trials, grids --------------------------------------------------------------------
(tune grid --data digits --model mlp:8 --epochs 1 --runs 1 --no-baseline --method grid --vary \
    dropout=none,bernoulli --vary dropout.rate=0.1,0.3,0.5 --json) >grid.json || fail "a grid"
python3 - <<'END' || fail "equal trials are trained more than once"
import json, os
search = json.load(open("grid.json"))
assert len(search["trials"]) == 6 and len(os.listdir("grid/trials")) == 4, os.listdir("grid/trials")
assert [t.get("same_as") for t in search["trials"]] == [None, 1, 1, None, None, None]
assert "dropout.rate" not in search["trials"][0]["settings"]
END

# -- Test rows have no say --------------------------------------------------------------------
python3 - <<'END'
import random
random.seed(3)
def rows(n):
    out = []
    for _ in range(n):
        x = [random.gauss(0, 1) for _ in range(4)]
        out.append((x, int(x[0] + x[1] * x[2] + random.gauss(0, 0.5) > 0)))
    return out
train, test = rows(300), rows(200)
import os
for folder, change in (("plain", lambda y: y), ("turned", lambda y: 1 - y)):
    os.mkdir(folder)
    for name, part in (("train", train), ("test", test)):
        with open("%s/%s.csv" % (folder, name), "w") as f:
            f.write("a,b,c,d,y\n")
            for x, y in part:
                f.write(",".join("%.6f" % v for v in x) + ",%s\n" % "no yes".split()[change(y) if name == "test" else y])
END
for folder in plain turned; do
    (tune "by-$folder" --data $folder --model mlp:8 --epochs 4 --trials 8 --eta 2 --runs 2 \
        --no-baseline --vary lr=0.003..0.3:log --vary batch=8..64 --json) >$folder.json ||
        fail "a search on a table"
done
python3 - <<'END' || fail "test rows decide who wins"
import json
a, b = json.load(open("plain.json")), json.load(open("turned.json"))
assert a["trials"] == b["trials"] and a["best"] == b["best"]
assert abs(a["final"]["mean"] + b["final"]["mean"] - 100) < 1e-9, "the labels were not turned"
assert a["final"]["mean"] > 60
END

# -- Folds of the training rows ---------------------------------------------------------------
(tune folds --data plain --model mlp:8 --epochs 2 --method random --trials 2 --folds 3 --runs 2 \
    --no-baseline --vary lr=0.003..0.3:log --json) >folds.json || fail "folds"
python3 - <<'END' || fail "folds"
import json
search = json.load(open("folds.json"))
for trial in search["trials"]:
    rows = [json.load(open("folds/%s/%d/run.json" % (trial["run"], k)))["rows"] for k in (1, 2, 3)]
    assert [(r["train"]["n"], r["val"]["n"], r["test"]["n"]) for r in rows] == [(200, 100, 0)] * 3, rows
    assert len({r["val"]["xxh3"] for r in rows}) == 3
    last = [json.loads(open("folds/%s/%d/metrics.jsonl" % (trial["run"], k)).readlines()[-1])["val_acc"] for k in (1, 2, 3)]
    assert abs(sum(last) / 3 - trial["val"]) < 1e-9
END
grep -q '"n": 300' folds/final/*/run.json || fail "the winner is not trained on all training rows"

# -- Intervals of two runs stay within what is possible ---------------------------------------
"$ADROP" tune --data digits --model mlp:2 --vary lr=0.01,0.1 --trials 2 --epochs 1 --runs 2 --threads 1 --quiet --out couple >couple.txt || fail "two runs"
grep -q 'from 2 runs, which are few for an interval' couple.txt || fail "two runs: $(cat couple.txt)"
python3 - <<'END' || fail "an accuracy below 0 or above 100"
import json
t = json.load(open("couple/tune.json"))
low, high = t["final"]["ci"]
assert 0 <= low <= t["final"]["mean"] <= high <= 100, t["final"]
n, mean, std = 2, t["final"]["mean"], t["final"]["std"]
half = 12.7062047 * std / 2 ** 0.5 # Student's t with 1 degree of freedom
assert abs(low - max(0, mean - half)) < 1e-5 and abs(high - min(100, mean + half)) < 1e-5 and low == 0 or high == 100, t["final"]
END

# -- The listing of runs ----------------------------------------------------------------------
[ "$("$ADROP" runs one --csv | wc -l)" -eq 5 ] || fail "adrop runs lists the trials of a search"
[ "$("$ADROP" runs one/trials --csv | wc -l)" -eq 28 ] || fail "adrop runs does not find the trials"
echo "searches: as they should be"
