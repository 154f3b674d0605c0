"""Stores weeks of plausible traffic with COPY, including the rollups of the collector."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from random import Random
from typing import Any, TypeVar
from uuid import UUID

import asyncpg

from collector.ids import coarsen_id, make_id
from collector.model import COLUMNS
from collector.postgres.counting import RECORDED_DIMENSIONS, VIEWED
from collector.postgres.partitions import Partitions
from harness.collector.loops import run_in_thread
from harness.collector.service import Domain, call_command

PAGES = {
    "/": (30, 0.35),
    "/guide/introduction.html": (22, 0.45),
    "/guide/quick-start.html": (20, 0.5),
    "/guide/advanced/version-control.html": (11, 0.42),
    "/guide/advanced/protection.html": (7, 0.3),
    "/guide/basics/modules.html": (9, 0.55),
    "/guide/basics/reset.html": (5, 0.4),
    "/api/core.html": (6, 0.2),
    "/api/hooks.html": (14, 0.38),
    "/api/react-hooks.html": (12, 0.28),
    "/api/vue-hooks.html": (10, 0.72),
    "/guide/other/questions-and-answers.html": (6, 0.5),
    "/guide/other/comparison.html": (4, 0.0),
    "/guide/other/migration-from-version-0.html": (3, 0.0),
    "/guide/develop/analytics.html": (2, 0.5),
}
"""The weight of each page, and the share of its views that are in Chinese."""

REFERRERS = {
    None: 46, "google.com": 22, "github.com/tuffet/tuffet": 14, "bing.com": 5, "juejin.cn": 6,
    "news.ycombinator.com/item": 4, "npmjs.com/package/@tuffet/hooks": 6, "zhihu.com": 4,
    "reddit.com/r/reactjs": 3, "dev.to/someone/local-storage-without-tears": 2,
    "duckduckgo.com": 3, "baidu.com": 3,
}  # fmt: skip
BROWSERS = {"Chrome": 58, "Safari": 17, "Edge": 11, "Firefox": 10, "Samsung Internet": 3}
SYSTEMS = {"Windows": 38, "macOS": 31, "Linux": 12, "Android": 11, "iOS": 9}
SIZES = {"desktop": 70, "phone": 24, "tablet": 6}
SEARCHES = {
    "IndexedDB": 9, "expire": 7, "加密": 6, "cookie": 5, "svelte": 4, "过期时间": 4,
    "quota event": 2, "persist zustand": 2, "小程序": 2,
}  # fmt: skip
RESULTS = {
    "/guide/advanced/version-control.html migrate": 7, "/api/hooks.html createStorage": 6,
    "/zh/guide/advanced/protection.html 保护": 5, "/guide/basics/reset.html reset": 4,
    "/guide/quick-start.html install": 3, "/api/hooks.html reset": 2,
}  # fmt: skip
LOST = {
    "/guide/install.html": 8, "/docs/": 5, "/zh/guide/start.html": 4, "/api/index": 3,
    "/guide/advanced/encryption.html": 2,
}  # fmt: skip
FEEDBACK = {
    "yes /guide/quick-start.html": 12, "no /guide/quick-start.html": 2,
    "yes /zh/guide/quick-start.html": 7, "no /zh/guide/quick-start.html": 3,
    "missing /guide/quick-start.html": 1, "unclear /zh/guide/quick-start.html": 2,
    "yes /guide/advanced/version-control.html": 4, "no /guide/advanced/version-control.html": 6,
    "sample /guide/advanced/version-control.html": 3,
    "incorrect /guide/advanced/version-control.html": 2,
    "yes /api/hooks.html": 3, "no /zh/api/hooks.html": 1,
}  # fmt: skip
SOURCES = {None: 30, "newsletter": 2, "talk-2026": 1}

T = TypeVar("T")


@dataclass(frozen=True)
class Traffic:
    days: int = 60
    views: int = 250
    """Page views on an average day."""
    number: int = 1
    """Seed of the random number generator."""
    active: int = 0
    """Visitors who are online now."""


Row = dict[str, Any]


def seed(dsn: str, domain: Domain, traffic: Traffic) -> None:
    """Stores traffic that ends at the current time."""

    async def work() -> None:
        records, actions = _make_traffic(domain, traffic)
        connection = await asyncpg.connect(dsn)
        await Partitions().ensure(connection, {row["created"].date() for row in records})
        await connection.execute(_VIEWS)
        await _copy(connection, "views", records)
        await connection.execute(_STORE_VIEWS)
        await connection.execute(_COUNT_VIEWS)
        await _copy(connection, "actions", actions)
        await connection.execute(_COUNT_ACTIONS, [UUID(id_) for id_ in domain.events.values()])
        await connection.close()

    run_in_thread(work())
    call_command(dsn, "recount", "--repair")


_COLUMNS = ", ".join(f"{name} {column.type}" for name, column in COLUMNS.items())
_STORED = ", ".join(name for name, column in COLUMNS.items() if column.is_stored)
_VIEWS = f"create temporary table views ({_COLUMNS}, duration integer, is_first boolean)"
_STORE_VIEWS = f"""
  insert into records ({_STORED}, duration, is_first)
  select {_STORED}, duration, is_first from views"""  # noqa: S608 - no user input
_COUNT_VIEWS = f"""
  insert into rollups (domain_id, day, dimension, value, views, readers, milliseconds)
  select domain_id, (created at time zone 'UTC')::date, dimension, value, count(*),
    count(*) filter (where is_first),
    sum(case when dimension in {RECORDED_DIMENSIONS} then duration else 0 end)
  from views cross join lateral {VIEWED} where value is not null group by 1, 2, 3, 4"""  # noqa: S608 - no user input
_COUNT_ACTIONS = """
  insert into action_rollups (event_id, day, key, count, total)
  select event_id, (created at time zone 'UTC')::date, key, count(*), sum(value)
  from actions where event_id = any($1) group by 1, 2, 3"""


async def _copy(connection: asyncpg.Connection, table: str, rows: list[Row]) -> None:
    columns = list(rows[0])
    values = [tuple(row.values()) for row in rows]
    await connection.copy_records_to_table(table, records=values, columns=columns)


def _make_traffic(domain: Domain, traffic: Traffic) -> tuple[list[Row], list[Row]]:
    random = Random(traffic.number)  # noqa: S311 - deterministic
    now = datetime.now(UTC)
    records: list[Row] = []
    actions: list[Row] = []
    for ago in range(traffic.days - 1, -1, -1):
        start = datetime.combine(now.date() - timedelta(days=ago), time(), UTC)
        end = min(start + timedelta(days=1), now)
        for _ in range(_count_views(random, traffic, start, end, ago)):
            moment = start + (end - start) * random.random()
            records.append(_make_record(random, domain, moment, end))
            actions += _make_actions(random, domain, moment)
    for _ in range(traffic.active):
        records.append(_make_record(random, domain, now - timedelta(seconds=5), now))
    return records, actions


def _count_views(random: Random, traffic: Traffic, start: datetime, end: datetime, ago: int) -> int:
    """Traffic grows from week to week, drops on weekends, and has one day with a spike."""
    growth = 1.35 - ago / traffic.days * 0.6
    rush = 2.1 if ago == traffic.days // 3 else 1 + 0.12 * math.sin(ago)
    rhythm = 0.55 if start.weekday() >= 5 else 1
    passed = (end - start) / timedelta(days=1)
    return max(1, round(traffic.views * growth * rush * rhythm * passed * random.uniform(0.9, 1.1)))


def _make_record(random: Random, domain: Domain, moment: datetime, end: datetime) -> Row:
    page = _pick(random, {page: weight for page, (weight, _) in PAGES.items()})
    is_chinese = random.random() < PAGES[page][1]
    id_, created = _make_id(moment)
    stay = timedelta(milliseconds=round(random.lognormvariate(10.6, 0.9)))
    stayed = max(timedelta(0), min(stay, timedelta(minutes=25), end - moment))
    return {
        "id": id_,
        "created": created,
        "duration": stayed // timedelta(milliseconds=1),
        "domain_id": UUID(domain.id),
        # Visitors open two or three pages each.
        "is_first": random.random() < 0.4,
        "path": f"/zh{page}" if is_chinese else page,
        "referrer": _pick(random, REFERRERS),
        "source": _pick(random, SOURCES),
        "language": "zh" if is_chinese else _pick(random, {"en": 8, "de": 2, "ja": 1, "fr": 1}),
        "system": _pick(random, SYSTEMS),
        "browser": _pick(random, BROWSERS),
        "size": _pick(random, SIZES),
    }


def _make_actions(random: Random, domain: Domain, moment: datetime) -> Iterator[Row]:
    for kind, likely, keys in (
        ("search", 0.02, SEARCHES),
        ("not_found", 0.015, LOST),
        ("language", 0.4, {"English": 6, "Simplified-Chinese": 4}),
        ("feedback", 0.05, FEEDBACK),
        ("result", 0.03, RESULTS),
    ):
        if random.random() < likely:
            id_, created = _make_id(moment)
            yield {
                "id": id_,
                "created": created,
                "event_id": UUID(domain.events[kind]),
                "key": _pick(random, keys),
                "value": 1.0,
            }


def _make_id(moment: datetime) -> tuple[UUID, datetime]:
    """Returns the stored form: truncated to the minute."""
    return coarsen_id(make_id(moment)), moment.replace(second=0, microsecond=0)


def _pick(random: Random, weighted: dict[T, int]) -> T:
    return random.choices(list(weighted), list(weighted.values()))[0]
