"""Data sets: arrays in memory, and files."""
from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _generated as c
from ._arrays import Array, address, adopted, as_float, from_address, names_of
from ._arrow import Frame
from ._context import Context, Handle, a_context, memory, text
from ._library import lib
from ._results import Result, shown
from ._rows import raw_rows, texts
from ._settings import DATA, SPLIT, Settings, documented, split
from .errors import InvalidArgument, ShapeError

if TYPE_CHECKING:
    import pandas

PARTS = ("train", "val", "test")
_GIVEN = {"train": 0, "val": 1, "test": 2, "unused": 4}


def part_number(part: str) -> int:
    """ADROP_PART_TRAIN and the like."""
    if part not in PARTS:
        raise InvalidArgument(f"no part '{part}': train, val or test")
    return PARTS.index(part)


@dataclass(frozen=True)
class DataInfo(Result):
    """What a data set holds."""

    name: str = shown("data")
    path: str = shown("path")
    format: str = shown("format")
    task: str = shown("task")
    rows: int = shown("rows")
    n_train: int = shown("training rows")
    n_val: int = shown("validation rows")
    n_test: int = shown("test rows")
    channels: int = shown("channels or columns")
    height: int = shown("height")
    width: int = shown("width")
    classes: int = shown("classes")
    columns: int = shown(None)
    words: int = shown("columns of words")
    targets: int = shown(None)
    missing: int = shown("missing values")
    is_image: bool = shown(None)
    is_text: bool = shown(None)
    is_sparse: bool = shown(None)
    is_multi_label: bool = shown(None)
    target_mean: float = shown(None)
    target_deviation: float = shown(None)


def _labels(y: Any) -> tuple[Array, Array]:
    """Classes in their order, and the number of each row's."""
    values = np.asarray(y)
    if values.dtype == object and any(value is None for value in values.flat):
        raise InvalidArgument("y has rows without a class: leave them out")
    classes, numbers = np.unique(values, return_inverse=True)
    return classes, np.ascontiguousarray(numbers.reshape(values.shape), dtype=np.int32)


def _is_values(y: Any, task: str) -> bool:
    if task not in ("auto", "classification", "regression"):
        raise InvalidArgument(f"no task '{task}': auto, classification or regression")
    return np.asarray(y).dtype.kind == "f" if task == "auto" else task == "regression"


def _parts(parts: Any, rows: int) -> Array | None:
    if parts is None:
        return None
    names = np.asarray(parts)
    if names.shape != (rows,):
        raise ShapeError(f"parts must name one part for each of {rows} rows")
    unknown = [str(p) for p in np.unique(names) if str(p) not in _GIVEN]
    if unknown:
        raise InvalidArgument(f"no part '{unknown[0]}': train, val, test or unused")
    return np.array([_GIVEN[str(p)] for p in names], dtype=np.uint8)


def _weights(weights: Any, rows: int) -> Array | None:
    if weights is None:
        return None
    made = as_float(weights, "weights")
    if made.shape != (rows,):
        raise ShapeError(f"weights are {made.shape}, and there are {rows} rows")
    return made


def _groups(groups: Any, rows: int) -> Array | None:
    """Numbers in the order in which groups come, as of a file."""
    if groups is None:
        return None
    _, first, numbers = np.unique(np.asarray(groups), return_index=True, return_inverse=True)
    if numbers.shape != (rows,):
        raise ShapeError(f"groups are {numbers.shape}, and there are {rows} rows")
    return np.ascontiguousarray(np.argsort(np.argsort(first))[numbers], dtype=np.uint32)


def _ids(ids: Any, rows: int) -> list[str] | None:
    if ids is None:
        return None
    if len(ids) != rows:
        raise ShapeError(f"{len(ids)} ids are given for {rows} rows")
    return [str(one) for one in ids]


