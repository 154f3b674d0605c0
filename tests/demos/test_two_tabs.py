"""Two tabs at once: of one demo, and one of each."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.demos.conftest import OpenDemo
from tests.demos.demo import FRAMEWORKS, Framework


@pytest.mark.parametrize("other", FRAMEWORKS)
def test_shelf_and_settings_follow_in_the_other_tab(
    open_demo: OpenDemo, framework: Framework, other: Framework
) -> None:
    first = open_demo(framework)
    second = first.open_tab(other)
    first.add("Sencha")
    expect(second.teas).to_contain_text(["Sencha"])
    second.button("removeTea", name="Keemun").click()
    expect(first.teas).to_have_text(["Longjing", "Tieguanyin", "Sencha"])
    second.choose("unit", "°F")
    expect(first.page.locator(".tin-facts").first).to_contain_text("176 °F")


def test_draft_and_pot_belong_to_each_tab(open_demo: OpenDemo, framework: Framework) -> None:
    first = open_demo(framework)
    first.page.get_by_label("Name", exact=True).fill("mine")
    first.button("brewTea", name="Longjing").click()
    second = first.open_tab(framework)
    expect(second.page.get_by_label("Name", exact=True)).to_have_value("")
    expect(second.page.get_by_text(second.say("emptyPot"))).to_be_visible()


def test_the_inspector_marks_what_the_other_tab_changed(
    open_demo: OpenDemo, framework: Framework
) -> None:
    first = open_demo(framework)
    second = first.open_tab(framework)
    expect(second.entry("tea-shelf").locator("mark")).to_have_count(0)
    first.add("Sencha")
    expect(second.entry("tea-shelf").locator("mark").filter(has_text="Sencha")).to_have_count(1)
