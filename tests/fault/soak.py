#!/usr/bin/env python3
"""Kill programs with SIGKILL at random moments, resume them, and compare what they end in.

    soak.py [--kills N] [--state FILE] [--seed N]

A trial begins a command in an empty folder, kills it one to three times at random moments, the
command being repeated after each kill, and lets it end at last: models, metrics, records and
tables must be those of a command that nobody disturbed, but for times, and no temporary file
may be left. The commands take turns: a run with a checkpoint every few steps, one of images with
augmentation and two threads that decode, and a comparison with two jobs.

Only kills that hit the program while it ran are counted, N of them (1000) in all. The state is
written after every trial, so that the same command continues where it was stopped; counts of
another program (by its checksum) are not added to. At the end a table is printed; the exit
status is 1 if anything was wrong. ADROP is the program. Standard library only.
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

from scenarios import (ADROP, BUILD, SAVE, Compare, Train, difference, environment, make_inputs,
                       program_sum, run)

DIGITS = ["train", "--data", "digits", "--model", "mlp:64,48", "--dropout", "advanced", "--epochs",
          "20", "--batch", "20", "--threads", "1", "--save-steps", "25", "--quiet", "--out",
          "run"] + SAVE
IMAGES = ["train", "--data", "data/images", "--model", "mlp:16", "--augment", "resize-flip",
          "--workers", "2", "--optimizer", "adam", "--lr", "0.001", "--epochs", "30", "--batch", "4",
          "--threads", "1", "--quiet", "--out", "run"] + SAVE


class Images(Train):
    def prepare(self, folder):
        make_inputs(folder + "/data")


class LongCompare(Compare):
    def __init__(self):
        super().__init__("compare --jobs 2")
        self.argv = self.again = self.argv[:self.argv.index("--runs")] + [
            "--runs", "3", "--epochs", "4", "--batch", "50", "--jobs", "2", "--threads", "1",
            "--quiet", "--json", "--out", "cmp"] + SAVE


def commands():
    return [Train("train", DIGITS), Images("train, images", IMAGES), LongCompare()]


# -- The state ---------------------------------------------------------------------------------

def load(path, seed):
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            state = json.load(file)
        if state["program"] == program_sum() and state["seed"] == seed:
            return state
        print("'%s' is of another program or seed: counting starts anew" % path, file=sys.stderr)
    return {"program": program_sum(), "seed": seed, "trials": 0, "seconds": 0, "rows": {},
            "wrong": []}


def save(path, state):
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(state, file, indent=1)
    os.replace(path + ".new", path)


def total(state):
    return sum(row["kills"] for row in state["rows"].values())


# -- Trials ------------------------------------------------------------------------------------

def undisturbed(scenario, top):
    """The result, and how long the command takes."""
    before, folder = top + "/before", top + "/whole"
    os.mkdir(before)
    scenario.prepare(before)
    shutil.copytree(before, folder)
    start = time.monotonic()
    code, stdout, stderr = run(scenario.argv, folder)
    if code:
        sys.exit("%s ended with %d: %s" % (scenario.name, code, stderr))
    return before, scenario.result(folder, stdout), time.monotonic() - start


def kill_once(argv, folder, seconds):
    """Did the signal hit it while it ran?"""
    with subprocess.Popen([ADROP] + argv, cwd=folder, env=environment(), stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as program:
        try:
            program.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            program.kill()
        return program.wait() == -9


def trial(scenario, before, expected, took, rng):
    """Kills that hit, and a complaint or None."""
    hits = 0
    with tempfile.TemporaryDirectory(prefix="adrop-soak-") as top:
        folder = top + "/t"
        shutil.copytree(before, folder)
        argv = scenario.argv
        for _ in range(rng.randint(1, 3)):
            hits += kill_once(argv, folder, rng.random() * took * 1.1)
            argv = scenario.again
        code, stdout, stderr = run(scenario.again, folder)
        if code:
            return hits, "resumed, ended with %d: %s" % (code, stderr.strip()[-200:])
        result = scenario.result(folder, stdout)
        return hits, None if result == expected else difference(expected, result)


def report(state):
    print("| command | trials | kills | wrong |\n|---|---|---|---|")
    for name, row in state["rows"].items():
        print("| %s | %d | %d | %d |" % (name, row["trials"], row["kills"], row["wrong"]))
    print("| all | %d | %d | %d |" % (state["trials"], total(state), len(state["wrong"])))
    print("%.0f s of trials, seed %d, program %s" % (state["seconds"], state["seed"],
                                                     state["program"]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--state", default=os.path.join(BUILD, "soak.json"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    state = load(options.state, options.seed)
    with tempfile.TemporaryDirectory(prefix="adrop-soak-") as top:
        ready = []
        for i, scenario in enumerate(commands()):
            os.mkdir("%s/%d" % (top, i))
            ready.append((scenario, *undisturbed(scenario, "%s/%d" % (top, i))))
        while total(state) < options.kills:
            n = state["trials"]
            scenario, before, expected, took = ready[n % len(ready)]
            start = time.monotonic()
            hits, complaint = trial(scenario, before, expected, took,
                                    random.Random(options.seed * 1000003 + n))
            row = state["rows"].setdefault(scenario.name, {"trials": 0, "kills": 0, "wrong": 0})
            row["trials"] += 1
            row["kills"] += hits
            row["wrong"] += complaint is not None
            if complaint:
                state["wrong"].append("trial %d, %s: %s" % (n, scenario.name, complaint))
                print(state["wrong"][-1], file=sys.stderr, flush=True)
            state["trials"] += 1
            state["seconds"] += time.monotonic() - start
            save(options.state, state)
    report(state)
    return 1 if state["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
