"""One page of HTML about runs, comparisons, searches and prunings."""
from __future__ import annotations

import ctypes
import os
import pathlib
from typing import Any

from ._context import Context, Handle, a_context, memory, path_of
from ._library import lib


class Page:
    """A page that asks nothing of the network; notebooks show it."""

    def __init__(self, html: str) -> None:
        self.html = html

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Write it as a file."""
        pathlib.Path(path).write_text(self.html, encoding="utf-8")

    def _repr_html_(self) -> str:
        import html

        return (f'<iframe srcdoc="{html.escape(self.html)}" sandbox="allow-scripts" '
                'style="width:100%;height:40em;border:0"></iframe>')

    def __str__(self) -> str:
        return self.html


def report(*folders: Any, title: str = "adrop", context: Context | None = None) -> Page:
    """The page about whatever is in folders: runs, comparisons, searches, prunings (or their paths)."""
    context = a_context(context)
    made = ctypes.c_void_p()
    context._call_in(lib.adrop_page_create, memory(title), ctypes.byref(made))
    with Handle(context, lib.adrop_page_free, made.value) as page:
        for folder in folders:
            context._call(lib.adrop_page_add, page._at, path_of(getattr(folder, "path", folder)))
        return Page(context._text(lib.adrop_page_write, page._at))
