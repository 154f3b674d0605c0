"""The features of the demos, in both frameworks and both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.demos.conftest import OpenDemo
from tests.demos.demo import Demo, Framework, Language

FIRST = {
    "en": ["Longjing", "Tieguanyin", "Keemun"],
    "zh": ["西湖龙井", "铁观音", "祁门红茶"],
}
NEW = {"en": "Darjeeling", "zh": "大红袍"}


@pytest.fixture
def shelf(open_demo: OpenDemo, framework: Framework, language: Language) -> Demo:
    return open_demo(framework, language)


def test_teas_a_draft_and_settings_are_still_there_after_a_reload(shelf: Demo) -> None:
    page, first, new = shelf.page, FIRST[shelf.language], NEW[shelf.language]
    name = page.get_by_label(shelf.string("name"), exact=True)
    kind = page.get_by_role("combobox")
    expect(shelf.teas).to_have_text(first)
    shelf.add(new)
    expect(shelf.teas).to_have_text([*first, new])
    expect(name).to_have_value("")
    name.fill("half")
    kind.select_option("herbal")
    shelf.choose("unit", "°F")
    shelf.choose("theme", shelf.string("themes.dark"))
    expect(page.locator(".tin-facts").first).to_contain_text("176 °F")
    shelf.reload()
    expect(shelf.teas).to_have_text([*first, new])
    assert [tea["name"] for tea in shelf.stored("tea-shelf")["teas"]] == [*first, new]
    expect(name).to_have_value("half")
    expect(kind).to_have_value("herbal")
    assert shelf.stored("tea-desk", "sessionStorage") == {
        "draft": {"name": "half", "kind": "herbal", "celsius": 100, "seconds": 360}
    }
    expect(page.locator(".tin-facts").first).to_contain_text("176 °F")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    shelf.button("resetDraft").click()
    expect(name).to_have_value("")
    expect(kind).to_have_value("green")
    shelf.choose("theme", shelf.string("themes.auto"))
    expect(page.locator("html")).not_to_have_attribute("data-theme", "dark")


def test_a_tea_is_brewed_poured_and_counted(
    open_demo: OpenDemo, framework: Framework, language: Language
) -> None:
    shelf = open_demo(framework, language, is_new=True)
    page, tea = shelf.page, FIRST[shelf.language][0]
    page.clock.install()
    expect(page.get_by_text(shelf.string("noCups"))).to_be_visible()
    shelf.button("brewTea", name=tea).click()
    expect(page.get_by_text(shelf.string("brewing", name=tea))).to_be_visible()
    assert set(shelf.stored("tea-desk", "sessionStorage")) == {"draft", "brewing", "readyAt"}
    shelf.reload()
    page.clock.run_for(121_000)
    expect(page.get_by_role("timer")).to_have_text("0:00")
    expect(page.get_by_text(shelf.string("ready", name=tea))).to_be_visible()
    shelf.button("pour").click()
    expect(page.get_by_text(shelf.string("cups", count="1"))).to_be_visible()
    expect(page.get_by_text(shelf.string("emptyPot"))).to_be_visible()
    assert set(shelf.stored("tea-desk", "sessionStorage")) == {"draft"}
    assert shelf.stored("tea-shelf")["cups"] == 1
    shelf.button("resetCups").click()
    expect(page.get_by_text(shelf.string("noCups"))).to_be_visible()
    assert "cups" not in shelf.stored("tea-shelf")


def test_a_cleared_shelf_can_be_restored(shelf: Demo) -> None:
    first = FIRST[shelf.language]
    for tea in first:
        shelf.button("removeTea", name=tea).click()
    expect(shelf.page.get_by_text(shelf.string("emptyShelf"))).to_be_visible()
    shelf.button("initialize").click()
    expect(shelf.teas).to_have_text(first)
    expect(shelf.page.get_by_text(shelf.string("initializeHint", count="1"))).to_be_visible()
