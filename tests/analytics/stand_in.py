"""The API of the collector without a database, for tests of clients."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import cast
from uuid import UUID, uuid4

from collector.api.documents import Documents
from collector.api.endpoint import Endpoint
from collector.errors import KnownError
from collector.model import ActionInput, RecordInput
from collector.service import Service
from collector.visits import Visit
from tests.analytics.contract import OWNER_ID

DOMAIN_ID = "11111111-1111-4111-8111-111111111111"
EVENT_ID = "22222222-2222-4222-8222-222222222222"


class StandIn:
    """Implements the operations of `Service`, but stores ids only."""

    def __init__(self, events: Iterable[str] = (EVENT_ID,)) -> None:
        self._known = {
            "domain": {DOMAIN_ID},
            "event": set(events),
            "record": {OWNER_ID},
            "action": {OWNER_ID},
        }
        self._ids: dict[str | None, UUID] = {}
        """By idempotency key."""
        self._endpoint = Endpoint(cast(Service, self), Documents())

    def answer(self, body: bytes, *, is_owner: bool = False) -> tuple[int, str]:
        """Status and body of the response."""
        visit = Visit("192.0.2.1", "", None, is_own=is_owner)
        response = asyncio.run(self._endpoint.handle(body, visit))
        return response.status, response.body.decode()

    async def create_record(
        self, domain_id: str, _: RecordInput, visit: Visit, key: str | None = None
    ) -> UUID:
        self._check("domain", domain_id)
        return self._create("record", visit, key)

    async def update_record(self, record_id: str, _: Visit) -> None:
        self._check("record", record_id)

    async def create_action(
        self, event_id: str, _: ActionInput, visit: Visit, key: str | None = None
    ) -> UUID:
        self._check("event", event_id)
        return self._create("action", visit, key)

    async def update_action(self, action_id: str, _: ActionInput, __: Visit) -> None:
        self._check("action", action_id)

    def _check(self, kind: str, id_: str) -> None:
        if id_ not in self._known[kind]:
            raise KnownError(f"Unknown {kind}")

    def _create(self, kind: str, visit: Visit, key: str | None) -> UUID:
        if key in self._ids:
            return self._ids[key]
        id_ = UUID(OWNER_ID) if visit.is_own else uuid4()
        self._known[kind].add(str(id_))
        if key:
            self._ids[key] = id_
        return id_
