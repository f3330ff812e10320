"""Checks the program's JSON: keys, kinds and numbers within tolerances.

Usage: json_check.py PROGRAM
"""
import json
import math
import subprocess
import sys

checked = failed = 0


def run_lines(*arguments):
    done = subprocess.run([sys.argv[1], *arguments], capture_output=True, text=True)
    check(done.returncode == 0, f"{arguments} ended with {done.returncode}: {done.stderr}")

    def refuse(word):
        raise ValueError(word + " is not JSON")

    return [json.loads(line, parse_constant=refuse) for line in done.stdout.splitlines()]


def run(*arguments):
    lines = run_lines(*arguments)
    check(len(lines) == 1, f"{arguments} printed more or less than one line")
    return lines[0]


def check(truth, what):
    global checked, failed
    checked += 1
    if not truth:
        failed += 1
        print("FAILED:", what)


def near(value, expected, bound, what):
    ok = isinstance(value, (int, float)) and abs(value - expected) <= bound
    check(ok, f"{what} is {value}, expected {expected} within {bound}")


def moments():
    # mean and variance of a logit-normal
    for mu, sigma, mean, variance in [
        (0, 1, 0.5, 0.04337904), (-1, 1, 0.30326533, 0.03335209), (1, 2, 0.64772644, 0.08767866),
        (2, 0.7, 0.86201698, 0.00681007), (0.5, 0.5, 0.61597605, 0.01262276),
    ]:
        d = run("dist", "--mu", str(mu), "--sigma", str(sigma), "--json")
        near(d["mean"], mean, 1e-7, f"mean at {mu}, {sigma}")
        near(d["variance"], variance, 1e-7, f"variance at {mu}, {sigma}")
        approx = 1 / (1 + math.exp(-mu / math.sqrt(1 + math.pi * sigma**2 / 8)))
        near(d["mean_approx"], approx, 1e-12, f"approximate mean at {mu}, {sigma}")


def grid():
    d = run("dist", "--mu", "1", "--sigma", "2", "--json")
    check(list(d) == ["seed", "map", "mu", "sigma", "mean", "mean_approx", "variance", "atoms",
                      "at", "pdf", "cdf"], f"keys are {list(d)}")
    check((d["seed"], d["map"], d["mu"], d["sigma"]) == ("gaussian", "sigmoid", 1, 2), "names")
    check(d["at"] == [i / 100 for i in range(1, 100)], "the points are 0.01 .. 0.99")
    check(len(d["pdf"]) == len(d["cdf"]) == 99 and d["atoms"] == [], "99 points, no atoms")
    for m, pdf, cdf in zip(d["at"], d["pdf"], d["cdf"]):
        z = (math.log(m / (1 - m)) - 1) / 2
        near(cdf, math.erfc(-z / math.sqrt(2)) / 2, 1e-12, f"cdf({m})")
        exact = math.exp(-z * z / 2) / math.sqrt(2 * math.pi) / 2 / (m * (1 - m))
        near(pdf, exact, 1e-11 * exact, f"pdf({m})")


