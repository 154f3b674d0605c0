"""Acknowledged items survive kills, shutdowns and full queues.

There is one kill of each kind; `make durability` repeats them at random moments.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from harness.collector.service import CREATE_RECORD, ORIGIN, Domain, Service, create_domain
from harness.collector.stored import coarsen, fetch
from harness.network import Response
from tests.collector.durability.machine import Hold, Machine, hold, run_machine
from tests.collector.durability.runs import run
from tests.collector.serve_with_clock import Clock, run_with_clock


@pytest.fixture(scope="module")
def machine() -> Iterator[Machine]:
    with run_machine() as running:
        yield running


@pytest.mark.parametrize("what", ["collector", "postgres", "both"])
async def test_nothing_acknowledged_is_lost_by_a_kill(machine: Machine, what: str) -> None:
    before = machine.collector
    outcome = await run(machine, what, what, answers=500)
    assert outcome.problems == []
    if what == "postgres":
        assert machine.collector is before, "it recovers without a restart"
        assert outcome.statuses[503] > 0


async def test_shutdown_waits_for_accepted_requests(machine: Machine) -> None:
    service = machine.collector
    assert service
    domain = await create_domain(machine.postgres.dsn, "ending")
    with ThreadPoolExecutor(40) as threads:
        async with hold(machine.postgres.dsn) as held:
            answers = await _fill(service, domain, threads, held, 40)
            service.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(_wait_until_closed, service)
            assert service.process.poll() is None
            assert not any(response.done() for response in answers)
    await asyncio.to_thread(service.process.wait, 20)
    ids = {coarsen(_id_of(response.result())) for response in answers}
    assert len(ids) == 40
    assert ids == _list_stored(machine, domain)


async def test_a_full_queue_rejects_new_items_and_stores_accepted_ones(
    machine: Machine, tmp_path: Path
) -> None:
    clock = Clock(tmp_path / "clock")
    clock.set(datetime.now(UTC))
    domain = await create_domain(machine.postgres.dsn, "full")
    with (
        run_with_clock(machine.postgres.dsn, clock, queue=9) as service,
        ThreadPoolExecutor(40) as threads,
    ):
        async with hold(machine.postgres.dsn) as held:
            answers = await _fill(service, domain, threads, held, 10)
            refused = await asyncio.to_thread(_view, service, domain)
            assert (refused.status, refused.headers["retry-after"]) == (503, "5")
            assert not any(response.done() for response in answers)
        ids = {coarsen(_id_of(response.result())) for response in answers}
    assert ids == _list_stored(machine, domain)


async def _fill(
    service: Service, domain: Domain, threads: ThreadPoolExecutor, held: Hold, number: int
) -> list[Future[Response]]:
    """Sends views that stay pending: one in a blocked transaction, the others in the queue."""
    answers = [threads.submit(_view, service, domain)]
    await held.wait_for_others()
    answers += [threads.submit(_view, service, domain) for _ in range(number - 1)]
    waiting = f"\ncollector_waiting {number - 1}.0\n"
    while waiting not in (await asyncio.to_thread(service.request, "GET", "/metrics")).text:
        await asyncio.sleep(0.05)
    return answers


def _wait_until_closed(service: Service) -> None:
    """Waits until the service has received the signal and accepts no more connections."""
    with suppress(OSError):
        while True:
            socket.create_connection(("127.0.0.1", service.port), timeout=5).close()


def _view(service: Service, domain: Domain) -> Response:
    variables = {"domainId": domain.id, "input": {"siteLocation": f"{ORIGIN}/"}}
    return service.execute(CREATE_RECORD, variables)


def _id_of(response: Response) -> str:
    assert response.status == 200, response
    id_: str = response.json["data"]["createRecord"]["payload"]["id"]
    return id_


def _list_stored(machine: Machine, domain: Domain) -> set[str]:
    query = "select id::text from records where domain_id = $1"
    return {row["id"] for row in fetch(machine.postgres.dsn, query, domain.id)}
