"""Entries that cannot be used, whoever left them there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.library.reports import agrees, assert_reported

UNUSABLE = ["foo", "null", '"str"', "123", "[]", "true", '{"n":2', "", "undefined", '[{"n":2}]']


@pytest.mark.requirement("lib-corrupted-entry")
@pytest.mark.parametrize("raw", UNUSABLE)
def test_an_unusable_entry_is_reported_kept_aside_and_started_over(faulty: Page, raw: str) -> None:
    faulty.evaluate("(raw) => { localStorage.setItem('m', raw); create(); }", raw)
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "corrupt", raw=raw)
    assert "m__corrupt" in error["hint"]
    assert agrees(faulty.evaluate("look()"), 1, aside=raw)

    assert faulty.evaluate("items.n.set(2)") is True
    assert agrees(faulty.evaluate("look()"), 2, aside=raw)
    assert faulty.evaluate("errors.length") == 1


@pytest.mark.requirement("lib-corrupted-entry")
@pytest.mark.parametrize("raw", UNUSABLE)
def test_core_alone_survives_an_unusable_entry_too(faulty: Page, raw: str) -> None:
    seen = faulty.evaluate(
        """(raw) => {
          localStorage.setItem('m', raw);
          const module = new tuffet.StorageModule('m', 'local');
          module.getHelper().setErrorHandler(onError);
          const untouched = localStorage.getItem('m') === raw;
          const values = [module.getItem('n') ?? null, module.size(), module.setItem('n', 2)];
          return [untouched, values, localStorage.getItem('m'), localStorage.getItem('m__corrupt')];
        }""",
        raw,
    )
    assert seen == [True, [None, 0, True], '{"n":2}', raw]
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "corrupt", raw=raw)


@pytest.mark.requirement("lib-corrupted-entry")
@pytest.mark.parametrize("raw", UNUSABLE)
def test_an_entry_that_becomes_unusable_later_is_noticed_at_the_next_read(
    faulty: Page, raw: str
) -> None:
    faulty.evaluate("create(), items.n.set(5), heard.length = 0")
    faulty.evaluate("(raw) => localStorage.setItem('m', raw)", raw)
    assert faulty.evaluate("items.n.get()") == 1
    assert agrees(faulty.evaluate("look()"), 1, aside=raw)
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "corrupt", raw=raw)
    assert faulty.evaluate("heard") == [1]


@pytest.mark.parametrize("raw", ['{"n":"two"}', '{"n":null}', '{"n":{}}'])
def test_an_entry_of_the_wrong_shape_is_reported_kept_aside_and_started_over(
    faulty: Page, raw: str
) -> None:
    faulty.evaluate(
        """(raw) => {
          localStorage.setItem('m', raw);
          create({ check: tuffet.checkSchema(numberSchema) });
        }""",
        raw,
    )
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "schema", raw=raw)
    assert "n: Expected a number" in error["hint"]
    assert agrees(faulty.evaluate("look()"), 1, aside=raw)


def test_a_change_that_does_not_fit_the_schema_changes_nothing(faulty: Page) -> None:
    faulty.evaluate("create({ check: tuffet.checkSchema(numberSchema) })")
    steps = ["items.n.set('two')", "helper.patch({ n: 'two', extra: 1 })"]
    for step in (*steps, "storage.storageModule.setItem('n', {})"):
        assert faulty.evaluate(step) is False
        assert_reported(faulty.evaluate("errors.pop()"), "schema")
        assert agrees(faulty.evaluate("look()"), 1)
    assert faulty.evaluate("heard") == []
    assert faulty.evaluate("items.n.set(2)") is True
    assert agrees(faulty.evaluate("look()"), 2)


def test_without_a_schema_another_shape_is_accepted(faulty: Page) -> None:
    faulty.evaluate("""localStorage.setItem('m', '{"n":"two"}'), create()""")
    assert faulty.evaluate("[items.n.get(), errors.length]") == ["two", 0]


@pytest.mark.parametrize("call", ["helper.initialize()", "storage.helper.clearModule()"])
def test_what_was_kept_aside_is_deleted_with_the_module(faulty: Page, call: str) -> None:
    faulty.evaluate("localStorage.setItem('m', 'secret'), create()")
    assert faulty.evaluate("localStorage.getItem('m__corrupt')") == "secret"
    assert faulty.evaluate(call) is True
    texts = "Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i))"
    assert "m__corrupt" not in faulty.evaluate(texts)


def test_one_corrupted_entry_per_module_is_kept_aside(faulty: Page) -> None:
    faulty.evaluate("localStorage.setItem('m', 'first'), create()")
    faulty.evaluate("localStorage.setItem('m', 'second')")
    assert agrees(faulty.evaluate("look()"), 1, aside="second")
    assert faulty.evaluate("localStorage.length") == 2


@pytest.mark.requirement("lib-corrupted-entry")
def test_with_no_room_to_keep_it_aside_a_corrupted_entry_is_in_the_error_only(faulty: Page) -> None:
    faulty.evaluate("localStorage.setItem('m', 'x'.repeat(50_000)), fill(), create()")
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "corrupt", raw="x" * 50_000)
    assert agrees(faulty.evaluate("look()"), 1)


@pytest.mark.parametrize("elsewhere", ["frame", "tab"])
def test_an_entry_removed_elsewhere_reads_as_its_initial_values(
    faulty: Page, site: str, elsewhere: str
) -> None:
    faulty.evaluate("create(), items.n.set(5), heard.length = 0")
    run_elsewhere(faulty, site, elsewhere, "localStorage.clear()")
    faulty.wait_for_function("heard.length > 0")
    assert faulty.evaluate("[heard, items.n.get(), items.n.exist()]") == [[1], 1, False]
    assert faulty.evaluate("[storage.helper.getExistence(), helper.size()]") == [False, 0]
    assert faulty.evaluate("items.n.set(6)") is True
    assert agrees(faulty.evaluate("look()"), 6)


@pytest.mark.parametrize("elsewhere", ["frame", "tab"])
@pytest.mark.parametrize("raw", ["foo", "[]", '{"n":2'])
def test_an_unusable_entry_from_elsewhere_is_reported_without_a_read(
    faulty: Page, site: str, elsewhere: str, raw: str
) -> None:
    faulty.evaluate("create(), items.n.set(5), heard.length = 0")
    run_elsewhere(faulty, site, elsewhere, f"localStorage.setItem('m', {raw!r})")
    faulty.wait_for_function("errors.length > 0")
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "corrupt", raw=raw)
    assert faulty.evaluate("heard") == [1]
    assert agrees(faulty.evaluate("look()"), 1, aside=raw)


def run_elsewhere(page: Page, site: str, elsewhere: str, script: str) -> None:
    if elsewhere == "tab":
        other = page.context.new_page()
        other.goto(site)
        other.evaluate(script)
        other.close()
        return
    page.evaluate("document.body.appendChild(document.createElement('iframe'))")
    page.frames[-1].evaluate(script)
