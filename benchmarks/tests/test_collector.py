"""The load generator measures latency as visitors experience it, and detects failures."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from benchmarks.collector.cost import Cost, Level
from benchmarks.collector.load import Latency, Outcome, Plan, Sender
from benchmarks.collector.machine import Cpu
from benchmarks.collector.traffic import Traffic
from benchmarks.collector_speed import Hold, check_targets

ID = "01a1dfc4-6178-7da3-8d30-81a000000000"
GOOD = f'{{"data":{{"createRecord":{{"payload":{{"id":"{ID}"}}}}}}}}'
Answering = Callable[[], Awaitable[tuple[int, str]]]


def send(answer: Answering, **plan: float) -> Outcome:
    """Sends page views to a stub server."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                length = int(head.rpartition(b"Content-Length: ")[2])
                await reader.readexactly(length)
                status, body = await answer()
                if not status:
                    break
                text = f"HTTP/1.1 {status} x\r\ncontent-length: {len(body)}\r\n\r\n{body}"
                writer.write(text.encode())
        except asyncio.IncompleteReadError:
            pass
        writer.close()

    async def run() -> Outcome:
        server = await asyncio.start_server(serve, "127.0.0.1")
        port = server.sockets[0].getsockname()[1]
        given = {"connections": 1, "requests": 10, **plan}
        sender = Sender(Plan(port=port, domain_id="d", event_id="e", **given))  # type: ignore[arg-type]
        outcome = await sender.run()
        server.close()
        return outcome

    return asyncio.run(asyncio.wait_for(run(), 20))


async def answer_slowly() -> tuple[int, str]:
    await asyncio.sleep(0.03)  # simulates a slow server
    return 200, GOOD


def test_at_a_fixed_rate_latency_includes_queueing() -> None:
    """Without a rate, each request waits for the one before, and only its own time counts."""
    by_the_clock = send(answer_slowly, rate=1000)
    one_by_one = send(answer_slowly)
    assert by_the_clock.latency.worst > 3 * one_by_one.latency.p50
    assert by_the_clock.answers == one_by_one.answers == {"200": 10}


@pytest.mark.parametrize(
    ("status", "body", "counted"),
    [(503, "later", "503"), (200, '{"errors":[]}', "broken"), (0, "", "0")],
)
def test_failures_are_counted(status: int, body: str, counted: str) -> None:
    async def answer() -> tuple[int, str]:
        return status, body

    outcome = send(answer, requests=1)
    assert (outcome.answers, outcome.records, outcome.errors) == ({counted: 1}, [], 1)


def test_runs_are_deterministic() -> None:
    one, other = (Traffic("d", "e", 9, Random(3)) for _ in range(2))  # noqa: S311
    key = re.compile(rb'(?<="idempotencyKey": ")\w+')
    views, actions = (one.view(), other.view()), (one.action(), other.action())
    assert len({key.search(request)[0] for request in (*views, *actions)}) == 4  # type: ignore[index]
    for pair in (views, actions):
        assert len({key.sub(b"", request) for request in pair}) == 1


def hold(p99: float = 10, lost: int = 0, **answers: int) -> Hold:
    outcome = Outcome(
        seconds=1, cpu_seconds=0.1, idle_seconds=0, answers=answers,
        latency=Latency(1, p99, p99, p99),
        records=[], actions=[], updated=[],
    )  # fmt: skip
    return Hold("x", outcome, Cpu(1, 1), (50, 50), lost, 0, 1.0, 100)


def cost(app: float) -> Cost:
    return Cost(Level(None, 1), 1, app, 50, 40, 10, 1000)


def test_targets_limit_the_cost_of_a_view_and_allow_no_loss() -> None:
    good = check_targets([cost(99)], hold(**{"200": 5}), hold(**{"200": 5}))
    assert all(verdict.is_kept for verdict in good)
    bad = list(check_targets([cost(101)], hold(p99=51, **{"503": 1}), hold(lost=1)))
    assert [verdict.is_kept for verdict in bad] == [
        False, False, False, True, True, True, False, True,
    ]  # fmt: skip
