"""A model of a site, and strategies for items of its visitors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import strategies as st

from collector.ids import make_id, moment_of
from collector.model import (
    DIMENSIONS,
    Action,
    ActionUpdate,
    Item,
    NewAction,
    NewRecord,
    Record,
    RecordUpdate,
)

FIRST_DAY, LAST_DAY = date(2026, 3, 28), date(2026, 3, 29)
MIDNIGHT = datetime(2026, 3, 29, tzinfo=UTC)

Rollups = dict[tuple[Any, ...], tuple[int, int, int]]
"""Views, visitors and milliseconds by dimension, day and value."""
Keys = dict[tuple[date, str], tuple[int, Any]]
"""Count and total of actions by day and key."""


@dataclass
class Site:
    """A model of a site: counts what was stored."""

    domain_id: UUID = field(default_factory=uuid4)
    event_id: UUID = field(default_factory=uuid4)
    records: list[Record] = field(default_factory=list)
    first: set[UUID] = field(default_factory=set)
    durations: dict[UUID, int] = field(default_factory=dict)
    actions: dict[UUID, Action] = field(default_factory=dict)
    readers: set[tuple[date, bytes]] = field(default_factory=set)

    def note(self, items: Sequence[Item]) -> None:
        for item in items:
            if isinstance(item, NewRecord):
                self._note_view(item)
            elif isinstance(item, RecordUpdate) and item.id in self.durations:
                self.durations[item.id] = max(self.durations[item.id], item.duration)
            elif isinstance(item, NewAction):
                self.actions[item.action.id] = item.action
            elif isinstance(item, ActionUpdate) and item.id in self.actions:
                old = self.actions[item.id]
                value = item.value or 0.0
                new = Action(old.id, old.event_id, old.created, item.key, value)
                self.actions[item.id] = new

    def _note_view(self, item: NewRecord) -> None:
        record = item.record
        self.records.append(record)
        self.durations[record.id] = 0
        reader = None if item.visitor is None else (record.day, item.visitor)
        if reader and reader not in self.readers:
            self.readers.add(reader)
            self.first.add(record.id)

    def count(self) -> Rollups:
        views: Counter[tuple[Any, ...]] = Counter()
        readers: Counter[tuple[Any, ...]] = Counter()
        times: Counter[tuple[Any, ...]] = Counter()
        for record in self.records:
            passed = self.durations[record.id]
            for dimension, value in describe(record).items():
                key = dimension, record.day, value
                views[key] += 1
                readers[key] += record.id in self.first
                times[key] += passed if dimension in ("total", "page") else 0
        return {key: (views[key], readers[key], times[key]) for key in views}

    def count_actions(self) -> Keys:
        counts = Counter((action.day, action.key) for action in self.actions.values())
        totals: Counter[tuple[date, str]] = Counter()
        for action in self.actions.values():
            totals[action.day, action.key] += action.value  # type: ignore[assignment]
        # Adding and subtracting floats leaves a rounding error, which a recount would report.
        return {key: (counts[key], pytest.approx(totals[key], abs=0.01)) for key in counts}


def describe(record: Record) -> dict[str, str]:
    found = {name: getattr(record, field) for name, field in DIMENSIONS.items()}
    return {"total": "", **{name: value for name, value in found.items() if value}}


# --- Strategies -----------------------------------------------------------------------------------

words = st.sampled_from(["a", "zh", "长", "it's; \\ \"\n"])
maybe = st.none() | words
values = st.floats(0.001, 1e9)
moments = st.integers(-90_000, 90_000).map(lambda n: MIDNIGHT + timedelta(milliseconds=n))


@st.composite
def views(draw: st.DrawFn, site: Site) -> NewRecord:
    id_ = make_id(draw(moments))
    given: dict[str, Any] = {field: draw(maybe) for field in DIMENSIONS.values()}
    given |= {"path": f"/{draw(words)}", "domain_id": site.domain_id}
    record = Record(id=id_, created=_moment(id_), **given)
    return NewRecord(record, draw(st.sampled_from([None, b"1", b"2", b"3"])))


def updates(site: Site) -> st.SearchStrategy[RecordUpdate]:
    """Updates of records that a client can know, or of unknown ones."""
    ids = st.sampled_from([record.id for record in site.records] or [make_id(MIDNIGHT)])
    return st.builds(
        lambda id_, passed: RecordUpdate(id_, _moment(id_), passed),
        ids | st.just(make_id(MIDNIGHT)),
        st.integers(-1000, 1_800_000),
    )


def actions(site: Site) -> st.SearchStrategy[NewAction]:
    return st.builds(
        lambda id_, key, value: NewAction(Action(id_, site.event_id, _moment(id_), key, value)),
        moments.map(make_id),
        words,
        values,
    )


def changes(site: Site) -> st.SearchStrategy[ActionUpdate]:
    ids = st.sampled_from(list(site.actions) or [make_id(MIDNIGHT)])
    return st.builds(
        lambda id_, key, value: ActionUpdate(id_, _moment(id_), key, value),
        ids,
        words,
        st.none() | values,
    )


def _moment(id_: UUID) -> datetime:
    moment = moment_of(id_)
    assert moment
    return moment


def is_there(site: Site, item: Item) -> bool:
    """Whether an item was stored: an update of an unknown one isn't."""
    if isinstance(item, RecordUpdate):
        return item.id in site.durations
    return not isinstance(item, ActionUpdate) or item.id in site.actions
