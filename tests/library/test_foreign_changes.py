"""Changes that protection can't block, and how a module handles them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.in_page import load_function
from tests.waiting import deliver_storage_events

Change = Callable[[str | None], None]
"""Replaces the entry, or removes it (None), bypassing protection."""


@pytest.fixture(params=[True, "strict"], ids=["default", "strict"])
def watched(request: pytest.FixtureRequest, home: Page) -> Page:
    """A page with a protected module, whose errors and notifications are recorded."""
    home.evaluate(
        load_function("watch-module"),
        request.param,
    )
    return home


@pytest.fixture(params=["captured-method", "frame", "other-tab"])
def change(request: pytest.FixtureRequest, watched: Page, site: str) -> Iterator[Change]:
    if request.param == "other-tab":
        other = watched.context.new_page()
        other.goto(site)

        def change_there(text: str | None) -> None:
            other.evaluate(
                "(text) => text === null ? localStorage.removeItem('m')"
                " : localStorage.setItem('m', text)",
                text,
            )
            deliver_storage_events(other, watched)

        yield change_there
        other.close()
        return
    methods = {
        "captured-method": "natives",
        "frame": "Object.getOwnPropertyDescriptors(made.contentWindow.Storage.prototype)",
    }[request.param]
    target = {"captured-method": "localStorage", "frame": "made.contentWindow.localStorage"}

    def run(text: str | None) -> None:
        watched.evaluate(
            f"""async (text) => {{
              const made = document.body.appendChild(document.createElement('iframe'));
              const {{ setItem, removeItem }} = {methods};
              const area = {target[request.param]};
              if (text === null) removeItem.value.call(area, 'm');
              else setItem.value.call(area, 'm', text);
              if (area === localStorage) return;
              // The event of this key arrives after that of the entry.
              await new Promise((resolve) => {{
                addEventListener('storage', ({{ key }}) => key === 'mark' && resolve());
                setItem.value.call(area, 'mark', '');
              }});
            }}""",
            text,
        )

    yield run


def look(page: Page) -> dict[str, Any]:
    """All views of the module and the stored entries, once the change was detected."""
    page.wait_for_function("items.n.get() !== 1 || errors.length || !storage.helper.getExistence()")
    seen: dict[str, Any] = page.evaluate(
        """() => ({
          item: items.n.get(),
          core: storage.storageModule.getItem('n') ?? null,
          entry: localStorage.getItem('m'),
          backup: localStorage.getItem('m__backup1'),
          errors,
          heard,
        })"""
    )
    return seen


def is_still_protected(page: Page) -> bool:
    return bool(
        page.evaluate(
            """() => {
              try { localStorage.setItem('m', ''); } catch ({ code }) {
                return code === 'protected-key';
              }
            }"""
        )
    )


def test_a_foreign_change_to_a_valid_entry_is_accepted(watched: Page, change: Change) -> None:
    change('{"n":"forged"}')
    assert look(watched) == {
        "item": "forged",
        "core": "forged",
        "entry": '{"n":"forged"}',
        "backup": None,
        "errors": [],
        "heard": ["forged"],
    }
    assert is_still_protected(watched)


@pytest.mark.requirement("lib-corrupted-entry")
def test_a_foreign_change_to_an_invalid_entry_is_corrupt_and_stays_until_the_next_write(
    watched: Page, change: Change
) -> None:
    change("forged")
    assert look(watched) == {
        "item": 1,
        "core": None,
        "entry": "forged",
        "backup": None,
        "errors": [{"code": "corrupt", "key": "m", "raw": "forged"}],
        "heard": [1],
    }
    assert is_still_protected(watched)
    assert watched.evaluate("items.n.set(2)") is True
    script = "[localStorage.m.trim(), localStorage.m__backup1, items.n.get(), heard]"
    seen = watched.evaluate(script)
    assert seen == ['{"n":2}', "forged", 2, [1, 2]]
    assert is_still_protected(watched)


@pytest.mark.requirement("lib-components-in-sync")
def test_after_a_foreign_removal_items_show_the_initial_value(
    watched: Page, change: Change
) -> None:
    watched.evaluate("items.n.set(2), heard.length = 0")
    change(None)
    watched.wait_for_function("!storage.helper.getExistence()")
    assert look(watched) == {
        "item": 1,
        "core": None,
        "entry": None,
        "backup": None,
        "errors": [],
        "heard": [1],
    }
    watched.evaluate("items.extra.set('x')")
    assert watched.evaluate("localStorage.getItem('m')") == '{"n":1,"extra":"x"}'
    assert is_still_protected(watched)
