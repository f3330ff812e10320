"""A table with several targets, from end to end."""
import csv
import json
import math
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile

adrop = os.path.abspath(sys.argv[1])
failed = 0


def check(what, true):
    global failed
    if not true:
        print("failed:", what)
        failed += 1


def call(*args, code=0):
    done = subprocess.run([adrop, *args], capture_output=True, text=True)
    check(f"{' '.join(args)}: exit {done.returncode}, {done.stderr.strip()}", done.returncode == code)
    return done


def lines(*args):
    return [json.loads(x) for x in call(*args, "--json").stdout.splitlines()]


def write(name, rows):
    with open(name, "w", newline="") as file:
        csv.writer(file).writerows(rows)


os.chdir(tempfile.mkdtemp())
draw = random.Random(5)
rows = []
for i in range(240):
    area, age, colour = draw.uniform(20, 200), draw.uniform(0, 80), draw.choice(["red", "blue"])
    rows.append([3000 * area - 500 * age + draw.gauss(0, 3000), area, colour,
                 0.01 * area - 0.002 * age + 0.3 * (colour == "red") + draw.gauss(0, 0.02), age])
table = [["price", "area", "colour", "rent", "age"]] + rows
write("two.csv", table)
train = ["train", "--data", "two.csv", "--target", "rent,price", "--epochs", "10", "--threads", "1", "--quiet"]
call(*train, "--out", "run")

# each target and all of them
every = json.loads(call("eval", "run", "--data", "./two.csv", "--json", "--part", "all", "--samples", "0").stdout)
said = lines("predict", "run", "--input", "./two.csv", "--samples", "0")
check("targets are named in the order that was asked for", list(said[0]["predicted"]) == ["rent", "price"])
check("there are no standard deviations", said[0]["std"] == {"rent": None, "price": None})
check("truths", all(abs(x["truth"]["rent"] - row[3]) < 1e-6 and abs(x["truth"]["price"] - row[0]) < 0.1
                    for x, row in zip(said, rows)))
for of in every["per_target"]:
    t, p = [x["truth"][of["target"]] for x in said], [x["predicted"][of["target"]] for x in said]
    mean = statistics.fmean(t)
    square = sum((a - b) ** 2 for a, b in zip(t, p))
    check("RMSE of a target", math.isclose(of["rmse"], math.sqrt(square / len(t)), rel_tol=1e-10))
    check("MAE of a target", math.isclose(of["mae"], statistics.fmean(abs(a - b) for a, b in zip(t, p)), rel_tol=1e-10))
    check("R2 of a target", abs(of["r2"] - 1 + square / sum((a - mean) ** 2 for a in t)) < 1e-10)
    check("it was learned", of["r2"] > 0.8)
both = every["per_target"]
check("RMSE of both", math.isclose(every["test_rmse"], math.sqrt(statistics.fmean(x["rmse"] ** 2 for x in both)),
                                   rel_tol=1e-10))
check("MAE of both", math.isclose(every["mae"], statistics.fmean(x["mae"] for x in both), rel_tol=1e-10))
check("R2 of both", math.isclose(every["r2"], statistics.fmean(x["r2"] for x in both), rel_tol=1e-10))
own = json.loads(call("eval", "run", "--json").stdout)
result = json.load(open("run/run.json"))["result"]
check("training and eval agree", math.isclose(own["test_rmse"], result["test_rmse"], rel_tol=1e-6))

# both are standardised on the training rows, and that is kept with the model
schema = json.load(open("run/run.json"))["inputs"]["schema"]
check("what the schema says", schema["answers"] == ["rent", "price"] and schema["targets"] == 2)
test = {x["input"] for x in lines("predict", "run", "--input", "two.csv", "--part", "test", "--samples", "0")}
learned = [row for i, row in enumerate(rows) if i + 2 not in test]
check("a fifth is for tests", len(learned) == 192)
for k, column in enumerate((3, 0)):
    values = [row[column] for row in learned]
    scale = schema["target"][0]
    check("mean of a target", math.isclose(scale["mean"][k], statistics.fmean(values), rel_tol=1e-6))
    check("deviation of a target", math.isclose(scale["deviation"][k], statistics.pstdev(values), rel_tol=1e-5))

