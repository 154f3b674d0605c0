"""A prototype of a second `Sink`: ClickHouse, in this process (chDB). It isn't a supported product.
It shows what changes behind the interface if PostgreSQL is replaced.

ClickHouse has no transactions over several inserts or tables, no unique keys and no cheap updates.
So there is a single table, a batch is one insert, and rows are deltas that are summed.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from chdb.session import Session

from collector.errors import RefusedError, UnavailableError
from collector.model import (
    DIMENSIONS,
    ActionUpdate,
    Item,
    NewAction,
    NewRecord,
    RecordUpdate,
)
from collector.writer import Stored

# ClickHouse adds up rows with the same key in the background, and drops rows of zeros. An insert is
# atomic because all its rows are in one part, so there are no partitions by day.
_CREATE = """
  create table if not exists facts (
    kind LowCardinality(String), day Date, owner UUID, name LowCardinality(String), value String,
    id UUID, views Int64, readers Int64, milliseconds Int64, total Float64,
    index ids id type bloom_filter granularity 1
  ) engine = SummingMergeTree((views, readers, milliseconds, total))
  order by (kind, day, owner, name, value, id)
  settings fsync_after_insert = 1, fsync_part_directory = 1"""
_INSERT = "insert into facts settings input_format_parallel_parsing = 0 format JSONEachRow "

_NO_ID = UUID(int=0)
_FIRST_DAY = date(1970, 1, 1)
"""Of requests, which may be repeated on the next day."""


class Key(NamedTuple):
    """Identifies what a row counts."""

    kind: str
    """`record`, `action`, `visitor`, `request`, or the rollups `view` and `key`."""
    day: date
    owner: UUID
    """A domain or an event."""
    name: str
    """Of the dimension."""
    value: str
    id: UUID = _NO_ID


@dataclass
class Figures:
    views: int = 0
    readers: int = 0
    milliseconds: int = 0
    total: float = 0.0


@dataclass
class Known:
    """The state that a batch depends on. Only one process may store batches of a site: between the
    query and the insert, another one could count the same visitor."""

    records: dict[UUID, tuple[Key, int]] = field(default_factory=dict)
    """With the time on the page."""
    actions: dict[UUID, tuple[Key, float]] = field(default_factory=dict)
    visitors: set[Key] = field(default_factory=set)
    requests: dict[bytes, UUID] = field(default_factory=dict)
    """The ids of repeatable requests, by the hash of their key."""


class ClickHouseSink:
    """Stores items in a folder. A process can only open one."""

    def __init__(self, folder: Path) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._session = Session(str(folder))
        self._session.query(_CREATE)

    def close(self) -> None:
        self._thread.shutdown()
        self._session.close()

    async def store(self, items: Sequence[Item]) -> Sequence[Stored]:
        known = await self._load_known(items)
        rows = _count(_drop_repeated(items, known.requests), known)
        try:
            lines = "\n".join(_encode(key, figures) for key, figures in rows.items())
            lines.encode()
        except UnicodeError as error:
            raise RefusedError("This cannot be stored") from error
        if rows:
            await self.query(_INSERT + lines)
        return [_find_stored(item, known) for item in items]

    async def query(self, text: str) -> list[dict[str, Any]]:
        """Runs outside of the event loop, because the engine blocks."""
        loop = asyncio.get_running_loop()
        try:
            found = await loop.run_in_executor(self._thread, self._session.query, text, "JSON")
        except RuntimeError as error:
            raise UnavailableError(f"ClickHouse: {error}") from error
        data = found.bytes() if found else b""
        rows: list[dict[str, Any]] = json.loads(data)["data"] if data else []
        return rows

    async def _load_known(self, items: Sequence[Item]) -> Known:
        known = Known()
        changed = [item for item in items if isinstance(item, RecordUpdate | ActionUpdate)]
        if changed:
            for row in await self.query(_write_find(changed)):
                key = Key(row["kind"], date.fromisoformat(row["day"]), UUID(row["owner"]), "",
                          row["value"], UUID(row["id"]))  # fmt: skip
                if key.kind == "record":
                    known.records[key.id] = key, int(row["milliseconds"])
                else:
                    known.actions[key.id] = key, float(row["total"])
        hashes = {
            item.key.hash for item in items if isinstance(item, NewRecord | NewAction) and item.key
        }
        if hashes:
            for row in await self.query(_write_find_requests(hashes)):
                known.requests[bytes.fromhex(row["value"])] = UUID(row["id"])
        seen = {key for item in items if isinstance(item, NewRecord) for key in _visitor(item)}
        if seen:
            found = await self.query(_write_find_visitors(seen))
            texts = {(row["day"], row["owner"], row["value"]) for row in found}
            known.visitors = {
                key for key in seen if (key.day.isoformat(), str(key.owner), key.value) in texts
            }
        return known


def _write_find(changed: Iterable[RecordUpdate | ActionUpdate]) -> str:
    """Only ids and days are in the text of the query, never the input of users."""
    ids = ", ".join(f"'{item.id}'" for item in changed)
    days = ", ".join({f"'{item.created.date()}'" for item in changed})
    return f"""
      select kind, day, owner, value, id, sum(milliseconds) as milliseconds, sum(total) as total
      from facts where kind in ('record', 'action') and day in ({days}) and id in ({ids})
      group by kind, day, owner, value, id having sum(views) > 0"""  # noqa: S608


def _write_find_visitors(keys: Iterable[Key]) -> str:
    wanted = ", ".join(f"('{key.day}', '{key.owner}', '{key.value}')" for key in keys)
    return f"""
      select distinct day, owner, value from facts
      where kind = 'visitor' and (day, owner, value) in ({wanted})"""  # noqa: S608


def _write_find_requests(hashes: Iterable[bytes]) -> str:
    wanted = ", ".join(f"'{hash_.hex()}'" for hash_ in hashes)
    return f"select distinct value, id from facts where kind = 'request' and value in ({wanted})"  # noqa: S608


def _drop_repeated(items: Sequence[Item], requests: dict[bytes, UUID]) -> list[Item]:
    """Leaves out items whose request is known. Adds the other requests to the known ones."""
    kept = []
    for item in items:
        if isinstance(item, NewRecord | NewAction) and item.key:
            if item.key.hash in requests:
                continue
            requests[item.key.hash] = item.key.id
        kept.append(item)
    return kept


def _visitor(item: NewRecord) -> Iterator[Key]:
    record = item.record
    if item.visitor is not None:
        yield Key("visitor", record.day, record.domain_id, "", item.visitor.hex())


def _count(items: Sequence[Item], known: Known) -> dict[Key, Figures]:
    """The rows of a batch."""
    rows: defaultdict[Key, Figures] = defaultdict(Figures)
    stays: defaultdict[UUID, int] = defaultdict(int)
    changes: dict[UUID, ActionUpdate] = {}
    for item in items:
        if isinstance(item, NewRecord):
            _count_view(rows, item, known)
        elif isinstance(item, NewAction):
            action = item.action
            key = Key("action", action.day, action.event_id, "", action.key, action.id)
            _count_action(rows, key, 1, action.value)
        elif isinstance(item, RecordUpdate):
            stays[item.id] = max(stays[item.id], item.duration)
        else:
            changes[item.id] = item
        if isinstance(item, NewRecord | NewAction) and item.key:
            owner = Key("request", _FIRST_DAY, _NO_ID, "", item.key.hash.hex(), item.key.id)
            rows[owner].views = 1
    for id_, (key, duration) in known.records.items():
        passed = stays[id_] - duration
        if passed > 0:
            for one in (key, *_rollups(key, {"total": "", "page": key.value})):
                rows[one].milliseconds += passed
    for id_, (key, value) in known.actions.items():
        _count_action(rows, key, -1, -value)
        _count_action(rows, key._replace(value=changes[id_].key), 1, changes[id_].value or 0.0)
    return rows


def _count_view(rows: defaultdict[Key, Figures], item: NewRecord, known: Known) -> None:
    record = item.record
    is_first = False
    for visitor in _visitor(item):
        is_first = visitor not in known.visitors and visitor not in rows
        if is_first:
            rows[visitor].views = 1
    key = Key("record", record.day, record.domain_id, "", record.path, record.id)
    values = {name: getattr(record, field) for name, field in DIMENSIONS.items()}
    counted = {"total": "", **{name: value for name, value in values.items() if value}}
    for one in (key, *_rollups(key, counted)):
        rows[one].views += 1
        rows[one].readers += is_first


def _count_action(rows: defaultdict[Key, Figures], key: Key, count: int, total: float) -> None:
    for one in (key, key._replace(kind="key", id=_NO_ID)):
        rows[one].views += count
        rows[one].total += total


def _rollups(key: Key, values: dict[str, str]) -> Iterator[Key]:
    for name, value in values.items():
        yield Key("view", key.day, key.owner, name, value)


def _encode(key: Key, figures: Figures) -> str:
    named = {**key._asdict(), **vars(figures)}
    return json.dumps(
        {**named, "day": key.day.isoformat(), "owner": str(key.owner), "id": str(key.id)},
        ensure_ascii=False,
    )


def _find_stored(item: Item, known: Known) -> Stored:
    if isinstance(item, RecordUpdate):
        return item.id in known.records
    if isinstance(item, ActionUpdate):
        return item.id in known.actions
    return item.key is None or known.requests[item.key.hash]
