"""Processes die, and end, and have no more room: whatever was acknowledged is there afterwards.

One kill of each kind; `make durability` repeats them at random moments.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from collector.postgres.database import connect
from harness.collector.loops import run_apart
from harness.collector.service import (
    CREATE_RECORD,
    ORIGIN,
    Domain,
    Service,
    start_service,
    wait_for,
)
from harness.collector.stored import coarsen
from harness.network import Answer, find_port
from tests.collector.durability.machine import Hold, Machine, create_domain, hold, run_machine
from tests.collector.durability.runs import run
from tests.collector.durability.serve import QUEUE


@pytest.fixture(scope="module")
def machine() -> Iterator[Machine]:
    with run_machine() as running:
        yield running


@pytest.mark.parametrize("what", ["collector", "postgres", "both"])
def test_nothing_acknowledged_is_lost_by_a_kill(machine: Machine, what: str) -> None:
    before = machine.collector
    outcome = run_apart(run(machine, what, what, moment=0.5))
    assert outcome.problems == []
    if what == "postgres":
        assert machine.collector is before, "it recovers by itself"
        assert outcome.statuses[503] > 0


def test_shutdown_waits_for_accepted_requests(machine: Machine) -> None:
    service = machine.collector
    assert service

    async def work() -> None:
        domain = await create_domain(machine.postgres.dsn, "ending")
        with ThreadPoolExecutor(40) as threads:
            async with hold(machine.postgres.dsn) as held:
                answers = await _fill(service, domain, threads, held, 40)
                service.process.send_signal(signal.SIGTERM)
                await asyncio.sleep(0.5)
                assert service.process.poll() is None
                assert not any(answer.done() for answer in answers)
        await asyncio.to_thread(service.process.wait, 20)
        ids = {_id_of(answer.result()) for answer in answers}
        assert len(ids) == 40
        assert {coarsen(id_) for id_ in ids} == await _list_stored(machine, domain)

    run_apart(asyncio.wait_for(work(), 60))


def test_a_full_queue_rejects_new_items_and_stores_accepted_ones(machine: Machine) -> None:
    module = "tests.collector.durability.serve"
    service = start_service(
        machine.postgres.dsn, find_port(), module=module, variables={QUEUE: "9"}
    )

    async def work() -> None:
        domain = await create_domain(machine.postgres.dsn, "full")
        with ThreadPoolExecutor(40) as threads:
            async with hold(machine.postgres.dsn) as held:
                answers = await _fill(service, domain, threads, held, 10)
                refused = await asyncio.to_thread(_view, service, domain)
                assert (refused.status, refused.headers["retry-after"]) == (503, "5")
                assert not any(answer.done() for answer in answers)
        assert {coarsen(_id_of(one.result())) for one in answers} == await _list_stored(
            machine, domain
        )

    try:
        wait_for(service)
        run_apart(asyncio.wait_for(work(), 60))
    finally:
        service.process.kill()
        service.process.wait()


async def _fill(
    service: Service, domain: Domain, threads: ThreadPoolExecutor, held: Hold, number: int
) -> list[Future[Answer]]:
    """Views that wait: one in a transaction that cannot go on, the others behind it."""
    answers = [threads.submit(_view, service, domain)]
    await held.wait_for_others()
    answers += [threads.submit(_view, service, domain) for _ in range(number - 1)]
    waiting = f"\ncollector_waiting {number - 1}.0\n"
    while waiting not in (await asyncio.to_thread(service.request, "GET", "/metrics")).text:
        await asyncio.sleep(0.05)
    return answers


def _view(service: Service, domain: Domain) -> Answer:
    variables = {"domainId": domain.id, "input": {"siteLocation": f"{ORIGIN}/"}}
    return service.ask(CREATE_RECORD, variables)


def _id_of(answer: Answer) -> str:
    assert answer.status == 200, answer
    id_: str = answer.json["data"]["createRecord"]["payload"]["id"]
    return id_


async def _list_stored(machine: Machine, domain: Domain) -> set[str]:
    connection = await connect(machine.postgres.dsn)
    rows = await connection.fetch("select id::text from records where domain_id = $1", domain.id)
    await connection.close()
    return {row["id"] for row in rows}
