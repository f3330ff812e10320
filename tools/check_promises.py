#!/usr/bin/env python3
"""Is every test that docs/reliability.md names there? Each defect D1-D13 and E1-E7 has a row, and its
last cell names tests: test_NAME is a program of tests/, area/name a script of tests/scripts.cmake.
Run from the top. Standard library only."""
import glob
import os
import re
import sys

with open("tests/scripts.cmake", encoding="utf-8") as file:
    scripts = set(re.findall(r"^ *add_script\((\S+)", file.read(), re.M))
programs = {os.path.basename(p)[:-2] for p in glob.glob("tests/*/test_*.c")}
groups = {"abi/ages"}
with open("docs/reliability.md", encoding="utf-8") as file:
    rows = [line.strip().strip("|").split("|") for line in file if line.startswith("|")]
wrong, named, defects = [], 0, {}
for row in rows:
    tests = re.findall(r"`((?:test_\w+)|(?:[a-z]+/[a-z_0-9]+))`", row[-1])
    for name in tests:
        named += 1
        if name not in scripts and name not in programs and name not in groups:
            wrong.append("there is no test '%s'" % name)
    found = re.match(r" *([DE]\d+) *$", row[0])
    if found:
        defects[found.group(1)] = tests
for name in ["D%d" % i for i in range(1, 14)] + ["E%d" % i for i in range(1, 8)]:
    if not defects.get(name):
        wrong.append("docs/reliability.md names no test for %s" % name)
print("\n".join(wrong) or "%d tests named, all there; %d defects" % (named, len(defects)))
sys.exit(1 if wrong else 0)
