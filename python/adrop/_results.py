"""Results: dataclasses that print, show themselves in notebooks and become pandas objects."""
from __future__ import annotations

import dataclasses
import enum
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from ._context import text
from .document import Column, Document

if TYPE_CHECKING:
    import pandas

T = TypeVar("T", bound="Result")


def shown(label: str | None = "", unit: str = "", digits: int = 4, align: str = "r") -> Any:
    """A field that people see, under this label; "" is the field's name; None: programs alone."""
    return dataclasses.field(metadata={"label": label, "unit": unit, "digits": digits, "align": align})


def _label(field: "dataclasses.Field[Any]") -> str | None:
    label = field.metadata.get("label")
    return field.name.replace("_", " ") if label == "" else label


def _plain(value: object) -> object:
    """A value that a document can hold, numbers that are not finite as they are."""
    return value.name if isinstance(value, enum.Enum) else value


def _is_fact(value: object) -> bool:
    return value is None or isinstance(value, (bool, int, float, str))


class Result:
    """A dataclass with a document."""

    _title = ""

    @classmethod
    def of(cls: type[T], struct: Any, **more: object) -> T:
        """From a struct of C: the members of the same name; flags become bool, texts str."""
        values: dict[str, object] = dict(more)
        for field in dataclasses.fields(cls):
            if field.name in values:
                continue
            value = getattr(struct, field.name)
            if isinstance(value, bytes) or (value is None and "str" in str(field.type)):
                value = text(value)
            values[field.name] = bool(value) if str(field.type) == "bool" else value
        return cls(**values)

    def _facts(self) -> Iterator[tuple["dataclasses.Field[Any]", object]]:
        for field in dataclasses.fields(self):
            value = _plain(getattr(self, field.name))
            if _is_fact(value):
                yield field, value

    def document(self) -> Document:
        """All of it as a document; what does not apply is left out for people."""
        made = Document(self._title)
        for field, value in self._facts():
            label = _label(field)
            if value is None or value == "" or (isinstance(value, float) and math.isnan(value)):
                label = None
            made.fact(field.name, label, value, field.metadata.get("unit", ""), field.metadata.get("digits", 4))
        return made

    def to_pandas(self) -> "pandas.Series[Any]":
        """A Series of its values."""
        import pandas

        return pandas.Series({field.name: value for field, value in self._facts()}, dtype=object)

    def _repr_html_(self) -> str:
        return self.document().write("html")

    def __str__(self) -> str:
        return self.document().write("text")


class Rows(Sequence[T], Generic[T]):
    """Results of one kind, a table."""

    def __init__(self, items: Iterable[T], kind: type[T], title: str = "") -> None:
        self._items, self._kind, self._title = list(items), kind, title

    @overload
    def __getitem__(self, i: int) -> T: ...
    @overload
    def __getitem__(self, i: slice) -> "Rows[T]": ...

    def __getitem__(self, i: "int | slice") -> "T | Rows[T]":
        if isinstance(i, slice):
            return Rows(self._items[i], self._kind, self._title)
        return self._items[i]

    def __len__(self) -> int:
        return len(self._items)

    def document(self) -> Document:
        """The table as a document; columns without a value are for programs alone."""
        made = Document(self._title)
        fields = [f for f in dataclasses.fields(self._kind)
                  if all(_is_fact(_plain(getattr(item, f.name))) for item in self._items)]
        columns = []
        for f in fields:
            values = [_plain(getattr(item, f.name)) for item in self._items]
            empty = all(v is None or v == "" or (isinstance(v, float) and math.isnan(v)) for v in values)
            align = "l" if any(isinstance(v, str) for v in values) else f.metadata.get("align", "r")
            columns.append(Column(f.name, None if empty else _label(f), align, f.metadata.get("unit", ""),
                                  f.metadata.get("digits", 4)))
        made.table("rows", "", columns, [[_plain(getattr(item, f.name)) for f in fields] for item in self._items])
        return made

    def to_pandas(self) -> "pandas.DataFrame":
        """A DataFrame, one row each."""
        import pandas

        return pandas.DataFrame([dataclasses.asdict(item) for item in self._items],
                                columns=[f.name for f in dataclasses.fields(self._kind)])

    def _repr_html_(self) -> str:
        return self.document().write("html")

    def __str__(self) -> str:
        return self.document().write("text")

    def __repr__(self) -> str:
        return f"<{len(self)} rows of {self._kind.__name__}>"
