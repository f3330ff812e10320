#!/bin/sh
# adrop runs, show and compare on existing runs: their figures against the records.
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
# the same seeds and rows: pairs, and the interval is that of their differences (t of 2 degrees of freedom: 4.3027)
apart = [a - b for a, b in zip(groups["advanced:unit=node"], groups["none"])]
reach = 4.302652729911275 * statistics.stdev(apart) / math.sqrt(3)
assert rows[1]["test"] == "paired" and rows[1]["pairs"] == 3 and rows[0]["test"] is None, rows
assert math.isclose(rows[1]["difference"], statistics.mean(apart), abs_tol=1e-9), rows
assert math.isclose(rows[1]["ci"][1] - rows[1]["ci"][0], 2 * reach, rel_tol=1e-6), (rows, apart)
# two runs against three: the pairs that there are; other seeds: Welch's test, whatever the order of the runs
some = json.loads(run("compare", "--json", "runs/none-3", "runs/none-1", "runs/none-2", "runs/advanced:unit=node-1",
                      "runs/advanced:unit=node-3"))["rows"]
assert some[1]["pairs"] == 2 and math.isclose(some[1]["difference"], (apart[0] + apart[2]) / 2, abs_tol=1e-9), some
other = json.loads(run("compare", "--json", "runs/none-1", "runs/none-2", "runs/advanced:unit=node-3",
                       "runs/advanced:unit=node-2"))
assert other["rows"][1]["test"] == "welch" and other["rows"][1]["pairs"] == 0 and other["other_settings"] == "", other
a, b = ([groups[name][k] for k in which] for name, which in (("advanced:unit=node", (2, 1)), ("none", (0, 1))))
error = math.sqrt(statistics.variance(a) / 2 + statistics.variance(b) / 2)
assert math.isclose(other["rows"][1]["difference"], statistics.mean(a) - statistics.mean(b), abs_tol=1e-9), other
assert other["rows"][1]["ci"][1] - other["rows"][1]["ci"][0] > 2 * 4.3 * error * 0.999, (other, error)
# a baseline of one's own
named = json.loads(run("compare", "--json", "runs", "--baseline", "none"))["rows"]
assert [r["difference"] is None for r in named] == [r["dropout"] == "none" for r in named], named
assert math.isclose(named[0]["difference"], statistics.mean(apart), abs_tol=1e-9), named
run("compare", "runs", "--baseline", "beta", code=2)
# settings that differ are named
record = json.load(open("runs/none-1/run.json"))
record["settings"]["lr"], record["settings"]["out"] = "0.123", "elsewhere"
json.dump(record, open("runs/none-1/run.json", "w"))
assert json.loads(run("compare", "--json", "runs"))["other_settings"] == "lr"
assert "in other settings, too: lr" in run("compare", "runs") and "paired t test" in run("compare", "runs")
# a record that says "running" while nobody works on it was stopped
record = json.load(open("runs/none-1/run.json"))
record["status"] = "running"
json.dump(record, open("runs/none-1/run.json", "w"))
assert [r["state"] for r in json.loads(run("runs", "--json"))["runs"]].count("stopped") == 1
# and is no result
rows = json.loads(run("compare", "--json", "runs"))["rows"]
assert {r["dropout"]: r["n"] for r in rows} == {"none": 2, "advanced:unit=node": 3}, rows
assert "loss on training rows" in run("show", "runs/none-2")
run("show", "nosuch", code=3)
run("runs", "nosuch", code=3)
# one that cannot be read is named, and the others are listed
open("runs/none-1/run.json", "w").write("{")
assert len(json.loads(run("runs", "--json", code=3))["runs"]) == len(runs) - 1
END
