"""Contexts: threads, messages, and the lock under which C is called.

A context of the C library belongs to one thread at a time, so every call is made under its lock.
Each Python thread has a default context of its own. Objects are freed in their context: at once, or,
where another thread is in it at that moment, when that thread leaves.
"""
from __future__ import annotations

import ctypes
import logging
import os
import shutil
import tempfile
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from . import _generated as c
from ._library import lib
from ._arrays import whole
from .errors import BusyError, ClosedError, InvalidArgument, brief, make

logger = logging.getLogger("adrop")
_LEVELS = (logging.DEBUG, logging.INFO, logging.WARNING)


def _log(_user: int | None, level: int, line: bytes) -> None:
    logger.log(_LEVELS[level] if 0 <= level < 3 else logging.WARNING, "%s", line.decode("utf-8", "replace"))


_log_hook = c.adrop_log_fn(_log)


def out(made: ctypes.c_void_p) -> Any:
    """A pointer to where C writes a handle."""
    return ctypes.byref(made)


class _Core:
    """The C context itself; lives until the last object that was made in it is gone."""

    def __init__(self, threads: int) -> None:
        self.lock = threading.Lock()
        self.owner: int | None = None
        self.dead: deque[tuple[Callable[[int], None], int]] = deque()
        opts = c.adrop_ctx_opts()
        lib.adrop_ctx_opts_init_sized(ctypes.byref(opts), ctypes.sizeof(opts))
        opts.threads, opts.log = threads, _log_hook
        handle = ctypes.c_void_p()
        status = lib.adrop_ctx_create(ctypes.byref(opts), out(handle))
        if status:
            raise make(status, f"a context of {threads} threads cannot be made: 'threads' is from 0 to 4096, and as "
                               "many must be able to start")
        self.handle = handle.value
        self.pid = os.getpid()
        weakref.finalize(self, lib.adrop_ctx_free, handle.value)

    @contextmanager
    def use(self) -> Iterator[int]:
        """The context's address, under its lock."""
        me = threading.get_ident()
        if self.owner == me:
            raise BusyError("this context waits for the callback that is running: use a Context of your own in it")
        with self.lock:
            self.owner = me
            try:
                assert self.handle is not None
                yield self.handle
            finally:
                self.bury()
                self.owner = None
        if self.dead:
            self.tidy()

    def bury(self) -> None:
        while self.dead:
            free, handle = self.dead.popleft()
            free(handle)

    def tidy(self) -> None:
        """Free what was left, unless somebody else is in the context, who then does."""
        while self.dead and self.lock.acquire(blocking=False):
            try:
                self.bury()
            finally:
                self.lock.release()

    def dispose(self, free: Callable[[int], None], handle: int) -> None:
        self.dead.append((free, handle))
        self.tidy()


