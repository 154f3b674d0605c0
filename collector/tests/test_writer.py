import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from collector.errors import RefusedError, UnavailableError
from collector.ids import make_id
from collector.model import Item, RecordUpdate
from collector.writer import MAX_BATCH, Writer

pytestmark = pytest.mark.anyio


def item() -> RecordUpdate:
    moment = datetime.now(UTC)
    return RecordUpdate(make_id(moment), moment, 1)


class Sink:
    def __init__(self) -> None:
        self.batches: list[list[Item]] = []
        self.is_called = asyncio.Event()
        self.gate = asyncio.Event()
        self.gate.set()
        self.error: Exception | None = None
        self.poison: Item | None = None

    async def store(self, items: Sequence[Item]) -> Sequence[bool]:
        self.is_called.set()
        await self.gate.wait()
        if self.error:
            raise self.error
        if self.poison in items:
            raise RefusedError
        self.batches.append(list(items))
        return [True] * len(items)


async def start(sink: Sink, max_waiting: int = 5000) -> Writer:
    writer = Writer(sink, max_waiting=max_waiting)
    writer.start()
    return writer


async def test_a_write_returns_after_the_commit() -> None:
    sink = Sink()
    sink.gate.clear()
    writer = await start(sink)
    answer = asyncio.create_task(writer.write(item()))
    await sink.is_called.wait()
    assert not answer.done()
    sink.gate.set()
    assert await answer
    await writer.stop()


async def test_items_that_arrive_during_a_batch_share_the_next_one() -> None:
    sink = Sink()
    sink.gate.clear()
    writer = await start(sink)
    first = asyncio.create_task(writer.write(item()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    others = [asyncio.create_task(writer.write(item())) for _ in range(MAX_BATCH + 1)]
    await asyncio.sleep(0)
    sink.gate.set()
    await asyncio.gather(first, *others)
    assert [len(batch) for batch in sink.batches] == [1, MAX_BATCH, 1]
    await writer.stop()


async def test_a_full_queue_rejects_immediately() -> None:
    sink = Sink()
    sink.gate.clear()
    writer = await start(sink, max_waiting=2)
    tasks = [asyncio.create_task(writer.write(item())) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(UnavailableError):
        await writer.write(item())
    sink.gate.set()
    await asyncio.gather(*tasks)
    await writer.stop()


async def test_a_failure_fails_its_batch_and_not_the_next_one() -> None:
    sink = Sink()
    sink.error = OSError("disk full")
    writer = await start(sink)
    results = await asyncio.gather(
        *(writer.write(item()) for _ in range(3)), return_exceptions=True
    )
    assert all(isinstance(result, UnavailableError) for result in results)
    sink.error = None
    assert await writer.write(item())
    await writer.stop()


async def test_is_failing_until_success_or_timeout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sink = Sink()
    writer = await start(sink)
    for end in (lambda: writer.write(item()), lambda: forget(monkeypatch)):
        assert not writer.is_failing
        sink.error = OSError("disk full")
        with pytest.raises(UnavailableError):
            await writer.write(item())
        assert writer.is_failing
        sink.error = None
        await end()
    assert not writer.is_failing
    await writer.stop()


async def forget(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("collector.writer.FAILURE_SECONDS", 0)


async def test_a_rejected_item_fails_alone() -> None:
    sink = Sink()
    items = [item() for _ in range(10)]
    sink.poison = items[6]
    writer = await start(sink)
    results = await asyncio.gather(*(writer.write(one) for one in items), return_exceptions=True)
    assert isinstance(results.pop(6), RefusedError)
    assert results == [True] * 9
    assert sum(len(batch) for batch in sink.batches) == 9
    await writer.stop()


async def test_stop_stores_waiting_items_and_rejects_new_ones() -> None:
    sink = Sink()
    writer = await start(sink)
    tasks = [asyncio.create_task(writer.write(item())) for _ in range(5)]
    await asyncio.sleep(0)
    await writer.stop()
    assert all(await asyncio.gather(*tasks))
    with pytest.raises(UnavailableError):
        await writer.write(item())


async def test_a_canceled_write_does_not_affect_others() -> None:
    sink = Sink()
    sink.gate.clear()
    writer = await start(sink)
    gone = asyncio.create_task(writer.write(item()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    gone.cancel()
    stays = asyncio.create_task(writer.write(item()))
    await asyncio.sleep(0)
    sink.gate.set()
    assert await stays
    await writer.stop()
