"""Sends requests from a separate process and reports the responses.

    python -m benchmarks.collector.load outcome.json < plan.json

See `Plan` and `Outcome`.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import cast

import msgspec
import uvloop

from benchmarks.collector.processor import load_idle_seconds
from benchmarks.collector.traffic import (
    ACTIONS_PER_VIEW,
    UPDATES_PER_VIEW,
    VIEWS_PER_READER,
    Traffic,
)
from harness.paths import ROOT

VIEW, UPDATE, ACTION = "createRecord", "updateRecord", "createAction"


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The requests to send."""

    port: int
    domain_id: str
    event_id: str
    connections: int
    requests: int
    rate: float | None = None
    """Requests per second. If None, each connection sends its next request after a response."""
    is_mixed: bool = False
    """Whether page views are followed by updates and actions."""
    seed: int = 1


class Latency(msgspec.Struct, frozen=True):
    """Milliseconds from the scheduled time of a request to its response."""

    p50: float
    p99: float
    p999: float
    worst: float


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """The responses."""

    seconds: float
    cpu_seconds: float
    """CPU time of this process. If it is close to `seconds`, the sender was the bottleneck."""
    idle_seconds: float
    """Idle time of the machine, summed over its cores: at most `seconds` per core."""
    answers: dict[str, int]
    """Number of responses by status. A `broken` response lacks a required id."""
    latency: Latency
    records: list[str]
    """Acknowledged ids."""
    actions: list[str]
    updated: list[str]
    """Records with an acknowledged update."""

    @property
    def errors(self) -> int:
        return sum(count for status, count in self.answers.items() if status != "200")


Done = Callable[[int, bytes], None]


class _Connection(asyncio.Protocol):
    """A connection with at most one pending request."""

    def __init__(self) -> None:
        self._received = b""
        self._done: Done | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def ask(self, request: bytes, done: Done) -> None:
        assert self._transport  # noqa: S101 - connected
        self._done = done
        if self._transport.is_closing():
            self.connection_lost(None)
        else:
            self._transport.write(request)

    def close(self) -> None:
        assert self._transport  # noqa: S101 - connected
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        received = self._received = self._received + data
        head, separator, body = received.partition(b"\r\n\r\n")
        if not separator:
            return
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        if len(body) >= length and (done := self._done):
            self._received = b""
            self._done = None
            done(int(head[9:12]), body)

    def connection_lost(self, _: Exception | None) -> None:
        if done := self._done:
            self._done = None
            done(0, b"")


