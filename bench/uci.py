#!/usr/bin/python3
"""Mean test RMSE of the UCI sets over their published splits.

    uci.py ADROP DATA_DIR [--dropout none advanced] [--splits 20] [--data boston ..]

mlp:50,50, batch 32, 50 epochs, lr 0.01, momentum 0.9, inputs and targets standardised on the
training rows, dropout on hidden layers: configs/uci-standard.yaml.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

CONFIG = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "configs",
                      "uci-standard.yaml")


def rmse(options, data, dropout, split):
    with tempfile.TemporaryDirectory() as scratch:
        command = [options.program, "train", "--config", CONFIG, "--data", data, "--data-dir",
                   options.data_dir, "--dropout", dropout, "--split", str(split), "--threads", "1",
                   "--out", os.path.join(scratch, "run"), "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr.strip())
    return json.loads(done.stdout.strip().splitlines()[-1])["test_rmse"]


def main():
    parser = argparse.ArgumentParser(description="UCI: mean RMSE over splits")
    parser.add_argument("program")
    parser.add_argument("data_dir")
    parser.add_argument("--dropout", nargs="+", default=["none", "advanced"])
    parser.add_argument("--data", nargs="+", default=["boston", "concrete", "wine-red", "yacht"])
    parser.add_argument("--splits", type=int, default=20)
    options = parser.parse_args()
    print(f"mean RMSE over {options.splits} splits, and its standard error")
    for data in options.data:
        for dropout in options.dropout:
            values = [rmse(options, data, dropout, k) for k in range(options.splits)]
            error = statistics.stdev(values) / len(values)**0.5 if len(values) > 1 else float("nan")
            print(f"{data:<10} {dropout:<12} {statistics.mean(values):.3f}  {error:.3f}", flush=True)


if __name__ == "__main__":
    main()
