"""The four operations of the API."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from uuid import UUID

from msgspec.structs import replace

from collector.cardinality import CardinalityLimit
from collector.catalog import Catalog
from collector.errors import KnownError
from collector.feedback import ANSWERS, FEEDBACK, split_feedback
from collector.idempotency import IdempotencyKey
from collector.ids import (
    OWN_VISIT,
    coarsen_id,
    is_unrecorded,
    make_id,
    mark_unrecorded,
    moment_of,
    read_id,
)
from collector.locations import MAX_LENGTH, find_path, normalize_page
from collector.model import (
    MAX_VISIT,
    NOT_FOUND,
    RESULT,
    ROUTE,
    Action,
    ActionInput,
    ActionUpdate,
    Item,
    NewAction,
    NewRecord,
    RecordInput,
    RecordUpdate,
)
from collector.normalize import MAX_PATH, MAX_TEXT, clean, make_record
from collector.visitors import Visitors
from collector.visits import Visit
from collector.volume import Volume, size_of_action, size_of_record
from collector.writer import Stored

_MAX_CHANGE_AGE = timedelta(days=1)
"""Pages change their actions soon after reporting them. Older ids are rejected without a lookup,
because looking up forged ids would cost the server more than the sender."""
_CLOCK_SKEW = timedelta(minutes=1)
_MILLISECOND = timedelta(milliseconds=1)

_MAX_KEYS = {
    FEEDBACK: max(map(len, ANSWERS)) + 1 + MAX_LENGTH,
    RESULT: MAX_LENGTH + 1 + MAX_TEXT,
    NOT_FOUND: 2 * MAX_LENGTH + 1,
}
"""The maximum lengths of keys that contain paths. Paths are truncated to `MAX_PATH` later."""
_MAX_VALUE = 1e9  # beyond it, totals would lose the digits of small values


Store = Callable[[Item], Awaitable[Stored]]
"""Stores an item durably."""


class Service:
    """Validates and normalizes the inputs of clients, and stores them."""

    def __init__(
        self,
        catalog: Catalog,
        visitors: Visitors,
        store: Store,
        cardinality: CardinalityLimit,
        volume: Volume,
        *,
        now: Callable[[], datetime],
        count_excluded: Callable[[str], None] = lambda _reason: None,
    ) -> None:
        self._catalog = catalog
        self._visitors = visitors
        self._store = store
        self._now = now
        self._cardinality = cardinality
        self._volume = volume
        self._count_excluded = count_excluded

    async def create_record(
        self,
        domain_id: str | int,
        input_: RecordInput,
        visit: Visit,
        idempotency_key: str | None = None,
    ) -> UUID:
        """Returns the id of the page view after it is stored. With the key of an earlier request,
        returns the id of that one."""
        domain = await self._catalog.find_domain(_parse_id(domain_id, "domain"), visit.origin)
        id_ = make_id(self._now())
        record = make_record(coarsen_id(id_), domain.id, _created(id_), input_)
        if self._is_excluded(visit):
            return OWN_VISIT
        known = await self._cardinality.prepare(domain.id, record.created)
        record = self._cardinality.limit_record(record, known, visit.address)
        if not self._volume.charge(record.day, domain.id, visit.address, size_of_record(record)):
            await self._store(NewRecord(record, None, is_recorded=False))
            return mark_unrecorded(id_)
        visitor = await self._visitors.identify(record.day, domain.id, visit)
        return await self._store_once(NewRecord(record, visitor), id_, idempotency_key, domain.id)

    async def update_record(self, record_id: str | int, visit: Visit) -> None:
        """Updates the time on the page."""
        id_ = _parse_id(record_id, "record")
        created = moment_of(id_)
        if id_ == OWN_VISIT or visit.is_own or is_unrecorded(id_):
            return
        if created is None:
            raise KnownError("Unknown record")
        stayed = self._now() - created
        if not timedelta(0) <= stayed <= MAX_VISIT:
            return
        update = RecordUpdate(coarsen_id(id_), _to_minute(created), stayed // _MILLISECOND)
        if not await self._store(update):
            raise KnownError("Unknown record")

    async def create_action(
        self,
        event_id: str | int,
        input_: ActionInput,
        visit: Visit,
        idempotency_key: str | None = None,
    ) -> UUID:
        event = await self._catalog.find_event(_parse_id(event_id, "event"), visit.origin)
        key = _clean_key(input_.key, event.kind)
        if self._is_excluded(visit):
            return OWN_VISIT
        value = _check_value(input_.value)
        id_ = make_id(self._now())
        created = _created(id_)
        site = event.domain_id
        known = await self._cardinality.prepare(site, created)
        key = self._cardinality.limit_key(site, event.id, key, known, visit.address)
        action = Action(coarsen_id(id_), event.id, created, key, 1.0 if value is None else value)
        if not self._volume.charge(action.day, site, visit.address, size_of_action(action)):
            await self._store(NewAction(action, is_recorded=False))
            return mark_unrecorded(id_)
        return await self._store_once(NewAction(action), id_, idempotency_key, event.id)

    async def update_action(self, action_id: str | int, input_: ActionInput, visit: Visit) -> None:
        id_ = _parse_id(action_id, "action")
        created = moment_of(id_)
        if id_ == OWN_VISIT or visit.is_own or is_unrecorded(id_):
            return
        moment = self._now()
        if created is None or not _is_changeable(created, moment):
            raise KnownError("Unknown action")
        event = await self._catalog.find_event_of(coarsen_id(id_), visit.origin)
        if event.kind == FEEDBACK:
            raise KnownError("Unknown action")  # an answer about a page is final
        key = _clean_key(input_.key, event.kind)
        value = _check_value(input_.value)
        site = event.domain_id
        known = await self._cardinality.prepare(site, moment)
        key = self._cardinality.limit_key(site, event.id, key, known, visit.address)
        update = ActionUpdate(coarsen_id(id_), _to_minute(created), key, value)
        if not await self._store(update):
            raise KnownError("Unknown action")

    async def _store_once(
        self, item: NewRecord | NewAction, id_: UUID, key: str | None, owner: UUID
    ) -> UUID:
        if key is None:
            await self._store(item)
            return id_
        repeatable = IdempotencyKey(key, owner)
        first = await self._store(replace(item, key=repeatable.hide(id_)))
        assert isinstance(first, UUID)  # noqa: S101 - the item has a key
        return repeatable.reveal(first)

    def _is_excluded(self, visit: Visit) -> bool:
        if visit.is_own or visit.is_bot:
            self._count_excluded("owner" if visit.is_own else "bot")
            return True
        return False


def _is_changeable(created: datetime, moment: datetime) -> bool:
    return -_CLOCK_SKEW <= moment - created <= _MAX_CHANGE_AGE


def _parse_id(given: str | int, kind: str) -> UUID:
    """In GraphQL, an id can also be an integer."""
    try:
        return read_id(str(given))
    except ValueError:
        raise KnownError(f"Unknown {kind}") from None


def _to_minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


def _created(id_: UUID) -> datetime:
    """Returns the minute in the id, so that an update finds the partition by the id alone."""
    created = moment_of(id_)
    assert created  # noqa: S101 - we made it
    return _to_minute(created)


def _clean_key(key: str, kind: str) -> str:
    cleaned = clean(key, _MAX_KEYS.get(kind, MAX_TEXT))
    if cleaned is None:
        raise KnownError("An action needs a `key`")
    if kind == FEEDBACK:
        answer, path = split_feedback(cleaned)
        return f"{answer} {normalize_page(path)[:MAX_PATH]}"
    if kind == RESULT:
        page, space, query = cleaned.partition(" ")
        if not query:
            raise KnownError("The `key` of a result must be a path, a space and a query")
        return _clean_path(page) + space + query.lower()[:MAX_TEXT]
    if kind == NOT_FOUND:
        return " ".join(map(_clean_path, cleaned.split(" ", 1)))
    if kind == ROUTE:
        return find_path(cleaned) or cleaned
    return cleaned


def _clean_path(text: str) -> str:
    path = find_path(text)
    if path is None:
        raise KnownError("A path in the `key` must start with a slash")
    return path[:MAX_PATH]


def _check_value(value: float | None) -> float | None:
    if value is not None and not 0 < value < _MAX_VALUE:
        raise KnownError(f"`value` must be greater than 0 and less than {_MAX_VALUE:.0f}")
    return value
