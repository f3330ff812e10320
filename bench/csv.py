"""Reading a large table: adrop against pandas' C reader, in one run.

    python3 bench/csv.py --adrop build/adrop [--rows 500000] [--columns 21] [--rounds 5]

Writes a table of random numbers (84 MB by default), reads it in turns with `adrop data info` and with
pandas.read_csv, each in a process of its own, and reports the median seconds of each, their ratio, and the
largest resident memory. What adrop does besides reading (the split, the checksum of the file, standardising,
starting) is included, what pandas takes to be imported is not.
"""
import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.pop(0)  # this file is called like a module that pandas needs

PANDAS = """
import sys, time, pandas
start = time.perf_counter()
table = pandas.read_csv(sys.argv[1])
print(time.perf_counter() - start, len(table))
"""


def child(command):
    """Seconds, output and largest memory in MB of a process."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{command[0]} failed")
    return time.perf_counter() - start, out, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--adrop", required=True)
    parser.add_argument("--rows", type=int, default=500000)
    parser.add_argument("--columns", type=int, default=21)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    try:
        import pandas
    except ImportError:
        sys.exit("pandas is not there (Debian: python3-pandas)")
    draw = random.Random(1)
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
        file.write(",".join(f"c{i}" for i in range(args.columns)) + "\n")
        line = [",".join(f"{draw.gauss(0, 1):.5f}" for _ in range(args.columns)) + "\n" for _ in range(5000)]
        for i in range(args.rows):
            file.write(line[i % 5000])
        file.flush()
        ours, theirs, memory = [], [], [0, 0]
        for _ in range(args.rounds):
            seconds, _, mb = child([args.adrop, "data", "info", file.name, "--task", "regression", "--quiet"])
            ours.append(seconds)
            memory[0] = max(memory[0], mb)
            _, out, mb = child([sys.executable, "-c", PANDAS, file.name])
            theirs.append(float(out.split()[0]))
            memory[1] = max(memory[1], mb)
        print(json.dumps({"bytes": os.path.getsize(file.name), "rows": args.rows, "columns": args.columns,
                          "adrop_seconds": statistics.median(ours), "pandas_seconds": statistics.median(theirs),
                          "ratio": statistics.median(theirs) / statistics.median(ours),
                          "adrop_mb": memory[0], "pandas_mb": memory[1],
                          "rows_mb": args.rows * args.columns * 4 / 2**20, "pandas": pandas.__version__}))


if __name__ == "__main__":
    main()
