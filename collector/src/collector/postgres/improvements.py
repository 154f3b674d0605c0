"""Queries for the lists of improvements. They only read rollups."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial
from itertools import groupby
from typing import Any
from uuid import UUID

import asyncpg

from collector.cardinality import OTHER, OTHER_PATH
from collector.feedback import ANSWERS, FEEDBACK, REASONS
from collector.improvements import (
    MIN_AVERAGED_VIEWS,
    FailedSearch,
    Improvements,
    Link,
    MissingPath,
    OutdatedPage,
    QuickExit,
    Selection,
    UnhelpfulPage,
)
from collector.model import NOT_FOUND
from collector.postgres.parts import VIEW_PARTS, Queries, find_months, write_action_parts
from collector.statistics import Period

MAX_LINKS = 3
"""The number of links per path without a page."""

_ALL = 100
"""More than the number of kinds and answers."""

# $8 is the minimum.
_EVENT = "(select id from events where domain_id = $1 and kind = $2)"
_KEYS = f"""
  select key, sum(count)::bigint as count from ({write_action_parts(_EVENT)}) as parts
  where key <> '{OTHER}' group by key having sum(count) > 0"""  # noqa: S608 - no user input

_COUNTED_ANSWERS = ", ".join(
    f"coalesce(sum(count) filter (where answer = '{answer}'), 0)::bigint as {answer}"
    for answer in ANSWERS
)
_UNHELPFUL = f"""
  with answers as (
    select split_part(key, ' ', 1) as answer, substr(key, strpos(key, ' ') + 1) as path, count
    from ({_KEYS}) as keys
  ), counted as (
    select path, {_COUNTED_ANSWERS} from answers group by path
  )
  select counted.*, title, edit from counted
  left join pages on domain_id = $1 and pages.path = counted.path
  where no >= $8 order by no desc, yes, counted.path limit $5"""  # noqa: S608

_SEARCHES = f"""
  select (array_agg(key order by count desc, key))[1] as query, sum(count)::bigint as count
  from ({_KEYS}) as keys
  group by lower(key) having sum(count) >= $8 order by 2 desc, 1 limit $5"""  # noqa: S608

# A path that has a page by now is no longer missing. Visits without a known link are last.
_NOT_FOUND = f"""
  with links as (
    select split_part(key, ' ', 1) as path, split_part(key, ' ', 2) as source,
      sum(count)::bigint as count
    from ({_KEYS}) as keys group by 1, 2
  ), counted as (
    select *, (sum(count) over (partition by path))::bigint as total,
      row_number() over (partition by path order by source = '', count desc, source) as number
    from links
    where not exists (select from pages where domain_id = $1 and pages.path = links.path)
  ), placed as (
    select *, dense_rank() over (order by total desc, path) as place
    from counted where total >= $8
  )
  select placed.path as missing, total, source as path, count, title, edit from placed
  left join pages on domain_id = $1 and pages.path = source
  where place <= $5 and number <= {MAX_LINKS} order by place, number"""  # noqa: S608

_OUTDATED = f"""
  select pages.path, title, edit, outdated, sum(views)::bigint as views
  from ({VIEW_PARTS}) as parts join pages on domain_id = $1 and pages.path = value
  where outdated > 0 group by domain_id, pages.path having sum(views) >= $8
  order by sum(views) desc, pages.path limit $5"""  # noqa: S608

# Views of paths without a page are short, but these paths have their own list. A page in the page
# list exists, even if it wasn't found before.
_QUICK_EXITS = f"""
  with counted as (
    select value as path, sum(views) as views, sum(milliseconds) as milliseconds
    from ({VIEW_PARTS}) as parts group by value
  ), compared as (
    select *, sum(milliseconds) over () / nullif(sum(views) over (), 0) as average from counted
  ), missing as (
    select distinct split_part(key, ' ', 1) as path from action_rollups
    where event_id = (select id from events where domain_id = $1 and kind = '{NOT_FOUND}')
      and day between $3 and $4 and count > 0
  )
  select compared.path, title, edit, views::bigint as views,
    (milliseconds / views)::bigint as milliseconds
  from compared left join pages on domain_id = $1 and pages.path = compared.path
  where views >= greatest($8, {MIN_AVERAGED_VIEWS}) and milliseconds * 2 < average * views
    and compared.path <> '{OTHER_PATH}'
    and (pages.path is not null or compared.path not in (select path from missing))
  order by views desc, compared.path limit $5"""  # noqa: S608

_COUNTS = f"""
  select case when kind = '{FEEDBACK}' then split_part(key, ' ', 1) else kind end as name,
    sum(count)::bigint as count
  from events cross join lateral ({write_action_parts("events.id")}) as parts
  where domain_id = $1 and kind = any($2) group by 1 limit $5"""  # noqa: S608

_VIEWS = f"""
  select coalesce(sum(views), 0)::bigint as views,
    coalesce(sum(views) filter (where outdated > 0), 0)::bigint as outdated
  from ({VIEW_PARTS}) as parts left join pages on domain_id = $1 and pages.path = value
  limit $5"""  # noqa: S608


class ImprovementReports:
    """Runs one query per list."""

    def __init__(self, queries: Queries) -> None:
        self._queries = queries

    async def load(self, selection: Selection) -> Improvements:
        """Loads all lists one by one, because a connection runs one query at a time."""
        months = await find_months(self._queries, selection.period)
        fetch = partial(self._fetch, selection, months)
        return Improvements(
            _list_unhelpful(await fetch(_UNHELPFUL, FEEDBACK), selection.minimum),
            _list_searches(await fetch(_SEARCHES, "search")),
            _list_missing(await fetch(_NOT_FOUND, NOT_FOUND), selection.minimum),
            _list_outdated(await fetch(_OUTDATED, ["page"])),
            _list_quick_exits(await fetch(_QUICK_EXITS, ["page"])),
            await self.has_page_list(selection.domain_id),
        )

    async def counts(self, domain_id: UUID, period: Period) -> dict[str, int]:
        """Returns the counts that thresholds apply to: actions by kind, answers, views, and views
        of outdated pages."""
        months = await find_months(self._queries, period)
        kinds = ["search", NOT_FOUND, FEEDBACK]
        days = (period.first, period.last, _ALL)
        actions = await self._queries.fetch(_COUNTS, domain_id, kinds, *days, *months)
        (views,) = await self._queries.fetch(_VIEWS, domain_id, ["page"], *days, *months)
        return {row["name"]: row["count"] for row in actions} | dict(views)

    async def has_page_list(self, domain_id: UUID) -> bool:
        query = "select exists (select from pages where domain_id = $1)"
        return bool(await self._queries.fetchval(query, domain_id))

    async def _fetch(
        self, selection: Selection, months: tuple[date, date], query: str, kinds: str | list[str]
    ) -> list[asyncpg.Record]:
        period = selection.period
        return await self._queries.fetch(
            query, selection.domain_id, kinds, period.first, period.last, selection.limit, *months,
            selection.minimum,
        )  # fmt: skip


def _page(row: asyncpg.Record) -> dict[str, Any]:
    return {name: row[name] for name in ("path", "title", "edit")}


def _list_unhelpful(rows: Sequence[asyncpg.Record], minimum: int) -> list[UnhelpfulPage]:
    """Returns the pages with the most "no" answers."""
    return [
        UnhelpfulPage(
            **_page(row),
            yes=row["yes"],
            no=row["no"],
            reasons={reason: row[reason] for reason in REASONS if row[reason] >= minimum},
        )
        for row in rows
    ]


def _list_searches(rows: Sequence[asyncpg.Record]) -> list[FailedSearch]:
    """Returns the most frequent searches without results."""
    return [FailedSearch(row["query"], row["count"]) for row in rows]


def _list_missing(rows: Sequence[asyncpg.Record], minimum: int) -> list[MissingPath]:
    """Returns the paths without a page that were opened most often."""
    found = []
    for (path, total), group in groupby(rows, key=lambda row: (row["missing"], row["total"])):
        links = [
            Link(**_page(row), count=row["count"])
            for row in group
            if row["path"] and row["count"] >= minimum
        ]
        found.append(MissingPath(path, total, links))
    return found


def _list_outdated(rows: Sequence[asyncpg.Record]) -> list[OutdatedPage]:
    """Returns the outdated translations with the most views."""
    return [
        OutdatedPage(**_page(row), views=row["views"], outdated=row["outdated"]) for row in rows
    ]


def _list_quick_exits(rows: Sequence[asyncpg.Record]) -> list[QuickExit]:
    """Returns the pages that visitors leave quickly, those with the most views first."""
    return [
        QuickExit(**_page(row), views=row["views"], milliseconds=row["milliseconds"])
        for row in rows
    ]
