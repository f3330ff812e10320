"""Raw rows for C: numbers, pixels, columns of words, sparse matrices and texts, as data sets and predictors take them."""
from __future__ import annotations

import ctypes
import numbers
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import _generated as c
from ._arrays import Array, address, adopted, as_array, as_float, names_of
from ._arrow import Frame
from ._context import memory
from ._library import lib
from .errors import InvalidArgument, ShapeError

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\Z")


def texts(given: Sequence[str], kept: list[object]) -> Any:
    """An array of texts for C, which kept keeps."""
    made = (ctypes.c_char_p * len(given))(*[memory(one) for one in given])
    kept.append(made)
    return ctypes.cast(made, ctypes.POINTER(ctypes.c_char_p))


def _is_missing(value: Any) -> bool:
    """None, NaN, and what pandas calls NA and NaT."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (float, np.floating)) and bool(np.isnan(value))


def in_order(words: Sequence[str]) -> list[str]:
    """Numbers by value, then words by their letters: the order of a file."""
    return sorted(words, key=lambda word: (0, float(word), word) if _NUMBER.match(word) else (1, 0.0, word))


@dataclass
class RawRows:
    """Rows in one of the forms that C takes; what is None is not that."""

    n: int
    shape: tuple[int, int, int] = (1, 1, 1)  # channels, height, width
    names: list[str] | None = None  # of columns
    values: Array | None = None
    pixels: Array | None = None
    sparse: tuple[Array, Array, Array] | None = None  # start (n + 1), column, value
    texts: list[str] | None = None
    words: list[list[str]] | None = None  # of each column, none for one of numbers: values are their numbers
    kept: list[object] = field(default_factory=list)

    def fill(self, struct: Any, first: int = 0, last: int | None = None) -> None:
        """Rows [first, last) into the members that adrop_arrays and adrop_raw_rows both have."""
        last = self.n if last is None else last
        self.kept = []
        if self.values is not None:
            struct.values = address(self.values[first:last])
        if self.pixels is not None:
            struct.pixels = address(self.pixels[first:last])
        if self.texts is not None:
            struct.texts = texts(self.texts[first:last], self.kept)
        if self.sparse is not None:
            start, column, value = self.sparse
            begin, end = int(start[first]), int(start[last])
            own = np.ascontiguousarray(start[first:last + 1] - start[first], dtype=np.uintp)
            rows = c.adrop_sparse(address(own), address(column[begin:end]), address(value[begin:end]))
            self.kept += [own, rows]
            struct.sparse = ctypes.pointer(rows)
        if self.words is not None:
            counts = np.array([len(words) for words in self.words], dtype=np.uintp)
            self.kept.append(counts)
            struct.n_words = address(counts)
            struct.words = texts([word for words in self.words for word in words], self.kept)


def _plain(column: Any) -> Array:
    return np.asarray(column.to_numpy() if hasattr(column, "to_numpy") else column)


def _numbered(column: Any) -> tuple[Array, list[str]] | None:
    """The numbers of a column's words, NaN where one is missing, and the words; None: it holds something else."""
    categories = getattr(getattr(column, "dtype", None), "categories", None)
    if categories is not None:
        codes, known = np.asarray(column.cat.codes), [str(word) for word in categories]
    else:
        values = _plain(column)
        known, number, codes = [], {}, np.empty(len(values), np.int64)
        for i, value in enumerate(values):
            if not _is_missing(value) and not isinstance(value, str):
                return None
            if isinstance(value, str) and value not in number:
                number[value] = len(known)
                known.append(value)
            codes[i] = number[value] if isinstance(value, str) else -1
    words = in_order(known)
    place = {word: i for i, word in enumerate(words)}
    to = np.array([place[word] for word in known] + [np.nan], dtype=np.float32)  # the last is what is missing
    return to[codes], words


