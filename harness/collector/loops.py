"""Runs coroutines in another thread: Playwright's event loop runs in the thread of the tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")
Work = Coroutine[Any, Any, T]


class Loop:
    """One event loop for several coroutines, which can share connections."""

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


def run_in_thread(work: Work[T]) -> T:
    """Runs a coroutine in a new event loop."""
    with Loop() as loop:
        return loop.run(work)


def call_in_thread(work: Callable[[], T]) -> T:
    """Calls a function that starts its own event loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()
