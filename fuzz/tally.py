#!/usr/bin/env python3
"""Add the lines of a campaign (campaign.sh) to the tally of all: tally.py LINES fuzz/CAMPAIGNS.md.

Executions, hours and findings are added up; rates and coverage are those of the last campaign of a
target that has them, for both depend on the code; a rate is one of at least LEAST_SECONDS of processor
time, for less is spent on starting. tally.py --least fuzz/CAMPAIGNS.md prints the
target with the fewest executions, tally.py --show fuzz/CAMPAIGNS.md docs/reliability.md puts the
table into a document, between its two comments about it. Standard library only."""
import glob
import os
import re
import subprocess
import sys

LEAST_SECONDS = 2
HEAD = """# Fuzzing so far

Written by `fuzz/campaign.sh`, which adds each campaign to it. Executions, hours of processor time and findings are sums over
all campaigns, with and without sanitizers; executions per second of processor time (with all sanitizers, and without: `FAST=1`), coverage
(edges of our own code, counted in the build with sanitizers) and the commit are those of the last one.
The commit is the one that was checked out when that campaign's line was added: the code it ran is that commit's, or has changes that were not committed yet.

| target | executions | hours | per CPU second | without sanitizers | coverage | findings | commit |
|---|---|---|---|---|---|---|---|
"""


def rows(path):
    try:
        with open(path, encoding="utf-8") as file:
            return [re.split(r" *\| *", line.strip().strip("|").strip()) for line in file
                    if line.startswith("| `")]
    except FileNotFoundError:
        return []


def least(path):
    done = {row[0].strip("`"): int(row[1]) for row in rows(path)}
    sources = glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "fuzz_*.c"))
    names = sorted(os.path.basename(source)[:-2] for source in sources)
    return min(names, key=lambda name: done.get(name, 0))


def show(tally, document):
    """Executions in millions, in two columns of targets."""
    cells = ["%s | %.2f | %s | %s | %s" % (row[0], int(row[1]) / 1e6, row[3], row[4], row[5]) for row in rows(tally)]
    half = (len(cells) + 1) // 2
    head = "| target | million executions | per CPU second | without sanitizers | edges |"
    table = "\n".join([head + head[1:], "|---" * 10 + "|"] +
                      ["| %s | %s |" % (a, b) for a, b in
                       zip(cells[:half], cells[half:] + [" | | | |"] * (2 * half - len(cells)))])
    with open(document, encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split("<!-- fuzz/tally.py --show -->\n")
    after = rest[rest.index("<!-- end -->"):]
    with open(document, "w", encoding="utf-8") as file:
        file.write(before + "<!-- fuzz/tally.py --show -->\n" + table + "\n" + after)


def main():
    if sys.argv[1] == "--least":
        print(least(sys.argv[2]))
        return
    if sys.argv[1] == "--show":
        show(sys.argv[2], sys.argv[3])
        return
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True,
                            text=True, check=False).stdout.strip() or "-"
    table = {row[0]: row[1:] for row in rows(sys.argv[2])}
    for name, seconds, executions, rate, fast, coverage, findings in rows(sys.argv[1]):
        old = table.get(name, ["0", "0", "-", "-", "-", "0", ""])
        if float(seconds) < LEAST_SECONDS:
            rate = fast = "-"
        table[name] = [str(int(old[0]) + int(executions or 0)),
                       "%.3f" % (float(old[1]) + float(seconds) / 3600),
                       rate if rate != "-" else old[2], fast if fast != "-" else old[3], coverage or old[4],
                       str(int(old[5]) + int(findings)), commit]
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(HEAD)
        for name in sorted(table):
            file.write("| %s | %s |\n" % (name, " | ".join(table[name])))


if __name__ == "__main__":
    main()
