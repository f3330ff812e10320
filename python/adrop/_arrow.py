"""Tables and columns of others by the Arrow C stream interface, without pyarrow.

https://arrow.apache.org/docs/format/CStreamInterface.html: an object gives a capsule of a stream of record batches. Numbers,
truths and words are read, dictionaries and missing values too; everything is copied.
"""
from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import FormatError, InvalidArgument

Array = npt.NDArray[Any]


class _Schema(ctypes.Structure):
    pass


class _Array(ctypes.Structure):
    pass


class _Stream(ctypes.Structure):
    pass


_Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_void_p), ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("children", ctypes.POINTER(ctypes.POINTER(_Schema))),
    ("dictionary", ctypes.POINTER(_Schema)), ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(_Schema))),
    ("private_data", ctypes.c_void_p)]
_Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64), ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Array))), ("dictionary", ctypes.POINTER(_Array)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(_Array))), ("private_data", ctypes.c_void_p)]
_Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Schema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Array))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(_Stream))),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(_Stream))), ("private_data", ctypes.c_void_p)]

_NUMBERS = {b"c": "i1", b"C": "u1", b"s": "i2", b"S": "u2", b"i": "i4", b"I": "u4", b"l": "i8", b"L": "u8", b"e": "f2",
            b"f": "f4", b"g": "f8"}
_WORDS = {b"u": "i4", b"U": "i8"}  # and the type of their offsets


class Frame:
    """A table that came so: columns by name, as arrays."""

    def __init__(self, columns: Sequence[str], arrays: Sequence[Array]) -> None:
        self.columns, self.arrays = list(columns), list(arrays)

    @property
    def dtypes(self) -> dict[str, Any]:
        return {name: array.dtype for name, array in zip(self.columns, self.arrays)}

    def __getitem__(self, names: Sequence[str]) -> "Frame":
        return Frame(names, [self.arrays[self.columns.index(name)] for name in names])

    def __len__(self) -> int:
        return len(self.arrays[0]) if self.arrays else 0

    def __array__(self, dtype: Any = None) -> Array:
        made: Array = np.stack(self.arrays, axis=1) if self.arrays else np.empty((0, 0))
        return made if dtype is None else made.astype(dtype)


def _buffer(at: int | None, dtype: str, first: int, n: int) -> Array:
    """Copy n values behind the first of a buffer."""
    kind = np.dtype(dtype)
    if not n:
        return np.empty(0, kind)
    if not at:
        raise FormatError("an Arrow array has values and no buffer for them")
    return np.frombuffer(ctypes.string_at(at + first * kind.itemsize, n * kind.itemsize), kind)


def _bits(at: int | None, first: int, n: int) -> Array:
    """Copy n bits, the lowest of a byte first."""
    whole = _buffer(at, "u1", first // 8, (first % 8 + n + 7) // 8)
    return np.asarray(np.unpackbits(whole, bitorder="little")[first % 8: first % 8 + n].astype(bool))


def _words(array: Any, offsets: str, first: int, n: int) -> Array:
    at = _buffer(array.buffers[1], offsets, first, n + 1 if n else 0)
    if not n:
        return np.empty(0, object)
    if at[0] < 0 or (np.diff(at) < 0).any():
        raise FormatError("the offsets of an Arrow array of words fall")
    text = _buffer(array.buffers[2], "u1", 0, int(at[-1])).tobytes()
    made = np.empty(n, object)
    made[:] = [text[at[i]: at[i + 1]].decode("utf-8", "replace") for i in range(n)]
    return made


def _column(schema: Any, array: Any, first: int, n: int, name: str) -> Array:
    """The values of a column; NaN, or None among words, where they are missing."""
    form, first = schema.format or b"", first + array.offset
    if schema.dictionary:
        known = _column(schema.dictionary.contents, array.dictionary.contents, 0, array.dictionary.contents.length, name)
        numbers = _buffer(array.buffers[1], _NUMBERS.get(form, "i4"), first, n).astype(np.int64)
    elif form in _NUMBERS:
        values = _buffer(array.buffers[1], _NUMBERS[form], first, n)
    elif form == b"b":
        values = _bits(array.buffers[1], first, n)
    elif form in _WORDS:
        values = _words(array, _WORDS[form], first, n)
    else:
        raise InvalidArgument(f"column '{name}' has the Arrow type '{form.decode('utf-8', 'replace')}', and numbers, truths and "
                              "words are read: convert it")
    there = _bits(array.buffers[0], first, n) if array.null_count and array.buffers[0] else np.ones(n, bool)
    if schema.dictionary:
        numbers = np.where(there, numbers, 0)
        if n and len(known) and (numbers.min() < 0 or numbers.max() >= len(known)):
            raise FormatError(f"column '{name}' has a number that is not in its Arrow dictionary")
        values = known[numbers] if len(known) else np.empty(n, object)
    if there.all():
        return values
    missing = values.astype(object if values.dtype == object else np.float64)
    missing[~there] = None if values.dtype == object else np.nan
    return missing


def _batch(schema: Any, array: Any) -> list[Array]:
    if schema.format != b"+s":
        return [_column(schema, array, 0, array.length, "the column")]
    if array.null_count and array.n_buffers and array.buffers[0]:
        raise InvalidArgument("an Arrow table has rows that are missing as a whole: leave them out")
    return [_column(schema.children[i].contents, array.children[i].contents, array.offset, array.length, _name(schema, i))
            for i in range(schema.n_children)]


def _name(schema: Any, i: int) -> str:
    return (schema.children[i].contents.name or b"").decode("utf-8", "replace")


def _checked(stream: Any, status: int) -> None:
    if status:
        said = stream.get_last_error(ctypes.byref(stream)) if stream.get_last_error else None
        raise FormatError(f"an Arrow stream failed: {(said or b'it does not say why').decode('utf-8', 'replace')}")


def _all(stream: Any, schema: Any) -> list[list[Array]]:
    found: list[list[Array]] = []
    while True:
        array = _Array()
        _checked(stream, stream.get_next(ctypes.byref(stream), ctypes.byref(array)))
        if not array.release:
            return found
        try:
            found.append(_batch(schema, array))
        finally:
            array.release(ctypes.byref(array))


def read(x: Any) -> "Frame | Array":
    """A Frame of what is a table, an array of what is a column."""
    capsule = x.__arrow_c_stream__()
    pointer: Callable[..., int] = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]  # type: ignore[attr-defined]
    stream = _Stream.from_address(pointer(capsule, b"arrow_array_stream"))
    schema = _Schema()
    try:
        _checked(stream, stream.get_schema(ctypes.byref(stream), ctypes.byref(schema)))
        try:
            batches = _all(stream, schema)
            is_table, n = schema.format == b"+s", schema.n_children
            names = [_name(schema, i) for i in range(n)] if is_table else [""]
        finally:
            schema.release(ctypes.byref(schema))
    finally:
        if stream.release:
            stream.release(ctypes.byref(stream))
    columns: list[Array] = [np.concatenate([batch[i] for batch in batches]) if batches else np.empty(0)
                            for i in range(len(names))]
    return Frame(names, columns) if is_table else columns[0]
