"""The dashboard in two languages and color modes, at any width, and by keyboard."""

from __future__ import annotations

import re
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from harness.collector.service import Domain
from tests.axe import Rules, find_violations
from tests.collector.dashboard.browser import Language
from tests.collector.dashboard.conftest import PAGE, SMALLEST, Open
from tests.website.keyboard import find_problems, remember_stops, walk

Scheme = Literal["light", "dark"]


def test_it_uses_the_language_of_the_browser_until_another_is_chosen(
    open_dashboard: Open, state: dict[str, Any], site: Domain
) -> None:
    dashboard = open_dashboard("zh", storage_state=state)
    dashboard.goto(f"?site={site.id}")
    page, strings = dashboard.page, dashboard.strings
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    expect(page.get_by_role("heading", name=strings["pages"]["title"], exact=True)).to_be_visible()
    page.get_by_role("button", name=strings["settings"]["title"]).click()
    dashboard.choose("English")
    expect(page.locator("html")).to_have_attribute("lang", "en-US")
    dashboard.choose("Dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.get_by_role("heading", name="Pages", exact=True)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


VIEWS = {
    "traffic": "&tab=traffic",
    "a page": f"&page={PAGE}",
    "a day": "&tab=traffic&days=1",
}
Look = tuple[str, int, Scheme]
"""A view, a width and a color mode."""
LOOKS: list[Look] = [
    ("traffic", SMALLEST, "light"),
    ("traffic", 1440, "dark"),
    ("a page", 1440, "light"),
    ("a page", SMALLEST, "dark"),
    ("a day", SMALLEST, "light"),
]
MORE_LOOKS: list[Look] = [
    ("traffic", 1440, "light"),
    ("traffic", 834, "dark"),
    ("a page", SMALLEST, "light"),
    ("a day", 1440, "dark"),
]


@pytest.mark.parametrize(
    ("language", "looks"),
    [
        ("en", LOOKS),
        pytest.param("en", MORE_LOOKS, marks=pytest.mark.sweep),
        pytest.param("zh", [("traffic", SMALLEST, "dark")], marks=pytest.mark.sweep),
    ],
    ids=["en", "en, more looks", "zh"],
)
def test_axe_finds_nothing_and_everything_fits(
    open_dashboard: Open,
    state: dict[str, Any],
    site: Domain,
    language: Language,
    looks: list[Look],
) -> None:
    dashboard = open_dashboard(language, storage_state=state)
    page, shown = dashboard.page, ""
    faults: list[str] = []
    for view, width, scheme in looks:
        if view != shown:
            page.goto(f"{dashboard.address}?site={site.id}{VIEWS[view]}")
            expect(page.locator(".summary")).to_be_visible()
            shown = view
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        # Rules that aren't about colors have the same result in both modes.
        rules: Rules = "all" if scheme == "light" else "colors"
        faults += [f"{view} {width} {scheme}: {one}" for one in find_violations(page, rules)]
        assert page.evaluate("document.documentElement.scrollWidth") == width
    assert faults == []


@pytest.mark.usefixtures("silent")  # with two sites, there is a list of sites
def test_everything_works_by_keyboard(signed_in: Open) -> None:
    dashboard = signed_in()
    page = dashboard.page
    expected = remember_stops(page)
    stops = walk(page)
    # The focus ring of a radio button is around its label. The list of sites is a control.
    controls = [stop for stop in stops if not re.match("<select|<input type=.radio", stop.html)]
    assert find_problems(controls, expected) == []
    assert len(stops) == len(controls) + 2 > 30


def test_a_focused_choice_has_a_focus_ring(signed_in: Open) -> None:
    page = signed_in().page
    page.get_by_role("radio", name="30 days").focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("days=90"))
    ring = page.locator("input:focus-visible + span")
    expect(ring).to_have_text("90 days")
    expect(ring).to_have_css("outline-width", "2px")
