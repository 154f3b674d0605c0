"""Generates years of records inside the database, millions in minutes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID

import asyncpg

from benchmarks.collector.traffic import PAGES
from collector.postgres.counting import VIEWED
from collector.postgres.months import add_up_months
from collector.postgres.partitions import Partitions
from harness.collector.service import Domain

QUICK = (
    "fsync=off",
    "full_page_writes=off",
    "wal_level=minimal",
    "max_wal_senders=0",
    "max_wal_size=8GB",
    "max_locks_per_transaction=256",
    "autovacuum=off",
)
"""Settings of a server whose data is temporary."""

# Ids that start with their timestamp, like those of the collector.
_ID = """(lpad(to_hex((extract(epoch from {created}) * 1000)::bigint), 12, '0')
  || '7' || substr(random, 1, 3) || '8' || substr(random, 4, 15))::uuid"""

MADE_VIEWS = f"""
  made as (
    select date_trunc('minute', $2::timestamptz + random() * interval '1 day') as created,
      floor(random() * random() * 600000)::integer as stay,
      random() as reader, random() < 0.4 as is_chinese, random() * 100 as referrer,
      random() as source, floor(exp(random() * ln({PAGES} + 1)))::integer as page,
      (array[390, 412, 820, 1280, 1440, 1920])[1 + floor(random() * 6)::integer] as width,
      1 + floor(random() * 5)::integer as system, 1 + floor(random() * 5)::integer as browser,
      md5(random()::text || number) as random
    from generate_series(1, $3) as number
  ),
  viewed as (
    select random, created, stay, reader < 0.35 as is_first,
      case when is_chinese then '/zh' else '' end || '/guide/page-' || page || '.html' as path,
      case when referrer < 40 then 'site-' || (referrer * referrer / 8)::integer || '.example' end
        as referrer,
      case when source < 0.02 then 'newsletter' when source < 0.03 then 'talk' end as source,
      case when is_chinese then 'zh' when reader < 0.8 then 'en' else 'de' end as language,
      (array['Windows', 'macOS', 'Android', 'iOS', 'Linux'])[system] as system,
      (array['Chrome', 'Safari', 'Edge', 'Firefox', 'Samsung Internet'])[browser] as browser,
      case when width < 600 then 'phone' when width < 1100 then 'tablet' else 'desktop' end as size
    from made
  )"""  # noqa: S608 - no user input
"""The views of one day: $2 is its start, $3 their number."""

_RECORDS = f"""
  with {MADE_VIEWS},
  stored as (
    insert into records (id, created, duration, domain_id, is_first, path)
    select {_ID.format(created="created")}, created, stay, $1::uuid, is_first, path from viewed
  )
  insert into rollups (domain_id, dimension, day, value, views, readers, milliseconds)
  select $1::uuid, dimension, ($2::timestamptz at time zone 'UTC')::date, value, count(*),
    count(*) filter (where is_first),
    sum(case when dimension in ('total', 'page') then stay else 0 end)
  from viewed cross join lateral {VIEWED} where value is not null group by dimension, value"""  # noqa: S608 - no user input

MADE_ACTIONS = """
  select random, created, ($1::uuid[])[event] as event_id,
    case ($4::text[])[event]
      when 'feedback' then (array['yes', 'yes', 'no', 'no', 'unclear', 'missing'])[choice]
        || ' /guide/page-' || key || '.html'
      when 'not_found' then '/old/page-' || key || '.html /guide/page-' || choice || '.html'
      else 'key-' || key
    end as key
  from (
    select date_trunc('minute', $2::timestamptz + random() * interval '1 day') as created,
      1 + floor(random() * array_length($1::uuid[], 1))::integer as event,
      floor(exp(random() * ln(301)))::integer as key,
      1 + floor(random() * 6)::integer as choice, md5(random()::text || number) as random
    from generate_series(1, $3) as number
  ) as made"""
"""The actions of one day, as above. $1 are the events, and $4 their kinds."""

_ACTIONS = f"""
  insert into actions
  select {_ID.format(created="created")}, created, event_id, key, 1
  from ({MADE_ACTIONS}) as acted"""  # noqa: S608

# Every third translation is outdated.
PUT_PAGES = f"""
  insert into pages (domain_id, path, title, edit, outdated)
  select $1, prefix || '/guide/page-' || number || '.html', 'Page ' || number,
    'https://git.example/edit' || prefix || '/page-' || number || '.md',
    case when prefix <> '' and number % 3 = 0 then 2 else 0 end
  from generate_series(1, {PAGES}) as number, unnest(array['', '/zh']) as prefix"""  # noqa: S608


def choose_days(count: int, last: date) -> Sequence[date]:
    return [last - timedelta(days=ago) for ago in range(count - 1, -1, -1)]


async def fill(dsn: str, domain: Domain, records: int, days: Sequence[date]) -> None:
    """Stores records, distributed evenly over the days, an action for every fourth one, and a page
    list."""
    connection = await asyncpg.connect(dsn, server_settings={"synchronous_commit": "off"})
    events = [UUID(id_) for id_ in domain.events.values()]
    each = records // len(days)
    partitions = Partitions()
    for day in days:
        await partitions.ensure(connection, [day])
        start = datetime.combine(day, time(), UTC)
        await connection.execute(_RECORDS, UUID(domain.id), start, each)
        await connection.execute(_ACTIONS, events, start, each // 4, list(domain.events))
    await connection.execute(PUT_PAGES, UUID(domain.id))
    await connection.close()


async def tidy(dsn: str) -> None:
    """Does the work that the collector and autovacuum do while the server is idle."""
    connection = await asyncpg.connect(dsn)
    await add_up_months(connection, datetime.now(UTC).date())
    await connection.execute(
        "vacuum (analyze) rollups, action_rollups, month_rollups, month_action_rollups, pages"
    )
    await connection.close()
