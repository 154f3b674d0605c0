"""Loses the machine of the primary under load, promotes the standby, and adds a new one."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from harness.collector.service import create_domain
from harness.replication import Pair
from tests.collector.durability.books import settle
from tests.collector.durability.load import Load
from tests.collector.durability.outcomes import CONNECTIONS, Outcome

MAX_SECONDS = 5.0
"""From the promotion to the next acknowledgment."""
_LATE_SECONDS = 1.0


async def lose_machine(pair: Pair, port: int, name: str, answers: int, *, is_late: bool) -> Outcome:
    """`is_late`: the standby is down while the primary stores its last records."""
    domain = await create_domain(pair.dsn, name)
    load = Load([port], domain, CONNECTIONS)
    async with load.running():
        await load.wait_for_answers(answers)
        if is_late:
            await _stop_standby(pair, load)
        await asyncio.to_thread(pair.lose_primary)
        if is_late:
            await asyncio.to_thread(pair.standby.start)
        await asyncio.to_thread(pair.promote)
        seconds = await load.wait_for_answer()
        await load.wait_for_answers(CONNECTIONS)
    balance = await settle(pair.dsn, domain, load.ledger)
    return Outcome(balance, load.ledger.statuses, seconds)


async def _stop_standby(pair: Pair, load: Load) -> None:
    """Waits for acknowledgments of records that the standby doesn't have. With synchronous
    replication, clients get none."""
    await asyncio.to_thread(pair.standby.kill)
    with suppress(TimeoutError):
        async with asyncio.timeout(_LATE_SECONDS):
            await load.wait_for_answers(2 * CONNECTIONS)