class Context:
    """Threads and messages of what is made in it.

    Parameters
    ----------
    threads
        How many threads computations use; None: the processors that the process may use, at most
        ``OMP_NUM_THREADS``.

    Messages go to ``logging.getLogger("adrop")``.
    """

    def __init__(self, threads: int | None = None) -> None:
        threads = 0 if threads is None else whole("threads", threads, 0, 4096)
        self._core = _Core(threads)

    @property
    def threads(self) -> int:
        """How many threads loops use."""
        with self._core.use() as ctx:
            return lib.adrop_ctx_threads(ctx)

    @property
    def isa(self) -> str:
        """The instruction set of the kernels: ``avx512``, ``avx2`` or ``baseline``."""
        with self._core.use() as ctx:
            return (lib.adrop_ctx_isa_name(ctx) or b"").decode()

    def _check(self, ctx: int, status: int) -> None:
        """Raise what a call in this context, whose lock is held, came to."""
        if status:
            raise make(status, (lib.adrop_ctx_message(ctx) or b"").decode("utf-8", "replace") or
                       (lib.adrop_status_text(status) or b"").decode())

    def _call(self, function: Callable[..., int], *arguments: Any) -> None:
        """A call that returns a status, under the lock; the context is not among its arguments."""
        with self._core.use() as ctx:
            self._check(ctx, function(*arguments))

    def _call_in(self, function: Callable[..., int], *arguments: Any) -> None:
        """The same with the context as first argument."""
        with self._core.use() as ctx:
            self._check(ctx, function(ctx, *arguments))

    def _text(self, function: Callable[..., int], *arguments: Any) -> str:
        """A text that a call hands over: its last argument is ``char **``."""
        made = ctypes.c_char_p()
        with self._core.use() as ctx:
            self._check(ctx, function(*arguments, ctypes.byref(made)))
            return self._take(ctx, made)

    def _take(self, ctx: int, made: ctypes.c_char_p) -> str:
        text = (made.value or b"").decode("utf-8", "replace")
        lib.adrop_free(ctx, ctypes.cast(made, ctypes.c_void_p))
        return text

    def _kept(self, function: Callable[..., bytes | None], *arguments: Any) -> str:
        """A text that a call returns, which lives as long as the context; NULL: there is no memory."""
        with self._core.use() as ctx:
            made = function(ctx, *arguments)
            self._check(ctx, c.ADROP_ENOMEM if made is None else 0)
            return text(made)

    def __repr__(self) -> str:
        return f"<adrop.Context threads={self.threads} isa={self.isa}>"


class Handle:
    """An object of the C library in a context; freed with this one, or by ``close``."""

    def __init__(self, context: Context, free: Callable[[int], None], handle: int | None) -> None:
        assert handle is not None
        self.context = context
        self._handle: int | None = handle
        self._users: "weakref.WeakSet[Any]" = weakref.WeakSet()
        self._end = weakref.finalize(self, context._core.dispose, free, handle)

    @property
    def _at(self) -> int:
        """Its address; ClosedError once it is closed."""
        if self._handle is None:
            raise ClosedError(f"this {type(self).__name__} is closed")
        return self._handle

    def _lend(self, user: Any) -> None:
        """C reads this as long as the user lives, which keeps it."""
        user._lent = (*getattr(user, "_lent", ()), self)
        self._users.add(user)

    def close(self) -> None:
        """Free it now, or with the last object that was made of it; calls afterwards raise ClosedError."""
        self._handle = None
        if not len(self._users):
            self._end()

    def __enter__(self) -> "Handle":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


_local = threading.local()


def a_context(given: Context | None) -> Context:
    """The context that is given, or the calling thread's."""
    if given is None:
        return default_context()
    if not isinstance(given, Context):
        raise InvalidArgument(f"context is {brief(given)}, and must be an adrop.Context")
    return given


def default_context() -> Context:
    """The context of the calling thread, made when it is first asked for."""
    context: Context | None = getattr(_local, "context", None)
    if context is None:
        context = _local.context = Context()
    return context


class Folder:
    """A temporary folder that lives as long as this object; path is a place in it that is not there yet."""

    def __init__(self) -> None:
        folder = tempfile.mkdtemp(prefix="adrop-")
        self.path = os.path.join(folder, "run")
        self._end = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)


def text(value: bytes | None) -> str:
    """A text of C, "" for NULL."""
    return value.decode("utf-8", "replace") if value else ""


def path_of(value: Any) -> bytes:
    """A path for C."""
    try:
        made = os.fsencode(value)
    except TypeError:
        raise InvalidArgument(f"{brief(value)} is no path") from None
    return _whole_text(made)


def _whole_text(made: bytes) -> bytes:
    if b"\0" in made:
        raise InvalidArgument("a text has a zero byte")
    return made


def memory(value: Any) -> bytes:
    """A text for C."""
    try:
        made = os.fsencode(value) if isinstance(value, bytes) else os.fspath(value).encode("utf-8", "surrogateescape")
    except (TypeError, AttributeError):
        raise InvalidArgument(f"{brief(value)} is no text") from None
    return _whole_text(made)
