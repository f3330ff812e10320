"""Real tables from end to end: categories, missing values, ids, folds."""
import csv
import json
import os
import random
import shutil
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


def write(name, rows):
    with open(name, "w", newline="") as file:
        csv.writer(file).writerows(rows)


def make(n):
    draw = random.Random(7)
    jobs, degrees = ["clerk", "driver", "none", "teacher"], ["ba", "hs", "ms", "phd"]
    rows = []
    for i in range(n):
        age, job, degree = draw.randint(18, 80), draw.choice(jobs), draw.choice(degrees)
        hours, family = draw.randint(10, 60), i // 3
        score = age / 30 + degrees.index(degree) + (job == "teacher") + hours / 40 + draw.gauss(0, 0.5)
        rows.append([f"p{i}", age if draw.random() > 0.05 else "?", job if draw.random() > 0.03 else "NA",
                     degree, hours, f"f{family}", ">50K" if score > 4 else "<=50K"])
    return [["pid", "age", "job", "degree", "hours", "family", "income"]] + rows


os.chdir(tempfile.mkdtemp())
table = make(600)
write("adult.csv", table)

# three commands
how = ["--id", "pid", "--drop", "family", "--missing", "median"]
message = call("train", "--data", "adult.csv", "--out", "no", "--id", "pid", code=3).stderr
check("missing values are refused with the cure", "--missing mean" in message and "line" in message)
call("train", "--data", "adult.csv", *how, "--epochs", "8", "--threads", "1", "--out", "run", "--quiet")
part = json.loads(call("eval", "run", "--json").stdout)
check("better than chance", part["test_acc"] > 70)
check("the test part", part["n"] == 120)
every = json.loads(call("eval", "run", "--data", "./adult.csv", "--json", "--part", "all").stdout)
check("all rows", every["n"] == 600)
check("the confusion matrix counts them", sum(map(sum, every["confusion"])) == 600)

# new rows, columns in any order, no target
inputs = [row[:-1] for row in table[:40]]
write("new.csv", inputs)
write("swapped.csv", [row[::-1] for row in inputs])
first = call("predict", "run", "--input", "new.csv", "--samples", "5").stdout
check("swapped columns give the same predictions",
      first == call("predict", "run", "--input", "swapped.csv", "--samples", "5").stdout)
lines = list(csv.DictReader(first.splitlines()))
check("rows have their names", [x["input"] for x in lines] == [row[0] for row in inputs[1:]])
check("no truth", all(x["truth"] == "" and x["predicted"] in ("<=50K", ">50K") for x in lines))
plain = list(csv.DictReader(call("predict", "run", "--input", "new.csv", "--samples", "0").stdout.splitlines()))
check("no standard deviation without samples", all(x["std:>50K"] == "" for x in plain))
os.rename("adult.csv", "moved.csv")
check("predict does not need the training data",
      first == call("predict", "run", "--input", "new.csv", "--samples", "5").stdout)
os.rename("moved.csv", "adult.csv")
write("odd.csv", [inputs[0]] + [row[:2] + ["astronaut"] + row[3:] for row in inputs[1:]])
check("unseen words are counted", "39 values are words" in call("predict", "run", "--input", "odd.csv").stderr)
write("less.csv", [row[:2] + row[3:5] for row in inputs])
check("missing columns are named",
      "lacks columns that the run was trained on: job" in call("predict", "run", "--input", "less.csv", code=3).stderr)
call("eval", "run", "--data", "new.csv", code=2)

piped = subprocess.run([adrop, "predict", "run", "--input", "-", "--samples", "5"], capture_output=True, text=True,
                       input=open("new.csv").read())
check("standard input", piped.stdout == first)

