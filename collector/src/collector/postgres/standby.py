"""Checks whether acknowledged records are on a second machine, if `database` has several hosts."""

from __future__ import annotations

import logging
import re

import asyncpg

from collector.postgres.failures import FAILURES
from collector.postgres.primary import Primary

# An ordinary role sees the names of all connections, but not which of them are synchronous.
_STATE = """
  select current_setting('synchronous_standby_names') as names,
    array(select application_name from pg_stat_replication) as connected"""

# Matches the names in `standby`, `any 1 ("15/main", other)` or `*`.
_NAME = re.compile(r'"((?:[^"]|"")+)"|([^\s,()"]+)')

_ALONE = (
    "`synchronous_standby_names` is empty on %s, so acknowledged records are on one machine only. "
    "Connect a standby, then set `synchronous_standby_names`."
)
_GENERIC = (
    "`synchronous_standby_names` contains `*` on %s, so a running backup counts as a standby. "
    "Use the `application_name` of the standby instead."
)
_WAITING = (
    "%s waits for a standby, and none is connected, so nothing can be stored. If the standby was "
    "promoted, this is an old primary: stop it. Otherwise, start the standby. "
    "collector/docs/standby.md describes what to do if it is lost."
)
_SAFE = "records on %s are acknowledged after a standby has stored them"
_FAILED = "the standby can't be checked: %s"

_SECONDS = 5.0

log = logging.getLogger(__name__)


class StandbyWatch:
    """Logs one line at the start and one after each change."""

    def __init__(self, primary: Primary) -> None:
        self._primary = primary
        self._logged: tuple[str, str] | None = None

    @property
    def is_safe(self) -> bool:
        """Whether the last check found a synchronous standby."""
        return self._logged is not None and self._logged[0] == _SAFE

    async def check(self) -> None:
        """Opens a new connection, which also detects that another server was promoted."""
        if not self._primary.has_several_hosts:
            return
        try:
            connection = await self._primary.connect(command_timeout=_SECONDS)
            try:
                row = await connection.fetchrow(_STATE)
            finally:
                connection.terminate()
        except FAILURES as error:
            self._note(_FAILED, str(error) or type(error).__name__)
        else:
            self._note(_describe(row), self._primary.host)

    def _note(self, message: str, detail: str) -> None:
        if (message, detail) != self._logged:
            log.log(logging.INFO if message == _SAFE else logging.WARNING, message, detail)
        self._logged = message, detail


def _describe(row: asyncpg.Record) -> str:
    names = {
        (quoted.replace('""', '"') or plain).lower()
        for quoted, plain in _NAME.findall(row["names"])
    }
    if not names:
        return _ALONE
    if "*" in names:
        return _GENERIC
    # PostgreSQL compares these names case-insensitively.
    return _SAFE if names & {name.lower() for name in row["connected"]} else _WAITING
