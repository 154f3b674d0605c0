"""One call for all callers that wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class SharedCall(Generic[T]):
    """Callers that come while a call runs get its result. The result isn't kept, so the next caller
    after a failure tries again."""

    def __init__(self) -> None:
        self._task: asyncio.Task[T] | None = None

    @property
    def is_running(self) -> bool:
        return self._task is not None

    async def run(self, function: Callable[[], Awaitable[T]]) -> T:
        if self._task is None:
            self._task = asyncio.create_task(self._call(function))
        # A caller that is cancelled must not cancel the call for the others.
        return await asyncio.shield(self._task)

    async def _call(self, function: Callable[[], Awaitable[T]]) -> T:
        try:
            return await function()
        finally:
            self._task = None
