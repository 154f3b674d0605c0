"""Pages with the built packages in real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Frame, Page

from harness.bundles import bundle_source
from harness.static import render_page, serve

Tabs = tuple[Page, Page]

PAGES = Path(__file__).parent / "pages"
_ENTRY_POINTS = (
    "@tuffet/core",
    "@tuffet/hooks",
    "@tuffet/hooks/consent",
    "@tuffet/hooks/expiry",
    "@tuffet/hooks/family",
    "@tuffet/hooks/schema",
)


@pytest.fixture(scope="session")
def site(built_packages: None) -> Iterator[str]:  # noqa: ARG001
    """The address of a site with the packages as `tuffet`, and a second copy as `copy`."""
    modern = ", ".join(f"...m{i}" for i, _ in enumerate(_ENTRY_POINTS))
    imports = "".join(f"import * as m{i} from '{name}';" for i, name in enumerate(_ENTRY_POINTS))
    classic = ", ".join(f"...require('{name}')" for name in _ENTRY_POINTS)
    source = f"{imports} window.tuffet = {{ {modern} }};"
    files = {
        "/tuffet.js": bundle_source(source),
        "/development.js": bundle_source(source, is_development=True),
        "/copy.js": bundle_source(f"window.copy = {{ {classic} }};"),
        **{f"/{file.name}": file.read_bytes() for file in PAGES.glob("*.js")},
        "/": render_page("tuffet.js"),
        "/empty": render_page(),
        "/development": render_page("development.js"),
        "/copies": render_page("tuffet.js", "copy.js"),
        "/tabs": render_page("tuffet.js", "tabs.js"),
        "/tabs-without-repair": render_page("no-repair.js", "tuffet.js", "tabs.js"),
        "/faults": render_page("tuffet.js", "faults.js"),
        "/sandbox": render_page(body='<iframe sandbox="allow-scripts" src="/faults"></iframe>'),
    }
    with serve(files) as address:
        yield address


@pytest.fixture
def home(tab: Page, site: str) -> Page:
    """A new document with the packages as `tuffet`, over empty storage."""
    return open_page(tab, site)


@pytest.fixture
def development(tab: Page, site: str) -> Page:
    """The same with a development build of the packages."""
    return open_page(tab, f"{site}/development")


@pytest.fixture
def copies(tab: Page, site: str) -> Page:
    """The same with a second copy of the packages as `copy`."""
    return open_page(tab, f"{site}/copies")


@pytest.fixture
def faulty(tab: Page, site: str) -> Page:
    """The same with functions that create modules and record their errors."""
    return open_page(tab, f"{site}/faults")


@pytest.fixture
def denied(tab: Page, site: str) -> Frame:
    """An iframe with an opaque origin, where even `typeof localStorage` throws."""
    tab.goto(f"{site}/sandbox")
    frame = tab.frames[1]
    names = frame.evaluate(
        """['localStorage', 'sessionStorage'].map((name) => {
          try { return new Function(`return typeof ${name}`)(); } catch (error) {
            return error.name;
          }
        })"""
    )
    assert names == ["SecurityError", "SecurityError"]
    return frame


def open_page(tab: Page, address: str) -> Page:
    tab.goto(address)
    tab.evaluate("localStorage.clear(), sessionStorage.clear()")
    return tab


def open_tabs(context: BrowserContext, site: str, script: str) -> Tabs:
    """Two tabs of one profile, after a script ran in each."""
    tabs = context.new_page(), context.new_page()
    for tab in tabs:
        tab.goto(site)
        tab.evaluate(script)
    return tabs
