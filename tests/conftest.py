from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Iterator[Page]:
    """A tab for all tests that need just a fresh document: it takes a quarter of a new tab."""
    with browser.new_context() as context:
        yield context.new_page()
