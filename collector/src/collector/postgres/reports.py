"""Queries of the dashboard. Only those for hours and for open pages read records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

import asyncpg

from collector.feedback import Feedback, list_keys
from collector.ids import make_id
from collector.model import MAX_VISIT, NOT_FOUND, RESULT
from collector.postgres.parts import VIEW_PARTS, Queries, find_months, write_action_parts
from collector.postgres.text_requests import load_agents, load_text_rows
from collector.statistics import FIGURES, Day, Figures, Hour, Page, Pages, Period, Row, TextRow

ACTIVE = timedelta(seconds=90)
"""A page is open if its last update is at most 30 s old; updates come every 15 s. The other 60 s
are needed because `created` is truncated to the minute."""
_SEARCHED = MAX_VISIT + timedelta(minutes=1)
"""One more minute, because `created` is truncated to the minute."""

_DAYS = """
  select day, views, readers, milliseconds from rollups
  where domain_id = $1 and dimension = $2 and day between $3 and $4 and value = $5"""

# Day by day ("offset 0" enforces it), because the day precedes the value in the index.
_PATHS = """
  select value, day, views, readers, milliseconds
  from generate_series($2::date, $3::date, interval '1 day') as given
  cross join lateral (
    select * from rollups
    where domain_id = $1 and dimension = 'page' and day = given::date and value = any($4) offset 0
  ) as found"""

_FIRST_DAYS = """
  select id, (
    select min(day) from rollups where domain_id = domains.id and dimension = 'total'
  ) as day from domains"""

_TOTALS = """
  sum(views)::bigint as views, sum(readers)::bigint as readers,
  sum(milliseconds)::bigint as milliseconds"""

_ROWS = f"""
  select dimension as name, value, views, readers, milliseconds from (
    select dimension, value, {_TOTALS},
      row_number() over (partition by dimension order by sum(views) desc, value) as place
    from ({VIEW_PARTS}) as parts
    group by dimension, value
  ) as counted
  where place <= $5 order by place"""  # noqa: S608 - nothing in it comes from outside

_ANSWERS = """
  sum(yes)::bigint as yes, sum(no)::bigint as no"""

_FEEDBACK_ID = "(select id from events where domain_id = $1 and kind = 'feedback')"

# A page can have answers but no views: without `record_routes`, only the first page of a visit has
# a view.
_FEEDBACK_PARTS = write_action_parts(_FEEDBACK_ID)

PAGE_ORDERS = {
    **{name: f"sum({name}) over page_rows" for name in FIGURES if name != "milliseconds"},
    "time": "sum(milliseconds) over page_rows / nullif(sum(views) over page_rows, 0)",
    # Sorted by the number of complaints, so that a single "no" isn't at the top.
    "helpful": "sum(no) over page_rows + "
    "sum(no) over page_rows / nullif(sum(yes + no) over page_rows, 0)",
}
"""The possible orders of pages, except those by the views in a language."""
_FIRST_PREFIX = 8
"""The number of the parameter with the prefix of the second language."""
_IN_LANGUAGE = "sum(views) filter (where prefix = {}) over page_rows"

# `/zh/guide/` is the page `/guide/` in `zh`. Rows without a page are the totals of a language.
_PAGES = f"""
  with paths as (
    select value, {_TOTALS}, {_ANSWERS} from (
      select value, views, readers, milliseconds, 0 as yes, 0 as no from ({VIEW_PARTS}) as parts
      union all
      select substr(key, strpos(key, ' ') + 1), 0, 0, 0,
        case when starts_with(key, 'yes ') then count else 0 end,
        case when starts_with(key, 'no ') then count else 0 end
      from ({_FEEDBACK_PARTS}) as answers
      where count > 0 and (starts_with(key, 'yes ') or starts_with(key, 'no '))
    ) as counted group by value
  ), split as (
    select *, {{prefix}} as prefix from paths
  ), named as (
    select *, case when prefix = '' then value
      else coalesce(nullif(substr(value, length(prefix) + 2), ''), '/') end as page
    from split
  ), pages as (
    select page, prefix, {_TOTALS}, {_ANSWERS} from named
    group by grouping sets ((page, prefix), (prefix))
  ), weighed as (
    select *, coalesce({{weight}}, 0) as weight from pages window page_rows as (partition by page)
  ), placed as (
    select *, dense_rank() over (partition by page is null order by weight desc, page) as place
    from weighed
  )
  select page, prefix, views, readers, milliseconds, yes, no, count from (
    select *, max(place) over (partition by page is null) as count from placed
  ) as counted
  where place <= $5 order by place"""  # noqa: S608

# Missing paths are shown without the page that links to them. Opened results are shown with the
# query first. Keys without a space, such as `(other)`, are shown unchanged.
_SHOWN_KEY = rf"""case kind when '{NOT_FOUND}' then split_part(key, ' ', 1)
  when '{RESULT}' then regexp_replace(key, '^(\S+) (.*)$', '\2 → \1')
  else key end"""

_EVENTS = f"""
  select kind as name, value, views, 0 as readers, 0 as milliseconds from (
    select kind, {_SHOWN_KEY} as value, sum(count)::bigint as views,
      row_number() over (partition by kind order by sum(count) desc, {_SHOWN_KEY}) as place
    from events cross join lateral ({write_action_parts("events.id")}) as parts
    where domain_id = $1 and kind = any($2)
    group by kind, {_SHOWN_KEY} having sum(count) > 0
  ) as counted
  where place <= $5 order by place"""  # noqa: S608

# Day by day, as in `_PATHS`.
_FEEDBACK_DAYS = f"""
  select day, split_part(key, ' ', 1) as answer, sum(count)::bigint as count
  from generate_series($2::date, $3::date, interval '1 day') as given
  cross join lateral (
    select * from action_rollups
    where event_id = {_FEEDBACK_ID} and day = given::date and key = any($4) offset 0
  ) as found group by 1, 2"""  # noqa: S608

# The bounds select the partitions. Without paths, the figures are those of the whole site.
_HOURS = """
  select date_trunc('hour', created, 'UTC') as hour,
    case when $4::text[] is null then '' else path end as path,
    count(*) as views, count(*) filter (where is_first) as readers,
    sum(duration)::bigint as milliseconds
  from records
  where domain_id = $1 and created >= $2 and created < $3
    and ($4::text[] is null or path = any($4))
  group by 1, 2"""

# Ids start with their creation time, so the primary key finds the last half hour.
# Only with an update: otherwise, a flood of views would look like open pages.
_ACTIVE = """
  select count(*) from records
  where domain_id = $1 and created > $2 and id > $3 and duration > 0
    and created + duration * interval '1 millisecond' > $4"""


class Reports:
    """Loads the figures of the dashboard and of reports."""

    def __init__(self, pool: Queries) -> None:
        self._pool = pool

    async def days(self, domain_id: UUID, period: Period) -> list[Day]:
        """Returns the days of the whole site."""
        rows = await self._pool.fetch(_DAYS, domain_id, "total", period.first, period.last, "")
        return [Day(*_figures(row), day=row["day"]) for row in rows]

    async def path_days(
        self, domain_id: UUID, period: Period, paths: Sequence[str]
    ) -> dict[str, list[Day]]:
        """Returns days by path, for paths with views."""
        found: dict[str, list[Day]] = {}
        rows = await self._pool.fetch(_PATHS, domain_id, period.first, period.last, list(paths))
        for row in rows:
            found.setdefault(row["value"], []).append(Day(*_figures(row), day=row["day"]))
        return found

    async def feedback_days(
        self, domain_id: UUID, period: Period, paths: Iterable[str]
    ) -> dict[tuple[date, str], int]:
        """Returns the number of answers about a page, keyed by day and answer."""
        keys = list_keys(paths)
        rows = await self._pool.fetch(_FEEDBACK_DAYS, domain_id, period.first, period.last, keys)
        return {(row["day"], row["answer"]): row["count"] for row in rows}

    async def first_days(self) -> dict[UUID, date]:
        """Returns the first day with views, keyed by domain."""
        rows = await self._pool.fetch(_FIRST_DAYS)
        return {row["id"]: row["day"] for row in rows if row["day"]}

    async def hours(
        self, domain_id: UUID, start: datetime, end: datetime, paths: Sequence[str] | None = None
    ) -> dict[str, list[Hour]]:
        """Returns hours with views, keyed by path, or by an empty string for the whole site. They
        are counted from records, so this is only suitable for a few days."""
        found: dict[str, list[Hour]] = {}
        rows = await self._pool.fetch(_HOURS, domain_id, start, end, paths)
        for row in rows:
            found.setdefault(row["path"], []).append(Hour(*_figures(row), hour=row["hour"]))
        return found

    async def tables(
        self, domain_id: UUID, period: Period, dimensions: Sequence[str], limit: int
    ) -> dict[str, list[Row]]:
        """Loads the most viewed values of each dimension with one query."""
        return await self._tables(_ROWS, domain_id, period, dimensions, limit)

    async def pages(
        self,
        domain_id: UUID,
        period: Period,
        prefixes: Sequence[str],
        limit: int,
        order: str = "views",
    ) -> Pages:
        """Returns the first pages in an order, in all their languages, and the totals of all pages.
        `order` is one of `PAGE_ORDERS`, or the prefix of a language."""
        weight = PAGE_ORDERS.get(order) or _write_weight(order, prefixes)
        query = _PAGES.format(prefix=_write_prefix(len(prefixes)), weight=weight)
        months = await find_months(self._pool, period)
        rows = await self._pool.fetch(
            query, domain_id, ["page"], period.first, period.last, limit, *months, *prefixes
        )
        found: dict[str | None, dict[str, Figures]] = {None: {}}
        answers: defaultdict[str | None, Feedback] = defaultdict(Feedback)
        for row in rows:
            found.setdefault(row["page"], {})[row["prefix"]] = Figures(*_figures(row))
            answers[row["page"]] += Feedback(row["yes"], row["no"])
        languages = found.pop(None)
        count = max((row["count"] for row in rows if row["page"] is not None), default=0)
        pages = [
            Page(page, parts, answers[page]) for page, parts in found.items() if page is not None
        ]
        return Pages(pages, languages, answers[None], count)

    async def events(
        self, domain_id: UUID, period: Period, kinds: Sequence[str], limit: int
    ) -> dict[str, list[Row]]:
        """Returns the most frequent keys of each kind of action."""
        return await self._tables(_EVENTS, domain_id, period, kinds, limit)

    async def _tables(
        self, query: str, domain_id: UUID, period: Period, names: Sequence[str], limit: int
    ) -> dict[str, list[Row]]:
        tables: dict[str, list[Row]] = {name: [] for name in names}
        months = await find_months(self._pool, period)
        rows = await self._pool.fetch(
            query, domain_id, list(names), period.first, period.last, limit, *months
        )
        for row in rows:
            tables[row["name"]].append(Row(*_figures(row), value=row["value"]))
        return tables

    async def active(self, domain_id: UUID, now: datetime | None = None) -> int:
        """Returns the number of pages that are currently open, from their first update, which
        clients send after 15 s."""
        now = now or datetime.now(UTC)
        since = now - _SEARCHED
        count: int = await self._pool.fetchval(
            _ACTIVE, domain_id, since, make_id(since), now - ACTIVE
        )
        return count

    async def agents(self, domain_id: UUID, period: Period) -> list[Row]:
        """Returns requests for text files by class of agent."""
        return await load_agents(self._pool, domain_id, period)

    async def text_requests(self, domain_id: UUID, period: Period, limit: int) -> list[TextRow]:
        return await load_text_rows(self._pool, domain_id, period, limit)


def _write_weight(prefix: str, prefixes: Sequence[str]) -> str:
    """Returns SQL for the views in a language. The first language has no parameter."""
    return _IN_LANGUAGE.format(f"${_FIRST_PREFIX + prefixes.index(prefix)}" if prefix else "''")


def _write_prefix(count: int) -> str:
    """Returns SQL for the language of a path: the first prefix that the path starts with."""
    given = [f"${number}::text" for number in range(_FIRST_PREFIX, _FIRST_PREFIX + count)]
    cases = [f"when starts_with(value || '/', '/' || {one} || '/') then {one}" for one in given]
    return f"case {' '.join(cases)} else '' end" if cases else "''"


def _figures(row: asyncpg.Record) -> list[int]:
    return [row[name] for name in FIGURES]
