import asyncio
from datetime import date
from uuid import uuid4

import pytest

from collector.errors import UnavailableError
from collector.visitors import Visitors
from collector.visits import Visit

pytestmark = pytest.mark.anyio

DAY = date(2026, 10, 24)
NEXT = date(2026, 10, 25)
DOMAIN = uuid4()


def visit(name: str = "one") -> Visit:
    return Visit("192.0.2.1", name, None, is_own=False)


class Salts:
    """Counts how often it is called."""

    def __init__(self) -> None:
        self.calls: list[date] = []
        self.error: Exception | None = None
        self.is_over = False

    async def load(self, day: date) -> bytes | None:
        self.calls.append(day)
        await asyncio.sleep(0)
        if self.error:
            raise self.error
        return None if self.is_over else day.isoformat().encode()


async def test_visitors_days_and_domains_have_different_hashes() -> None:
    visitors = Visitors(Salts().load)
    hashes = [
        await visitors.identify(DAY, DOMAIN, visit()),
        await visitors.identify(DAY, DOMAIN, visit("two")),
        await visitors.identify(NEXT, DOMAIN, visit()),
        await visitors.identify(DAY, uuid4(), visit()),
    ]
    assert len(set(hashes)) == 4
    assert await visitors.identify(DAY, DOMAIN, visit()) == hashes[0]


async def test_concurrent_visits_load_each_salt_once() -> None:
    salts = Salts()
    visitors = Visitors(salts.load)
    days = (DAY, NEXT) * 50
    await asyncio.gather(*(visitors.identify(day, DOMAIN, visit()) for day in days))
    assert sorted(salts.calls) == [DAY, NEXT]


async def test_a_failed_load_fails_its_waiters_and_is_retried() -> None:
    salts = Salts()
    salts.error = UnavailableError()
    visitors = Visitors(salts.load)
    waiting = [visitors.identify(DAY, DOMAIN, visit()) for _ in range(3)]
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(result, UnavailableError) for result in results)
    salts.error = None
    assert await visitors.identify(DAY, DOMAIN, visit())


async def test_a_canceled_waiter_does_not_cancel_the_load() -> None:
    visitors = Visitors(Salts().load)
    gone = asyncio.create_task(visitors.identify(DAY, DOMAIN, visit()))
    stays = asyncio.create_task(visitors.identify(DAY, DOMAIN, visit()))
    await asyncio.sleep(0)
    gone.cancel()
    assert await stays
    with pytest.raises(asyncio.CancelledError):
        await gone


async def test_no_visitor_is_identified_after_the_day() -> None:
    salts = Salts()
    visitors = Visitors(salts.load)
    await visitors.identify(DAY, DOMAIN, visit())
    visitors.forget(NEXT)
    salts.is_over = True
    assert await visitors.identify(DAY, DOMAIN, visit()) is None
