#!/usr/bin/env python3
"""tools/wheel.py BUILD [FOLDER]: the wheel of the Python package, with the libraries of BUILD inside.

A wheel is a zip archive: nothing but Python's standard library is needed. The same files give the same
bytes. oneDNN, OpenMP and the other libraries that adrop is built on stay the system's.
"""
import base64
import hashlib
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
METADATA = """Metadata-Version: 2.1
Name: adrop
Version: {version}
Summary: Learned, Bayesian dropout: techniques, networks, training and uncertainty
License: Apache-2.0
Requires-Python: >=3.9
Requires-Dist: numpy
Provides-Extra: sklearn
Requires-Dist: scikit-learn>=1.2; extra == "sklearn"
Provides-Extra: torch
Requires-Dist: torch>=1.13; extra == "torch"
Provides-Extra: notebook
Requires-Dist: pandas; extra == "notebook"
Requires-Dist: tqdm; extra == "notebook"
"""


def version() -> str:
    text = (ROOT / "include" / "adrop" / "version.h").read_text()
    return ".".join(re.search(rf"ADROP_VERSION_{part} (\d+)", text)[1] for part in ("MAJOR", "MINOR", "PATCH"))


def libraries(build: pathlib.Path, scratch: pathlib.Path) -> list:
    """The two libraries by their SONAMEs, without what debuggers read."""
    found = []
    for name in ("libadrop", "libadrop-lab"):
        path = (build / f"{name}.so").resolve()
        if not path.exists():
            sys.exit(f"wheel.py: {build} has no {name}.so: build the libraries first")
        soname = path.name.rsplit(".", 1)[0]  # libadrop.so.0.1 of libadrop.so.0.1.0
        copy = scratch / soname
        shutil.copy(path, copy)
        if shutil.which("strip"):
            subprocess.run(["strip", "--strip-unneeded", str(copy)], check=True)
        found.append((f"adrop/lib/{soname}", copy.read_bytes()))
    return found


def contents(build: pathlib.Path, tag: str) -> list:
    files = [(f"adrop/{path.name}", path.read_bytes()) for path in sorted((ROOT / "python" / "adrop").iterdir())
             if path.suffix in (".py", ".pyi", ".typed")]
    with tempfile.TemporaryDirectory() as scratch:
        files += libraries(build, pathlib.Path(scratch))
    info = f"adrop-{version()}.dist-info"
    wheel = f"Wheel-Version: 1.0\nGenerator: adrop\nRoot-Is-Purelib: false\nTag: {tag}\n"
    files += [(f"{info}/METADATA", METADATA.format(version=version()).encode()), (f"{info}/WHEEL", wheel.encode()),
              (f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes())]
    lines = []
    for name, data in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}")
    record = f"{info}/RECORD"
    return files + [(record, "\n".join(lines + [record + ",,", ""]).encode())]


def main() -> None:
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1])
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else build / "python"
    tag = f"py3-none-linux_{platform.machine()}"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"adrop-{version()}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents(build, tag):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, data)
    print(path)


if __name__ == "__main__":
    main()
