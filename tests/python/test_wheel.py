#!/usr/bin/env python3
"""The wheel: what is in it, and that it alone is enough."""
import ast
import base64
import csv
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import venv
import zipfile

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = os.environ["ADROP_LIBRARY"]


def make(folder):
    said = subprocess.run([sys.executable, str(TOP / "tools" / "wheel.py"), BUILD, folder], check=True, text=True,
                          capture_output=True).stdout
    return pathlib.Path(said.strip())


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.wheel = make(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_the_record_has_every_file(self):
        with zipfile.ZipFile(self.wheel) as archive:
            self.assertIsNone(archive.testzip())
            names = archive.namelist()
            record = next(name for name in names if name.endswith("/RECORD"))
            rows = {row[0]: row for row in csv.reader(archive.read(record).decode().split("\n")) if row}
            self.assertEqual(set(rows), set(names))
            for name in names:
                if name != record:
                    digest = hashlib.sha256(archive.read(name)).digest()
                    self.assertEqual(rows[name][1], "sha256=" + base64.urlsafe_b64encode(digest).rstrip(b"=").decode())
                    self.assertEqual(int(rows[name][2]), len(archive.read(name)))
            self.assertEqual([n for n in names if re.search(r"/lib(gomp|dnnl)", n)], [])  # the system's
            self.assertTrue({"adrop/py.typed", "adrop/_generated.pyi", "adrop/sklearn.py"} <= set(names))

    def test_it_is_made_the_same_again(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(make(folder).read_bytes(), self.wheel.read_bytes())

    def test_it_alone_is_enough(self):
        program = ("import adrop, sys\nprint(adrop.library_path)\n"
                   "run = adrop.train('digits', model='mlp:8', epochs=1, threads=1)\nprint(run.state, adrop.__version__)")
        with tempfile.TemporaryDirectory() as folder:
            with zipfile.ZipFile(self.wheel) as archive:
                archive.extractall(folder)
            environment = {k: v for k, v in os.environ.items() if k not in ("ADROP_LIBRARY", "LD_LIBRARY_PATH")}
            environment["PYTHONPATH"] = folder
            done = subprocess.run([sys.executable, "-c", program], env=environment, cwd=folder, text=True,
                                  capture_output=True, timeout=120, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            lines = done.stdout.split("\n")
            self.assertTrue(lines[0].startswith(os.path.join(os.path.realpath(folder), "adrop", "lib", "libadrop-lab.so.")) or
                            lines[0].startswith(os.path.join(folder, "adrop", "lib", "libadrop-lab.so.")), lines[0])
            self.assertEqual(lines[1], f"done {self.wheel.name.split('-')[1]}")

    def test_a_clean_environment_runs_the_example_of_the_readme(self):
        """With the wheel, and NumPy of the system, alone."""
        code = re.search(r"^```python\n(.*?)^```", (TOP / "README.md").read_text(), re.M | re.S).group(1)
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder, system_site_packages=True, with_pip=False)
            site = next(pathlib.Path(folder).glob("lib/python*/site-packages"))
            with zipfile.ZipFile(self.wheel) as archive:
                archive.extractall(site)
            environment = {k: v for k, v in os.environ.items() if k not in ("ADROP_LIBRARY", "LD_LIBRARY_PATH", "PYTHONPATH")}
            done = subprocess.run([os.path.join(folder, "bin", "python"), "-I", "-c", code + "\nprint(adrop.__file__)"], cwd=folder,
                                  env=environment, text=True, capture_output=True, timeout=120, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            lines = done.stdout.strip().split("\n")
            self.assertGreater(float(lines[0]), 80)
            self.assertEqual(os.path.realpath(lines[-1]), os.path.realpath(site / "adrop" / "__init__.py"))

    def test_the_oldest_python_that_it_names_can_read_it(self):
        with zipfile.ZipFile(self.wheel) as archive:
            metadata = archive.read(next(n for n in archive.namelist() if n.endswith("METADATA"))).decode()
            oldest = tuple(int(n) for n in re.search(r"Requires-Python: >=(\d+)\.(\d+)", metadata).groups())
            for name in archive.namelist():
                if name.endswith(".py"):
                    ast.parse(archive.read(name), name, feature_version=oldest)


if __name__ == "__main__":
    unittest.main()
