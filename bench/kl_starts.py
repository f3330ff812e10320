#!/usr/bin/python3
"""Do learned rates forget where they started? Advanced dropout with and without the KL.

    kl_starts.py ADROP DATA_DIR [--technique advanced] [--epochs 60] [--seeds 1 2 3]
                 [--rates 1e-3 1e-2] [--kl none log-uniform] [--out FILE]

MNIST, 1,000 training rows, 784-800-800-10, batch 50, lr 0.05, one thread: from four starts
(mu, sigma), for each dropout-lr, each KL and each seed. Prints, as Markdown, the rate and the noise
level Var[m] / E[m]^2 of each of the three layers after the last epoch, the test accuracy, and, for
each seed, how far the four starts ended from each other: the largest less the smallest rate (and
level), averaged over the layers. A KL may bring settings: --kl log-uniform,kl-weight=0.3. A run that
diverges is said to, and its seed has no spread.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

STARTS = [(-1, 4), (0, 4), (3, 4), (0, 1.4633)]
SETTING = ["--data", "mnist", "--train-limit", "1000", "--test-limit", "2000", "--model",
           "mlp:800,800", "--batch", "50", "--lr", "0.05", "--threads", "1"]


def train(wanted, rate, kl, start, seed):
    """(test accuracy, rates, levels) after the last epoch; None if the run diverged."""
    mu, sigma = start
    dropout = f"{wanted.technique}:mu={mu},sigma={sigma}" + ("" if kl == "none" else f",kl={kl}")
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [wanted.adrop, "train", *SETTING, "--epochs", str(wanted.epochs), "--dropout", dropout,
             "--dropout-lr", rate, "--seed", seed, "--out", os.path.join(folder, "run"), "--json"],
            env={**os.environ, "ADROP_DATA": wanted.data}, capture_output=True, text=True, check=False)
    if "not finite" in run.stderr:
        return None
    if run.returncode:
        sys.exit(f"{dropout}: {run.stderr.strip()}")
    lines = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
    last = [line for line in lines if line.get("event") == "epoch"][-1]
    layers = last["dropout"]
    return last["test_acc"], [l["rate"] for l in layers], [l["level"] for l in layers]


def spread(lists):
    """The largest less the smallest of each layer, averaged over the layers."""
    return sum(max(layer) - min(layer) for layer in zip(*lists)) / len(lists[0])


def several(numbers):
    return " / ".join(f"{x:.4f}" for x in numbers)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("adrop")
    parser.add_argument("data")
    parser.add_argument("--technique", default="advanced")
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--seeds", nargs="+", default=["1", "2", "3"])
    parser.add_argument("--rates", nargs="+", default=["1e-3", "1e-2"])
    parser.add_argument("--kl", nargs="+", default=["none", "log-uniform"])
    parser.add_argument("--out", help="write here, too")
    wanted = parser.parse_args()
    lines = []

    def say(line):
        print(line, flush=True)
        lines.append(line)

    say("| dropout-lr | kl | seed | start (mu, sigma) | test acc | final rates | final levels |")
    say("|---|---|---|---|---|---|---|")
    ends = []
    for rate in wanted.rates:
        for kl in wanted.kl:
            for seed in wanted.seeds:
                found = []
                for start in STARTS:
                    end = train(wanted, rate, kl, start, seed)
                    found.append(end)
                    told = (f"{end[0]:.2f} | {several(end[1])} | {several(end[2])}" if end
                            else "diverged | - | -")
                    say(f"| {rate} | {kl} | {seed} | {start[0]}, {start[1]} | {told} |")
                ends.append((rate, kl, seed, found))
    say("")
    say("| dropout-lr | kl | seed | mean test acc | spread of the rates | spread of the levels |")
    say("|---|---|---|---|---|---|")
    for rate, kl, seed, found in ends:
        if None in found:
            say(f"| {rate} | {kl} | {seed} | {found.count(None)} of {len(found)} diverged | - | - |")
            continue
        accs, rates, levels = zip(*found)
        say(f"| {rate} | {kl} | {seed} | {sum(accs) / len(accs):.2f} | {spread(rates):.4f} | "
            f"{spread(levels):.4f} |")
    if wanted.out:
        with open(wanted.out, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
