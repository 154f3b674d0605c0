"""Many clients at the same time, which record all acknowledgements."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from harness.collector.service import (
    BROWSER,
    CREATE_ACTION,
    CREATE_RECORD,
    ORIGIN,
    UPDATE_RECORD,
    Domain,
)

READERS = 40
PAUSE = 0.2
"""Seconds until a client retries."""
PATIENCE = 40.0

_BROKEN = (OSError, EOFError, TimeoutError)


@dataclass
class Ledger:
    """The responses that clients received, to be compared with the database."""

    records: set[str] = field(default_factory=set)
    actions: set[str] = field(default_factory=set)
    updates: dict[str, datetime] = field(default_factory=dict)
    """The time of the last acknowledged update, by record."""
    readers: set[str] = field(default_factory=set)
    statuses: Counter[int] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    """Unexpected responses, such as 500, or that a stored record is unknown."""

    @property
    def acked(self) -> int:
        return len(self.records) + len(self.actions)


class Load:
    """Keeps collectors busy."""

    def __init__(self, ports: Sequence[int], domain: Domain, connections: int) -> None:
        self.ports = ports
        self.domain = domain
        self.ledger = Ledger()
        self.connections = connections
        self.is_over = False
        """Set to stop all clients."""
        self._answered = asyncio.Event()
        self._since = 0.0

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        clients = [_Client(self, number).run() for number in range(self.connections)]
        running = asyncio.gather(*clients)
        try:
            yield
        finally:
            self.is_over = True
            await running

    async def wait_for_answer(self) -> float:
        """Returns the seconds until a request that is sent from now on is acknowledged."""
        self._since = start = time.monotonic()
        self._answered.clear()
        await asyncio.wait_for(self._answered.wait(), 60)
        return time.monotonic() - start

    async def wait_for_answers(self, count: int) -> None:
        """Waits until `count` more records and actions are acknowledged."""
        goal = self.ledger.acked + count
        async with asyncio.timeout(60):
            while self.ledger.acked < goal:
                await self.wait_for_answer()

    def note_answer(self, sent: float) -> None:
        if sent >= self._since:
            self._answered.set()


class _Client:
    """One connection of a visitor, who opens a page, updates its time, and sends an action."""

    def __init__(self, load: Load, number: int) -> None:
        self._load = load
        self._name = f"reader{number % READERS}"
        # The second connection of a visitor goes to the other collector, if there is one.
        self._port = load.ports[number // READERS % len(load.ports)]
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def run(self) -> None:
        ledger, domain = self._load.ledger, self._load.domain
        while not self._load.is_over:
            page = {"siteLocation": f"{ORIGIN}/{self._name}/", "siteLanguage": "en"}
            made = await self._ask(CREATE_RECORD, {"domainId": domain.id, "input": page})
            if made is None:
                continue
            id_ = made["createRecord"]["payload"]["id"]
            ledger.records.add(id_)
            ledger.readers.add(self._name)
            sent = datetime.now(UTC)
            if await self._ask(UPDATE_RECORD, {"recordId": id_}):
                ledger.updates[id_] = sent
            done = {"eventId": domain.events["route"], "input": {"key": self._name, "value": 2}}
            made = await self._ask(CREATE_ACTION, done)
            if made is not None:
                ledger.actions.add(made["createAction"]["payload"]["id"])
        self._hang_up()

    async def _ask(self, query: str, variables: dict[str, Any]) -> dict[str, Any] | None:
        """Returns the data of the response, or None if it wasn't acknowledged."""
        sent = time.monotonic()
        try:
            status, body = await asyncio.wait_for(self._post(query, variables), PATIENCE)
        except _BROKEN:
            self._hang_up()
            await asyncio.sleep(PAUSE)  # simulates a client that tries again
            return None
        ledger = self._load.ledger
        ledger.statuses[status] += 1
        if status == 503:
            await asyncio.sleep(PAUSE)  # simulates a client that tries again
            return None
        answer = json.loads(body) if status == 200 else {}
        if status != 200 or "errors" in answer:
            ledger.problems.append(f"{status} {body.decode()}")
            return None
        self._load.note_answer(sent)
        data: dict[str, Any] = answer["data"]
        return data

    async def _post(self, query: str, variables: dict[str, Any]) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        body = json.dumps({"query": query, "variables": variables}).encode()
        head = (
            f"POST /api HTTP/1.1\r\nHost: collector\r\nOrigin: {ORIGIN}\r\n"
            f"User-Agent: {BROWSER} {self._name}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        return await _read(reader)

    def _hang_up(self) -> None:
        if self._streams:
            with suppress(OSError):
                self._streams[1].close()
        self._streams = None


async def _read(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
    length = next(line for line in head if line.startswith("content-length:")).split(":")[1]
    return int(head[0].split()[1]), await reader.readexactly(int(length))
