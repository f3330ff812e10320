#!/usr/bin/env python3
"""mypy --strict over the package, and over a user's program with one mistake in it."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
USER = '''
import adrop
import numpy as np

data = adrop.Data(np.zeros((4, 2)), np.array([0, 1, 0, 1]))
run: adrop.Run = adrop.train(data, epochs=1, dropout="none", callbacks=lambda e: e.epoch == 3)
said: adrop.Prediction = run.predict(np.zeros((1, 2)), samples=5)
best: float = max(e.val_acc for e in run.epochs)
print(said.mean.shape, best, run.result.test_acc, [t.name for t in adrop.techniques()])
'''


CACHE = tempfile.TemporaryDirectory()


def mypy(*arguments):
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--config-file", str(TOP / "python" / "mypy.ini"),
                           "--cache-dir", CACHE.name, *arguments], text=True, capture_output=True, check=False,
                          env=dict(os.environ, MYPYPATH=str(TOP / "python")))
    return done.stdout + done.stderr, done.returncode


class Types(unittest.TestCase):
    def test_package(self):
        said, status = mypy("-p", "adrop")
        self.assertEqual(status, 0, said)

    def test_program(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "user.py")
            path.write_text(USER)
            said, status = mypy(str(path))
            self.assertEqual(status, 0, said)
            path.write_text(USER + "run.result.test_accuracy\n")
            said, status = mypy(str(path))
            self.assertIn('has no attribute "test_accuracy"', said)


def tearDownModule():
    CACHE.cleanup()


if __name__ == "__main__":
    unittest.main()
