"""Whether acknowledged records are on a second machine, if `database` has several hosts."""

from __future__ import annotations

import logging

import asyncpg

from collector.postgres.failures import FAILURES
from collector.postgres.primary import Primary

# An ordinary role sees how many standbys are connected, but not which of them are synchronous. With
# names, a commit waits for one of them, so nothing is acknowledged before a standby has it.
_STATE = """
  select current_setting('synchronous_standby_names') as names,
    (select count(*) from pg_stat_replication) as standbys"""

_ALONE = (
    "`synchronous_standby_names` is empty on %s, so acknowledged records are on one machine only. "
    "Connect a standby, then set it."
)
_WAITING = (
    "%s waits for a standby, and none is connected, so nothing can be stored. Start the standby. "
    "If it is lost, run `alter system reset synchronous_standby_names` and reload PostgreSQL."
)
_SAFE = "records on %s are acknowledged after a standby has stored them"

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
        """Opens a connection, which also detects that another server was promoted."""
        if not self._primary.has_several_hosts:
            return
        try:
            connection = await self._primary.connect(command_timeout=_SECONDS)
            try:
                self._note(await connection.fetchrow(_STATE))
            finally:
                connection.terminate()
        except FAILURES as error:
            log.warning("the standby can't be checked: %s", error)

    def _note(self, row: asyncpg.Record) -> None:
        message = _ALONE if not row["names"] else _SAFE if row["standbys"] else _WAITING
        state = message, self._primary.host
        if state != self._logged:
            log.log(logging.INFO if message == _SAFE else logging.WARNING, *state)
        self._logged = state
