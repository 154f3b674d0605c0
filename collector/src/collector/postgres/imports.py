"""Stores imported rollups. A day is either collected or imported, and has one source."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from uuid import UUID

from collector.cardinality import LIMITED, MAX_NEW, OTHER, OTHER_PATH
from collector.counts import Count
from collector.postgres.connection import Connection, Lock, take_lock
from collector.postgres.months import reopen_months

_STAGE = """
  create temporary table staged (
    day date, dimension text, value text, views bigint, readers bigint, milliseconds bigint
  ) on commit drop"""

_COMPARE = """
  select staged.day, staged.views, imports.source, coalesce(kept.views, 0) as kept
  from (
    select day, sum(views)::bigint as views from staged where dimension = 'total'
    group by day having sum(views) > 0
  ) as staged
  left join imports on imports.domain_id = $1 and imports.day = staged.day
  left join rollups as kept on kept.domain_id = $1 and kept.dimension = 'total'
    and kept.day = staged.day
  order by staged.day"""

_DELETE = "delete from rollups where domain_id = $1 and day = any($2::date[])"

# The most viewed values aren't replaced, as with collected views.
_STORE = """
  insert into rollups (domain_id, day, dimension, value, views, readers, milliseconds)
  select $1, day, dimension, case
      when rank <= $3 or dimension <> all($4) then value
      when dimension = 'page' then $5 else $6
    end as named, sum(views), sum(readers), sum(milliseconds)
  from (
    select day, dimension, value, sum(views) as views, sum(readers) as readers,
      sum(milliseconds) as milliseconds,
      row_number() over (partition by day, dimension order by sum(views) desc, value) as rank
    from staged where day = any($2::date[]) group by day, dimension, value
  ) as ranked
  group by day, dimension, named"""

_MARK = """
  insert into imports (domain_id, day, source) select $1, unnest($2::date[]), $3
  on conflict (domain_id, day) do nothing"""

_LIST = """
  select domains.title, source, min(day) as first, max(day) as last, count(*) as days,
    sum(views)::bigint as views
  from imports join domains on domains.id = domain_id
    join rollups using (domain_id, day) where dimension = 'total'
  group by domains.title, source order by domains.title, source"""

_REMOVE = """
  delete from imports where domain_id = $1 and ($2::text is null or source = $2) returning day"""


class Decision(StrEnum):
    """The result of comparing an imported day with the stored one."""

    NEW = "new"
    MORE = "replaces an earlier import with fewer views"
    SAME = "unchanged: already imported with at least as many views"
    COLLECTED = "skipped: the collector counted views on that day"
    OTHER = "skipped: the day was imported from another service"
    OPEN = "skipped: the day isn't over yet (UTC)"

    @property
    def stores(self) -> bool:
        return self in (Decision.NEW, Decision.MORE)


@dataclass(frozen=True, slots=True)
class ImportedDay:
    day: date
    views: int
    """The views in the export."""
    decision: Decision


class Staging:
    """The counts of one command, in a temporary table. Nothing else changes before `store` is
    called."""

    def __init__(self, connection: Connection, domain_id: UUID, source: str) -> None:
        self._connection = connection
        self._domain_id = domain_id
        self._source = source

    async def put(self, counts: Iterable[Count]) -> None:
        await self._connection.copy_records_to_table(
            "staged", records=counts, columns=Count._fields
        )

    async def store(self, today: date) -> list[ImportedDay]:
        rows = await self._connection.fetch(_COMPARE, self._domain_id)
        days = [ImportedDay(row["day"], row["views"], self._decide(row, today)) for row in rows]
        await self._replace([one.day for one in days if one.decision.stores])
        return days

    def _decide(self, row: Mapping[str, object], today: date) -> Decision:
        day, views, kept = row["day"], row["views"], row["kept"]
        assert isinstance(day, date) and isinstance(views, int) and isinstance(kept, int)  # noqa: S101, PT018 - columns
        if day >= today:
            return Decision.OPEN
        if row["source"] is None:
            return Decision.COLLECTED if kept else Decision.NEW
        if row["source"] != self._source:
            return Decision.OTHER
        return Decision.MORE if views > kept else Decision.SAME

    async def _replace(self, days: Sequence[date]) -> None:
        if not days:
            return
        await reopen_months(self._connection, days)
        await self._connection.execute(_DELETE, self._domain_id, days)
        limits = MAX_NEW, list(LIMITED), OTHER_PATH, OTHER
        await self._connection.execute(_STORE, self._domain_id, days, *limits)
        await self._connection.execute(_MARK, self._domain_id, days, self._source)


@asynccontextmanager
async def stage(
    connection: Connection, domain_id: UUID, source: str, *, is_dry_run: bool
) -> AsyncIterator[Staging]:
    """Opens a transaction. A dry run runs the same statements and is rolled back."""
    transaction = connection.transaction()
    await transaction.start()
    try:
        await take_lock(connection, Lock.IMPORTS)
        await connection.execute(_STAGE)
        yield Staging(connection, domain_id, source)
    except BaseException:
        await transaction.rollback()
        raise
    if is_dry_run:
        await transaction.rollback()
    else:
        await transaction.commit()


@dataclass(frozen=True, slots=True)
class Imported:
    """The imported days of a site from one service."""

    title: str
    source: str
    first: date
    last: date
    days: int
    views: int


async def list_imports(connection: Connection) -> list[Imported]:
    return [Imported(**row) for row in await connection.fetch(_LIST)]


async def remove_imports(connection: Connection, domain_id: UUID, source: str | None) -> list[date]:
    """Deletes the imported days of a site, and returns them. Collected days are not deleted."""
    async with connection.transaction():
        await take_lock(connection, Lock.IMPORTS)
        removed = [row["day"] for row in await connection.fetch(_REMOVE, domain_id, source)]
        await reopen_months(connection, removed)
        await connection.execute(_DELETE, domain_id, removed)
    return sorted(removed)
