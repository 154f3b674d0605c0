"""Coroutines in a thread of their own: in that of the tests, the browser's driver has a loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")
Work = Coroutine[Any, Any, T]


class Loop:
    """One loop for several coroutines, which may share connections."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._runner = asyncio.Runner()

    def run(self, work: Work[T]) -> T:
        return self._thread.submit(self._runner.run, work).result()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()


def run_apart(work: Work[T]) -> T:
    """Runs one coroutine."""
    with Loop() as loop:
        return loop.run(work)


def call_apart(work: Callable[[], T]) -> T:
    """Calls a function that starts loops by itself."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()
