"""The systems under test: a collector with its own PostgreSQL, and a minimal server."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from benchmarks.collector.load import Outcome, Plan, send
from benchmarks.collector.processor import load_cpu_seconds, load_resident_mb
from harness.collector.service import Domain, add_domain, run_command, run_service
from harness.network import find_port
from harness.paths import ROOT
from harness.postgres import Postgres, run_postgres


@dataclass(frozen=True)
class Cpu:
    """CPU time in seconds."""

    app: float
    database: float

    def __sub__(self, other: Cpu) -> Cpu:
        return Cpu(self.app - other.app, self.database - other.database)

    @property
    def total(self) -> float:
        return self.app + self.database


@dataclass(frozen=True)
class Machine:
    """A running collector."""

    postgres: Postgres
    domain: Domain
    port: int
    process_id: int

    def load_cpu(self) -> Cpu:
        return Cpu(load_cpu_seconds(self.process_id), load_cpu_seconds(find_server(self.postgres)))

    def load_memory_mb(self) -> float:
        return load_resident_mb(self.process_id)

    def send(self, **plan: Any) -> tuple[Outcome, Cpu]:
        """Sends requests and returns the outcome with the CPU time."""
        before = self.load_cpu()
        outcome = send(
            Plan(
                port=self.port,
                domain_id=self.domain.id,
                event_id=self.domain.events["route"],
                **plan,
            )
        )
        return outcome, self.load_cpu() - before


def find_server(postgres: Postgres) -> int:
    """Returns the parent process of PostgreSQL."""
    return int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])


@contextmanager
def run_machine(*settings: str) -> Iterator[Machine]:
    """Runs the collector as in production: behind a proxy, with the default limits."""
    with run_postgres(*settings) as postgres:
        run_command(postgres.dsn, "migrate")
        domain = add_domain(postgres.dsn, "Docs")
        port = find_port()
        with run_service(
            postgres.dsn, port, trusted_proxies="127.0.0.1", burst="200", rate="20"
        ) as service:
            yield Machine(postgres, domain, port, service.process.pid)


@contextmanager
def run_hello(*options: str) -> Iterator[tuple[int, int]]:
    """Yields the port and the process of the minimal server. `refuse` makes it refuse requests."""
    port = find_port()
    command = [sys.executable, "-m", "benchmarks.collector.hello", str(port), *options]
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        _wait_until_open(port)
        yield port, process.pid
    finally:
        process.kill()
        process.wait()


def _wait_until_open(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with suppress(OSError):
            return socket.create_connection(("127.0.0.1", port), timeout=5).close()
        time.sleep(0.05)
    raise TimeoutError("The minimal server did not start.")
