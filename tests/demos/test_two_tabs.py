"""Two tabs at the same time: of the same demo, and one of each demo."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.demos.conftest import OpenDemo
from tests.demos.demo import Framework


@pytest.mark.parametrize(
    ("framework", "other"),
    [
        ("vue", "react"),
        pytest.param("vue", "vue", marks=pytest.mark.sweep),
        pytest.param("react", "react", marks=pytest.mark.sweep),
    ],
)
def test_two_tabs_share_local_storage_and_nothing_else(
    open_demo: OpenDemo, framework: Framework, other: Framework
) -> None:
    first = open_demo(framework)
    first.page.get_by_label("Name", exact=True).fill("mine")
    first.button("brewTea", name="Longjing").click()
    second = first.open_tab(other)
    # The draft and the pot are in session storage.
    expect(second.page.get_by_label("Name", exact=True)).to_have_value("")
    expect(second.page.get_by_text(second.string("emptyPot"))).to_be_visible()
    mark = second.entry("tea-shelf").locator("mark")
    expect(mark).to_have_count(0)
    first.add("Sencha")
    expect(second.teas).to_contain_text(["Sencha"])
    expect(mark.filter(has_text="Sencha")).to_have_count(1)
    second.button("removeTea", name="Keemun").click()
    expect(first.teas).to_have_text(["Longjing", "Tieguanyin", "Sencha"])
    second.choose("unit", "°F")
    expect(first.page.locator(".tin-facts").first).to_contain_text("176 °F")
