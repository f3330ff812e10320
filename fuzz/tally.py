#!/usr/bin/env python3
"""Add the lines of a campaign (campaign.sh) to the tally of all: tally.py LINES fuzz/CAMPAIGNS.md.

Executions, seconds and findings are added up; the rate and coverage are those of the
last campaign of a target, for both depend on the code. Standard library only."""
import re
import subprocess
import sys

HEAD = """# Fuzzing so far

Written by `fuzz/campaign.sh`, which adds each campaign to it. Executions, hours and findings are sums over
all campaigns; executions per second of processor time, coverage (edges of our own code) and the commit are those of the last one.
The commit is the one that was checked out when that campaign's line was added: the code it ran is that commit's, or has changes that were not committed yet.

| target | executions | hours | per CPU second | coverage | findings | commit |
|---|---|---|---|---|---|---|
"""


def rows(path):
    try:
        with open(path, encoding="utf-8") as file:
            return [re.split(r" *\| *", line.strip().strip("|").strip()) for line in file
                    if line.startswith("| `")]
    except FileNotFoundError:
        return []


def main():
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True,
                            text=True, check=False).stdout.strip() or "-"
    table = {row[0]: row[1:] for row in rows(sys.argv[2])}
    for name, seconds, executions, rate, coverage, findings in rows(sys.argv[1]):
        old = table.get(name, ["0", "0", "", "", "0", ""])
        table[name] = [str(int(old[0]) + int(executions or 0)),
                       "%.2f" % (float(old[1]) + int(seconds) / 3600), rate, coverage,
                       str(int(old[4]) + int(findings)), commit]
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(HEAD)
        for name in sorted(table):
            file.write("| %s | %s |\n" % (name, " | ".join(table[name])))


if __name__ == "__main__":
    main()
