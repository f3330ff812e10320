#!/usr/bin/env python3
"""The notebooks of docs/notebooks: their cells run, their outputs are small, and what their text says is so."""
import pathlib
import sys
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "tools"))
import notebook  # noqa: E402

SMALL = 20_000  # bytes of a file


class Notebooks(unittest.TestCase):
    def run_one(self, name):
        path, names = TOP / "docs" / "notebooks" / name, {}
        stored, now = notebook.read(path), notebook.run(path, names)
        self.assertLess(path.stat().st_size, SMALL)
        self.assertEqual(stored["nbformat"], 4)
        self.assertEqual(len({cell["id"] for cell in stored["cells"]}), len(stored["cells"]))
        for old, new in zip(stored["cells"], now["cells"]):
            if old["cell_type"] == "code":  # the file was executed: numbers may differ in the last digits elsewhere
                self.assertEqual([o["output_type"] for o in old["outputs"]], [o["output_type"] for o in new["outputs"]],
                                 f"run tools/notebook.py docs/notebooks/{name}")
        return names

    def test_every_one_is_run(self):
        self.assertEqual(sorted(path.name for path in (TOP / "docs" / "notebooks").glob("*.ipynb")),
                         ["does-dropout-help.ipynb", "how-sure-is-it.ipynb"])

    def test_does_dropout_help(self):
        names = self.run_one("does-dropout-help.ipynb")
        self.assertGreater(names["last"].train_acc, 95)
        self.assertEqual(len(names["comparison"].rows()), 5)

    def test_how_sure_is_it(self):
        names = self.run_one("how-sure-is-it.ipynb")
        said, wrong, order = names["said"], names["wrong"], names["order"]
        self.assertGreater(said.mutual_information[wrong].mean(), said.mutual_information[~wrong].mean())
        self.assertLess(wrong[order[: int(0.7 * len(order))]].mean(), wrong.mean())
        self.assertGreater(names["strange"].mutual_information.mean(), said.mutual_information.mean())
        self.assertGreater(names["run"].result.val_acc, names["run"].result.test_acc + 2)  # harder, as it says,
        self.assertLess(names["held_truth"], 0.9)  # and so the promise is not kept
        self.assertGreater(names["inside"], 0.9 - 5 * 0.041)  # 5 standard errors of both parts: 6e-7


if __name__ == "__main__":
    unittest.main()
