#!/bin/sh
# adrop runs, show and compare on runs that exist: figures against those of the records.
: "${ADROP:?set ADROP to the program}"
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset ADROP_DATA
for seed in 1 2 3; do
    for technique in none advanced:unit=node; do
        "$ADROP" train --data digits --model mlp:16 --dropout $technique --seed $seed --epochs 2 --threads 1 --quiet \
            --out "runs/$technique-$seed" >/dev/null || exit 1
    done
done
python3 - <<'END'
import csv, io, json, math, os, statistics, subprocess
adrop = os.environ["ADROP"]
def run(*words, code=0):
    r = subprocess.run([adrop, *words], capture_output=True, text=True)
    assert r.returncode == code, (words, r)
    return r.stdout
runs = json.loads(run("runs", "--json"))["runs"]
assert len(runs) == 6, runs
for r in runs:
    record = json.load(open(r["run"] + "/run.json"))
    assert r["test_acc"] == record["result"]["test_acc"], r
    assert r["started"] == record["started"] and r["state"] == "done" and r["epochs"] == 2, r
best = [r["test_acc"] for r in json.loads(run("runs", "--json", "--sort", "result"))["runs"]]
assert best == sorted(best, reverse=True), best
assert len(json.loads(run("runs", "--json", "--filter", "none"))["runs"]) == 3
one = json.loads(run("runs", "--json", "--filter", "none,seed=2"))["runs"]
assert [r["run"] for r in one] == ["runs/none-2"], one
table = list(csv.DictReader(io.StringIO(run("runs", "--csv"))))
assert len(table) == 6 and all(math.isclose(float(t["test"]), r["test_acc"], rel_tol=1e-9) for t, r in zip(table, runs))
shown = json.loads(run("show", "runs/advanced:unit=node-1", "--units", "--json"))
assert shown["settings"]["epochs"] == "2" and shown["dropout"][0]["layer"] == "drop1", shown
assert len(shown["units"][0]["rate"]) == 64, shown["units"]
assert math.isclose(statistics.mean(shown["units"][0]["rate"]), shown["dropout"][0]["rate"], rel_tol=1e-6)
rows = json.loads(run("compare", "--json", "runs/none-1", "runs/none-2", "runs/none-3", "runs/advanced:unit=node-1",
                      "runs/advanced:unit=node-2", "runs/advanced:unit=node-3"))["rows"]
groups = {name: [r["test_acc"] for r in runs if r["dropout"] == name] for name in ("none", "advanced:unit=node")}
for row in rows:
    assert math.isclose(row["mean"], statistics.mean(groups[row["dropout"]]), rel_tol=1e-12), row
    assert math.isclose(row["std"], statistics.stdev(groups[row["dropout"]]), rel_tol=1e-9), row
assert rows[0]["p"] is None and 0 <= rows[1]["p"] <= 1, rows
# a record that says "running" while nobody works on it was stopped
record = json.load(open("runs/none-1/run.json"))
record["status"] = "running"
json.dump(record, open("runs/none-1/run.json", "w"))
assert [r["state"] for r in json.loads(run("runs", "--json"))["runs"]].count("stopped") == 1
assert "loss on training rows" in run("show", "runs/none-2")
run("show", "nosuch", code=3)
run("runs", "nosuch", code=3)
# one that cannot be read is named, and the others are listed
open("runs/none-1/run.json", "w").write("{")
assert len(json.loads(run("runs", "--json", code=3))["runs"]) == len(runs) - 1
END
