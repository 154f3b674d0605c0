"""The four operations of the API."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from uuid import UUID

from collector.cardinality import CardinalityLimit
from collector.catalog import Catalog
from collector.errors import KnownError
from collector.feedback import ANSWERS, FEEDBACK, split_feedback
from collector.ids import OWN_VISIT, coarsen_id, make_id, moment_of, read_id
from collector.invisible import drop_invisible
from collector.locations import MAX_LENGTH, normalize_page, normalize_path, normalize_referrer
from collector.model import (
    MAX_VISIT,
    NOT_FOUND,
    Action,
    ActionInput,
    ActionUpdate,
    Item,
    NewAction,
    NewRecord,
    Record,
    RecordInput,
    RecordUpdate,
)
from collector.visitors import Visitors
from collector.visits import Visit
from collector.volume import Volume, size_of_action, size_of_record

_MAX_CHANGE_AGE = timedelta(days=1)
"""Only the page that reported an action changes it. Older ids are forged, and looking them up would
cost us more than the sender."""
_CLOCK_SKEW = timedelta(minutes=1)
_MILLISECOND = timedelta(milliseconds=1)

_MAX_TEXT = 200
_MAX_PATH = 500
_MAX_KEYS = {FEEDBACK: max(map(len, ANSWERS)) + 1 + _MAX_PATH, NOT_FOUND: 2 * MAX_LENGTH + 1}
"""Of keys with paths. Each of the two paths of a not-found event is cut to `_MAX_PATH`."""
_MAX_VALUE = 1e9  # beyond it, totals would lose the digits of small values
_MAX_SIZE = 100_000
_MAX_COLOR_DEPTH = 48
_WIDTHS = ((600, "phone"), (1100, "tablet"))
"""Upper bounds of window widths in pixels, and the names of their classes."""
_LANGUAGE = re.compile("[a-zA-Z]{2}")


Store = Callable[[Item], Awaitable[bool]]
"""Stores an item durably. False if the item it updates doesn't exist."""


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
    ) -> None:
        self._catalog = catalog
        self._visitors = visitors
        self._store = store
        self._now = now
        self._cardinality = cardinality
        self._volume = volume

    async def create_record(self, domain_id: str, input_: RecordInput, visit: Visit) -> UUID:
        """Returns the id of the page view after it is stored."""
        domain = await self._catalog.find_domain(_parse_id(domain_id, "domain"), visit.origin)
        id_ = make_id(self._now())
        record = _make_record(domain.id, id_, input_)
        if visit.is_own or visit.is_bot:
            return OWN_VISIT
        await self._cardinality.prepare(record.day)
        record = self._cardinality.limit_record(record, visit.address)
        self._volume.charge(record.day, domain.id, visit.address, size_of_record(record))
        visitor = await self._visitors.identify(record.day, domain.id, visit)
        await self._store(NewRecord(record, visitor))
        return id_

    async def update_record(self, record_id: str, visit: Visit) -> None:
        """Updates the time on the page."""
        id_ = _parse_id(record_id, "record")
        created = moment_of(id_)
        if id_ == OWN_VISIT or visit.is_own:
            return
        if created is None:
            raise KnownError("Unknown record")
        stayed = self._now() - created
        if not timedelta(0) <= stayed <= MAX_VISIT:
            return
        update = RecordUpdate(coarsen_id(id_), _to_minute(created), stayed // _MILLISECOND)
        if not await self._store(update):
            raise KnownError("Unknown record")

    async def create_action(self, event_id: str, input_: ActionInput, visit: Visit) -> UUID:
        event = await self._catalog.find_event(_parse_id(event_id, "event"), visit.origin)
        key = _clean_key(input_.key, event.kind)
        if visit.is_own or visit.is_bot:
            return OWN_VISIT
        value = _check_value(input_.value)
        id_ = make_id(self._now())
        created = _created(id_)
        await self._cardinality.prepare(created.date())
        key = self._cardinality.limit_key(event.domain_id, event.id, key, visit.address)
        action = Action(coarsen_id(id_), event.id, created, key, 1.0 if value is None else value)
        self._volume.charge(action.day, event.domain_id, visit.address, size_of_action(action))
        await self._store(NewAction(action))
        return id_

    async def update_action(self, action_id: str, input_: ActionInput, visit: Visit) -> None:
        id_ = _parse_id(action_id, "action")
        created = moment_of(id_)
        if id_ == OWN_VISIT or visit.is_own:
            return
        key = _clean(input_.key, _MAX_TEXT)
        moment = self._now()
        if created is None or key is None or not _is_changeable(created, moment):
            raise KnownError("Unknown action")
        value = _check_value(input_.value)
        await self._cardinality.prepare(moment.date())
        key = self._cardinality.limit_changed_key(key, visit.address)
        update = ActionUpdate(coarsen_id(id_), _to_minute(created), key, value)
        if not await self._store(update):
            raise KnownError("Unknown action")


def _is_changeable(created: datetime, moment: datetime) -> bool:
    return -_CLOCK_SKEW <= moment - created <= _MAX_CHANGE_AGE


def _parse_id(text: str, what: str) -> UUID:
    try:
        return read_id(text)
    except ValueError:
        raise KnownError(f"Unknown {what}") from None


def _make_record(domain_id: UUID, id_: UUID, input_: RecordInput) -> Record:
    _check_sizes(input_)
    return Record(
        id=coarsen_id(id_),
        domain_id=domain_id,
        created=_created(id_),
        path=_clean(normalize_path(input_.site_location), _MAX_PATH) or "/",
        referrer=_clean(normalize_referrer(input_.site_referrer, input_.site_location), _MAX_PATH),
        source=_clean(input_.source, _MAX_TEXT),
        language=_check_language(input_.site_language),
        browser=_clean(input_.browser_name, _MAX_TEXT),
        system=_clean(input_.os_name, _MAX_TEXT),
        size=_classify_width(input_.browser_width),
    )


def _classify_width(width: int | None) -> str | None:
    if not width:
        return None
    return next((name for most, name in _WIDTHS if width < most), "desktop")


def _to_minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


def _created(id_: UUID) -> datetime:
    """The minute in the id, so that an update finds the partition by the id alone."""
    created = moment_of(id_)
    assert created  # noqa: S101 - we made it
    return _to_minute(created)


def _clean(text: str | None, length: int) -> str | None:
    """Without invisible characters, which the database may reject; None if nothing is left."""
    if not text:
        return None
    return drop_invisible(text).strip()[:length].strip() or None


def _clean_key(key: str, kind: str) -> str:
    cleaned = _clean(key, _MAX_KEYS.get(kind, _MAX_TEXT))
    if cleaned is None:
        raise KnownError("An action needs a `key`")
    if kind == FEEDBACK:
        answer, path = split_feedback(cleaned)
        return f"{answer} {normalize_page(path)}"
    if kind == NOT_FOUND:
        return " ".join(normalize_page(path)[:_MAX_PATH] for path in cleaned.split(" ", 1))
    return cleaned


def _check_language(language: str | None) -> str | None:
    if not language:
        return None
    if not _LANGUAGE.fullmatch(language):
        raise KnownError("`siteLanguage` must have two letters")
    return language.lower()


def _check_sizes(input_: RecordInput) -> None:
    """Sizes are validated although most of them aren't stored."""
    for name, size, least, most in (
        ("screenWidth", input_.screen_width, 0, _MAX_SIZE),
        ("screenHeight", input_.screen_height, 0, _MAX_SIZE),
        ("screenColorDepth", input_.screen_color_depth, 1, _MAX_COLOR_DEPTH),
        ("browserWidth", input_.browser_width, 0, _MAX_SIZE),
        ("browserHeight", input_.browser_height, 0, _MAX_SIZE),
    ):
        if size is not None and not least <= size <= most:
            raise KnownError(f"`{name}` must be between {least} and {most}")


def _check_value(value: float | None) -> float | None:
    if value is not None and not 0 < value < _MAX_VALUE:
        raise KnownError(f"`value` must be greater than 0 and less than {_MAX_VALUE:.0f}")
    return value
