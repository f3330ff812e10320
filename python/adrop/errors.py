"""Errors: one class for each status of the C library, with the library's sentence.

Each is also what a Python program would expect: ``InvalidArgument`` is a ``ValueError``, ``FileError``
an ``OSError``, and so forth. ``error.status`` is the number that C gave.
"""
from __future__ import annotations


class Error(Exception):
    """Whatever the library could not do; the text names the value, the reason and the cure."""

    status: int = -1


class OutOfMemory(Error, MemoryError):
    """ADROP_ENOMEM: memory ran out, or would: the text says how much is needed."""

    status = 1


class InvalidArgument(Error, ValueError):
    """ADROP_EINVAL: a setting or an array is not what it should be."""

    status = 2


class ShapeError(Error, ValueError):
    """ADROP_ESHAPE: shapes do not agree."""

    status = 3


class NoSuchName(Error, LookupError):
    """ADROP_ENOENT: a name is not known; the text offers the nearest."""

    status = 4


class FileError(Error, OSError):
    """ADROP_EIO: reading or writing failed."""

    status = 5


class FormatError(Error, ValueError):
    """ADROP_EFORMAT: a file is not in the expected format."""

    status = 6


class NumericError(Error, ArithmeticError):
    """ADROP_ENUMERIC: a value is not finite."""

    status = 7


class ComputeError(Error, RuntimeError):
    """ADROP_ECOMPUTE: the engine failed."""

    status = 8


class ExistsError(Error, FileExistsError):
    """ADROP_EEXIST: it is there already."""

    status = 9


class DiskError(Error, OSError):
    """ADROP_EDISK: a file cannot be written."""

    status = 10


class Interrupted(Error):
    """ADROP_EINTR: stopped because a callback asked for it."""

    status = 11


class NetworkError(Error, ConnectionError):
    """ADROP_ENETWORK: the network failed."""

    status = 12


class ClosedError(Error, ValueError):
    """The object was closed before this call."""


class BusyError(Error, RuntimeError):
    """A callback used the context that is waiting for it."""


class LibraryError(Error, ImportError):
    """The C library is not there, or is older than this package."""


BY_STATUS: dict[int, type[Error]] = {
    cls.status: cls
    for cls in (OutOfMemory, InvalidArgument, ShapeError, NoSuchName, FileError, FormatError, NumericError,
                ComputeError, ExistsError, DiskError, Interrupted, NetworkError)
}


def brief(value: object) -> str:
    """What a sentence says of a value: one line of it."""
    words = " ".join(repr(value).split())
    return words if len(words) < 60 else f"{words[:40]}.. of {type(value).__name__}"


def make(status: int, sentence: str) -> Error:
    """The exception for a status; a plain Error for one that this package does not know."""
    error = BY_STATUS.get(status, Error)(sentence)
    error.status = status
    return error
