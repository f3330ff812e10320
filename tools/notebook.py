#!/usr/bin/env python3
"""tools/notebook.py FILE ..: run the code cells of Jupyter notebooks and write what they say into the files.

Cells run in order, in one namespace and an empty folder, by this Python: no Jupyter is needed. Outputs are text, at
most 4000 characters a cell. PYTHONPATH and ADROP_LIBRARY say which adrop they import.
"""
import ast
import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile

LARGEST = 4000


def read(path):
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))


def execute(cell, names, where):
    """What a cell prints, and the value of its last line, as Jupyter shows it."""
    tree, said = ast.parse("".join(cell["source"])), io.StringIO()
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(said):
        exec(compile(tree, where, "exec"), names)
        value = eval(compile(ast.Expression(last.value), where, "eval"), names) if last else None
    return said.getvalue(), None if value is None else repr(value)


def outputs(said, value, number):
    """In the form of a notebook's file."""
    made = [{"output_type": "stream", "name": "stdout", "text": said.splitlines(True)}] if said else []
    if value is not None:
        made.append({"output_type": "execute_result", "execution_count": number, "metadata": {},
                     "data": {"text/plain": value.splitlines(True)}})
    return made


def run(path, names=None):
    """The notebook with the outputs that its cells have now; names is the namespace they run in."""
    book, names, before, number = read(path), {} if names is None else names, os.getcwd(), 0
    names["__name__"] = "__main__"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for cell in book["cells"]:
                if cell["cell_type"] == "code":
                    number += 1
                    said, value = execute(cell, names, f"{path}, cell {number}")
                    if len(said) + len(value or "") > LARGEST:
                        raise SystemExit(f"{path}, cell {number}: the output has more than {LARGEST} characters")
                    cell["outputs"], cell["execution_count"] = outputs(said, value, number), number
        finally:
            os.chdir(before)
    return book


def write(book, path):
    pathlib.Path(path).write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.path[:0] = [os.path.abspath(p) for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p]
    if "ADROP_LIBRARY" in os.environ:
        os.environ["ADROP_LIBRARY"] = os.path.abspath(os.environ["ADROP_LIBRARY"])
    for path in sys.argv[1:]:
        write(run(os.path.abspath(path)), path)


if __name__ == "__main__":
    main()
