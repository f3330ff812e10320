#!/usr/bin/env python3
"""adrop tune against Optuna, with the same budget of epochs, on MNIST.

Both search the learning rate, the weight decay, the rate of Bernoulli dropout, the size of a batch
and the width of a network with one hidden layer; both train by SGD with momentum 0.9 on 10,000
training rows and judge by accuracy on 10,000 others. adrop halves (27 trials, eta 3, 9 epochs: 63
epochs in all). Optuna has its TPE sampler and its SuccessiveHalvingPruner (factor 3, from 1 epoch
on), trains by PyTorch, and gets new trials until the same 63 epochs are spent. One thread each; the
two take turns, seed by seed. Times are those of the processor, since others may use the machine:
of the whole process, reading the data included, and for adrop also a last run of the winner (9
epochs more), which Optuna does not make.

    tune_optuna.py --data DIR [--seeds 5] [--json FILE]

DIR has mnist/ with the four idx files (may be .gz). Needs python3-optuna and python3-torch. ADROP
is the program. Verdict: not significantly worse (Welch, one-sided, 0.05) in less time.
"""
import argparse
import gzip
import json
import math
import os
import resource
import subprocess
import sys
import tempfile

EPOCHS, BUDGET, TRAIN, VAL = 9, 63, 10000, 10000


# -- Optuna with PyTorch, a process of its own ----------------------------------------------------

def read_idx(folder, name):
    import numpy as np
    for path, opener in ((name, open), (name + ".gz", gzip.open)):
        path = os.path.join(folder, path)
        if os.path.exists(path):
            data = opener(path, "rb").read()
            ndim = data[3]
            shape = [int.from_bytes(data[4 + 4 * i:8 + 4 * i], "big") for i in range(ndim)]
            return np.frombuffer(data, np.uint8, offset=4 + 4 * ndim).reshape(shape)
    sys.exit("no %s in %s" % (name, folder))


def optuna_search(folder, seed):
    import numpy as np
    import optuna
    import torch

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    torch.set_num_threads(1)
    x = read_idx(folder, "train-images-idx3-ubyte").reshape(60000, 784)
    y = read_idx(folder, "train-labels-idx1-ubyte")
    order = np.random.RandomState(seed).permutation(60000)
    parts = []
    for rows in (order[:TRAIN], order[TRAIN:TRAIN + VAL]):
        parts.append((torch.tensor(x[rows] / np.float32(255)), torch.tensor(y[rows].astype(np.int64))))
    (train_x, train_y), (val_x, val_y) = parts
    spent = 0

    def objective(trial):
        nonlocal spent
        lr = trial.suggest_float("lr", 0.003, 0.3, log=True)
        decay = trial.suggest_float("weight-decay", 1e-6, 1e-3, log=True)
        rate = trial.suggest_float("rate", 0.0, 0.6)
        batch = trial.suggest_categorical("batch", [64, 128, 256])
        width = trial.suggest_categorical("width", [128, 256])
        torch.manual_seed(seed)
        net = torch.nn.Sequential(torch.nn.Dropout(rate), torch.nn.Linear(784, width), torch.nn.ReLU(),
                                  torch.nn.Dropout(rate), torch.nn.Linear(width, 10))
        optimizer = torch.optim.SGD(net.parameters(), lr=lr, momentum=0.9, weight_decay=decay)
        loss = torch.nn.CrossEntropyLoss()
        accuracy = 0.0
        for epoch in range(1, EPOCHS + 1):
            if spent == BUDGET:
                raise optuna.TrialPruned()
            spent += 1
            net.train()
            rows = torch.randperm(TRAIN)
            for start in range(0, TRAIN, batch):
                at = rows[start:start + batch]
                optimizer.zero_grad()
                loss(net(train_x[at]), train_y[at]).backward()
                optimizer.step()
            net.eval()
            with torch.no_grad():
                accuracy = 100.0 * float((net(val_x).argmax(1) == val_y).float().mean())
            trial.report(accuracy, epoch)
            if epoch < EPOCHS and trial.should_prune():
                raise optuna.TrialPruned()
        return accuracy

    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed),
                                pruner=optuna.pruners.SuccessiveHalvingPruner(min_resource=1, reduction_factor=3))
    while spent < BUDGET:
        study.optimize(objective, n_trials=1)
    # the best that any trial has reported: a search that is out of epochs has no better answer
    best = max(v for t in study.trials for v in t.intermediate_values.values())
    print(json.dumps({"val": best, "trials": len(study.trials), "epochs": spent, "version": optuna.__version__,
                      "torch": torch.__version__}))


