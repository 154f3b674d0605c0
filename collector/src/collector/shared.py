"""A call that concurrent callers share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class SharedCall(Generic[T]):
    """Callers that arrive during a call get its result. The result isn't cached, so the next caller
    after a failure tries again."""

    def __init__(self) -> None:
        self._task: asyncio.Task[T] | None = None

    @property
    def is_running(self) -> bool:
        return self._task is not None

    async def run(self, function: Callable[[], Awaitable[T]]) -> T:
        if self._task is None:
            self._task = asyncio.create_task(self._call(function))
        # Canceling one caller must not cancel the call for the others.
        return await asyncio.shield(self._task)

    async def _call(self, function: Callable[[], Awaitable[T]]) -> T:
        try:
            return await function()
        finally:
            self._task = None
