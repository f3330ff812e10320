#!/usr/bin/env python3
"""Are the figures of docs/figures those that tools/figures.sh makes? Texts must be equal, numbers within 1e-6:
mathematical libraries differ in the last digits. And README.md shows each of them."""
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")


def differs(a, b):
    if NUMBER.sub("#", a) != NUMBER.sub("#", b):
        return "its texts"
    for x, y in zip(NUMBER.findall(a), NUMBER.findall(b)):
        if not math.isclose(float(x), float(y), rel_tol=1e-6, abs_tol=0.11 if "." in x and len(x.split(".")[1]) == 1 else 1e-9):
            return f"{x}, not {y}"
    return ""


bad = 0
with tempfile.TemporaryDirectory() as folder:
    subprocess.run(["tools/figures.sh", folder], check=True, env=dict(os.environ))
    names = sorted(p.name for p in pathlib.Path(folder).iterdir())
    readme = pathlib.Path("README.md").read_text(encoding="utf-8")
    for name in names:
        kept = pathlib.Path("docs/figures", name)
        what = differs(kept.read_text(encoding="utf-8"), pathlib.Path(folder, name).read_text(encoding="utf-8")) if kept.exists() else "it is not there"
        if what:
            print(f"FAILED: {kept}: {what}; 'make figures' makes it anew")
            bad += 1
        if name.endswith(".svg") and f"docs/figures/{name}" not in readme:
            print(f"FAILED: README.md does not show {name}")
            bad += 1
print(f"{len(names)} files, {bad} failed")
sys.exit(1 if bad or len(names) != 6 else 0)
