#!/usr/bin/env python3
"""A busy machine: how long a default run on `digits` takes beside two programs that use all of a
processor each, against the same run on one thread with the machine to itself.

    bench/busy.py build/adrop [ROUNDS]

The two are taken in turn. A run beside n busy programs on c processors cannot have more than a share of
c / (n + 1) of them; what is above that is what threads lose by waiting for each other. The promise is
a ratio of at most 3 (docs/reliability.md). Prints best and median; exit status 1 if the median is above 3.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

BUSY, MOST = 2, 3.0


def train(adrop, folder, *more):
    begin = time.monotonic()
    subprocess.run([adrop, "train", "--data", "digits", "--quiet", "--out", folder, *more], check=True,
                   stdout=subprocess.DEVNULL)
    return time.monotonic() - begin


def main():
    adrop = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    quiet, busy = [], []
    with tempfile.TemporaryDirectory() as work:
        for i in range(rounds):
            quiet.append(train(adrop, f"{work}/quiet{i}", "--threads", "1"))
            others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY)]
            try:
                time.sleep(0.2)
                busy.append(train(adrop, f"{work}/busy{i}"))
            finally:
                for other in others:
                    other.kill()
                    other.wait()
    best, median = min(busy) / min(quiet), statistics.median(busy) / statistics.median(quiet)
    print(f"one thread, quiet: best {min(quiet):.2f} s, median {statistics.median(quiet):.2f} s")
    print(f"default, beside {BUSY} busy programs: best {min(busy):.2f} s, median {statistics.median(busy):.2f} s")
    print(f"ratio: best {best:.2f}, median {median:.2f}; at most {MOST:g} is promised")
    return median > MOST


sys.exit(main())
