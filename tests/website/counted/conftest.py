"""The site with an analytics server that counts its visits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from harness.servers import serve_nginx
from harness.variants import build_variant, set_analytics
from tests.website.counting import Counter, Visitor, serve_counter


@pytest.fixture(scope="session")
def server() -> Iterator[Counter]:
    with serve_counter() as running:
        yield running


@pytest.fixture
def counter(server: Counter) -> Counter:
    server.wire.restore()
    return server


@pytest.fixture(scope="session")
def variant(tmp_path_factory: pytest.TempPathFactory, server: Counter) -> Path:
    return build_variant(
        tmp_path_factory.mktemp("counted"), lambda docs: set_analytics(docs, server.config)
    )


@pytest.fixture(scope="session")
def address(variant: Path) -> Iterator[str]:
    with serve_nginx(variant) as found:
        yield found


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    """Chromium treats a page that a test has changed as one from outside of this machine."""
    context.grant_permissions(["local-network-access"])
    return context


@pytest.fixture
def visitor(own_page: Page, address: str, counter: Counter) -> Visitor:
    return Visitor(own_page, address, counter)