def asked_for():
    d = run("dist", "--map", "clamp", "--sigma", "1", "--at", "0.5", "--quantile", "0.1,0.75",
            "--kl-mu", "0.5", "--samples", "3", "--seed", "9", "--json")
    check("mean_approx" not in d, "no approximate mean but for gaussian x sigmoid")
    (zero, mass0), (one, mass1) = d["atoms"]
    check((zero, one) == (0, 1), "atoms at 0 and 1")
    near(mass0, 0.5, 1e-12, "atom at 0")
    near(mass1, math.erfc(1 / math.sqrt(2)) / 2, 1e-12, "atom at 1")
    near(d["pdf"][0], math.exp(-0.125) / math.sqrt(2 * math.pi), 1e-12, "pdf(0.5)")
    check(d["quantiles"][0] == 0, "a quantile inside an atom")
    near(d["quantiles"][1], 0.674489750196, 1e-9, "quantile(0.75)")
    check(0 < d["kl"] < 1, "kl")
    check(len(d["samples"]) == 3 and all(0 <= m <= 1 for m in d["samples"]), "samples")
    d = run("dist", "--seed-dist", "exponential", "--map", "one-minus-exp", "--sigma", "0.25", "--nearest",
            "--json")["nearest"]
    near(d["bernoulli"]["p"], 0.0625, 1e-12, "p")
    near(d["bernoulli"]["distance"], 0.1875, 1e-9, "the distance of the coin")
    check(d["beta"]["a"] == 1 and d["beta"]["b"] == 4 and d["beta"]["at_limit"] is False, "Beta(1, 4)")
    near(d["beta"]["distance"], 0, 1e-9, "the distance of Beta(1, 4)")

    d = run("dist", "--map", "clamp", "--kl-map", "sigmoid", "--json")
    check(d["kl"] is None, "an infinite divergence is null")
    d = run("dist", "--seed-dist", "logistic", "--sigma", "3", "--at", "0,1", "--json")
    check(d["pdf"] == [None, None], f"infinite densities are null, not {d['pdf']}")


def lists():
    techniques = run("list", "techniques", "--json")["techniques"]
    names = [t["name"] for t in techniques]
    check("bernoulli" in names and len(set(names)) == len(names), f"techniques: {names}")
    kinds = {"real", "count", "flag", "choice", "text", "list"}
    for t in techniques:
        check({"name", "summary", "reference", "learns", "options", "examples"} <= set(t), str(t))
        check(t["learns"] in (True, False) and t["examples"], t["name"])
        for o in t["options"]:
            check({"name", "kind", "default", "min", "max", "words", "help"} <= set(o), str(o))
            check(o["kind"] in kinds and bool(o["words"]) == (o["kind"] == "choice"), str(o))
        for example in t["examples"]:
            one = run("list", "techniques", example, "--json")["techniques"]
            check(len(one) == 1 and one[0]["name"] == t["name"], example)
            again = run("list", "techniques", one[0]["resolved"], "--json")["techniques"]
            check(again[0]["resolved"] == one[0]["resolved"], one[0]["resolved"])
    for what, some in [("seeds", "gaussian"), ("maps", "sigmoid")]:
        rows = run("list", what, "--json")[what]
        check(some in [r["name"] for r in rows] and all(r["summary"] for r in rows), what)
    commands = run("help", "--json")["commands"]
    check({"bench", "dist", "list", "help"} <= {c["name"] for c in commands}, "commands")


def softplus():
    d = run("dist", "--table", "softplus", "--json")
    check(d["table"] == "softplus" and len(d["rows"]) == 12, "twelve rows")
    known = {  # forward and reverse, log-normal then softplus-gaussian
        (5, 0.1): (0.02784, 0.01872, 0.00317, 0.00240), (8, 0.1): (0.01473, 0.01128, 0.00028, 0.00026),
        (2, 0.5): (0.11409, 0.05159, 0.00569, 0.00497), (0.5, 3): (1.39439, 0.22763, 0.09372, 0.10121),
    }
    for row in d["rows"][:4]:
        which = f"gamma {row['k']}, {row['theta']}"
        check(row["target"] == "gamma" and row["fit"] == "moments", which)
        numbers = [row[n][k] for n in ("log_normal", "softplus_gaussian")
                   for k in ("kl_forward", "kl_reverse")]
        for value, expected in zip(numbers, known[row["k"], row["theta"]]):
            near(value, expected, 1.1e-5, which)
    near(d["rows"][0]["log_normal"]["a"], -0.7843, 6e-5, "log-normal a")
    near(d["rows"][0]["softplus_gaussian"]["b"], 0.5740, 6e-5, "softplus-gaussian b")
    for i, (normal, other) in {4: (0.0342, 0.2648), 5: (0.0160, 0.0984), 8: (0.0342, 0.0371),
                               9: (0.0160, 0.0167)}.items():
        near(d["rows"][i]["log_normal"]["kl_forward"], normal, 6e-5, f"row {i}")
        near(d["rows"][i]["softplus_gaussian"]["kl_forward"], other, 6e-5, f"row {i}")
    for i, (normal, other) in {6: (0.0413, 0.1800), 7: (0.1534, 0.4576), 10: (0.0413, 0.0823),
                               11: (0.1534, 0.9695)}.items():
        row = d["rows"][i]
        check(row["fit"] == "reverse-kl" and row["target"] == "inverse-gamma", f"row {i}")
        check(row["softplus_gaussian"]["kl_forward"] is None, f"row {i}: infinite is null")
        near(row["log_normal"]["kl_reverse"], normal, 6e-5, f"row {i}")
        near(row["softplus_gaussian"]["kl_reverse"], other, 6e-5, f"row {i}")


