#!/usr/bin/python3
"""`adrop uncertainty` from end to end, on short runs on digits and on a table of values made here:
what it prints as JSON against scikit-learn on the rows of its own CSV file, the file against
`--threads` and the number of passes, an ensemble against the average of its members, and what it
refuses. Bound: 1e-9, for the CSV has 17 digits.

Exit status 77 means skipped."""
import csv
import json
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from sklearn import metrics
except ImportError as reason:
    print(f"skipped: {reason}")
    sys.exit(77)

ADROP = os.path.abspath(os.environ.get("ADROP", "build/adrop"))
failed = 0


def run(*words, code=0):
    done = subprocess.run([ADROP, *words], capture_output=True, text=True)
    if done.returncode != code:
        raise SystemExit(f"{' '.join(words)}: exit {done.returncode}, expected {code}\n{done.stderr}")
    return done.stdout if code == 0 else done.stderr


def close(what, found, expected, bound=1e-9):
    global failed
    if not np.allclose(found, expected, rtol=bound, atol=bound):
        failed += 1
        print(f"{what}: {found}, expected {expected}")


def says(what, text, part):
    global failed
    if part not in text or text.count("\n") != 1:
        failed += 1
        print(f"{what}: '{text}' should be one sentence with '{part}'")


def rows(path):
    with open(path, newline="") as file:
        table = list(csv.DictReader(file))
    return {k: np.array([float(r[k]) if r[k] else np.nan for r in table]) for k in table[0]}


def assess(*words):
    out = run("uncertainty", *words, "--json", "--output", "rows.csv")
    return json.loads(out), rows("rows.csv"), open("rows.csv", "rb").read()


