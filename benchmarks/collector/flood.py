"""Sends expensive GraphQL documents from 20 addresses, each at the rate that the default limits
allow.

    python -m benchmarks.collector.flood fragments 8600

See `flooding`.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvloop

from collector.config import Settings
from harness.paths import ROOT

ADDRESSES = 20
RATE = Settings().rate
"""Requests per second from one address."""


def _write_fragments() -> str:
    """Valid except for fragments that aren't used, which are slow to find."""
    name = secrets.token_hex(4)
    return f"query q{name}{{isAlive}}" + "".join(
        f"fragment f{number} on Query{{isAlive}}" for number in range(28)
    )


def _write_valid() -> str:
    """Valid, so that it displaces a cached document."""
    return f"{{ a{secrets.token_hex(4)}: isAlive {'b: isAlive ' * 28} }}"


def _write_unknown_fields() -> str:
    """Each unknown field is compared with all known ones, to suggest a similar name."""
    fields = " ".join(f"createRecor{secrets.token_hex(2)}" for _ in range(29))
    return f"mutation {{ {fields} }}"


ATTACKS: dict[str, Callable[[], str]] = {
    "fragments": _write_fragments,
    "valid": _write_valid,
    "unknown-fields": _write_unknown_fields,
}


@contextmanager
def flooding(attack: str, port: int) -> Iterator[None]:
    """Starts an attack in another process, and waits for its first responses."""
    command = [sys.executable, "-m", "benchmarks.collector.flood", attack, str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout  # noqa: S101 - for the type checker
            process.stdout.readline()
            yield
        finally:
            process.kill()


async def _attack(write: Callable[[], str], port: int, address: str) -> None:
    """Sends requests on a schedule, whether or not the earlier ones have a response."""
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, local_addr=(address, 0), limit=2**20
    )
    answered = asyncio.create_task(_drain(reader))
    while not answered.done():
        body = json.dumps({"query": write()}).encode()
        head = f"POST /api HTTP/1.1\r\nhost: a\r\ncontent-length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        await asyncio.sleep(1 / RATE)


async def _drain(reader: asyncio.StreamReader) -> None:
    while data := await reader.read(65_536):
        if data.startswith(b"HTTP/1.1 "):
            sys.stdout.write("answered\n")
            sys.stdout.flush()


async def _run(attack: str, port: int) -> None:
    addresses = [f"127.0.1.{number}" for number in range(1, ADDRESSES + 1)]
    await asyncio.gather(*(_attack(ATTACKS[attack], port, one) for one in addresses))


if __name__ == "__main__":
    uvloop.run(_run(sys.argv[1], int(sys.argv[2])))
