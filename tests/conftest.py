"""Built packages and the built site in real Chromium, what serves them, and how it starts."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Page, expect

from tests.packages import bundle, check_built
from tests.servers import serve_nginx
from tests.site import render_page, serve

_ARGS = (
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PAGES = Path(__file__).parent / "pages"
ROOT = PAGES.parents[1]
_PATIENCE_MS = 30_000
"""Ends a wait for what never comes. No test depends on it, so a busy machine may take its time."""
_ENTRY_POINTS = ("@tuffet/core", "@tuffet/hooks", "@tuffet/hooks/schema")


def pytest_configure(config: pytest.Config) -> None:
    # pytest-base-url, which pytest-playwright brings, is behind the newest pytest here.
    config.addinivalue_line("filterwarnings", "ignore:Session-scoped fixtures defined as instance")
    expect.set_options(timeout=_PATIENCE_MS)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return {
        **browser_type_launch_args,
        "executable_path": os.environ.get("CHROMIUM") or found,
        "chromium_sandbox": False,
        "args": list(_ARGS),
    }


@pytest.fixture(scope="session")
def built_packages() -> None:
    """Ends the run at once where there is nothing to try."""
    if problems := check_built():
        pytest.exit("\n".join(problems), returncode=1)


@pytest.fixture(scope="session")
def site(built_packages: None) -> Iterator[str]:  # noqa: ARG001
    """The address of a site with the packages as `tuffet`, and once more as `copy`."""
    modern = ", ".join(f"...m{i}" for i, _ in enumerate(_ENTRY_POINTS))
    imports = "".join(f"import * as m{i} from '{name}';" for i, name in enumerate(_ENTRY_POINTS))
    classic = ", ".join(f"...require('{name}')" for name in _ENTRY_POINTS)
    files = {
        "/tuffet.js": bundle(f"{imports} window.tuffet = {{ {modern} }};"),
        "/copy.js": bundle(f"window.copy = {{ {classic} }};"),
        **{f"/{file.name}": file.read_bytes() for file in PAGES.glob("*.js")},
        "/": render_page("tuffet.js"),
        "/empty": render_page(),
        "/copies": render_page("tuffet.js", "copy.js"),
        "/tabs": render_page("tuffet.js", "tabs.js"),
        "/tabs-without-repair": render_page("no-repair.js", "tuffet.js", "tabs.js"),
        "/faults": render_page("tuffet.js", "faults.js"),
        "/sandbox": render_page(body='<iframe sandbox="allow-scripts" src="/faults"></iframe>'),
    }
    with serve(files) as address:
        yield address


@pytest.fixture(scope="session")
def dist() -> Path:
    """The site as `make build` left it."""
    folder = ROOT / "dist"
    if not (folder / "build.json").is_file():
        pytest.exit("There is no built site. Run `make build` first.", returncode=1)
    return folder


@pytest.fixture(scope="session")
def website(dist: Path) -> Iterator[str]:
    """The address of the site behind nginx, with the configuration that the build wrote."""
    with serve_nginx(dist) as address:
        yield address


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Iterator[Page]:
    """A tab for all tests that need just a fresh document: it takes a quarter of a new tab."""
    with browser.new_context() as context:
        yield context.new_page()


@pytest.fixture
def home(tab: Page, site: str) -> Page:
    """A new document with the packages as `tuffet`, over empty storage."""
    return open_page(tab, site)


@pytest.fixture
def copies(tab: Page, site: str) -> Page:
    """The same with a second copy of the packages as `copy`."""
    return open_page(tab, f"{site}/copies")


@pytest.fixture
def faulty(tab: Page, site: str) -> Page:
    """The same with functions that make modules and write down their errors."""
    return open_page(tab, f"{site}/faults")


@pytest.fixture
def denied(tab: Page, site: str) -> Frame:
    """A frame of an opaque origin, where even asking for the type of the storage throws."""
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