def classes(found, t):
    p = np.stack([t[f"mean_{k}"] for k in range(10)], 1)
    y = t["truth"].astype(int)
    right = p.argmax(1) == y
    close("n", found["n"], len(y))
    close("accuracy", found["acc"], 100 * right.mean())
    close("nll", found["nll"], metrics.log_loss(y, p, labels=range(10)))
    close("brier", found["brier"], ((p - np.eye(10)[y]) ** 2).sum(1).mean())
    close("confusion", found["confusion"], metrics.confusion_matrix(y, p.argmax(1), labels=range(10)))
    close("entropy", t["entropy"], -(p * np.log(p)).sum(1))
    close("information", t["mutual_information"], np.maximum(t["entropy"] - t["expected_entropy"], 0))
    for by, score in (("maxp", p.max(1)), ("entropy", -t["entropy"]), ("mi", -t["mutual_information"]),
                      ("energy", -t["energy"])):
        close(f"auroc {by}", found[f"auroc_{by}"], metrics.roc_auc_score(right, score))
        close(f"aupr {by}", found[f"aupr_success_{by}"], metrics.average_precision_score(right, score))
        close(f"aupr of errors {by}", found[f"aupr_error_{by}"], metrics.average_precision_score(~right, -score))
        low, high = found[f"auroc_{by}_ci"]
        close("interval", low <= found[f"auroc_{by}"] <= high, True)
    close("reliability", sum(b["n"] for b in found["reliability"]), len(y))
    close("sums", p.sum(1), 1)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for name, dropout, more in (("a", "advanced", ["--val-fraction", "0.1"]), ("b", "bernoulli", []),
                                ("c", "none", [])):
        run("train", "--data", "digits", "--model", "mlp:64", "--dropout", dropout, "--epochs", "4", "--out", name,
            "--quiet", *more)
    found, table, first = assess("a", "--samples", "20", "--threads", "1")
    classes(found, table)
    close("calibration rows", found["n_calibration"] > 100, True)
    close("temperature helps", found["temperature"]["nll"] <= found["temperature"]["nll_before"] + 0.01, True)
    for sets in found["conformal"]:
        close("coverage", 0.8 < sets["coverage"] <= 1, True)
    close("threads change nothing", assess("a", "--samples", "20", "--threads", "2")[2] == first, True)
    close("passes change something", assess("a", "--samples", "21")[2] != first, True)
    shared = assess("a", "--samples", "20", "--masks", "shared")[2]
    close("shared masks are others", shared != first, True)

    plain, table, _ = assess("c", "--method", "softmax", "--calibrate", "0.25")
    classes(plain, table)
    close("left out", (plain["n"], plain["n_calibration"]), (270, 90))
    close("no passes, no disagreement", np.nanmax(table["mutual_information"]), 0, 1e-12)

    found, table, _ = assess("a", "--method", "moments")
    p = np.stack([table[f"mean_{k}"] for k in range(10)], 1)
    close("auroc by moments", found["auroc_entropy"],
          metrics.roc_auc_score(p.argmax(1) == table["truth"], -table["entropy"]))
    close("not known by moments", found["auroc_mi"] is None and np.isnan(table["mutual_information"]).all(), True)

    found, both, _ = assess("a", "b", "--samples", "20")
    one, other = assess("a", "--samples", "20")[1], assess("b", "--samples", "20")[1]
    classes(found, both)
    for k in range(10):
        mean = (one[f"mean_{k}"] + other[f"mean_{k}"]) / 2
        square = sum(t[f"std_{k}"] ** 2 + t[f"mean_{k}"] ** 2 for t in (one, other)) / 2
        close("mean of members", both[f"mean_{k}"], mean)
        close("their deviation", both[f"std_{k}"] ** 2, np.maximum(square - mean**2, 0), 1e-8)

    two = json.loads(run("uncertainty", "a", "c", "--compare", "--json"))
    close("difference", two["auroc_maxp_difference"]["difference"],
          two["runs"][0]["auroc_maxp"] - two["runs"][1]["auroc_maxp"])
    text = run("uncertainty", "a", "c", "--compare")
    close("words", "paired bootstrap" in text, True)

    rng = np.random.default_rng(1)
    x = rng.normal(size=(600, 3))
    y = x @ [3, -2, 1] + rng.normal(size=600) * 0.5 + 100
    with open("table.csv", "w") as file:
        file.write("p,q,r,y\n")
        file.writelines(",".join(map(repr, map(float, [*v, t]))) + "\n" for v, t in zip(x, y))
    run("train", "--data", "table.csv", "--task", "regression", "--target", "y", "--model", "mlp:32", "--dropout",
        "gaussian:rate=0.1", "--epochs", "40", "--val-fraction", "0.2", "--out", "d", "--quiet")
    found, table, _ = assess("d", "--samples", "30")
    y, mean, std = table["truth"], table["mean_0"], table["std_0"]
    close("rmse", found["rmse"], np.sqrt(metrics.mean_squared_error(y, mean)))
    close("r2", found["r2"], metrics.r2_score(y, mean))
    close("mae", found["mae"], metrics.mean_absolute_error(y, mean))
    close("gaussian", found["nll"], np.mean(0.5 * ((y - mean) / std) ** 2 + np.log(std) + 0.5 * np.log(2 * np.pi)))
    close("coverage of 90 %", found["coverage"]["0.9"], np.mean(np.abs(y - mean) <= 1.6448536269514722 * std))
    close("noise is at most that of the targets and of the fit", 0 <= found["noise"] < 0.8, True)
    close("deviations hold the noise", std.min() >= found["noise"], True)

    says("no random layer", run("uncertainty", "c", code=2), "no random layer")
    says("no passes", run("uncertainty", "a", "--samples", "0", code=2), "samples")
    says("unlike runs", run("uncertainty", "a", "d", code=2), "do not predict the same")
    says("one run", run("uncertainty", "a", "--compare", code=2), "needs two runs")
    says("a file of the run", run("uncertainty", "a", "--output", "a/run.json", code=2), "of the run itself")
    says("another shape", run("uncertainty", "a", "--ood", "table.csv", code=2), "table.csv")
print("failed" if failed else "passed")
sys.exit(failed > 0)
