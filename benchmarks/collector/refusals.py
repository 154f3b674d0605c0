"""CPU time of refused requests."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

import uvloop

from benchmarks.collector.processor import load_cpu_seconds

CONNECTIONS = 16
REQUESTS = 10_000

Write = Callable[[int], bytes]
"""Returns the request with a number."""


def preflight(origin: str) -> bytes:
    return (
        f"OPTIONS /api HTTP/1.1\r\nhost: collector.example\r\norigin: {origin}\r\n"
        "access-control-request-method: POST\r\n"
        "access-control-request-headers: content-type\r\n\r\n"
    ).encode()


def post(origin: str) -> bytes:
    body = b"{}"
    return (
        f"POST /api HTTP/1.1\r\nhost: collector.example\r\norigin: {origin}\r\n"
        f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    ).encode() + body


def measure_refusals(
    port: int, process_id: int, write: Write, requests: int = REQUESTS
) -> tuple[float, Counter[int]]:
    """Returns the CPU time per request in microseconds, and the number of responses by status."""
    before = load_cpu_seconds(process_id)
    statuses = uvloop.run(_send_all(port, write, requests))
    return (load_cpu_seconds(process_id) - before) / requests * 1e6, statuses


async def _send_all(port: int, write: Write, requests: int) -> Counter[int]:
    statuses: Counter[int] = Counter()
    numbers = iter(range(requests))

    async def send() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for number in numbers:
            writer.write(write(number))
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            statuses[int(head.split()[1])] += 1
            await reader.readexactly(int(head.partition("content-length: ")[2].split()[0]))
        writer.close()

    await asyncio.gather(*(send() for _ in range(CONNECTIONS)))
    return statuses
