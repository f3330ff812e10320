"""What a dump program of BUILD/tests writes: a line of JSON a case and, after it, for each of
its arrays a line of JSON and the numbers."""
import json
import math
import os
import subprocess
import tempfile

import numpy as np

BUILD = os.environ.get("BUILD", "build")


class Mismatch(Exception):
    """The case cannot be computed here: what is compared has changed."""


def read_cases(program, make, *args):
    """Run the program: make(header) of every case, its arrays by name in .arrays."""
    cases = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cases")
        subprocess.run([os.path.join(BUILD, "tests", program), *args, path], check=True)
        with open(path, "rb") as file:
            while line := file.readline():
                header = json.loads(line)
                if "case" in header:
                    cases.append(make(header))
                    continue
                kind, shape = np.dtype(header["type"]), header["shape"]
                data = file.read(kind.itemsize * math.prod(shape))
                cases[-1].arrays[header["array"]] = np.frombuffer(data, kind).reshape(shape)
    return cases
