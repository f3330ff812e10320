#!/usr/bin/python3
"""Mean test RMSE of the UCI sets, in one of two settings.

    uci.py ADROP DATA_DIR [--setting standard] [--dropout none advanced] [--runs 20]
           [--data boston ..]

standard: the published splits, one run each; batch 32, momentum 0.9, inputs and targets
standardised on the training rows, dropout on hidden layers (configs/uci-standard.yaml). With the
mean, its standard error.

paper: the one split and the settings that come nearest to the paper's numbers, a run a seed
(configs/uci-paper.yaml). With the mean, the deviation between runs, divided by n - 1.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

CONFIGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "configs")


def rmse(options, data, dropout, k):
    which = ["--split", str(k)] if options.setting == "standard" else ["--seed", str(k + 1)]
    with tempfile.TemporaryDirectory() as scratch:
        command = [options.program, "train", "--config",
                   os.path.join(CONFIGS, f"uci-{options.setting}.yaml"), "--data", data,
                   "--data-dir", options.data_dir, "--dropout", dropout, *which, "--threads", "1",
                   "--out", os.path.join(scratch, "run"), "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr.strip())
    return json.loads(done.stdout.strip().splitlines()[-1])["test_rmse"]


def main():
    parser = argparse.ArgumentParser(description="UCI: mean RMSE over splits or seeds")
    parser.add_argument("program")
    parser.add_argument("data_dir")
    parser.add_argument("--setting", default="standard", choices=["standard", "paper"])
    parser.add_argument("--dropout", nargs="+", default=["none", "advanced"])
    parser.add_argument("--data", nargs="+", default=["boston", "concrete", "wine-red", "yacht"])
    parser.add_argument("--runs", type=int, default=20, help="2 or more; 20 splits are published")
    options = parser.parse_args()
    if options.runs < 2:
        parser.error(f"--runs is {options.runs}: a spread takes 2 or more")
    standard = options.setting == "standard"
    print(f"mean RMSE over {options.runs} {'splits' if standard else 'seeds'}, and "
          f"{'its standard error' if standard else 'the deviation between them'}")
    for data in options.data:
        for dropout in options.dropout:
            values = [rmse(options, data, dropout, k) for k in range(options.runs)]
            spread = statistics.stdev(values) / (len(values)**0.5 if standard else 1)
            print(f"{data:<10} {dropout:<12} {statistics.mean(values):.4f}  {spread:.4f}",
                  flush=True)


if __name__ == "__main__":
    main()
