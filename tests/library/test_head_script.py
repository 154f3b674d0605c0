"""A head script in a real page: before the first paint, and with a content security policy."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from harness.paths import PACKAGES
from harness.programs import run
from harness.static import serve

CREATE = """
  import { createLocalStorage } from '@tuffet/hooks';
  import { headScript, scriptHash } from '@tuffet/hooks/head';
  const look = createLocalStorage({ storageModuleKey: 'look', initial: { theme: 'light' } });
  const rule = { attribute: 'data-theme', values: ['light', 'dark'] };
  const script = headScript(look, { theme: rule });
  console.log(JSON.stringify([script, await scriptHash(script)]));
"""


def render(script: str, policy: str) -> bytes:
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    head = f"<title>Look</title>{meta}<script>{script}</script>"
    return f'<!doctype html><html lang="en"><head>{head}</head><body>text</body></html>'.encode()


@pytest.fixture(scope="module")
def address(built_packages: None) -> Iterator[str]:  # noqa: ARG001
    command = ["node", "--input-type=module", "--eval", CREATE]
    # A package can import itself by its name.
    script, hash_ = json.loads(run(command, directory=PACKAGES / "hooks"))
    pages = {
        "/": render(script, f"default-src 'none'; script-src '{hash_}'"),
        "/changed": render(f"{script};", f"default-src 'none'; script-src '{hash_}'"),
        "/sandbox": b'<!doctype html><iframe sandbox="allow-scripts" src="/"></iframe>',
    }
    with serve(pages) as address:
        yield address


THEME = "document.documentElement.getAttribute('data-theme')"


@pytest.mark.parametrize(
    ("stored", "theme"),
    [
        (None, "light"),
        ('{"theme":"dark"}', "dark"),
        ('{"theme":"dark"}\t \t', "dark"),
        ('{"theme":', "light"),
        ('{"theme":"purple"}', None),
    ],
)
def test_the_hash_allows_the_script_which_applies_the_stored_value(
    tab: Page, address: str, stored: str | None, theme: str | None
) -> None:
    tab.goto(address)
    tab.evaluate(
        "(text) => text ? localStorage.setItem('look', text) : localStorage.clear()", stored
    )
    tab.goto(address)
    assert tab.evaluate(THEME) == theme


def test_the_hash_allows_no_other_script(tab: Page, address: str) -> None:
    tab.goto(f"{address}/changed")
    assert tab.evaluate(THEME) is None


def test_the_initial_value_is_applied_where_storage_is_blocked(tab: Page, address: str) -> None:
    errors: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.goto(f"{address}/sandbox")
    assert tab.frames[1].evaluate(THEME) == "light"
    assert errors == []
