"""Settings as keywords: what the option tables of the library say, for Python.

A row called ``batch-norm`` is the keyword ``batch_norm``. Values are checked by C, with its sentences.
Signatures and docstrings are made from the rows of the library that is loaded.
"""
from __future__ import annotations

import ctypes
import difflib
import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np

from . import _generated as c
from ._context import Context, memory, text
from ._library import lib
from .errors import InvalidArgument, brief

F = TypeVar("F", bound=Callable[..., Any])
KINDS = c.adrop_option_kind
Value = Any  # bool, int, float, str, or a sequence of them


@dataclass(frozen=True)
class Row:
    """One setting."""

    name: str  # as the library writes it
    keyword: str
    kind: int
    offset: int
    default: Any
    help: str
    range: str
    applies: str
    words: tuple[str, ...]

    @property
    def annotation(self) -> str:
        """Its type, as a stub writes it."""
        return {KINDS.ADROP_OPT_REAL: "float", KINDS.ADROP_OPT_COUNT: "int", KINDS.ADROP_OPT_FLAG: "bool",
                KINDS.ADROP_OPT_CHOICE: "str", KINDS.ADROP_OPT_TEXT: "str", KINDS.ADROP_OPT_INT: "int",
                KINDS.ADROP_OPT_LIST: "float | Sequence[float]",
                KINDS.ADROP_OPT_TEXTS: "str | Sequence[str]"}.get(KINDS(self.kind), "object")


@dataclass(frozen=True)
class Table:
    """The settings of one struct: ``adrop_train_opts`` with ``adrop_train_options``."""

    struct: str
    options: str

    @property
    def type(self) -> type[ctypes.Structure]:
        return c.STRUCTS[self.struct]

    def new(self) -> Any:
        """The struct with its defaults."""
        made = self.type()
        getattr(lib, f"{self.struct}_init_sized")(ctypes.byref(made), ctypes.sizeof(made))
        return made

    @property
    def address(self) -> Any:
        return getattr(lib, self.options)()

    def rows(self) -> dict[str, Row]:
        return _rows(self)


DATA = Table("adrop_data_opts", "adrop_data_options")
SPLIT = Table("adrop_split_opts", "adrop_split_options")
TRAIN = Table("adrop_train_opts", "adrop_train_options")
TRAINER = Table("adrop_trainer_opts", "adrop_trainer_options")
MODEL = Table("adrop_model_opts", "adrop_model_options")
MODEL_FILE = Table("adrop_model_file_opts", "adrop_model_file_options")
EXPORT = Table("adrop_export_opts", "adrop_export_options")
PREDICTOR = Table("adrop_predictor_opts", "adrop_predictor_options")
SAMPLE = Table("adrop_sample_opts", "adrop_sample_options")
COMPARE = Table("adrop_compare_opts", "adrop_compare_options")
TUNE = Table("adrop_tune_opts", "adrop_tune_options")
PRUNE = Table("adrop_prune_opts", "adrop_prune_options")
REPORT = Table("adrop_report_opts", "adrop_report_options")
UNCERTAINTY = Table("adrop_uncertainty_opts", "adrop_uncertainty_options")


def _shown(call: Callable[..., Any], *arguments: Any) -> str:
    buffer = ctypes.create_string_buffer(4096)
    call(*arguments, buffer, len(buffer))
    return buffer.value.decode("utf-8", "replace")


def _default(kind: int, shown: str) -> Any:
    if kind == KINDS.ADROP_OPT_FLAG:
        return shown == "yes"
    if kind in (KINDS.ADROP_OPT_COUNT, KINDS.ADROP_OPT_INT):
        return int(shown) if shown.lstrip("-").isdigit() else shown  # a word may stand for 0
    if kind == KINDS.ADROP_OPT_REAL:
        return float(shown)
    if kind in (KINDS.ADROP_OPT_LIST, KINDS.ADROP_OPT_TEXTS):
        return ()
    return shown


@lru_cache(maxsize=None)
def _rows(table: Table) -> dict[str, Row]:
    """Its rows by keyword; those that lie beyond the struct that this package knows are left out."""
    found: dict[str, Row] = {}
    context, defaults, at = Context(threads=1), table.new(), 0  # the package is read before threads are chosen
    while table.address[at].name:
        row = table.address[at]
        at += 1
        if row.offset >= ctypes.sizeof(defaults):
            continue
        words: list[str] = []
        while row.words and row.words[len(words)]:
            words.append(text(row.words[len(words)]))
        pointer = ctypes.byref(row)
        shown = context._kept(lib.adrop_option_show, pointer, ctypes.byref(defaults))
        name = text(row.name)
        keyword = name.replace("-", "_")
        found[keyword] = Row(name, keyword, row.kind, row.offset, _default(row.kind, shown), text(row.help),
                             _shown(lib.adrop_option_range, pointer), _shown(lib.adrop_option_applies, pointer),
                             tuple(words))
    return found


