"""Fills a database with years of several sites: a week is generated, and then repeated."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from uuid import UUID

import asyncpg

from benchmarks.collector.archive import MADE_ACTIONS, MADE_VIEWS, PUT_PAGES
from collector.postgres.counting import RECORDED_DIMENSIONS, VIEWED
from collector.postgres.partitions import Partitions
from harness.collector.service import Domain

WEEK = 7
"""Different days. With fewer, months would have unrealistically few different values."""
VIEWS_PER_ACTION = 4

_TABLES = (
    """
  create temporary table sample_views (
    weekday integer, minute integer, suffix text, stay integer, domain_id uuid, is_first boolean,
    path text, referrer text, source text, language text, browser text, system text, size text)""",
    """
  create temporary table sample_actions (
    weekday integer, minute integer, suffix text, event_id uuid, key text)""",
    """
  create temporary table sample_rollups (
    weekday integer, domain_id uuid, dimension text, value text,
    views bigint, readers bigint, milliseconds bigint)""",
    """
  create temporary table sample_keys (weekday integer, event_id uuid, key text, count bigint)""",
)

_START = datetime(2024, 1, 1, tzinfo=UTC)
# The rest of an id, after its 12 digits of time.
_SUFFIX = "'7' || substr(random, 1, 3) || '8' || substr(random, 4, 15)"
_MINUTE = "(extract(epoch from created - $2::timestamptz) / 60)::integer"

_SAMPLE_VIEWS = f"""
  insert into sample_views
  with {MADE_VIEWS}
  select $4::integer, {_MINUTE}, {_SUFFIX}, stay, $1::uuid, is_first, path, referrer, source,
    language, browser, system, size
  from viewed"""  # noqa: S608 - no user input

_SAMPLE_ACTIONS = f"""
  insert into sample_actions
  select $5::integer, {_MINUTE}, {_SUFFIX}, event_id, key from ({MADE_ACTIONS}) as acted"""  # noqa: S608

_COUNT = (
    f"""
  insert into sample_rollups
  select weekday, domain_id, dimension, value, count(*), count(*) filter (where is_first),
    sum(case when dimension in {RECORDED_DIMENSIONS} then stay else 0 end)
  from sample_views cross join lateral {VIEWED} where value is not null group by 1, 2, 3, 4""",  # noqa: S608
    """
  insert into sample_keys
  select weekday, event_id, key, count(*) from sample_actions group by 1, 2, 3""",
)

# In the order of time, as real rows are stored.
_ARRANGE = (
    "create index on sample_views (weekday, minute)",
    "cluster sample_views using sample_views_weekday_minute_idx",
    "create index on sample_actions (weekday, minute)",
    "cluster sample_actions using sample_actions_weekday_minute_idx",
    "analyze sample_views, sample_actions, sample_rollups, sample_keys",
)

_MINUTES = """(
    select minute, $1::timestamptz + minute * interval '1 minute' as created,
      lpad(to_hex($3::bigint + minute * 60000), 12, '0') as prefix
    from generate_series(0, 1439) as minute
  ) as minutes"""

_REPEAT = (
    f"""
  insert into records (id, created, duration, domain_id, is_first, path)
  select (prefix || suffix)::uuid, created, stay, domain_id, is_first, path
  from sample_views join {_MINUTES} using (minute) where weekday = $2""",  # noqa: S608
    f"""
  insert into actions (id, created, event_id, key, value)
  select (prefix || suffix)::uuid, created, event_id, key, 1
  from sample_actions join {_MINUTES} using (minute) where weekday = $2""",  # noqa: S608
)

_REPEAT_COUNTS = (
    """
  insert into rollups (domain_id, dimension, day, value, views, readers, milliseconds)
  select domain_id, dimension, $1::date, value, views, readers, milliseconds
  from sample_rollups where weekday = $2""",
    """
  insert into action_rollups (event_id, day, key, count, total)
  select event_id, $1::date, key, count, count from sample_keys where weekday = $2""",
)


async def fill_years(
    dsn: str, domains: Sequence[Domain], records: int, days: Sequence[date]
) -> None:
    """Stores records of all sites, distributed evenly over sites and days, with an action for every
    fourth one, their rollups and page lists."""
    connection = await asyncpg.connect(dsn, server_settings={"synchronous_commit": "off"})
    await _make_week(connection, domains, records // len(days) // len(domains))
    for day in days:
        await _repeat(connection, day)
    for domain in domains:
        await connection.execute(PUT_PAGES, UUID(domain.id))
    await connection.close()


async def _make_week(connection: asyncpg.Connection, domains: Sequence[Domain], views: int) -> None:
    """`views` is the number per site and day."""
    for statement in _TABLES:
        await connection.execute(statement)
    events = [(UUID(id_), kind) for domain in domains for kind, id_ in domain.events.items()]
    ids, kinds = zip(*events, strict=True)
    actions = views * len(domains) // VIEWS_PER_ACTION
    for weekday in range(WEEK):
        for domain in domains:
            await connection.execute(_SAMPLE_VIEWS, UUID(domain.id), _START, views, weekday)
        await connection.execute(_SAMPLE_ACTIONS, ids, _START, actions, kinds, weekday)
    for statement in (*_COUNT, *_ARRANGE):
        await connection.execute(statement)


async def _repeat(connection: asyncpg.Connection, day: date) -> None:
    """Runs in the transaction that creates the partitions, so that PostgreSQL skips the WAL."""
    start = datetime.combine(day, time(), UTC)
    milliseconds = int(start.timestamp() * 1000)
    async with connection.transaction():
        await Partitions().ensure(connection, [day])
        for statement in _REPEAT:
            await connection.execute(statement, start, day.toordinal() % WEEK, milliseconds)
        for statement in _REPEAT_COUNTS:
            await connection.execute(statement, day, day.toordinal() % WEEK)
