#!/usr/bin/python3
"""Is a new build as fast as an older one?

    old_new.py OLD NEW [--case fc vgg16 resnet18 masks] [--rounds N] [--threads N]

OLD and NEW are two builds of the program. They take turns, round by round, in one run on one
machine: `adrop bench` of a training step with advanced dropout, or of the masks alone. The figure
is the ratio of speeds, new over old: of the best of all rounds, and the median of the rounds' own
ratios. Rounds alternate who goes first, so that a machine that slows down or speeds up favours
neither.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys

CASES = {  # words of the program, and the key that counts: milliseconds, or masks a second
    "fc": (["--case", "fc", "--steps", "40"], "ms_per_step_best"),
    "vgg16": (["--case", "vgg16", "--steps", "5"], "ms_per_step_best"),
    "resnet18": (["--case", "resnet18", "--steps", "5"], "ms_per_step_best"),
    "masks": (["--case", "masks", "--pass", "both", "--rounds", "15"], "masks_per_second"),
}


def speed(program, case, threads):
    words, key = CASES[case]
    done = subprocess.run([program, "bench", *words, "--dropout", "advanced", "--threads",
                           str(threads), "--json"], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{program}: {done.stderr.strip()}")
    value = json.loads(done.stdout.splitlines()[0])[key]
    return value if key.endswith("per_second") else 1000 / value


def main():
    parser = argparse.ArgumentParser(description="the speed of a new build beside an older one's")
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--case", nargs="+", default=list(CASES), choices=list(CASES))
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    options = parser.parse_args()
    print(f"{options.rounds} alternating rounds, {options.threads} threads; speed, new over old")
    print("case          best     median   new, best")
    for case in options.case:
        programs, speeds = (options.old, options.new), ([], [])
        for k in range(options.rounds):
            for who in (0, 1) if k % 2 == 0 else (1, 0):
                speeds[who].append(speed(programs[who], case, options.threads))
        old, new = speeds
        ratio = statistics.median(b / a for a, b in zip(old, new))
        unit = "masks/s" if case == "masks" else "steps/s"
        print(f"{case:<10} {max(new) / max(old):7.3f}   {ratio:8.3f}   {max(new):.4g} {unit}",
              flush=True)


if __name__ == "__main__":
    main()
