"""The domains and events that can be counted."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from collector.errors import KnownError
from collector.lookup import CachedLookup, Load

MAX_ORIGIN = 300
"""In characters. Host names have at most 253. Longer origins aren't looked up or cached."""


@dataclass(frozen=True, slots=True)
class Domain:
    """A site whose visitors are counted."""

    id: UUID
    title: str
    origins: frozenset[str]
    """The origins of its pages, such as `https://docs.example`. Requests from pages on other
    origins are rejected."""
    languages: tuple[str, ...] = ()
    """The path prefixes of its languages, such as `zh`, except the first language."""

    @property
    def prefixes(self) -> tuple[str, ...]:
        """The path prefixes of all its languages; empty for the first language."""
        return ("", *self.languages)


@dataclass(frozen=True, slots=True)
class Event:
    """A kind of action that is counted."""

    id: UUID
    domain_id: UUID
    kind: str


class Site(NamedTuple):
    domain: Domain
    events: dict[str, str]
    """Event ids, keyed by kind."""


class Loads(NamedTuple):
    """Queries for several keys. Each uses an index."""

    origins: Load[str, bool]
    domains: Load[UUID, Domain]
    events: Load[UUID, Event]
    actions: Load[UUID, UUID]
    """The event of each action."""


class Catalog:
    """Caches the domains and events of recent requests, because every request needs them, and not
    all of them, because there can be many.

    Unknown ids and origins are looked up in the database, so new domains are counted immediately,
    or a second after a request that was too early.
    """

    def __init__(self, loads: Loads, *, now: Callable[[], float] = time.monotonic) -> None:
        self._origins = CachedLookup(loads.origins, now=now)
        self._domains = CachedLookup(loads.domains, now=now)
        self._events = CachedLookup(loads.events, now=now)
        self._actions = CachedLookup(loads.actions, now=now)

    def knows(self, origin: str) -> bool:
        """Returns whether an origin is cached and allowed, without a query."""
        return self._origins.peek(origin) is True

    async def allows(self, origin: str) -> bool:
        """Returns whether pages on an origin may send requests and read responses."""
        return len(origin) <= MAX_ORIGIN and await self._origins.get(origin) is True

    async def find_domain(self, id_: UUID, origin: str | None) -> Domain:
        domain = await self._domains.get(id_)
        if domain is None or (origin is not None and origin not in domain.origins):
            raise KnownError("Unknown domain")
        return domain

    async def find_event(self, id_: UUID, origin: str | None) -> Event:
        event = await self._events.get(id_)
        if event is None:
            raise KnownError("Unknown event")
        await self.find_domain(event.domain_id, origin)
        return event

    async def find_event_of(self, action: UUID, origin: str | None) -> Event:
        """Returns the event of a stored action."""
        event = await self._actions.get(action)
        if event is None:
            raise KnownError("Unknown action")
        return await self.find_event(event, origin)