def bench():
    keys = ["case", "dropout", "pass", "precision", "threads", "batch", "units", "ms_per_step",
            "ms_per_step_best", "masks_per_second", "multiply_per_second", "isa",
            "peak_rss_bytes"]
    rows = run_lines("bench", "--case", "masks", "--dropout", "bernoulli", "--rounds", "2",
                     "--json")
    check(len(rows) in (2, 4), f"two passes, on one or two numbers of threads: {len(rows)} lines")
    check([r["pass"] for r in rows[:2]] == ["forward", "forward+backward"], "passes")
    check(rows[0]["threads"] == 1, "one thread comes first")
    for r in rows:
        check(list(r) == keys, f"keys are {list(r)}")
        check((r["case"], r["dropout"], r["precision"], r["batch"], r["units"])
              == ("masks", "bernoulli", "f32", 256, 800), f"settings: {r}")
        check(0 < r["ms_per_step_best"] <= r["ms_per_step"], "the best is the shortest")
        masks = r["masks_per_second"] * r["ms_per_step_best"] / 1e3
        near(masks, 256 * 800, 1e-3, "masks a step")
        check(r["multiply_per_second"] > 0 and r["peak_rss_bytes"] > 6 * 4 * 256 * 800, str(r))
    rows = run_lines("bench", "--dropout", "dropconnect,advanced:unit=node,mean=approx,spatial",
                     "--rows", "8", "--units", "36", "--outputs", "5", "--threads", "1",
                     "--pass", "forward", "--rounds", "1", "--min-ms", "0", "--json")
    check([r["dropout"] for r in rows]
          == ["dropconnect", "advanced:unit=node,mean=approx", "spatial"], "a list is cut right")
    check([r.get("outputs") for r in rows] == [5, None, None], "outputs where they are needed")
    rows = run_lines("bench", "--rows", "4", "--units", "9", "--outputs", "2", "--threads", "1",
                     "--pass", "both", "--rounds", "1", "--min-ms", "0", "--json")
    names = [t["name"] for t in run("list", "techniques", "--json")["techniques"]]
    check([r["dropout"] for r in rows] == names, "all is every technique")
    for r in run_lines("bench", "--case", "fc", "--dropout", "none", "--batch", "8", "--steps",
                       "3", "--threads", "1", "--json"):
        times = [r[key] for key in ("ms_per_step_best", "ms_per_step", "ms_per_step_mean")]
        check(0 < times[0] <= min(times[1:]) and r["steps"] == 3, f"times of steps: {times}")
        # of three steps, the middle and the shortest leave the longest to the mean
        check(3 * times[2] - times[0] - times[1] >= times[1] * (1 - 1e-9), f"a mean: {times}")
        near(r["images_per_second"] * times[0] / 1e3, 8, 1e-6, "images of the best step")


for test in (moments, grid, asked_for, lists, softplus, bench):
    try:
        test()
    except (IndexError, KeyError, TypeError, ValueError) as error:
        check(False, f"{test.__name__}: {error!r}")
print(f"{checked} checks, {failed} failed")
sys.exit(failed > 0 or checked == 0)
