"""Two tabs that open the modules of one family."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from tests.library.conftest import Tabs, open_tabs
from tests.waiting import deliver_storage_events

_OPEN = """() => {
  window.drafts = tuffet.createLocalFamily('draft', () => ({
    initial: { text: '', tags: [] },
    storeInitial: false,
  }));
  window.seen = [];
  window.watch = (id) => drafts.open(id).subscribe(({ text }) => seen.push([id, text]));
}"""
_IDS = ("a", "b", "a]_v2", "中")


@pytest.fixture
def tabs(browser: Browser, site: str) -> Iterator[Tabs]:
    with browser.new_context() as context:
        yield open_tabs(context, site, _OPEN)


def exchange_events(tabs: Tabs) -> None:
    deliver_storage_events(*tabs)
    deliver_storage_events(*reversed(tabs))


def test_removing_one_entry_in_a_tab_leaves_the_others_in_both(tabs: Tabs) -> None:
    first, second = tabs
    for tab in tabs:
        tab.evaluate("watch('a'), watch('b'), seen.length = 0")
    first.evaluate("drafts.open('a').set({ text: 'one' })")
    second.evaluate("drafts.open('b').set({ text: 'two' })")
    exchange_events(tabs)
    second.evaluate("drafts.clear('a')")
    exchange_events(tabs)
    assert first.evaluate("seen") == [["a", "one"], ["b", "two"], ["a", ""]]
    assert [tab.evaluate("drafts.list()") for tab in tabs] == [["b"], ["b"]]


def test_a_tab_that_released_a_module_reads_what_the_other_tab_wrote(tabs: Tabs) -> None:
    first, second = tabs
    first.evaluate("drafts.open('a').set({ text: 'one' }), drafts.release('a')")
    deliver_storage_events(first, second)
    second.evaluate("drafts.open('a').set({ tags: ['new'] })")
    deliver_storage_events(second, first)
    expected = {"text": "one", "tags": ["new"]}
    assert [tab.evaluate("drafts.open('a').get()") for tab in tabs] == [expected] * 2


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.sweep] * (seed > 0)) for seed in range(5)]
)
def test_tabs_agree_after_any_operations(tabs: Tabs, seed: int) -> None:
    random = Random(seed)  # noqa: S311
    model: dict[str, str] = {}
    for number in range(30):
        tab, name = random.choice(tabs), random.choice(_IDS)
        perform(tab, model, random.choice(("set", "set", "clear", "release")), name, f"{number}")
        exchange_events(tabs)
    for tab in tabs:
        assert sorted(tab.evaluate("drafts.list()")) == sorted(model)
        texts = {name: tab.evaluate("(id) => drafts.open(id).get('text')", name) for name in model}
        assert texts == model


def perform(tab: Page, model: dict[str, str], operation: str, name: str, text: str) -> None:
    """Changes a family, and a dictionary of the values that it must have."""
    if operation == "set":
        tab.evaluate("([id, text]) => drafts.open(id).set({ text })", [name, text])
        model[name] = text
    else:
        tab.evaluate("([operation, id]) => drafts[operation](id)", [operation, name])
        if operation == "clear":
            model.pop(name, None)
