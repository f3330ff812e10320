"""Finding, loading and binding the C library.

It is looked for, in this order, as

1. ``ADROP_LIBRARY``, a file or the folder that holds it,
2. the wheel's own, in ``adrop/lib``,
3. the built tree that ``python/`` stands in: ``../build``,
4. the system's.

A library that is newer than the package works: every struct that is handed over says its size. One
that is older is refused with a sentence.
"""
from __future__ import annotations

import ctypes
import os
import pathlib
from typing import Any, cast

from . import _generated as c
from .errors import LibraryError

NAME = "libadrop-lab.so"


def _version(number: int) -> str:
    return f"{number // 1000000}.{number // 1000 % 1000}.{number % 1000}"


def soname() -> str:
    """``libadrop-lab.so.0.1``: the name of the libraries that this package was made for."""
    return f"{NAME}.{c.VERSION // 1000000}.{c.VERSION // 1000 % 1000}"


def places(asked: str | None, package: pathlib.Path) -> list[str]:
    """Where the library is looked for; asked is the value of ADROP_LIBRARY. The first that is there counts."""
    if asked:
        path = pathlib.Path(asked)
        if path.is_dir():
            found = [p for p in (path / NAME, path / soname()) if p.exists()]
            return [str(found[0] if found else path / NAME)]
        return [str(path)]
    own = [package / "lib" / soname(), package / "lib" / NAME]
    tree = package.parent.parent
    if (tree / "include" / "adrop" / "adrop.h").exists():
        own.append(tree / "build" / NAME)
    return [str(p) for p in own if p.exists()] + [soname(), NAME]


class _Functions:
    """The functions of the library; each is bound when it is first used."""

    def __init__(self, dll: ctypes.CDLL, path: str) -> None:
        self._dll, self._path = dll, path

    def __getattr__(self, name: str) -> Any:
        if name not in c.FUNCTIONS:
            raise AttributeError(f"adrop has no function '{name}'")
        try:
            function = getattr(self._dll, name)
        except AttributeError:
            raise LibraryError(f"{self._path} has no {name}: it was built without it, or is too old") from None
        result, arguments, doc = c.FUNCTIONS[name]
        function.restype, function.argtypes, function.__doc__ = result, list(arguments), doc
        setattr(self, name, function)
        return function


def check_version(found: int, path: str) -> None:
    """An older library lacks what the package needs."""
    if found < c.VERSION:
        raise LibraryError(
            f"this is adrop {_version(c.VERSION)} for Python, and {path} is the library {_version(found)}: "
            "install the library of the same version or a later one, or let ADROP_LIBRARY name one")


def load() -> tuple[c.Functions, str]:
    """The functions, and the file they are in."""
    tried = []
    for path in places(os.environ.get("ADROP_LIBRARY"), pathlib.Path(__file__).resolve().parent):
        try:
            dll = ctypes.CDLL(path)
        except OSError as error:
            tried.append(str(error))
            continue
        number = dll.adrop_version_number
        number.restype, number.argtypes = ctypes.c_int, []
        check_version(number(), path)
        return cast("c.Functions", _Functions(dll, path)), path
    raise LibraryError("the library of adrop cannot be loaded (" + "; ".join(tried) +
                       "): install it, build it beside python/, or let ADROP_LIBRARY name libadrop-lab.so")


lib, path = load()
