"""The domains and events that can be counted."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from uuid import UUID

from collector.errors import KnownError
from collector.shared import SharedCall

MIN_INTERVAL = 0.1
"""The minimum interval between two queries for unknown ids or origins, in seconds."""

Content = tuple[Iterable["Domain"], Iterable["Event"]]


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


class Catalog:
    """Caches all domains and events in memory, because every request needs them.

    Unknown ids and origins are looked up in the database, at most ten times per second. New domains
    are therefore counted immediately, and requests with random ids cause little load.
    """

    def __init__(
        self, load: Callable[[], Awaitable[Content]], *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._load = load
        self._now = now
        self._refreshed = float("-inf")
        self._refreshing = SharedCall[None]()
        self.domains: dict[UUID, Domain] = {}
        self.events: dict[UUID, Event] = {}
        self.origins: frozenset[str] = frozenset()

    async def refresh(self) -> None:
        domains, events = await self._load()
        self.domains = {domain.id: domain for domain in domains}
        self.events = {event.id: event for event in events}
        self.origins = frozenset().union(*(domain.origins for domain in self.domains.values()))

    async def allows(self, origin: str) -> bool:
        """Returns whether pages on an origin may read responses."""
        if origin not in self.origins:
            await self._look_up()
        return origin in self.origins

    async def find_domain(self, id_: UUID, origin: str | None) -> Domain:
        if id_ not in self.domains:
            await self._look_up()
        domain = self.domains.get(id_)
        if domain is None or (origin is not None and origin not in domain.origins):
            raise KnownError("Unknown domain")
        return domain

    async def find_event(self, id_: UUID, origin: str | None) -> Event:
        if id_ not in self.events:
            await self._look_up()
        event = self.events.get(id_)
        if event is None:
            raise KnownError("Unknown event")
        await self.find_domain(event.domain_id, origin)
        return event

    def list_events(self, domain_id: UUID) -> dict[str, str]:
        """Returns event ids, keyed by kind."""
        events = self.events.values()
        return {event.kind: str(event.id) for event in events if event.domain_id == domain_id}

    async def _look_up(self) -> None:
        if self._refreshing.is_running or self._now() - self._refreshed >= MIN_INTERVAL:
            await self._refreshing.run(self._refresh_unknown)

    async def _refresh_unknown(self) -> None:
        await self.refresh()
        self._refreshed = self._now()
