"""Documents: facts, tables and sentences, and their forms (text, JSON, CSV, Markdown, LaTeX, HTML).

The same documents that the program writes, made by the same C code.
"""
from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from . import _generated as c
from ._context import Context, Handle, a_context, memory
from ._library import lib
from .errors import InvalidArgument

Cell = "str | float | int | bool | None"


class Column(NamedTuple):
    """A column: its key for programs, its label for people (None: they do not see it)."""

    key: str
    label: str | None
    align: str = "r"
    unit: str = ""
    digits: int = 4


def _key(text: str | None) -> bytes | None:
    return None if text is None else memory(text)


class Document(Handle):
    """What a computation has to say.

    >>> d = Document("A title")
    >>> d.fact("n", "rows", 360)
    >>> d.table("per_class", "", [Column("class", "class", "l"), Column("f1", "F1")], [("0", 0.9863)])
    >>> d.write("json")
    '{"n":360,"per_class":[{"class":"0","f1":0.9863}]}\\n'
    """

    def __init__(self, title: str = "", context: Context | None = None) -> None:
        context = a_context(context)
        made = ctypes.c_void_p()
        context._call_in(lib.adrop_document_create, memory(title), ctypes.byref(made))
        super().__init__(context, lib.adrop_document_free, made.value)

    @classmethod
    def _of(cls, context: Context, at: int | None) -> "Document":
        """One that a call of the library has made."""
        made = cls.__new__(cls)
        Handle.__init__(made, context, lib.adrop_document_free, at)
        return made

    def fact(self, key: str | None, label: str | None, value: object, unit: str = "", digits: int = 4) -> None:
        """A number, a count, a text, yes or no; None is null."""
        names = (self._at, _key(key), _key(label))
        with self.context._core.use():
            if value is None:
                lib.adrop_document_null(self._at, _key(key))
            elif isinstance(value, bool):
                lib.adrop_document_truth(*names, value)
            elif isinstance(value, int) and value >= 0:
                lib.adrop_document_count(*names, value)
            elif isinstance(value, (int, float)):
                lib.adrop_document_number(*names, float(value), memory(unit), digits)
            else:
                lib.adrop_document_text(*names, memory(str(value)))

    def _cell(self, value: object) -> None:
        if value is None:
            lib.adrop_document_cell_null(self._at)
        elif isinstance(value, bool):
            lib.adrop_document_cell_truth(self._at, value)
        elif isinstance(value, int) and value >= 0:
            lib.adrop_document_cell_count(self._at, value)
        elif isinstance(value, (int, float)):
            lib.adrop_document_cell_number(self._at, float(value))
        else:
            lib.adrop_document_cell_text(self._at, memory(str(value)))

    def table(self, key: str | None, title: str, columns: Sequence[Column],
              rows: Iterable[Sequence[object]]) -> None:
        """A table, row by row."""
        with self.context._core.use():
            lib.adrop_document_table(self._at, _key(key), memory(title), 0)
            for column in columns:
                lib.adrop_document_column(self._at, memory(column.key), _key(column.label), column.align.encode(),
                                          memory(column.unit), column.digits)
            for row in rows:
                for value in row:
                    self._cell(value)
            lib.adrop_document_end(self._at)

    def sentence(self, text: str, key: str | None = None) -> None:
        """A paragraph."""
        with self.context._core.use():
            lib.adrop_document_sentence(self._at, _key(key), memory(text))

    def warning(self, text: str, key: str | None = None) -> None:
        """A sentence that people should not miss."""
        with self.context._core.use():
            lib.adrop_document_warning(self._at, _key(key), memory(text))

    def write(self, form: str = "text", columns: int = 80, brief: bool = False) -> str:
        """The whole as ``text``, ``json``, ``csv``, ``markdown``, ``latex`` or ``html``.

        brief: HTML without what has no label, CSV without facts.
        """
        names = [(lib.adrop_document_form_name(i) or b"").decode() for i in range(c.adrop_document_form.ADROP_N_DOCUMENT_FORMS)]
        if form not in names:
            raise InvalidArgument(f"no form '{form}': " + ", ".join(names))
        look = c.adrop_document_look()
        lib.adrop_document_look_init_sized(ctypes.byref(look), ctypes.sizeof(look))
        look.columns = columns
        look.brief = brief
        return self.context._text(lib.adrop_document_write, self._at, names.index(form), ctypes.byref(look))

    def _repr_html_(self) -> str:
        return self.write("html")

    def __str__(self) -> str:
        return self.write()
