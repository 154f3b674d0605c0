"""A short run of `make views-soak`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser

from tests.analytics.soak import KINDS, Soak, serve_soak, soak_until, write_line
from tests.collector.durability.machine import Machine, run_machine

VIEWS = 100
SEED = 1


@pytest.fixture(scope="module")
def machine() -> Iterator[Machine]:
    with run_machine() as running:
        yield running


@pytest.fixture(scope="module")
def site(built_packages: None) -> Iterator[str]:  # noqa: ARG001
    with serve_soak() as address:
        yield address


def is_over(soak: Soak) -> bool:
    return bool(soak.figures.kills) and sum(soak.count("views")) >= VIEWS


def test_views_during_kills_of_collector_and_database_are_counted_exactly_once(
    browser: Browser, site: str, machine: Machine
) -> None:
    figures = soak_until(browser, site, machine, Random(SEED), is_over)  # noqa: S311
    write_line(f"seed {SEED}: {figures}")
    assert not figures.problems, "\n".join(figures.problems)
    assert {*figures.kills} == {*KINDS}
    assert figures.statuses["none"] > 0, "no request was interrupted"
    assert figures.counts["rejected"] == 0
