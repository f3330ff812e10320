"""Long calls: a thread of their own for C, callbacks and Ctrl-C in the caller's.

C asks its `stop` hook after every step. The calling thread meanwhile waits where Python can interrupt
it, so Ctrl-C is seen at once, also where C works on threads of its own; the call then ends as it does
when `stop` says so, with all that was learned, and what was raised is raised afterwards. An exception
must never leave a hook: C would not know.
"""
from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Watch:
    """One long call."""

    def __init__(self) -> None:
        self.stopped = False
        self.error: BaseException | None = None
        self._asked: queue.SimpleQueue[tuple[Callable[..., Any], tuple[Any, ...]] | None] = queue.SimpleQueue()
        self._answered: queue.SimpleQueue[None] = queue.SimpleQueue()

    def fail(self, error: BaseException) -> None:
        """Remember the first exception, and end the call."""
        self.error = self.error or error
        self.stopped = True

    def stop(self, *_: object) -> int:
        """The hook that C asks."""
        return self.stopped

    def guard(self, function: Callable[..., object]) -> Callable[..., None]:
        """A hook that is run where C calls it; what it raises ends the call."""

        def hook(*arguments: Any) -> None:
            try:
                function(*arguments)
            except BaseException as error:  # KeyboardInterrupt too
                self.fail(error)

        return hook

    def ask(self, function: Callable[..., object], *arguments: Any) -> None:
        """From within a hook: call a function in the caller's thread, and wait for its end.

        True, as its result, ends the call.
        """
        if self.stopped:
            return
        self._asked.put((function, arguments))
        while not self.stopped:
            try:
                self._answered.get(timeout=0.1)
                return
            except queue.Empty:
                pass

    def _serve(self, thread: threading.Thread) -> None:
        """Do what hooks ask for, until the thread is done."""
        if thread.ident is None:
            thread.start()
        while thread.is_alive():
            try:
                asked = self._asked.get(timeout=1)
            except queue.Empty:
                continue
            if asked is None:
                break
            if asked[0](*asked[1]) is True:
                self.stopped = True
            self._answered.put(None)
        thread.join()

    def _until_done(self, thread: threading.Thread) -> None:
        """Serve again after whatever was raised: Ctrl-C comes at any place."""
        while True:
            try:
                self._serve(thread)
                return
            except BaseException as error:
                self.fail(error)

    def run(self, call: Callable[[], T]) -> T:
        """The result of the call. What a callback or Ctrl-C raised is in `error`: see `settle`."""
        results: list[T] = []
        failures: list[BaseException] = []

        def work() -> None:
            try:
                results.append(call())
            except BaseException as error:
                failures.append(error)
            finally:
                self._asked.put(None)

        thread = threading.Thread(target=work, name="adrop", daemon=True)
        try:
            self._until_done(thread)
        finally:  # C works no more, whatever comes
            self.stopped = True
            thread.join()
        if failures:
            raise failures[0]
        return results[0]

    def settle(self) -> None:
        """Raise what a callback or Ctrl-C raised during the call."""
        if self.error is not None:
            raise self.error
