#!/usr/bin/env python3
"""The Python of docs/python.md and the README: every block runs, one behind the other, as a reader would."""
import contextlib
import io
import os
import pathlib
import re
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
PEERS = ("sklearn", "torch", "pandas")


def blocks(path):
    """Code between fences, with the line it begins on."""
    text = path.read_text(encoding="utf-8")
    return [(text.count("\n", 0, m.start()) + 2, m.group(1)) for m in re.finditer(r"^```python\n(.*?)^```", text, re.M | re.S)]


def has(module):
    try:
        __import__(module)
    except ImportError:
        return False
    return True


class Docs(unittest.TestCase):
    def run_blocks(self, name):
        there = {module: has(module) for module in PEERS}
        names, ran, skipped = {"__name__": "__main__"}, 0, []
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                for line, code in blocks(TOP / name):
                    said = re.sub(r"#.*", "", code)
                    missing = [m for m in PEERS if not there[m] and re.search(rf"\b{m}\b|to_{m}\b", said)]
                    if missing:
                        skipped.append(f"{name}:{line} without {missing[0]}")
                        continue
                    with self.subTest(f"{name}:{line}"), contextlib.redirect_stdout(io.StringIO()):
                        exec(compile("\n" * (line - 1) + code, str(TOP / name), "exec"), names)
                    ran += 1
            finally:
                os.chdir(before)
        if skipped:
            print("skipped:", "; ".join(skipped))
        return ran

    def test_page(self):
        self.assertGreater(self.run_blocks("docs/python.md"), 5)

    def test_readme(self):
        self.assertEqual(self.run_blocks("README.md"), 1)


if __name__ == "__main__":
    unittest.main()
