"""Arrays for C: what NumPy makes of lists, data frames and tensors, with a sentence where it cannot."""
from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt

from ._arrow import Frame, read
from .errors import InvalidArgument, ShapeError, brief

Array = npt.NDArray[Any]


def names_of(x: Any) -> list[str] | None:
    """The names of a data frame's columns."""
    columns = getattr(x, "columns", None)
    return None if columns is None or callable(columns) else [str(name) for name in columns]


def adopted(x: Any, what: str) -> Any:
    """What comes by Arrow or DLPack as a Frame or an array; all else as it is."""
    if isinstance(x, (np.ndarray, Frame)) or hasattr(x, "detach") or type(x).__module__.split(".")[0] == "pandas":
        return x
    if hasattr(x, "__arrow_c_stream__"):
        return read(x)
    if hasattr(x, "__dlpack__") and not hasattr(x, "__array__"):
        try:
            return np.from_dlpack(x)
        except (BufferError, RuntimeError, TypeError) as error:
            raise InvalidArgument(f"{what} cannot be read by DLPack: {error}") from None
    return x


def _refuse_words(x: Any, what: str) -> None:
    for name, dtype in getattr(x, "dtypes", {}).items() if names_of(x) is not None else ():
        if getattr(dtype, "kind", "O") not in "biuf":
            raise InvalidArgument(f"column '{name}' of {what} holds {dtype}, not numbers: encode it")


def as_array(x: Any, what: str) -> Array:
    """An array of numbers."""
    x = adopted(x, what)
    if hasattr(x, "tocsr"):
        raise TypeError(f"{what} is a sparse matrix, and is to be dense here: give {what}.toarray()")
    _refuse_words(x, what)
    if hasattr(x, "detach"):
        x = x.detach().cpu()
    made = np.asarray(x)
    if made.dtype == object:
        try:
            made = made.astype(np.float64)
        except (TypeError, ValueError) as error:
            raise InvalidArgument(f"{what} holds what is no number: {error}") from None
    if made.dtype.kind not in "biuf":
        raise InvalidArgument(f"{what} holds {made.dtype}, not numbers")
    return made


def as_float(x: Any, what: str) -> Array:
    """float32, row by row."""
    with np.errstate(over="ignore"):
        return np.ascontiguousarray(as_array(x, what), dtype=np.float32)


def whole(name: str, value: Any, low: int, high: int) -> int:
    """A whole number in its range: C would take it modulo a power of two."""
    try:
        found = operator.index(value)
    except TypeError:
        raise InvalidArgument(f"{name} is {brief(value)}, and must be a whole number") from None
    if not low <= found <= high:
        raise InvalidArgument(f"{name} is {found}, and must be from {low} to {high}")
    return found


def address(x: Array | None) -> int | None:
    """Where its numbers are; NULL for None. The caller keeps the array."""
    return None if x is None else x.ctypes.data


def row_numbers(rows: Any, n: int) -> Array | None:
    """uint32 numbers that address the noise of n rows."""
    if rows is None:
        return None
    made = np.asarray(rows)
    if made.shape != (n,) or made.dtype.kind not in "iu":
        raise ShapeError(f"rows must be {n} whole numbers, one for each row")
    if n and (made.min() < 0 or made.max() > 0xFFFFFFFF):
        raise InvalidArgument("numbers of rows are from 0 to 4294967295")
    return np.ascontiguousarray(made, dtype=np.uint32)


def from_address(at: int | None, n: int, dtype: Any) -> Array:
    """A copy of n numbers of C's."""
    kind = np.dtype(dtype)
    if not at or not n:
        return np.empty(0, kind)
    import ctypes

    return np.frombuffer(ctypes.string_at(at, n * kind.itemsize), kind).copy()
