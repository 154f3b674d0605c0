"""Which domains and events there are."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from uuid import UUID

from collector.errors import KnownError

PATIENCE = 0.1
"""Seconds between two looks at the database for something unknown."""

Content = tuple[Iterable["Domain"], Iterable["Event"]]


@dataclass(frozen=True, slots=True)
class Domain:
    """A site whose readers are counted."""

    id: UUID
    title: str
    origins: frozenset[str]
    """Where its pages come from: `https://docs.example`. Browsers elsewhere are refused."""
    languages: tuple[str, ...] = ()
    """Path prefixes of its languages but the first: `zh`."""


@dataclass(frozen=True, slots=True)
class Event:
    """A kind of action that is counted."""

    id: UUID
    domain_id: UUID
    kind: str


class Catalog:
    """All domains and events, in memory: every request looks at them.

    What is unknown is looked for in the database, though not more than ten times a second: so a new
    domain counts at once, and a stranger's guesses cost nothing.
    """

    def __init__(
        self, load: Callable[[], Awaitable[Content]], *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._load = load
        self._now = now
        self._looked = float("-inf")
        self._looking: asyncio.Task[None] | None = None
        self.domains: dict[UUID, Domain] = {}
        self.events: dict[UUID, Event] = {}
        self.origins: frozenset[str] = frozenset()

    async def refresh(self) -> None:
        domains, events = await self._load()
        self.domains = {domain.id: domain for domain in domains}
        self.events = {event.id: event for event in events}
        self.origins = frozenset().union(*(domain.origins for domain in self.domains.values()))

    async def allows(self, origin: str) -> bool:
        """Whether pages of an origin may read answers."""
        if origin not in self.origins:
            await self._look_again()
        return origin in self.origins

    async def find_domain(self, id_: UUID, origin: str | None) -> Domain:
        if id_ not in self.domains:
            await self._look_again()
        domain = self.domains.get(id_)
        if domain is None or (origin is not None and origin not in domain.origins):
            raise KnownError("Unknown domain")
        return domain

    async def find_event(self, id_: UUID, origin: str | None) -> Event:
        if id_ not in self.events:
            await self._look_again()
        event = self.events.get(id_)
        if event is None:
            raise KnownError("Unknown event")
        await self.find_domain(event.domain_id, origin)
        return event

    async def _look_again(self) -> None:
        """All who come meanwhile wait for the same look: what they ask for may be new."""
        if self._looking is None and self._now() - self._looked >= PATIENCE:
            self._looking = asyncio.create_task(self._look())
        if self._looking is not None:
            await asyncio.shield(self._looking)

    async def _look(self) -> None:
        try:
            await self.refresh()
            self._looked = self._now()
        finally:
            self._looking = None