def _field(struct: Any, offset: int) -> tuple[Any, str]:
    """The struct, perhaps one within, and the name of its member at an offset."""
    for name, kind in struct._fields_:
        at = getattr(type(struct), name)
        if at.offset == offset and not issubclass(kind, ctypes.Structure):
            return struct, name
        if issubclass(kind, ctypes.Structure) and at.offset <= offset < at.offset + at.size:
            if kind in (c.adrop_list, c.adrop_texts):
                return struct, name
            return _field(getattr(struct, name), offset - at.offset)
    raise InvalidArgument(f"{type(struct).__name__} has no member at {offset}")


def _written(value: Value) -> str:
    """A value as the library reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if isinstance(value, Sequence):
        return ",".join(_written(v) for v in value)
    if isinstance(value, (np.generic, np.ndarray)) and value.ndim < 2:  # a NumPy number, or a list of them
        return _written(value.tolist())
    return brief(value)


class Settings:
    """A struct of settings that is being filled; keeps what it points to."""

    def __init__(self, context: Context, table: Table) -> None:
        self.context, self.table = context, table
        self.struct = table.new()
        self.kept: list[object] = []

    @property
    def pointer(self) -> Any:
        return ctypes.byref(self.struct)

    def set(self, keyword: str, value: Value) -> None:
        """Set a row; None leaves the default."""
        if value is None:
            return
        row = self.table.rows()[keyword]
        if row.kind == KINDS.ADROP_OPT_TEXTS:
            owner, name = _field(self.struct, row.offset)
            if not isinstance(value, Sequence):
                raise InvalidArgument(f"{keyword} is {brief(value)}, and must be a text or a list of texts")
            for one in [value] if isinstance(value, str) else value:
                self.context._call_in(lib.adrop_texts_add, ctypes.byref(getattr(owner, name)), memory(one))
            return
        if row.kind == KINDS.ADROP_OPT_TEXT:
            owner, name = _field(self.struct, row.offset)
            self.text(name, _written(value), owner)
            return
        self.context._call_in(lib.adrop_option_set_sized, self.table.address, self.pointer,
                              ctypes.sizeof(self.struct), row.name.encode(), memory(_written(value)))

    def text(self, member: str, value: str | os.PathLike[str] | None, owner: Any = None) -> None:
        """Set a member that is a text of the program's."""
        if value is not None:
            kept = memory(value)
            self.kept.append(kept)
            setattr(self.struct if owner is None else owner, member, kept)

    def update(self, values: Mapping[str, Value]) -> None:
        for keyword, value in values.items():
            self.set(keyword, value)


def split(values: Mapping[str, Value], who: str, *tables: Table) -> list[dict[str, Value]]:
    """Keywords to the tables that have them, the first that does; TypeError, with the nearest, for others."""
    parts: list[dict[str, Value]] = [{} for _ in tables]
    for keyword, value in values.items():
        for part, table in zip(parts, tables):
            if keyword in table.rows():
                part[keyword] = value
                break
        else:
            known = [name for table in tables for name in table.rows()]
            near = difflib.get_close_matches(keyword, known, 1)
            raise TypeError(f"{who}() has no setting '{keyword}'" + (f": do you mean '{near[0]}'?" if near else ""))
    return parts


def rows_of(tables: Iterable[Table], without: Iterable[str] = ()) -> dict[str, Row]:
    """The rows of several tables, each name once."""
    found: dict[str, Row] = {}
    for table in tables:
        for keyword, row in table.rows().items():
            if keyword not in without:
                found.setdefault(keyword, row)
    return found


def describe(row: Row) -> str:
    """A row as numpydoc writes a parameter."""
    default = repr(row.default)
    more = f" ({row.range})" if row.range else ""
    only = f"; {row.applies}" if row.applies else ""
    return f"{row.keyword} : {row.annotation}, default {default}\n    {row.help}{more}{only}"


def documented(*tables: Table, without: Sequence[str] = ()) -> Callable[[F], F]:
    """Give a function that takes ``**settings`` the signature and the docstring that the rows make."""

    def decorate(function: F) -> F:
        rows = rows_of(tables, without)
        signature = inspect.signature(function)
        kept = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
        taken = {p.name for p in kept}
        kept += [inspect.Parameter(row.keyword, inspect.Parameter.KEYWORD_ONLY, default=row.default,
                                   annotation=row.annotation) for row in rows.values() if row.keyword not in taken]
        function.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        parts = inspect.cleandoc(function.__doc__ or "").split("\n\nReturns\n", 1)
        listed = "\n".join(describe(row) for row in rows.values() if row.keyword not in taken)
        head = parts[0] if "\nParameters\n" in parts[0] else parts[0] + "\n\nParameters\n----------"
        function.__doc__ = "\n\nReturns\n".join([head + "\n" + listed, *parts[1:]])
        return function

    return decorate
