"""No page's first load may be much larger than its record: `python -m benchmarks.first_load`.

The record is data of the repository, so that a larger first load is seen in review.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from benchmarks.first_load import (
    GROWTH,
    PageGrowth,
    compare,
    list_paths,
    load_record,
    sizes_of,
)
from benchmarks.site.first_load import load_each_first

pytestmark = pytest.mark.sweep


@pytest.fixture(scope="module")
def pages(browser: Browser, website: str, dist: Path) -> list[PageGrowth]:
    """Every page and its record."""
    loads = load_each_first(browser, website, list_paths(dist))
    return compare({path: sizes_of(load) for path, load in loads.items()}, load_record())


def test_every_page_is_in_the_record(pages: list[PageGrowth]) -> None:
    assert {page.path for page in pages} == set(load_record())


def test_no_page_has_grown_by_more_than_a_kilobyte(pages: list[PageGrowth]) -> None:
    assert {page.path: page.growth for page in pages if page.growth > GROWTH} == {}