# folds: stratified by class, and grouped
labels = [row[-1] for row in table[1:]]
for group in (False, True):
    extra = ["--group", "family"] if group else ["--drop", "family"]
    seen = []
    for fold in range(1, 6):
        out = f"fold{fold}{group}"
        call("train", "--data", "adult.csv", "--id", "pid", "--missing", "mean", *extra, "--folds", "5", "--fold",
             str(fold), "--epochs", "1", "--threads", "1", "--out", out, "--quiet")
        done = call("predict", out, "--input", "adult.csv", "--part", "test", "--json", "--samples", "0").stdout
        seen.append([int(json.loads(x)["input"][1:]) for x in done.splitlines()])
    check("folds hold every row once", sorted(sum(seen, [])) == list(range(600)))
    if group:
        check("no family is in two folds", len({(i // 3) for f in seen for i in f}) ==
              sum(len({i // 3 for i in f}) for f in seen))
    else:
        for name in set(labels):
            counts = [sum(labels[i] == name for i in f) for f in seen]
            check(f"folds are alike in {name}", max(counts) - min(counts) <= 1)
        check("folds are alike in size", max(map(len, seen)) - min(map(len, seen)) <= 1)

# --folds alone: a run for each, and what they come to
done = call("train", "--data", "adult.csv", *how, "--folds", "3", "--epochs", "2", "--threads", "1", "--out", "cv",
            "--json")
summary = json.loads(done.stdout.splitlines()[-1])
scores = [json.load(open(f"cv/fold-{i}/run.json"))["result"]["test_acc"] for i in (1, 2, 3)]
check("results of folds", summary["runs"] == scores and summary["event"] == "folds")
check("their mean and standard deviation", abs(summary["mean"] - statistics.mean(scores)) < 1e-10 and
      abs(summary["std"] - statistics.stdev(scores)) < 1e-10)
check("the summary is kept", json.load(open("cv/folds.json")) == summary)
for i in (1, 2, 3):
    call("train", "--data", "adult.csv", *how, "--folds", "3", "--fold", str(i), "--epochs", "2", "--threads", "1",
         "--out", f"alone{i}", "--quiet")
    check("a fold is the run it would be by itself", open(f"cv/fold-{i}/model.safetensors", "rb").read() ==
          open(f"alone{i}/model.safetensors", "rb").read())
shutil.rmtree("cv/fold-3")
more = call("train", "--resume", "cv", "--json").stdout.splitlines()
check("folds are resumed", json.loads(more[-1]) == summary)
call("train", "--data", "adult.csv", *how, "--folds", "3", "--epochs", "2", "--out", "cv", code=2)

# weights: a row of weight 2 is two rows, a class of weight 2 too
def learned(run, *how):
    call("train", "--task", "classification", "--input-scale", "none", "--test", "w-test.csv", "--batch", "9999",
         "--epochs", "20", "--lr", "0.05", "--dropout", "none", "--model", "mlp:8", "--threads", "1", "--out", run,
         "--quiet", *how)
    lines = call("predict", run, "--input", "w-test.csv", "--samples", "0", "--json").stdout.splitlines()
    return [p for x in lines for p in json.loads(x)["prob"]]


def near(a, b, within=1e-5):
    return len(a) == len(b) and max(abs(x - y) for x, y in zip(a, b)) < within


draw = random.Random(9)
some = [[draw.gauss(0, 1), draw.gauss(0, 1), draw.choice("ab")] for _ in range(40)]
write("w-test.csv", [["u", "v", "y"]] + some[:10])
write("plain.csv", [["u", "v", "y"]] + some)
write("twice.csv", [["u", "v", "y"]] + some + some[:15])
write("class.csv", [["u", "v", "y"]] + some + [r for r in some if r[2] == "b"])
write("weighted.csv", [["u", "v", "w", "y"]] + [r[:2] + [2 if i < 15 else 1] + r[2:] for i, r in enumerate(some)])
plain = learned("plain", "--data", "plain.csv")
twice = learned("twice", "--data", "twice.csv")
write("w-test.csv", [["u", "v", "w", "y"]] + [r[:2] + [1] + r[2:] for r in some[:10]])
check("a row of weight 2 is two rows", near(twice, learned("w", "--data", "weighted.csv", "--weight", "w")))
check("weights matter", not near(twice, plain))
write("w-test.csv", [["u", "v", "y"]] + some[:10])
check("a class of weight 2", near(learned("c2", "--data", "class.csv"),
                                  learned("cw", "--data", "plain.csv", "--class-weights", "b:2")))
n = [sum(r[2] == c for r in some) for c in "ab"]
check("balanced classes", near(learned("bal", "--data", "plain.csv", "--class-weights", "balanced"),
                               learned("own", "--data", "plain.csv", "--class-weights",
                                       f"a:{20 / n[0]!r},b:{20 / n[1]!r}")))
message = call("train", "--data", "plain.csv", "--class-weights", "c:2", "--out", "no", code=2).stderr
check("a class that is not there", "'c'" in message and "CLASS:WEIGHT" in message)

# the file of test rows is found from another directory
os.makedirs("elsewhere/runs")
before = json.loads(call("eval", "plain", "--json").stdout)
os.rename("plain", "elsewhere/plain")
os.chdir("elsewhere")
check("--test from another directory", json.loads(call("eval", "plain", "--json").stdout) == before)
call("train", "--resume", "plain", "--epochs", "21", "--quiet")
os.chdir("..")

# scikit-learn on the same folds
try:
    import numpy as np
    from sklearn.impute import SimpleImputer
    from sklearn.metrics import confusion_matrix, f1_score, r2_score
    from sklearn.preprocessing import OneHotEncoder
except ImportError:
    print("scikit-learn is not there: not compared")
    sys.exit(failed > 0)
test = set(seen[4])
schema = json.load(open("fold5True/run.json"))["inputs"]["schema"]
train_rows = [row for i, row in enumerate(table[1:]) if i not in test]
fill = schema["transforms"][0]["fill"]
ages = np.array([[np.nan if row[1] == "?" else row[1]] for row in train_rows], dtype=float)
check("imputation", abs(fill[0] - SimpleImputer().fit(ages).statistics_[0]) < 1e-10)
words = OneHotEncoder(handle_unknown="ignore").fit([[row[3]] for row in train_rows]).categories_[0]
check("words", schema["categories"][2] == list(words))
hot = [t for t in schema["transforms"] if t["name"] == "one-hot"][0]
check("one-hot", hot["seen"][2] == list(range(len(words))))
rows = [json.loads(x) for x in call("predict", "run", "--input", "adult.csv", "--part", "all", "--json",
                                    "--samples", "0").stdout.splitlines()]
truth, predicted = [x["truth"] for x in rows], [x["predicted"] for x in rows]
check("confusion", confusion_matrix(truth, predicted).tolist() == every["confusion"])
scores = f1_score(truth, predicted, average=None)
check("F1", max(abs(a["f1"] - b) for a, b in zip(every["per_class"], scores)) < 1e-10)
write("value.csv", [["a", "b", "y"]] + [[i, i * i % 17, 3 * i + i * i % 5] for i in range(90)])
call("train", "--data", "value.csv", "--task", "regression", "--epochs", "5", "--threads", "1", "--out", "value", "--quiet")
result = json.loads(call("eval", "value", "--data", "./value.csv", "--json", "--part", "all").stdout)
rows = [json.loads(x) for x in call("predict", "value", "--input", "./value.csv", "--json", "--samples", "0",
                                    "--part", "all").stdout.splitlines()]
truth, predicted = [x["truth"] for x in rows], [x["predicted"] for x in rows]
call("predict", "value", "--input", "./value.csv", "--samples", "0", "--format", "npy", "--output", "means.npy")
check("means as npy", np.load("means.npy").ravel().tolist() == predicted)
for kind in ("float16", "float32", "float64", "int16"):
    np.save("x.npy", np.array([[i, i * i % 17] for i in range(90)], dtype=kind))
    done = call("predict", "value", "--input", "./x.npy", "--json", "--samples", "0").stdout
    check(f"x.npy of {kind}", [json.loads(x)["predicted"] for x in done.splitlines()] == predicted)
np.savez("x.npz", x=np.array([[i, i * i % 17] for i in range(90)]))
done = call("predict", "value", "--input", "./x.npz", "--json", "--samples", "0").stdout
check("an npz of inputs alone", [json.loads(x)["predicted"] for x in done.splitlines()] == predicted)
check("R2", abs(result["r2"] - r2_score(truth, predicted)) < 1e-10)
sys.exit(failed > 0)
