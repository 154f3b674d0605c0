"""Runs a function for many pages, on all cores.

The parser is written in Python, which uses one core per process. Processes are forked, so that the
settings of the site don't have to be copied. Other systems than Linux don't support that reliably,
and only use this process.
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
"""While one thread waits for the highlighter, which is another process, the other one parses."""
_FORK: Literal["fork"] = "fork"
_MIN_PAGES = 30
_MAX_CHILDREN = 2
"""All processes share one highlighter, which three processes keep busy."""

_T = TypeVar("_T")
Run = Callable[[int, Highlighter], _T]
"""Called with the number of a page."""


class _Request(NamedTuple):
    """A request of a child process to highlight code."""

    snippets: Sequence[Snippet]


class _Result(NamedTuple, Generic[_T]):
    """The result of a child process for a page."""

    number: int
    value: _T


class _Counter:
    """Provides the numbers of pages to threads and processes."""

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


def count_children(pages: int) -> int:
    """Returns the number of child processes for a number of pages."""
    # A lock that another thread holds would stay locked in a forked process.
    if sys.platform != "linux" or active_count() > 1 or pages < _MIN_PAGES:
        return 0
    return min((os.cpu_count() or 1) - 1, _MAX_CHILDREN)


def run_for_pages(
    count: int, run: Run[_T], highlight: Highlighter, children: int | None = None
) -> list[_T]:
    """Returns the results in the order of the pages. `children` is the number of child processes.

    If a child process fails, this process does its work, and thus raises the error of a page.
    """
    children = count_children(count) if children is None else children
    numbers = _Counter(count, is_shared=children > 0)
    results: dict[int, _T] = {}

    def work() -> None:
        for number in numbers:
            results[number] = run(number, highlight)

    # Child processes end first, so that no thread waits for them. They are forked before any thread
    # starts.
    with (
        ThreadPoolExecutor(_THREADS * (1 + children)) as pool,
        _fork(children, numbers, run) as connections,
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
    """Starts child processes, and ends them with the `with` block. Yields one connection per
    thread."""
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
            processes.append(context.Process(target=_run_child, args=(theirs, numbers, run)))
            processes[-1].start()
            for one in theirs:
                one.close()  # otherwise, reading wouldn't end with the process
        yield connections
    finally:
        for process in processes:
            process.kill()
            process.join()


def _serve(connection: Connection, highlight: Highlighter, results: dict[int, _T]) -> None:
    """Highlights code for a thread of a child process, and collects its results, until it ends."""
    with connection, suppress(EOFError, OSError):
        while True:
            message: _Request | _Result[_T] = connection.recv()
            if isinstance(message, _Request):
                connection.send(highlight(message.snippets))
            else:
                results[message.number] = message.value


def _run_child(connections: Sequence[Connection], numbers: _Counter, run: Run[_T]) -> None:
    """Runs in a child process."""
    # The terminal sends SIGINT to all processes. The parent process ends its children.
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
