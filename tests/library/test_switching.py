"""Small applications that switch from another library to Tuffet keep the data of their users."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from harness.bundles import bundle_file
from harness.paths import ROOT
from harness.static import render_page, serve

APPS = ROOT / "tests/library/peers/apps"
LIBRARIES = ("raw", "zustand", "redux-persist", "pinia", "vueuse")
KEPT = {"redux-persist": ["persist:root"]}
"""Other modules may need the same key."""


def find_app(library: str, release: str) -> Path:
    (file,) = APPS.glob(f"{library}.{release}.*")
    return file


@pytest.fixture(scope="module")
def site(built_packages: None) -> Iterator[str]:  # noqa: ARG001
    files = {}
    for library, release in product(LIBRARIES, ("before", "after")):
        script = f"/{library}-{release}.js"
        files[script] = bundle_file(find_app(library, release))
        body = f'<div id="app"></div><script src="{script}"></script>'
        files[f"/{library}/{release}"] = render_page(body=body)
    with serve(files) as address:
        yield address


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        yield context.new_page()


def expect_output(page: Page, text: str) -> None:
    page.get_by_text(text, exact=True).wait_for()


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_user_finds_the_old_settings_in_the_new_release(
    visitor: Page, site: str, library: str
) -> None:
    visitor.goto(f"{site}/{library}/before")
    visitor.get_by_role("button", name="Dark").click()
    visitor.get_by_role("button", name="Larger").click()
    expect_output(visitor, "dark 17")
    # redux-persist stores values after a delay.
    visitor.wait_for_function("JSON.stringify({ ...localStorage }).includes('17')")
    visitor.goto(f"{site}/{library}/after")
    expect_output(visitor, "dark 17")
    visitor.get_by_role("button", name="Larger").click()
    expect_output(visitor, "dark 18")
    visitor.reload()
    expect_output(visitor, "dark 18")
    keys = sorted(visitor.evaluate("Object.keys(localStorage)"))
    assert keys == [*KEPT.get(library, []), "settings"]
