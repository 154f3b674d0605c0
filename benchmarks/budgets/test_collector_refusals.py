"""Requests that the collector refuses cost hardly more than a minimal response."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator

import pytest

from benchmarks.collector.machine import Machine, run_hello, run_machine
from benchmarks.collector.refusals import measure_refusals, post, preflight
from harness.collector.loops import call_in_thread

MAX_RATIO = 1.5
"""The hash of the address, the rate limit and the metrics take about 7 µs."""
ATTEMPTS = 5
"""Other processes may slow down one measurement, but slow code fails all of them."""


@pytest.fixture(scope="module")
def machine() -> Iterator[Machine]:
    with run_machine() as machine:
        yield machine


@pytest.mark.parametrize("write", [post, preflight])
def test_requests_with_random_origins_from_one_address_cost_little_more_than_a_bare_403(
    machine: Machine, write: Callable[[str], bytes]
) -> None:
    """Except for those that the rate limit allows."""

    def flood(_: int) -> bytes:
        return write(f"https://{secrets.token_hex(8)}.example")

    ratios: list[float] = []
    with run_hello("refuse") as (port, process_id):
        while len(ratios) < ATTEMPTS and min(ratios, default=2 * MAX_RATIO) > MAX_RATIO:
            bare, _ = call_in_thread(lambda: measure_refusals(port, process_id, flood))
            found, statuses = call_in_thread(
                lambda: measure_refusals(machine.port, machine.process_id, flood)
            )
            assert {*statuses} <= {403, 429}
            ratios.append(found / bare)
    assert min(ratios) <= MAX_RATIO, ratios
