"""A short run of `make law-soak`, and a control that loses values."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.library.soak import serve_soak, soak_for, write_line

SECONDS = 15
SEED = 1


@pytest.fixture(scope="module")
def address(built_packages: None) -> Iterator[str]:  # noqa: ARG001
    with serve_soak() as address:
        yield address


def test_eight_tabs_with_two_releases_lose_nothing(browser: Browser, address: str) -> None:
    figures = soak_for(browser, address, seconds=SECONDS, seed=SEED)
    write_line(f"seed {SEED}: {figures}")
    assert not figures.losses, "\n".join(figures.losses)
    assert figures.acknowledged > 0
    assert figures.rejected > 0
    assert figures.reports["schema"] > 0


@pytest.mark.sweep
def test_without_the_repair_the_soak_finds_losses(browser: Browser, address: str) -> None:
    figures = soak_for(browser, address, seconds=60, seed=SEED, path="/without-repair")
    assert figures.losses
