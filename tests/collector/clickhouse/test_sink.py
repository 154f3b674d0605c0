"""ClickHouse stores items under the same contract as PostgreSQL. `make clickhouse` runs this."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from uuid import UUID

import pytest

pytest.importorskip("chdb", reason="`make clickhouse` installs it")

from harness.paths import ROOT
from tests.collector.clickhouse.sink import ClickHouseSink
from tests.collector.sinks.contract import SinkContract, make_view
from tests.collector.sinks.model import LAST_DAY, Keys, Rollups, Site

_DIFFERENCES = """
  select day, owner, name, value from (
    select day, owner, 'total' as name, '' as value, views, readers, milliseconds, 0 as total
    from facts where kind = 'record'
    union all
    select day, owner, 'page', value, views, readers, milliseconds, 0
    from facts where kind = 'record'
    union all
    select day, owner, 'key', value, views, 0, 0, total from facts where kind = 'action'
    union all
    select day, owner, if(kind = 'key', 'key', name), value,
      -views, -readers, -milliseconds, -total
    from facts where kind = 'key' or kind = 'view' and name in ('total', 'page')
  ) group by day, owner, name, value
  having sum(views) != 0 or sum(readers) != 0 or sum(milliseconds) != 0 or abs(sum(total)) > 0.01"""


@dataclass(frozen=True)
class Stored:
    sink: ClickHouseSink

    async def load_rollups(self, domain_id: UUID) -> Rollups:
        rows = await self.sink.query(f"""
          select name, day, value, sum(views) as views, sum(readers) as readers,
            sum(milliseconds) as milliseconds
          from facts where kind = 'view' and owner = '{domain_id}' group by name, day, value""")  # noqa: S608
        return {
            (row["name"], date.fromisoformat(row["day"]), row["value"]): (
                int(row["views"]),
                int(row["readers"]),
                int(row["milliseconds"]),
            )
            for row in rows
        }

    async def load_keys(self, event_id: UUID) -> Keys:
        rows = await self.sink.query(f"""
          select day, value, sum(views) as count, sum(total) as total
          from facts where kind = 'key' and owner = '{event_id}'
          group by day, value having count > 0""")  # noqa: S608
        return {
            (date.fromisoformat(row["day"]), row["value"]): (int(row["count"]), row["total"])
            for row in rows
        }

    async def find_differences(self) -> list[str]:
        return [str(row) for row in await self.sink.query(_DIFFERENCES)]


@pytest.fixture(scope="module")
def storage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stored]:
    sink = ClickHouseSink(tmp_path_factory.mktemp("facts"))
    yield Stored(sink)
    sink.close()


class TestClickHouseSink(SinkContract):
    pass


def test_an_acknowledged_batch_survives_a_killed_process(tmp_path: Path) -> None:
    """In other processes, because one can only open one folder."""
    writer = _start("store", tmp_path)
    assert writer.stdout
    domain_id = writer.stdout.readline().strip()
    writer.kill()
    writer.communicate()
    reader = _start("count", tmp_path, domain_id)
    assert reader.communicate()[0].strip() == "(1, 1, 0)"


def _start(*arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.collector.clickhouse.test_sink", *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


async def _store(sink: ClickHouseSink) -> None:
    """Stores a view, prints its site, and waits to be killed."""
    site = Site()
    await sink.store([make_view(site, "/")])
    print(site.domain_id, flush=True)  # noqa: T201
    await asyncio.Event().wait()


async def _print_count(sink: ClickHouseSink, domain_id: UUID) -> None:
    rollups = await Stored(sink).load_rollups(domain_id)
    print(rollups["total", LAST_DAY, ""])  # noqa: T201
    sink.close()


if __name__ == "__main__":
    opened = ClickHouseSink(Path(sys.argv[2]))
    command = sys.argv[1]
    asyncio.run(_store(opened) if command == "store" else _print_count(opened, UUID(sys.argv[3])))