def _sets(y: Any, multi_label: bool) -> list[list[Any]] | None:
    """The classes of each row, where a row may have several; None: it has one."""
    given = y.tolist() if getattr(getattr(y, "dtype", None), "kind", "") == "O" else y
    if isinstance(given, (list, tuple)) and all(isinstance(one, (list, tuple, set, frozenset)) for one in given):
        if multi_label or any(isinstance(word, str) for one in given for word in one):
            return [sorted(set(one), key=str) if isinstance(one, (set, frozenset)) else list(dict.fromkeys(one)) for one in given]
    if not multi_label:
        return None
    flags = np.asarray(y.toarray() if hasattr(y, "toarray") else y)
    if flags.ndim != 2 or not np.isin(flags, (0, 1)).all():
        raise InvalidArgument("y has not several classes a row: give a list of classes for each row, or (rows, classes) of 0 "
                              "and 1")
    names: Sequence[Any] = names_of(y) or range(flags.shape[1])
    return [[names[k] for k in np.flatnonzero(row)] for row in flags]


class Data(Handle):
    """Rows to train on, to be validated and tested with.

    Parameters
    ----------
    x : array, data frame, tensor, sparse matrix or list of texts
        NumPy's, pandas', PyTorch's, SciPy's, or what gives an Arrow stream (``__arrow_c_stream__``) or DLPack.
        (rows, columns), (rows, height, width) or (rows, channels, height, width). Bytes (uint8) of
        three or four dimensions are pixels. Columns of words in a frame, categories among them, are one
        input for each word. Texts become what ``features`` and the like say.
    y : array
        Whole numbers, words or truths are classes; floats are values, (rows) or (rows, targets). A list of
        lists or sets of words: a row may have several classes, or none.
    task : str, default 'auto'
        'classification' or 'regression' where the type of y does not say.
    parts : sequence of str
        The part of each row: train, val, test or unused. None: they are split.
    seed : int, default 1
        Of splits and subsets.
    weights : array
        What each row counts in the loss, 0 or more.
    groups : array
        Rows of equal values stay in one fold (``folds``).
    ids : sequence
        What rows are called.
    multi_label : bool, default False
        y has the classes of each row, or is (rows, classes) of 0 and 1.
    column_names, class_names, target_names : sequence of str
        By default those of a data frame, and the classes themselves.
    name : str, default 'arrays'
        For messages and records.

    NaN in a table is a value that is missing: ``missing`` says what takes its place.
    """

    classes_: Array | None  # the values of y that classes 0, 1, .. stand for

    @documented(SPLIT)
    def __init__(self, x: Any, y: Any, *, task: str = "auto", parts: Any = None, weights: Any = None,
                 groups: Any = None, ids: Any = None, multi_label: bool = False, seed: int = 1,
                 column_names: Sequence[str] | None = None,
                 class_names: Sequence[str] | None = None,
                 target_names: Sequence[str] | None = None, name: str = "arrays",
                 context: Context | None = None, **settings: Any) -> None:
        context = a_context(context)
        y = adopted(y, "y")
        if isinstance(y, Frame) and len(y.columns) == 1:
            target_names, y = target_names or y.columns, y.arrays[0]
        arrays: Any = c.adrop_arrays()
        kept: list[object] = []
        lib.adrop_arrays_init_sized(ctypes.byref(arrays), ctypes.sizeof(arrays))
        rows = raw_rows(x, "x")
        arrays.rows = rows.n
        arrays.channels, arrays.height, arrays.width = rows.shape
        rows.fill(arrays)
        sets = _sets(y, multi_label)
        n = self._answer_sets(arrays, sets, class_names, kept) if sets is not None else len(
            self._answers(arrays, y, task, class_names, target_names, kept))
        if n != rows.n:
            raise ShapeError(f"x has {rows.n} rows and y {n}")
        names = column_names or rows.names
        if names is not None:
            if len(names) != rows.shape[0]:
                raise ShapeError(f"{len(names)} names of columns are given for {rows.shape[0]} columns")
            arrays.column_names = texts(names, kept)
        given, known = _parts(parts, rows.n), _ids(ids, rows.n)
        arrays.parts, arrays.name = address(given), memory(name)
        counts, together = _weights(weights, rows.n), _groups(groups, rows.n)
        arrays.weights, arrays.groups = address(counts), address(together)
        if known is not None:
            arrays.ids = texts(known, kept)
        how = Settings(context, SPLIT)
        how.update(split(settings, "Data", SPLIT)[0])
        how.struct.seed = seed
        made = ctypes.c_void_p()
        context._call_in(lib.adrop_data_from_arrays, ctypes.byref(arrays), how.pointer, ctypes.byref(made))
        del kept
        super().__init__(context, lib.adrop_data_free, made.value)
        self._how: Settings | None = None

    def _answer_sets(self, arrays: Any, sets: list[list[Any]], class_names: Sequence[str] | None,
                     kept: list[object]) -> int:
        """The classes of rows that may have several into the struct."""
        found = sorted({one for row in sets for one in row})
        self.classes_ = np.array(found, dtype=object if any(isinstance(one, str) for one in found) else None)
        names = class_names or [str(value) for value in found]
        if len(names) != len(found):
            raise ShapeError(f"{len(names)} names are given for {len(found)} classes")
        place = {one: i for i, one in enumerate(found)}
        labels = np.array([place[one] for row in sets for one in row] or [0], dtype=np.int32)
        start = np.cumsum([0] + [len(row) for row in sets]).astype(np.uintp)
        arrays.labels, arrays.label_start = address(labels), address(start)
        arrays.classes, arrays.class_names = len(found), texts(names, kept)
        kept += [labels, start]
        return len(sets)

    def _answers(self, arrays: Any, y: Any, task: str, class_names: Sequence[str] | None,
                 target_names: Sequence[str] | None, kept: list[object]) -> Array:
        """Labels or targets of y into the struct."""
        named = names_of(y) or ([str(y.name)] if getattr(y, "name", None) is not None else None)
        target_names = target_names or named
        self.classes_ = None
        if _is_values(y, task):
            answers = as_float(y, "y")
            if answers.ndim not in (1, 2):
                raise ShapeError(f"y has {answers.ndim} dimensions: it is (rows) or (rows, targets)")
            arrays.targets, arrays.n_targets = address(answers), 1 if answers.ndim == 1 else answers.shape[1]
            if target_names is not None:
                if len(target_names) != arrays.n_targets:
                    raise ShapeError(f"{len(target_names)} names are given for {arrays.n_targets} targets")
                arrays.target_names = texts(target_names, kept)
        else:
            if np.asarray(y).ndim != 1:
                raise ShapeError(f"y has {np.asarray(y).ndim} dimensions: classes are (rows)")
            self.classes_, answers = _labels(y)
            arrays.labels, arrays.classes = address(answers), len(self.classes_)
            class_names = class_names or [str(value) for value in self.classes_]
            if len(class_names) != len(self.classes_):
                raise ShapeError(f"{len(class_names)} names are given for {len(self.classes_)} classes")
            arrays.class_names = texts(class_names, kept)
            if target_names:
                arrays.target_name = memory(target_names[0])
        kept.append(answers)
        return answers

    @classmethod
    @documented(DATA)
    def open(cls, data: str | os.PathLike[str], *, data_dir: str | os.PathLike[str] | None = None, seed: int = 1,
             context: Context | None = None, **settings: Any) -> "Data":
        """Read a data set: a known name, or a file or folder.

        Parameters
        ----------
        data : str or path
            A known name (adrop.datasets()), or a path.
        data_dir : str or path
            The folder of known sets; None: the environment's ADROP_DATA.
        seed : int, default 1
            Of splits and subsets.
        """
        context = a_context(context)
        how = opened(context, data, data_dir, split(settings, "Data.open", DATA)[0])
        how.struct.seed = seed
        made = ctypes.c_void_p()
        context._call_in(lib.adrop_data_open, how.pointer, ctypes.byref(made))
        self = cls._wrap(context, made.value)
        self._how = how
        return self

    @classmethod
    def _wrap(cls, context: Context, handle: int | None) -> "Data":
        self = cls.__new__(cls)
        Handle.__init__(self, context, lib.adrop_data_free, handle)
        self._how, self.classes_ = None, None
        return self

    def view(self, *, seed: int | None = None, **settings: Any) -> "Data":
        """The same rows, split and scaled in another way; settings are those of splits."""
        how = Settings(self.context, SPLIT)
        with self.context._core.use():
            lib.adrop_data_split_sized(self._at, how.pointer, ctypes.sizeof(how.struct))
        how.update(split(settings, "view", SPLIT)[0])
        if seed is not None:
            how.struct.seed = seed
        made = ctypes.c_void_p()
        self.context._call_in(lib.adrop_data_view, self._at, how.pointer, ctypes.byref(made))
        view = Data._wrap(self.context, made.value)
        view.classes_ = self.classes_
        return view

    @property
    def info(self) -> DataInfo:
        """What it holds."""
        struct = c.adrop_data_info()
        with self.context._core.use():
            lib.adrop_data_describe_sized(self._at, ctypes.byref(struct), ctypes.sizeof(struct))
            return DataInfo.of(struct, task=DATA.rows()["task"].words[struct.task])

    def rows(self, part: str = "train") -> Array:
        """The numbers of a part's rows, in ascending order."""
        n = ctypes.c_size_t()
        with self.context._core.use():
            at = lib.adrop_data_rows(self._at, part_number(part), ctypes.byref(n))
            return from_address(at, n.value, np.uint32)

    def x(self, part: str = "train") -> Array:
        """The inputs of a part as a network reads them: (rows, channels, height, width), or (rows, columns)."""
        info, numbers = self.info, self.rows(part)
        shape = (info.channels, info.height, info.width) if info.height * info.width > 1 else (info.channels,)
        made = np.empty((len(numbers), *shape), np.float32)
        with self.context._core.use() as ctx:
            for i, row in enumerate(numbers):
                self.context._check(ctx, lib.adrop_data_row(ctx, self._at, int(row), made[i].ctypes.data))
        return made

    def y(self, part: str = "train") -> Array:
        """Labels of a part, or targets in their own units."""
        info, numbers = self.info, self.rows(part)
        with self.context._core.use():
            if info.classes:
                return np.array([lib.adrop_data_label(self._at, int(row)) for row in numbers], np.int32)
            made = np.array([[lib.adrop_data_target_at(self._at, int(row), k) for k in range(info.targets)]
                             for row in numbers], np.float64).reshape(len(numbers), info.targets)
        return made[:, 0] if info.targets == 1 else made

    def _names(self, name: Any, n: int) -> list[str]:
        with self.context._core.use():
            return [text(name(self._at, i)) for i in range(n)]

    @property
    def class_names(self) -> list[str]:
        """What classes 0, 1, .. are called."""
        return self._names(lib.adrop_data_class_name, self.info.classes)

    @property
    def ids(self) -> list[str]:
        """What rows are called; empty if they have numbers alone."""
        found = self._names(lib.adrop_data_row_name, len(self))
        return found if any(found) else []

    @property
    def column_names(self) -> list[str]:
        """What the columns of a table are called; "" where they have no names."""
        return self._names(lib.adrop_data_column_name, self.info.columns)

    def to_pandas(self, part: str = "train") -> "pandas.DataFrame":
        """The rows of a part, as a network reads them, with their answers."""
        import pandas

        x = self.x(part)
        flat = x.reshape(len(x), -1)
        info = self.info  # a column of words is several inputs, a picture's channel too
        names = self.column_names if flat.shape[1] == info.columns and not info.words else []
        frame = pandas.DataFrame(flat, index=self.rows(part),
                                 columns=[n or str(i) for i, n in enumerate(names)] or range(flat.shape[1]))
        frame["y"] = self.y(part).tolist() if self.info.targets > 1 else self.y(part)
        return frame

    def __len__(self) -> int:
        return self.info.rows

    def __repr__(self) -> str:
        info = self.info
        return (f"<adrop.Data {info.name}: {info.task}, {info.n_train} training, {info.n_val} validation and "
                f"{info.n_test} test rows>")

    def _repr_html_(self) -> str:
        return self.info._repr_html_()


def opened(context: Context, data: str | os.PathLike[str], data_dir: str | os.PathLike[str] | None,
           settings: dict[str, Any]) -> Settings:
    """The options of a data set in files."""
    how = Settings(context, DATA)
    how.text("data", data)
    how.text("data_dir", data_dir if data_dir is not None else os.environ.get("ADROP_DATA"))
    how.update(settings)
    return how