# other columns, other orders; numbers in place of names
write("inputs.csv", [["age", "colour", "area"]] + [[r[4], r[2], r[1]] for r in rows])
new = lines("predict", "run", "--input", "inputs.csv", "--samples", "0")
check("inputs alone, in another order", [x["predicted"] for x in new] == [x["predicted"] for x in said])
check("truths that are not known", new[0]["truth"] == {"rent": None, "price": None})
write("one.csv", [["age", "colour", "area", "price"]] + [[r[4], r[2], r[1], r[0]] for r in rows])
new = lines("predict", "run", "--input", "one.csv", "--samples", "0")
check("one truth of two", new[0]["truth"]["rent"] is None and new[0]["truth"]["price"] is not None)
message = call("eval", "run", "--data", "one.csv", code=2).stderr
check("a target that is not there", "no column 'rent', a target" in message)
plain = call("predict", "run", "--input", "inputs.csv", "--samples", "7").stdout.splitlines()
check("CSV", plain[0] == "input,predicted:rent,predicted:price,truth:rent,truth:price,std:rent,std:price")
check("standard deviations", float(plain[1].split(",")[5]) > 0 and float(plain[1].split(",")[6]) > 0)
write("bare.csv", rows)
call("train", "--data", "bare.csv", "--target", "4,1", "--epochs", "10", "--threads", "1", "--quiet", "--out", "bare")
new = lines("predict", "bare", "--input", "./bare.csv", "--samples", "0")
check("by number", [list(x["predicted"].values()) for x in new] == [list(x["predicted"].values()) for x in said])
write("bare-inputs.csv", [[r[1], r[2], r[4]] for r in rows])
new = lines("predict", "bare", "--input", "bare-inputs.csv", "--samples", "0")
check("by number, inputs alone", [list(x["predicted"].values()) for x in new] ==
      [list(x["predicted"].values()) for x in said])

# what does not go
for how, word in ((["--target", "rent,colour"], "is not a number"), (["--target", "rent,rent"], "was named before"),
                  (["--target", "rent,prize"], "no column 'prize'")):
    check(word, word in call("train", "--data", "two.csv", *how, "--out", "no", code=3 if "colour" in how[1] else 2).stderr)
check("classes are one", "there is one" in call("train", "--data", "two.csv", "--target", "rent,price", "--task",
                                                "classification", "--out", "no", code=2).stderr)
check("intervals", "--conformal" in call("predict", "run", "--input", "one.csv", "--conformal", "0.9", code=2).stderr)

# one network with two outputs learns what PyTorch's mean squared error over both says
call("train", "--data", "two.csv", "--target", "rent", "--drop", "price", "--task", "regression", "--epochs", "10",
     "--threads", "1", "--quiet", "--out", "single")
check("one target keeps its columns", "value" in lines("predict", "single", "--input", "inputs.csv")[0])

# the other commands
call(*train, "--folds", "3", "--out", "folds")
check("folds", json.load(open("folds/folds.json"))["metric"] == "test_rmse")
call("tune", "--data", "two.csv", "--target", "rent,price", "--vary", "lr=0.001,0.01", "--method", "grid", "--epochs",
     "2", "--runs", "2", "--out", "tune", "--quiet")
message = call("uncertainty", "run", "--samples", "5", code=2).stderr
check("uncertainty is of one", "--target, one of rent, price" in message)
for name in ("rent", "price"):
    test_row = [x for x in own["per_target"] if x["target"] == name][0]
    measured = json.loads(call("uncertainty", "run", "--target", name, "--method", "softmax", "--json").stdout)
    check("the uncertainty of a target", math.isclose(measured["rmse"], test_row["rmse"], rel_tol=1e-6))
call("train", "--resume", "run", "--epochs", "11", "--quiet")
call("show", "run")
call("report", "run", "folds", "--output", "page.html", "--quiet")
check("data info", re.search(r"^target .*mean.*\n(.*\n)?price ", call("data", "info", "two.csv", "--target", "rent,price").stdout, re.M))

try:
    import numpy as np
    from sklearn.metrics import mean_absolute_error, mean_squared_error, r2_score
except ImportError:
    print("scikit-learn is not there: not compared")
    sys.exit(failed > 0)
t = np.array([list(x["truth"].values()) for x in said])
p = np.array([list(x["predicted"].values()) for x in said])
check("scikit-learn's R2", np.allclose(r2_score(t, p, multioutput="raw_values"), [x["r2"] for x in both], atol=1e-10))
check("their mean", abs(r2_score(t, p) - every["r2"]) < 1e-10)
check("scikit-learn's MAE", math.isclose(mean_absolute_error(t, p), every["mae"], rel_tol=1e-10))
check("scikit-learn's MSE", math.isclose(math.sqrt(mean_squared_error(t, p)), every["test_rmse"], rel_tol=1e-10))

# arrays
x = np.array([[r[1], r[4]] for r in rows])
np.savez("two.npz", x=x, y=np.array([[r[3], r[0]] for r in rows]))
call("train", "--data", "two.npz", "--epochs", "2", "--threads", "1", "--quiet", "--out", "arrays")
call("predict", "arrays", "--input", "two.npz", "--format", "npy", "--output", "said.npy", "--samples", "0")
check("an array of both", np.load("said.npy").shape == (240, 2))
np.save("x.npy", x)
check("x alone", len(lines("predict", "arrays", "--input", "x.npy", "--samples", "0")[0]["predicted"]) == 2)
np.savez("labels.npz", x=x, y=np.array([[1, 0]] * 240))
check("labels are one", "labels have one" in call("train", "--data", "labels.npz", "--out", "no", code=3).stderr)
sys.exit(failed > 0)
