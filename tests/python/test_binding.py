#!/usr/bin/env python3
"""The generated binding: as the headers say, with C's own sizes; and how the library is found."""
import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
BIND = [sys.executable, str(TOP / "tools" / "bind.py")]
CC = os.environ.get("CC", "cc")

from adrop import _generated as c  # noqa: E402
from adrop import _library, errors  # noqa: E402


def run(program, library, package=TOP / "python"):
    """A program of Python in a process of its own; what it printed, and its exit status."""
    environment = dict(os.environ, PYTHONPATH=str(package))
    environment.pop("ADROP_LIBRARY", None)
    if library is not None:
        environment["ADROP_LIBRARY"] = str(library)
    done = subprocess.run([sys.executable, "-c", program], env=environment, text=True, capture_output=True, timeout=120,
                          check=False)
    return done.stdout + done.stderr, done.returncode


class Generated(unittest.TestCase):
    def test_kept_files_are_what_the_headers_make(self):
        done = subprocess.run([*BIND, "--check"], text=True, capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_every_public_function_is_bound(self):
        declared = set()
        for header in (TOP / "include" / "adrop").glob("*.h"):
            text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
            declared |= set(re.findall(r"ADROP_API[^;(]*?\b(adrop_\w+)\(", text))
        variadic = declared - set(c.FUNCTIONS)
        self.assertEqual(variadic, {"adrop_document_say", "adrop_figure_note", "adrop_table_cell", "adrop_table_note"})
        self.assertEqual(set(c.FUNCTIONS) - declared, set())
        for name in c.FUNCTIONS:
            getattr(_library.lib, name)

    def test_sizes_offsets_and_numbers_are_those_of_c(self):
        program = subprocess.run(BIND + ["--layout"], text=True, capture_output=True, check=True).stdout
        with tempfile.TemporaryDirectory() as folder:
            source, binary = os.path.join(folder, "layout.c"), os.path.join(folder, "layout")
            pathlib.Path(source).write_text(program)
            subprocess.run([CC, "-std=c17", "-I", str(TOP / "include"), source, "-o", binary], check=True)
            lines = subprocess.run([binary], text=True, capture_output=True, check=True).stdout.split("\n")
        enumerators = {name: member for e in vars(c).values() if isinstance(e, type) and issubclass(e, int)
                       and hasattr(e, "__members__") for name, member in e.__members__.items()}
        looked = 0
        for line in filter(None, lines):
            name, number = line.split()
            if name.startswith("ADROP_"):
                self.assertEqual(getattr(c, name), int(number), name)
                if name in enumerators:
                    self.assertEqual(int(enumerators[name]), int(number), name)
            elif "." in name:
                struct, member = name.split(".")
                self.assertEqual(getattr(c.STRUCTS[struct], member).offset, int(number), name)
            else:
                self.assertEqual(ctypes.sizeof(c.STRUCTS[name]), int(number), name)
            looked += 1
        self.assertGreater(looked, 1000)

    def test_comments_are_descriptions(self):
        documented = [name for name, (_, _, doc) in c.FUNCTIONS.items() if doc]
        self.assertGreater(len(documented), len(c.FUNCTIONS) // 2)
        self.assertIn("Read a data set.", c.FUNCTIONS["adrop_data_open"][2])
        self.assertIn("epochs: done", c.adrop_train_result.__doc__)

    def test_a_class_of_errors_for_each_status(self):
        for status in c.adrop_status:
            if status:
                self.assertEqual(errors.BY_STATUS[status].status, status)
                self.assertTrue(errors.BY_STATUS[status].__doc__.startswith(status.name + ":"))


class Search(unittest.TestCase):
    def test_order(self):
        with tempfile.TemporaryDirectory() as folder:
            package = pathlib.Path(folder, "python", "adrop")
            (package / "lib").mkdir(parents=True)
            system = [_library.soname(), _library.NAME]
            self.assertEqual(_library.places(None, package), system)
            (pathlib.Path(folder) / "include" / "adrop").mkdir(parents=True)
            (pathlib.Path(folder) / "include" / "adrop" / "adrop.h").touch()
            (pathlib.Path(folder) / "build").mkdir()
            tree = pathlib.Path(folder) / "build" / _library.NAME
            tree.touch()
            self.assertEqual(_library.places(None, package), [str(tree)] + system)
            own = package / "lib" / _library.soname()
            own.touch()
            self.assertEqual(_library.places(None, package), [str(own), str(tree)] + system)
            self.assertEqual(_library.places("/no/file.so", package), ["/no/file.so"])
            self.assertEqual(_library.places(str(tree.parent), package), [str(tree)])

    def test_a_library_that_is_not_there_is_said(self):
        said, status = run("import adrop._library", "/no/such/folder/libadrop-lab.so")
        self.assertEqual(status, 1)
        self.assertIn("LibraryError: the library of adrop cannot be loaded (/no/such/folder/libadrop-lab.so", said)

    def test_an_older_library_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            old = os.path.join(folder, _library.NAME)
            subprocess.run([CC, "-shared", "-fPIC", "-x", "c", "-", "-o", old], text=True, check=True,
                           input="int adrop_version_number(void) { return 999; }")
            said, status = run("import adrop._library", old)
        self.assertEqual(status, 1)
        self.assertIn(f"and {old} is the library 0.0.999: install", said)

    def test_an_older_package_works(self):
        """Members that came last are unknown to it."""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(TOP / "python" / "adrop", os.path.join(folder, "adrop"))
            module = pathlib.Path(folder, "adrop", "_generated.py")
            text = module.read_text()
            for struct in ("adrop_train_opts", "adrop_data_info", "adrop_train_result", "adrop_epoch"):
                text, n = re.subn(rf"(class {struct}\(Structure\):.*?)    +\(\"\w+\", [\w* ]+\),\n    \]", r"\1    ]", text,
                                  count=1, flags=re.S)
                self.assertEqual(n, 1)
            module.write_text(re.sub(r"^VERSION = \d+", "VERSION = 1", text, flags=re.M))
            said, status = run("import ctypes\n"
                               "from adrop import _generated as c\nfrom adrop._context import Context\n"
                               "from adrop._library import lib\nfrom adrop._settings import DATA, TRAIN, Settings\n"
                               "x = Context(1)\nd, t = Settings(x, DATA), Settings(x, TRAIN)\n"
                               "d.text('data', 'digits')\nt.update({'epochs': 1, 'model': 'mlp:8'})\n"
                               "r = c.adrop_train_result()\n"
                               "x._call_in(lib.adrop_train_sized, d.pointer, t.pointer, None, ctypes.byref(r),\n"
                               "           ctypes.sizeof(r))\n"
                               "print(ctypes.sizeof(t.struct), r.epochs, r.test_acc > 20)",
                               os.environ.get("ADROP_LIBRARY"), folder)
        self.assertEqual(said, f"{ctypes.sizeof(c.adrop_train_opts) - 8} 1 True\n")
        self.assertEqual(status, 0)


if __name__ == "__main__":
    unittest.main()
