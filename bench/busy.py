#!/usr/bin/env python3
"""A busy machine: how long commands take by default beside two programs that use all of a processor
each, against the same commands with `--threads 1` beside the same two.

    bench/busy.py build/adrop [ROUNDS [COMMAND..]]

Threads that meet after every layer wait for the one that is not running; what the default takes more
than one thread is what they lose by it. train is also taken on one thread with the machine to itself.
Rounds take all in turn. Best and median are printed; exit status 1 if the median of a default is above
1.5 times one thread's beside the loops, or train's above 3 times its quiet one (docs/reliability.md).
"""
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

BUSY, MOST, MOST_QUIET = 2, 1.5, 3.0

COMMANDS = {  # RUN, DATA and OUT are replaced
    "predict": "predict RUN --input DATA --samples 50 --output OUT.csv",
    "uncertainty": "uncertainty RUN --samples 50",
    "eval": "eval RUN",
    "train": "train --data digits --quiet --out OUT",
    "prune": "prune --data digits --model mlp:50,50 --epochs 3 --rounds 3 --quiet --out OUT",
}


def write_table(path):
    numbers = random.Random(1)
    with open(path, "w", encoding="ascii") as file:
        file.write("a,b,c,d,e,f,y\n")
        for _ in range(4000):
            x = [numbers.gauss(0, 1) for _ in range(6)]
            kind = "p" if x[0] + x[1] * x[2] > 0 else "q"
            file.write(",".join(f"{v:.4f}" for v in x) + f",{kind}\n")


def clean_environment():
    return {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_"))}


class Bench:
    def __init__(self, adrop, work):
        self.adrop, self.work, self.turn = adrop, work, 0
        write_table(f"{work}/data.csv")
        self.call(f"train --data {work}/data.csv --model mlp:50,50 --epochs 5 --quiet --out {work}/run")

    def call(self, words):
        begin = time.monotonic()
        subprocess.run([self.adrop, *words.split()], check=True, env=clean_environment(),
                       stdout=subprocess.DEVNULL, cwd=self.work)
        return time.monotonic() - begin

    def take(self, name, more=""):
        self.turn += 1
        words = COMMANDS[name]
        for key, path in (("RUN", "run"), ("DATA", "data.csv"), ("OUT", f"out{self.turn}")):
            words = words.replace(key, f"{self.work}/{path}")
        return self.call(f"{words} {more}")


def beside_loops(work):
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY)]
    try:
        time.sleep(0.2)
        return work()
    finally:
        for other in others:
            other.kill()
            other.wait()


def show(name, seconds):
    print(f"  {name:40} best {min(seconds):6.2f} s, median {statistics.median(seconds):6.2f} s")


def main():
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    names = sys.argv[3:] or list(COMMANDS)
    times = {name: ([], [], []) for name in names}
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(os.path.abspath(sys.argv[1]), work)
        for _ in range(rounds):
            for name in names:
                one, default, quiet = times[name]
                if name == "train":
                    quiet.append(bench.take(name, "--threads 1"))
                one.append(beside_loops(lambda: bench.take(name, "--threads 1")))
                default.append(beside_loops(lambda: bench.take(name)))
    failed = False
    for name, (one, default, quiet) in times.items():
        ratio = statistics.median(default) / statistics.median(one)
        failed |= ratio > MOST
        print(f"{name}: median ratio {ratio:.2f}, best {min(default) / min(one):.2f}; at most {MOST:g}")
        show(f"one thread beside {BUSY} loops", one)
        show(f"default beside {BUSY} loops", default)
        if quiet:
            slower = statistics.median(default) / statistics.median(quiet)
            failed |= slower > MOST_QUIET
            show("one thread, no loops", quiet)
            print(f"  default beside loops to one thread without: {slower:.2f}; at most {MOST_QUIET:g}")
    return failed


sys.exit(main())
