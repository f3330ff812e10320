"""What there is: techniques, networks, data sets."""
from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

from . import _generated as c
from ._context import text
from ._library import lib
from ._results import Result, Rows, shown


@dataclass(frozen=True)
class Technique(Result):
    """A technique of dropout."""

    name: str = shown("technique")
    summary: str = shown("what it does")
    reference: str = shown(None)
    learns: bool = shown("learns")
    by_response: bool = shown(None)
    examples: tuple[str, ...] = shown(None)


@dataclass(frozen=True)
class Architecture(Result):
    """A network that is built in."""

    name: str = shown("network")
    summary: str = shown("what it is")
    reference: str = shown(None)
    examples: tuple[str, ...] = shown(None)


@dataclass(frozen=True)
class KnownData(Result):
    """A data set that is known by name."""

    name: str = shown("data")
    summary: str = shown("what it is")
    readable: bool = shown(None)
    places: str = shown(None)
    train: int = shown("training rows")
    test: int = shown("test rows")
    classes: int = shown("classes")


def _texts(at: Any) -> tuple[str, ...]:
    found: list[str] = []
    while at and at[len(found)]:
        found.append(text(at[len(found)]))
    return tuple(found)


def _all(call: Any, struct: Any, kind: Any, **more: Any) -> Any:
    found: list[Any] = []
    while call(len(found), ctypes.byref(struct), ctypes.sizeof(struct)):
        found.append(kind.of(struct, **{name: make(struct) for name, make in more.items()}))
    return Rows(found, kind)


def techniques() -> Rows[Technique]:
    """The techniques, by what is written as dropout=."""
    made: Rows[Technique] = _all(lib.adrop_technique_at_sized, c.adrop_technique_info(), Technique,
                                 examples=lambda s: _texts(s.examples))
    return made


def models() -> Rows[Architecture]:
    """The networks, by what is written as model=."""
    made: Rows[Architecture] = _all(lib.adrop_architecture_at_sized, c.adrop_architecture_info(), Architecture,
                                    examples=lambda s: _texts(s.examples))
    return made


def datasets() -> Rows[KnownData]:
    """The data sets that are known by name."""
    made: Rows[KnownData] = _all(lib.adrop_known_data_at_sized, c.adrop_known_data(), KnownData)
    return made
