"""Finds the server that accepts writes if `database` has several hosts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, NamedTuple

import asyncpg

from collector.postgres.hosts import split_hosts

HOST_SECONDS = 3.0
"""The timeout to connect to one host. A machine without power doesn't even refuse connections."""
OTHERS_SECONDS = 0.5
"""The time to wait for the other hosts after one accepts writes, because two of them may."""

# Each promotion starts a new timeline. `pg_control_checkpoint()` is outdated until a checkpoint.
_TIMELINE = "select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"


class NoPrimaryError(ConnectionError):
    """None of the hosts accepts writes, or it isn't clear which one should."""


class Candidate(NamedTuple):
    """A server that accepts writes."""

    host: str
    connection: asyncpg.Connection
    timeline: int


class Primary:
    """Connects to all hosts at the same time, and selects the one that was promoted last. An old
    primary that comes back accepts writes too, but has a lower timeline."""

    def __init__(self, dsn: str) -> None:
        self._addresses = split_hosts(dsn)
        self._timeline = 0
        self.host = ""
        """The host that was selected last."""
        self.on_change: Callable[[], Awaitable[None]] | None = None
        """Called after another server was promoted, because existing connections are to the old
        primary."""

    @property
    def has_several_hosts(self) -> bool:
        return len(self._addresses) > 1

    async def connect(self, *_: object, **options: Any) -> asyncpg.Connection:
        """Supports the options of `asyncpg.connect`, except the address."""
        if not self.has_several_hosts:
            (address,) = self._addresses.values()
            return await asyncpg.connect(address, **options)
        chosen = self._select(await self._find_candidates(options))
        is_promoted = 0 < self._timeline < chosen.timeline
        self._timeline, self.host = chosen.timeline, chosen.host
        if is_promoted and self.on_change:
            await self.on_change()
        return chosen.connection

    async def _find_candidates(self, options: dict[str, Any]) -> list[Candidate]:
        tasks = {
            asyncio.create_task(_open(host, address, options)): host
            for host, address in self._addresses.items()
        }
        try:
            await _wait_for_first(tasks)
            found, errors = await _finish(tasks)
        except BaseException:
            for task in tasks:
                task.add_done_callback(_terminate)
                task.cancel()
            raise
        if not found:
            raise _explain_all(errors)
        return found

    def _select(self, candidates: Sequence[Candidate]) -> Candidate:
        """Returns the newest candidate. Closes the connections to all others."""
        newest = max(one.timeline for one in candidates)
        chosen = [one for one in candidates if one.timeline == newest]
        is_valid = len(chosen) == 1 and newest >= self._timeline
        for one in candidates:
            if not is_valid or one not in chosen:
                one.connection.terminate()
        hosts = " and ".join(one.host for one in chosen)
        if newest < self._timeline:
            raise NoPrimaryError(
                f"{hosts} accepts writes on timeline {newest}, but records were stored on timeline "
                f"{self._timeline}. It is an old primary: stop it. After restoring a backup, "
                "restart the collector instead."
            )
        if len(chosen) > 1:
            known = f" The collector last used {self.host}." if self.host else ""
            raise NoPrimaryError(
                f"{hosts} accept writes on the same timeline {newest}. Find out which one has the "
                f"latest records, and stop the others.{known}"
            )
        return chosen[0]


async def _open(host: str, address: str, options: dict[str, Any]) -> Candidate:
    connection = None
    try:
        async with asyncio.timeout(HOST_SECONDS):
            connection = await asyncpg.connect(
                address, **{**options, "target_session_attrs": "read-write"}
            )
            timeline = int(await connection.fetchval(_TIMELINE), 16)
    except BaseException:
        if connection:
            connection.terminate()
        raise
    return Candidate(host, connection, timeline)


def _terminate(task: asyncio.Task[Candidate]) -> None:
    """Closes the connection of a task, even if it ends after the caller was canceled."""
    if not task.cancelled() and task.exception() is None:
        task.result().connection.terminate()


async def _wait_for_first(tasks: Iterable[asyncio.Task[Candidate]]) -> None:
    """Waits until a host accepts writes and the others had some time to respond, or until all have
    failed."""
    pending = set(tasks)
    while pending:
        done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
        if any(not task.cancelled() and task.exception() is None for task in done):
            break
    if pending:
        await asyncio.wait(pending, timeout=OTHERS_SECONDS)


async def _finish(
    tasks: dict[asyncio.Task[Candidate], str],
) -> tuple[list[Candidate], dict[str, BaseException]]:
    """Cancels the tasks that are still running. Returns the candidates, and the errors of other
    hosts."""
    for task in tasks:
        task.cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    found = [one for one in results if isinstance(one, Candidate)]
    named = zip(tasks.values(), results, strict=True)
    return found, {host: one for host, one in named if isinstance(one, BaseException)}


def _explain_all(errors: dict[str, BaseException]) -> BaseException:
    for error in errors.values():
        if isinstance(error, ValueError | asyncpg.InterfaceError):
            return error  # the address is invalid
    problems = (f"{host}: {_explain(error)}" for host, error in errors.items())
    return NoPrimaryError(
        f"no host accepts writes. {'; '.join(problems)}. Start the primary, or promote the standby"
    )


def _explain(error: BaseException) -> str:
    if isinstance(error, asyncpg.TargetServerAttributeNotMatched):
        return "it is a standby, or read-only"
    if isinstance(error, TimeoutError):
        return f"no response within {HOST_SECONDS:.0f} s"
    return str(error) or type(error).__name__
