#!/usr/bin/python3
"""How much of the speed of bare steps `adrop train` keeps.

    train_rate.py ADROP DATA_DIR [--case fc vgg16] [--dropout none advanced] [--rounds N]

`adrop bench` times steps on one batch that is always there; `adrop train` also reads, cuts,
flips and gathers its batches, counts and logs. The two take turns, bench before and after every
epoch of training, with the same network, batch, technique and number of threads; turns are short,
a second for the small network, for a shared machine's speed wavers. A round's share is training's
images a second over the mean of the two bench figures around it; 95 % is what the project asks of
itself. Like is held against like: bench's figure comes from the mean of its steps, training's from
the whole training part of the epoch (the evaluation after it has its own time), so a step that the
machine held up counts in both.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

CASES = {  # training's own options, steps for bench, rounds
    "fc": (["--data", "mnist", "--model", "mlp:800,800", "--train-limit", "15360"], 60, 25),
    "vgg16": (["--data", "cifar10", "--model", "vgg16", "--batch", "128", "--augment", "crop-flip",
               "--train-limit", "1536"], 12, 5),
}


def call(options, *words):
    done = subprocess.run([options.program, *words, "--threads", str(options.threads), "--json"],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr.strip())
    return [json.loads(line) for line in done.stdout.splitlines()]


def bench(options, case, dropout):
    line, = call(options, "bench", "--case", case, "--dropout", dropout, "--steps",
                 str(CASES[case][1]))
    return 1000 * line["batch"] / line["ms_per_step_mean"]


def train(options, case, dropout):
    """Images a second of the second epoch's training part: the first also opens the data."""
    with tempfile.TemporaryDirectory() as scratch:
        run = os.path.join(scratch, "run")
        call(options, "train", *CASES[case][0], "--dropout", dropout, "--data-dir",
             options.data_dir, "--test-limit", "256", "--epochs", "2", "--out", run)
        with open(os.path.join(run, "run.json"), encoding="utf-8") as file:
            rows = json.load(file)["data"]["train"]
        with open(os.path.join(run, "metrics.jsonl"), encoding="utf-8") as file:
            return rows / json.loads(file.readlines()[-1])["seconds"]


def measure(options, case, dropout):
    shares, benched, trained = [], [bench(options, case, dropout)], []
    rounds = options.rounds or CASES[case][2]
    for _ in range(rounds):
        trained.append(train(options, case, dropout))
        benched.append(bench(options, case, dropout))
        shares.append(100 * trained[-1] / statistics.mean(benched[-2:]))
    print(f"{case:<6} {dropout:<10} {rounds:6} {max(benched):8.1f} {statistics.median(benched):8.1f} "
          f"{max(trained):8.1f} {statistics.median(trained):8.1f} "
          f"{100 * max(trained) / max(benched):7.1f} {statistics.median(shares):7.1f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description="training's speed beside that of bare steps")
    parser.add_argument("program")
    parser.add_argument("data_dir")
    parser.add_argument("--case", nargs="+", default=list(CASES), choices=list(CASES))
    parser.add_argument("--dropout", nargs="+", default=["none", "advanced"])
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--rounds", type=int, help="25 and 5 by default")
    options = parser.parse_args()
    print(f"images a second, {options.threads} threads; share of bench's in %")
    print("case   dropout    rounds    bench   median    train   median   share  median")
    for case in options.case:
        for dropout in options.dropout:
            measure(options, case, dropout)


if __name__ == "__main__":
    main()
