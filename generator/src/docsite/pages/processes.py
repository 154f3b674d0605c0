"""Runs a function for many pages, on all cores.

The parser is written in Python, which uses one core per process. Processes are forked, so that they
need no copy of the site's settings, and only on Linux: other systems don't support that reliably,
and use this process only.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from ctypes import c_longlong
from multiprocessing import get_context
from threading import Lock, active_count
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, TypeVar

from docsite.markdown import Highlighter, Snippet

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

_THREADS = 2
"""One thread parses while the other waits for the highlighter, which is another process."""
_FORK: Literal["fork"] = "fork"
_MIN_PAGES = 30
_MAX_HELPERS = 2
"""All processes share one highlighter, which three keep busy."""

_T = TypeVar("_T")
Run = Callable[[int, Highlighter], _T]
"""Called with the number of a page."""


class _Request(NamedTuple):
    """A process that helps asks for HTML."""

    snippets: Sequence[Snippet]


class _Result(NamedTuple, Generic[_T]):
    """What a process that helps has made of a page."""

    number: int
    value: _T


class _Counter:
    """Hands out the numbers of pages to threads and processes."""

    def __init__(self, count: int, *, is_shared: bool) -> None:
        context = get_context(_FORK) if is_shared else None
        self._count = count
        self._next = context.RawValue("q", 0) if context else c_longlong(0)
        self._lock = context.Lock() if context else Lock()

    def __iter__(self) -> Iterator[int]:
        while (number := self._take()) < self._count:
            yield number

    def stop(self) -> None:
        self._next.value = self._count

    def _take(self) -> int:
        with self._lock:
            number = int(self._next.value)
            self._next.value = number + 1
            return number


def count_helpers(pages: int) -> int:
    """How many more processes to use for so many pages."""
    # A lock that another thread holds would stay locked in a forked process.
    if sys.platform != "linux" or active_count() > 1 or pages < _MIN_PAGES:
        return 0
    return min((os.cpu_count() or 1) - 1, _MAX_HELPERS)


def run_for_pages(
    count: int, run: Run[_T], highlight: Highlighter, helpers: int | None = None
) -> list[_T]:
    """The results by number. `helpers` is the number of additional processes.

    If one of them fails, this process does its work, and so raises the error of a page.
    """
    helpers = count_helpers(count) if helpers is None else helpers
    numbers = _Counter(count, is_shared=helpers > 0)
    results: dict[int, _T] = {}

    def work() -> None:
        for number in numbers:
            results[number] = run(number, highlight)

    # The processes end first, so that no thread waits for them. They are forked before any thread
    # starts.
    with (
        ThreadPoolExecutor(_THREADS * (1 + helpers)) as pool,
        _fork(helpers, numbers, run) as connections,
    ):
        tasks = [pool.submit(_serve, one, highlight, results) for one in connections]
        tasks += [pool.submit(work) for _ in range(_THREADS)]
        try:
            for task in as_completed(tasks):
                task.result()
        finally:
            numbers.stop()
    return [results[n] if n in results else run(n, highlight) for n in range(count)]


@contextmanager
def _fork(count: int, numbers: _Counter, run: Run[_T]) -> Iterator[Sequence[Connection]]:
    """Starts processes, and ends them with the `with` block. Yields one connection per thread."""
    if sys.platform != "linux" or not count:
        yield ()
        return
    context = get_context(_FORK)
    connections: list[Connection] = []
    processes: list[BaseProcess] = []
    try:
        for _ in range(count):
            pipes = [context.Pipe() for _ in range(_THREADS)]
            connections += (ours for ours, _ in pipes)
            theirs = [one for _, one in pipes]
            processes.append(context.Process(target=_help, args=(theirs, numbers, run)))
            processes[-1].start()
            for one in theirs:
                one.close()  # otherwise reading wouldn't end with the process
        yield connections
    finally:
        for process in processes:
            process.kill()
            process.join()


def _serve(connection: Connection, highlight: Highlighter, results: dict[int, _T]) -> None:
    """Highlights code for a thread of another process, and collects its results, until it ends."""
    with connection, suppress(EOFError, OSError):
        while True:
            message: _Request | _Result[_T] = connection.recv()
            if isinstance(message, _Request):
                connection.send(highlight(message.snippets))
            else:
                results[message.number] = message.value


def _help(connections: Sequence[Connection], numbers: _Counter, run: Run[_T]) -> None:
    """Runs in another process."""
    # The terminal sends it to all processes; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with ThreadPoolExecutor(len(connections)) as pool:
        for connection in connections:
            pool.submit(_work_for, connection, numbers, run)


def _work_for(connection: Connection, numbers: _Counter, run: Run[_T]) -> None:
    def highlight(snippets: Sequence[Snippet]) -> Sequence[Sequence[str]]:
        connection.send(_Request(snippets))
        lines: Sequence[Sequence[str]] = connection.recv()
        return lines

    for number in numbers:
        connection.send(_Result(number, run(number, highlight)))
