#!/bin/sh
# What --dry-run says of power, before any training and with runs to judge by. Paired, five runs of
# three techniques: the named difference is found in 80 % of 20,000 simulated comparisons (5
# standard errors of the share are 1.4 points; a wrong number of degrees of freedom, or a level
# without Holm's correction, is off by 5 points or more). SciPy's noncentral t agrees, if installed.
# The standard deviation is that of the runs in the folder. ADROP is the program.
: "${ADROP:?set ADROP to the program}"
python=$("$(dirname "$0")/../python.sh" scipy) || { echo "skipped: no python3"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
fail() {
    echo "FAILED: $*"
    exit 1
}
compare() {
    "$ADROP" compare --data digits --model mlp:16 --epochs 2 --batch 32 --dropout none,bernoulli,advanced --threads 1 \
        --quiet --out all "$@"
}
compare --runs 5 --dry-run | tr '\n' ' ' >told
grep -q "With 5 pairs only differences above about 2.1 standard deviations of the pairs' differences can be detected (.*); no runs exist yet" told ||
    fail "what is said: $(cat told)"
compare --runs 1 --dry-run | grep -q "one run of each cannot show a difference" || fail "one run"
compare --runs 5 --dry-run --json >before.json || fail "a plan"
compare --runs 3 --json >three.json || fail "a comparison"
compare --runs 5 --dry-run --json >after.json || fail "a plan with runs"
compare --runs 5 --dry-run | tr '\n' ' ' | grep -q "points can be detected (.*), judged by the 6 pairs that are done" || fail "judged by"
"$python" - <<'END' || fail "the figures"
import json, math, random, statistics
before, after = (json.load(open(f))["power"] for f in ("before.json", "after.json"))
assert len(before) == len(after) == 1
b, a = before[0], after[0]
assert b["test"] == "paired" and b["runs"] == 5 and b["tests"] == 2 and abs(b["alpha"] - 0.025) < 1e-12 and b["power"] == 0.8
assert b["std"] is None and b["difference"] is None and b["judged_by"] == 0, b
rows = {r["dropout"]: r["runs"] for r in json.load(open("three.json"))["rows"]}
squares = [statistics.variance(x - y for x, y in zip(rows[t], rows["advanced"])) for t in ("none", "bernoulli")]
std = math.sqrt(sum(squares) / 2)
assert a["judged_by"] == 6 and abs(a["std"] - std) < 1e-9 * std, (a, std)
assert abs(a["difference"] - std * a["deviations"]) < 1e-9 and a["deviations"] == b["deviations"]
critical = 3.4954058 # of Student's t with 4 degrees of freedom, 0.025 two-sided
random.seed(1)
found, trials = 0, 20000
for _ in range(trials):
    x = [random.gauss(b["deviations"], 1) for _ in range(5)]
    found += abs(statistics.fmean(x)) / (statistics.stdev(x) / math.sqrt(5)) > critical
print("found in %.2f %% of %d simulated comparisons" % (100 * found / trials, trials))
assert abs(found / trials - 0.8) < 5 * math.sqrt(0.8 * 0.2 / trials)
try:
    from scipy.stats import nct, t
except ImportError:
    print("no SciPy: the noncentral t was not compared")
else:
    assert abs(t.ppf(1 - 0.0125, 4) - critical) < 1e-6
    shift = b["deviations"] * math.sqrt(5)
    power = nct.sf(critical, 4, shift) + nct.cdf(-critical, 4, shift)
    assert abs(power - 0.8) < 1e-3, power
    print("SciPy: a power of %.5f" % power)
END
