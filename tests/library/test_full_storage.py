"""A full storage: nothing changes, and `onError` is called."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.library.reports import agrees, assert_reported


@pytest.mark.parametrize(
    "call",
    [
        "items.n.set('x'.repeat(5_000))",
        "items.n.set((previous) => String(previous).repeat(5_000))",
        "items.extra.set('x'.repeat(5_000))",
        "items.big.reset()",
        "helper.patch({ n: 3, extra: 'x'.repeat(5_000) })",
        "helper.initialize()",
        "storage.storageModule.setItem('n', 'x'.repeat(5_000))",
        "storage.helper.setModule({ n: 'x'.repeat(5_000) })",
    ],
)
def test_a_write_to_full_storage_changes_nothing(faulty: Page, call: str) -> None:
    faulty.evaluate("create({ initial: { n: 1, big: 'x'.repeat(5_000) } })")
    faulty.evaluate("storage.helper.setModule({ n: 2 }), heard.length = 0")
    assert faulty.evaluate("fill()") > 50
    assert faulty.evaluate(call) is False
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "quota")
    assert agrees(faulty.evaluate("look()"), 2)
    assert faulty.evaluate("[heard, items.extra.exist()]") == [[], False]


def test_writes_that_fit_into_full_storage_succeed(faulty: Page) -> None:
    faulty.evaluate("create(), items.n.set(22), fill()")
    assert faulty.evaluate("items.n.set(3)") is True
    assert agrees(faulty.evaluate("look()"), 3)
    assert faulty.evaluate("items.n.set('x'.repeat(5_000))") is False
    faulty.evaluate("localStorage.removeItem('filler 0')")
    assert faulty.evaluate("items.n.set('x'.repeat(5_000))") is True
    assert faulty.evaluate("localStorage.getItem('m').length") == len('{"n":""}') + 5_000
    assert faulty.evaluate("items.n.get().length") == 5_000


def test_a_module_created_while_storage_is_full_has_its_initial_values(faulty: Page) -> None:
    faulty.evaluate("fill(), create()")
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "quota")
    assert faulty.evaluate("[items.n.get(), items.n.exist(), storage.helper.getExistence()]") == [
        1,
        False,
        False,
    ]
    faulty.evaluate("localStorage.removeItem('filler 0')")
    assert faulty.evaluate("items.n.set(2)") is True
    assert agrees(faulty.evaluate("look()"), 2)


@pytest.mark.requirement("lib-corrupted-entry")
def test_without_room_for_a_backup_a_corrupted_entry_stays_and_changes_are_in_memory(
    faulty: Page,
) -> None:
    text = "x" * 50_000
    faulty.evaluate("(text) => { localStorage.setItem('m', text); fill(); create(); }", text)
    assert [error["code"] for error in faulty.evaluate("errors")] == ["corrupt"]
    assert faulty.evaluate("[items.n.set(2), items.n.get(), items.extra.set('x')]") == [
        False,
        2,
        False,
    ]
    assert faulty.evaluate("storage.helper.isPersistent()") is False
    corrupt, full = faulty.evaluate("errors")
    assert_reported(corrupt, "corrupt", raw=text)
    assert_reported(full, "quota", raw=text)
    assert faulty.evaluate("[localStorage.m, 'm__backup1' in localStorage]") == [text, False]
    # With room for the backup, the next write stores the earlier ones, too.
    faulty.evaluate(
        "for (const key of Object.keys(localStorage)) if (key !== 'm') delete localStorage[key]"
    )
    assert faulty.evaluate("[items.other.set(3), storage.helper.isPersistent()]") == [True, True]
    assert faulty.evaluate("JSON.parse(localStorage.m)") == {"n": 2, "extra": "x", "other": 3}
    assert faulty.evaluate("localStorage.m__backup1") == text