class Sender:
    """Executes a plan."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._random = Random(plan.seed)  # noqa: S311 - deterministic
        readers = max(1, plan.requests // VIEWS_PER_READER)
        self._traffic = Traffic(plan.domain_id, plan.event_id, readers, self._random)
        self._queue = [self._choose() for _ in range(plan.requests)]
        # Round robin, because the server closes connections that are idle for seconds.
        self._free: deque[_Connection] = deque()
        self._late: deque[tuple[float, str, bytes]] = deque()
        self._answers: Counter[str] = Counter()
        self._latencies: list[float] = []
        self._records: list[str] = []
        self._actions: list[str] = []
        self._updated: set[str] = set()
        self._sent = 0
        self._is_done = asyncio.Event()

    def _choose(self) -> tuple[str, bytes]:
        """Creates requests that don't depend on a response before the clock starts."""
        if not self._plan.is_mixed:
            return VIEW, self._traffic.view()
        chance = self._random.random() * (1 + UPDATES_PER_VIEW + ACTIONS_PER_VIEW)
        if chance < UPDATES_PER_VIEW:
            return UPDATE, b""
        if chance < UPDATES_PER_VIEW + ACTIONS_PER_VIEW:
            return ACTION, self._traffic.action()
        return VIEW, self._traffic.view()

    async def run(self) -> Outcome:
        loop = asyncio.get_running_loop()
        for _ in range(self._plan.connections):
            _, made = await loop.create_connection(_Connection, "127.0.0.1", self._plan.port)
            self._free.append(made)
        start, cpu, idle = time.perf_counter(), time.process_time(), load_idle_seconds()
        if self._plan.rate:
            self._schedule(start, start, self._plan.rate)
        else:
            for _ in range(min(self._plan.connections, self._plan.requests)):
                self._send_next()
        await self._is_done.wait()
        seconds, cpu_seconds = time.perf_counter() - start, time.process_time() - cpu
        idle_seconds = load_idle_seconds() - idle
        await self._close()
        return Outcome(
            seconds=seconds,
            cpu_seconds=cpu_seconds,
            idle_seconds=idle_seconds,
            answers=dict(self._answers),
            latency=_summarize(self._latencies),
            records=self._records,
            actions=self._actions,
            updated=sorted(self._updated),
        )

    async def _close(self) -> None:
        await asyncio.sleep(0)  # waits for the last response
        for connection in self._free:
            connection.close()
        await asyncio.sleep(0.01)

    def _schedule(self, due: float, start: float, rate: float) -> None:
        """Sends all requests that are due, even if earlier ones have no response yet."""
        now = time.perf_counter()
        while due <= now and self._sent < self._plan.requests:
            self._ask(due, *self._take())
            due += self._random.expovariate(rate)  # visitors don't wait for each other
        if self._sent < self._plan.requests:
            loop = asyncio.get_running_loop()
            loop.call_later(max(0, due - time.perf_counter()), self._schedule, due, start, rate)

    def _send_next(self) -> None:
        if self._sent < self._plan.requests:
            self._ask(time.perf_counter(), *self._take())

    def _take(self) -> tuple[str, bytes]:
        kind, request = self._queue[self._sent]
        self._sent += 1
        if kind != UPDATE:
            return kind, request
        if not self._records:
            return VIEW, self._traffic.view()
        id_ = self._random.choice(self._records[-5000:])
        return f"{UPDATE} {id_}", self._traffic.update(id_)

    def _ask(self, due: float, kind: str, request: bytes) -> None:
        if not self._free:
            self._late.append((due, kind, request))
            return
        connection = self._free.popleft()

        def done(status: int, body: bytes) -> None:
            self._note(due, kind, status, body)
            self._free.append(connection)
            if self._late:
                self._ask(*self._late.popleft())
            elif not self._plan.rate:
                self._send_next()

        connection.ask(request, done)

    def _note(self, due: float, kind: str, status: int, body: bytes) -> None:
        self._latencies.append(time.perf_counter() - due)
        operation, _, id_ = kind.partition(" ")
        made = body.partition(b'"id":"')[2][:36].decode()
        is_right = status == 200 and (b'"success":true' in body if id_ else len(made) == 36)
        self._answers[str(status) if is_right or status != 200 else "broken"] += 1
        if is_right and id_:
            self._updated.add(id_)
        elif is_right:
            (self._records if operation == VIEW else self._actions).append(made)
        if len(self._latencies) == self._plan.requests:
            self._is_done.set()


def _summarize(seconds: list[float]) -> Latency:
    ordered = sorted(second * 1000 for second in seconds)

    def at(part: float) -> float:
        return ordered[min(len(ordered) - 1, int(len(ordered) * part))]

    return Latency(at(0.5), at(0.99), at(0.999), ordered[-1])


def send(plan: Plan) -> Outcome:
    """Runs a plan in another process, so that it doesn't distort the measurement."""
    with tempfile.TemporaryDirectory() as name:
        told = Path(name) / "outcome.json"
        command = [sys.executable, "-m", "benchmarks.collector.load", str(told)]
        subprocess.run(command, input=msgspec.json.encode(plan), cwd=ROOT, check=True)
        return msgspec.json.decode(told.read_bytes(), type=Outcome)


def main() -> None:
    plan = msgspec.json.decode(sys.stdin.buffer.read(), type=Plan)

    async def run() -> Outcome:
        return await Sender(plan).run()

    Path(sys.argv[1]).write_bytes(msgspec.json.encode(uvloop.run(run())))


if __name__ == "__main__":
    main()