def _column(column: Any, name: str, what: str, is_words: bool) -> tuple[Array, list[str]]:
    """A column of a frame as numbers, and its words, if it has any."""
    kind = getattr(getattr(column, "dtype", None), "kind", "O")
    if kind in "biuf" and not is_words and not hasattr(column.dtype, "categories"):
        return as_float(column.astype(np.float64) if kind == "b" else column, what), []
    if kind in "biuf" and is_words:  # numbers that were words in training
        column = np.array([None if _is_missing(value) else str(value) for value in _plain(column)], object)
    found = _numbered(column)
    if found is not None and (found[1] or is_words):
        return found
    values = _plain(column)
    if all(_is_missing(value) or isinstance(value, numbers.Real) for value in values):
        made = np.array([np.nan if _is_missing(value) else float(value) for value in values])
        return as_float(made, what), []
    raise InvalidArgument(f"column '{name}' of {what} holds {getattr(column, 'dtype', 'values')} that are neither numbers nor "
                          "words: convert it")


def _frame(x: Any, what: str, word_columns: Sequence[bool]) -> RawRows:
    names = names_of(x) or []
    columns = x.arrays if isinstance(x, Frame) else [x.iloc[:, i] for i in range(len(names))]
    known = list(word_columns) or [False] * len(columns)
    made = [_column(column, name, what, known[i] if i < len(known) else False)
            for i, (name, column) in enumerate(zip(names, columns))]
    values = np.ascontiguousarray(np.stack([numbers for numbers, _ in made], axis=1), dtype=np.float32)
    words = [words or ([""] if i < len(known) and known[i] else []) for i, (_, words) in enumerate(made)]
    return RawRows(len(values), (len(made), 1, 1), names, values=values, words=words if any(words) else None)


def _sparse(x: Any, what: str) -> RawRows:
    m = x.tocsr()
    if not m.has_canonical_format:
        m = m.copy()
        m.sum_duplicates()
    with np.errstate(over="ignore"):
        value = np.ascontiguousarray(m.data, dtype=np.float32)
    if not np.isfinite(value).all():
        raise InvalidArgument(f"{what} holds a value that is not finite")
    parts = (np.ascontiguousarray(m.indptr, np.uintp), np.ascontiguousarray(m.indices, np.uint32), value)
    return RawRows(m.shape[0], (m.shape[1], 1, 1), sparse=parts)


def _as_texts(x: Any) -> list[str] | None:
    """A list of texts, if x is one."""
    if isinstance(x, str) or names_of(x) is not None or not hasattr(x, "__len__") or not len(x):
        return None
    if not (isinstance(x, (list, tuple)) or getattr(x, "ndim", 0) == 1):
        return None
    values = list(x)
    return [str(value) for value in values] if all(isinstance(value, str) for value in values) else None


def _has_words(x: Any) -> bool:
    dtypes = getattr(x, "dtypes", None)
    return dtypes is not None and any(getattr(dtype, "kind", "O") not in "biuf" or hasattr(dtype, "categories")
                                      for _, dtype in dtypes.items())


def raw_rows(x: Any, what: str, word_columns: Sequence[bool] = ()) -> RawRows:
    """Rows of whatever x is; word_columns: which of a frame's columns a model reads as words."""
    x = adopted(x, what)
    if hasattr(x, "tocsr"):
        return _sparse(x, what)
    words = _as_texts(x)
    if words is not None:
        return RawRows(len(words), texts=words)
    if names_of(x) is not None and (any(word_columns) or _has_words(x)):
        return _frame(x, what, word_columns)
    values = as_array(x, what)
    if values.ndim not in (2, 3, 4):
        raise ShapeError(f"{what} has {values.ndim} dimensions: it is (rows, columns), (rows, height, width) or "
                         "(rows, channels, height, width)")
    sides = [int(side) for side in (values.shape[1:] if values.ndim != 3 else (1, *values.shape[1:]))] + [1, 1]
    made = RawRows(len(values), (sides[0], sides[1], sides[2]), names_of(x))
    if values.dtype == np.uint8 and values.ndim > 2:
        made.pixels = np.ascontiguousarray(values)
    else:
        made.values = as_float(values, what)
    return made


def for_predictor(rows: RawRows, part: slice, row_numbers: Array | None) -> Any:
    """The struct adrop_raw_rows of a part of the rows, whose numbers these are."""
    struct: Any = c.adrop_raw_rows()
    lib.adrop_raw_rows_init_sized(ctypes.byref(struct), ctypes.sizeof(struct))
    struct.n = part.stop - part.start
    rows.fill(struct, part.start, part.stop)
    struct.row_numbers = address(row_numbers)
    return struct