# -- adrop ----------------------------------------------------------------------------------------

def adrop_search(adrop, data, seed, out):
    command = [adrop, "tune", "--data", "mnist", "--data-dir", data, "--epochs", str(EPOCHS), "--method", "halving",
               "--trials", "27", "--seed", str(seed), "--val-fraction", "%.17g" % (VAL / 60000), "--train-limit",
               str(TRAIN), "--dropout", "bernoulli", "--vary", "lr=0.003..0.3:log", "--vary",
               "weight-decay=1e-6..1e-3:log", "--vary", "dropout.rate=0..0.6", "--vary", "batch=64,128,256", "--vary",
               "model=mlp:128,mlp:256", "--runs", "1", "--no-baseline", "--jobs", "1", "--threads", "1", "--quiet",
               "--json", "--out", out]
    result, seconds = measured(command)
    search = json.loads(result)
    return {"val": search["best_val"], "trials": len(search["trials"]), "test": search["final"]["mean"],
            "epochs": sum(r["trials"] * (r["epochs"] - (search["rungs"][i - 1]["epochs"] if i else 0))
                          for i, r in enumerate(search["rungs"])),
            "cpu": seconds}


def measured(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return result, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


# -- Both -------------------------------------------------------------------------------------------

def mean(x):
    return sum(x) / len(x)


def welch(a, b):
    """Difference of means, its 95 % interval, and p of 'a is not less than b'."""
    from scipy import stats
    va, vb = (sum((x - mean(s)) ** 2 for x in s) / (len(s) - 1) / len(s) for s in (a, b))
    error = math.sqrt(va + vb)
    df = (va + vb) ** 2 / (va ** 2 / (len(a) - 1) + vb ** 2 / (len(b) - 1))
    d = mean(a) - mean(b)
    half = stats.t.ppf(0.975, df) * error
    return d, d - half, d + half, stats.t.cdf(d / error, df)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default=os.environ.get("ADROP_DATA"))
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--json")
    parser.add_argument("--optuna", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.optuna:
        return optuna_search(os.path.join(args.data, "mnist"), args.optuna)
    adrop = os.environ.get("ADROP", "build/adrop")
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(1, args.seeds + 1):
            ours.append(adrop_search(adrop, args.data, seed, "%s/%d" % (folder, seed)))
            text, cpu = measured([sys.executable, __file__, "--data", args.data, "--optuna", str(seed)])
            theirs.append({**json.loads(text), "cpu": cpu})
            print("seed %d: adrop %.2f %% in %.1f s of CPU (%d trials), Optuna %.2f %% in %.1f s (%d trials)" %
                  (seed, ours[-1]["val"], ours[-1]["cpu"], ours[-1]["trials"], theirs[-1]["val"], theirs[-1]["cpu"],
                   theirs[-1]["trials"]), flush=True)
    d, low, high, p = welch([r["val"] for r in ours], [r["val"] for r in theirs])
    ratio = mean([r["cpu"] for r in theirs]) / mean([r["cpu"] for r in ours])
    good = p > 0.05 and ratio > 1
    print("validation accuracy: adrop %.3f, Optuna %.3f, difference %+.3f (95 %% interval %+.3f to %+.3f), "
          "p of 'worse' %.3f" % (mean([r["val"] for r in ours]), mean([r["val"] for r in theirs]), d, low, high, p))
    print("CPU time: adrop %.1f s, Optuna %.1f s: %.2f times" %
          (mean([r["cpu"] for r in ours]), mean([r["cpu"] for r in theirs]), ratio))
    print("verdict: %s" % ("not significantly worse, in less time" if good else "NOT reached"))
    if args.json:
        json.dump({"adrop": ours, "optuna": theirs, "difference": d, "interval": [low, high], "p_worse": p,
                   "cpu_ratio": ratio, "reached": good}, open(args.json, "w"), indent=1)
    return 0 if good else 1


sys.exit(main())
