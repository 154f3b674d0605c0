"""Changing the language keeps the position. The other language is offered, never forced."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from harness.browsers.page_messages import PageMessages
from tests.axe import find_violations
from tests.violations import Violations
from tests.waiting import run_callbacks, settled
from tests.website.conftest import wait_for_hydration
from tests.website.reading import (
    DESKTOP,
    PHONE,
    box_of,
    is_marked,
    language_menu,
    mark_document,
    scroll_position,
    scroll_to,
    sidebar,
)
from tests.website.routes import CHINESE, ENGLISH, Language
from tests.website.scripts import theme_script
from tests.website.tabs import QUICK_START, shown, stored, tab, wait_until_stored
from tests.website.trouble import WITHOUT_NAVIGATION

Visit = Callable[[str], Page]

LONG = "/guide/other/developer-guide.html"
PLACES = [
    (LONG, "samples", ENGLISH, True),
    pytest.param("/api/hooks.html", "use-storage", CHINESE, False, marks=pytest.mark.sweep),
]
# The distance from the header to the top of an element.
DISTANCE = """(element) => element.getBoundingClientRect().top
  - document.querySelector('header').getBoundingClientRect().bottom"""

HAS_LOADED = """(pattern) => performance.getEntriesByType('resource')
  .some(({ name }) => new RegExp(pattern).test(name))"""


def ready(page: Page) -> None:
    """Waits until the scripts that load at the first interaction have run."""
    # An address with a hash focuses its target, which may have been the first interaction.
    with settled(page):
        page.mouse.move(5, 5)
        page.wait_for_function(HAS_LOADED, arg=theme_script("features").pattern)


def point_at(control: Locator) -> None:
    """Clicks without scrolling, which Playwright would do to move the control from the top."""
    expect(control).to_be_visible()
    box = box_of(control)
    control.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def switch(page: Page, here: Language, there: Language) -> None:
    """Uses the language menu."""
    point_at(page.locator("header").get_by_role("button", name=here.language))
    point_at(language_menu(page).get_by_role("link", name=there.language))
    expect(page.locator("html")).to_have_attribute("lang", there.tag)
    wait_for_hydration(page)


def put_at(page: Page, heading: str, distance: int) -> None:
    """Scrolls until a heading is this far below the header."""
    page.locator(f"#{heading}").evaluate(
        f"(element) => scrollBy({{ top: ({DISTANCE})(element) - {distance}, behavior: 'instant' }})"
    )
    run_callbacks(page)


def distance_of(page: Page, heading: str) -> float:
    return float(page.locator(f"#{heading}").evaluate(DISTANCE))


@pytest.mark.requirement("site-two-languages", "site-chinese-prefix", "site-language-tags")
@pytest.mark.requirement("site-scroll-anchor")
@pytest.mark.parametrize(("path", "heading", "here", "has_hash"), PLACES)
def test_the_visible_section_keeps_its_position_in_both_directions(
    visit: Visit, website: str, path: str, heading: str, here: Language, has_hash: bool
) -> None:
    there = CHINESE if here == ENGLISH else ENGLISH
    hash_ = f"#{heading}" if has_hash else ""
    page = visit(here.prefix + path + hash_)
    ready(page)
    mark_document(page)
    put_at(page, heading, 8)
    switch(page, here, there)
    expect(page).to_have_url(website + there.prefix + path + hash_)
    assert is_marked(page)
    expect(page.locator(hash_ or "h1")).to_be_focused()
    expect(language_menu(page)).to_be_hidden()
    assert distance_of(page, heading) == pytest.approx(8, abs=2)
    page.evaluate("() => scrollBy({ top: -1, behavior: 'instant' })")
    before = distance_of(page, heading)
    switch(page, there, here)
    assert distance_of(page, heading) == pytest.approx(before, abs=2)


def test_code_in_the_middle_of_the_window_keeps_its_position(visit: Visit) -> None:
    page = visit(f"/zh{QUICK_START}?framework=core")
    page.set_viewport_size({"width": 1280, "height": 300})
    ready(page)
    code = page.locator(".code:visible").nth(4)
    code.evaluate(f"(code) => scrollBy({{ top: ({DISTANCE})(code) + 120, behavior: 'instant' }})")
    switch(page, CHINESE, ENGLISH)
    assert float(code.evaluate(DISTANCE)) == pytest.approx(-120, abs=2)


def test_the_same_part_of_a_long_text_stays_visible(visit: Visit) -> None:
    page = visit("/guide/other/developer-guide.html")
    page.set_viewport_size({"width": 390, "height": 260})
    ready(page)
    place = page.evaluate(
        """() => {
          const parts = [...document.querySelectorAll('main :is(h2, h3, .code, table)')];
          const tops = parts.map((part) => part.getBoundingClientRect().top + scrollY);
          const gaps = tops.map((top, i) => (tops[i + 1] ?? top) - top);
          const widest = gaps.indexOf(Math.max(...gaps.filter(
            (_, i) => parts[i].matches('h2, h3'))));
          scrollTo({ top: tops[widest] + gaps[widest] / 2, behavior: 'instant' });
          return widest;
        }"""
    )
    run_callbacks(page)
    switch(page, ENGLISH, CHINESE)
    tops = page.evaluate(
        """() => [...document.querySelectorAll('main :is(h2, h3, .code, table)')]
          .map((part) => part.getBoundingClientRect().top)"""
    )
    assert tops[place] < 0 < 260 < tops[place + 1] + 260
    part = (56 - tops[place]) / (tops[place + 1] - tops[place])
    assert 0.35 < part < 0.85


def test_at_the_top_the_position_stays_and_going_back_restores_it(
    visit: Visit, website: str
) -> None:
    page = visit(LONG)
    ready(page)
    switch(page, ENGLISH, CHINESE)
    assert scroll_position(page) == 0
    scroll_to(page, 2000)
    switch(page, CHINESE, ENGLISH)
    page.go_back()
    expect(page).to_have_url(f"{website}/zh{LONG}")
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    page.wait_for_function("() => Math.abs(scrollY - 2000) <= 2")
    # Other links lead to the top of their page.
    sidebar(page).locator(f'a[href="/zh{QUICK_START}"]').click()
    page.wait_for_url(f"**/zh{QUICK_START}")
    expect(page.locator("h1")).to_be_focused()
    assert scroll_position(page) == 0


def test_the_query_and_the_shared_choice_are_kept(visit: Visit, website: str) -> None:
    page = visit(f"{QUICK_START}?framework=react&from=mail#write")
    ready(page)
    switch(page, ENGLISH, CHINESE)
    expect(page).to_have_url(f"{website}/zh{QUICK_START}?framework=react&from=mail#write")
    assert shown(page, "framework") == ["react"] * 4
    assert "choices" not in stored(page)


def test_without_the_navigation_api_the_visible_section_keeps_its_position(
    own_page: Page, website: str
) -> None:
    page = own_page
    page.add_init_script(WITHOUT_NAVIGATION["no Navigation API"])
    page.goto(f"{website}{LONG}?a=1")
    assert page.evaluate("() => 'navigation' in window") is False
    wait_for_hydration(page)
    ready(page)
    put_at(page, "samples", 8)
    switch(page, ENGLISH, CHINESE)
    expect(page).to_have_url(f"{website}/zh{LONG}?a=1")
    assert distance_of(page, "samples") == pytest.approx(8, abs=2)


# --- The hint ------------------------------------------------------------------------------------

OFFERS = {"zh-CN": "切换语言：简体中文", "en-US": "Read this page in English"}
NO_THANKS = {"zh-CN": "不用了", "en-US": "No, thanks"}


@pytest.fixture
def reader(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a tab in a browser with a preferred language."""
    contexts = []

    def make(locale: str, **options: Any) -> Page:
        context = browser.new_context(locale=locale, viewport=DESKTOP, **options)
        contexts.append(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


def wake(page: Page, address: str) -> None:
    """Opens a page and moves the pointer, which loads the features."""
    page.goto(address)
    wait_for_hydration(page)
    page.mouse.move(5, 5)


@pytest.mark.parametrize(
    ("locale", "here", "there"),
    [("zh-TW", ENGLISH, CHINESE), ("en-GB", CHINESE, ENGLISH)],
)
def test_users_who_prefer_the_other_language_are_offered_it_in_that_language(
    reader: Callable[..., Page], website: str, locale: str, here: Language, there: Language
) -> None:
    page = reader(locale)
    address = website + here.prefix + QUICK_START
    wake(page, address)
    hint = page.locator(".language-hint")
    link = hint.get_by_role("link", name=OFFERS[there.tag])
    expect(link).to_be_in_viewport(ratio=1)
    expect(hint).to_have_attribute("lang", there.tag)
    assert page.url == address, "there is no redirect"
    link.click()
    expect(page).to_have_url(website + there.prefix + QUICK_START)
    expect(hint).to_have_count(0)
    page.wait_for_function("() => localStorage['site-preferences']?.includes('language')")
    assert stored(page)["language"] == there.tag
    # The answer is stored.
    with settled(page):
        wake(page, address)
    expect(hint).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "path"),
    [
        ("zh-CN", f"/zh{QUICK_START}"),
        pytest.param("fr-FR", QUICK_START, marks=pytest.mark.sweep),
    ],
)
def test_other_users_are_not_asked(
    reader: Callable[..., Page], website: str, locale: str, path: str
) -> None:
    page = reader(locale)
    with settled(page):
        wake(page, website + path)
    expect(page.locator(".language-hint")).to_have_count(0)


def test_the_hint_is_shown_once_per_session_and_can_be_dismissed_permanently(
    reader: Callable[..., Page], website: str
) -> None:
    page = reader("zh-CN")
    wake(page, website + QUICK_START)
    hint = page.locator(".language-hint")
    expect(hint.locator("a")).to_have_attribute("href", f"/zh{QUICK_START}")
    page.locator(".headings a").first.click()
    expect(hint).to_be_visible()
    sidebar(page).locator(f'a[href="{LONG}"]').click()
    page.wait_for_url(f"**{LONG}")
    expect(hint).to_have_count(0)
    with settled(page):
        wake(page, f"{website}/api/")
    expect(hint).to_have_count(0)
    other = page.context.new_page()
    wake(other, website + LONG)
    hint = other.locator(".language-hint")
    hint.get_by_role("button", name=NO_THANKS["zh-CN"]).click()
    expect(hint).to_have_count(0)
    other.wait_for_function("() => localStorage['site-preferences']?.includes('language')")
    assert other.url == website + LONG
    third = page.context.new_page()
    with settled(third):
        wake(third, f"{website}/api/")
    expect(third.locator(".language-hint")).to_have_count(0)


def test_the_hint_keeps_the_position_and_using_the_menu_removes_it(
    reader: Callable[..., Page], website: str
) -> None:
    page = reader("zh-CN")
    wake(page, website + LONG)
    hint = page.locator(".language-hint")
    expect(hint).to_be_visible()
    put_at(page, "checks", 8)
    point_at(hint.locator("a"))
    expect(page).to_have_url(f"{website}/zh{LONG}")
    assert distance_of(page, "checks") == pytest.approx(8, abs=2)
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    wake(page, website + LONG)
    expect(hint).to_be_visible()
    switch(page, ENGLISH, CHINESE)
    expect(hint).to_have_count(0)
    with settled(page):
        switch(page, CHINESE, ENGLISH)
    expect(hint).to_have_count(0)


SHIFTS = """() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().length;
}"""


IS_FREE = """(element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return !document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.language-hint');
}"""


def test_the_hint_is_accessible_moves_nothing_and_hides_no_focus(
    reader: Callable[..., Page], website: str
) -> None:
    page = reader("zh-CN", reduced_motion="reduce")
    violations = Violations(page.context)
    page.set_viewport_size(PHONE)
    wake(page, website + QUICK_START)
    hint = page.locator(".language-hint")
    expect(hint).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert find_violations(page, include=".language-hint") == []
    run_callbacks(page)
    assert page.evaluate(SHIFTS) == 0
    for control in hint.locator("a, button").all():
        box = box_of(control)
        assert box["height"] >= 44
    page.keyboard.press("Tab")
    for link in page.locator("main a:visible").all():
        link.focus()
        assert link.evaluate(IS_FREE)
        expect(hint).to_have_css("opacity", "0")
    hint.locator("button").focus()
    expect(hint).to_have_css("opacity", "1")
    assert violations.collect(page) == []


def test_without_a_server_there_is_no_hint_and_everything_else_works(
    reader: Callable[..., Page], website: str
) -> None:
    page = reader("zh-CN")
    console = PageMessages()
    console.watch(page)
    page.route("**/assets/strings/*.json", lambda route: route.abort())
    with settled(page):
        wake(page, website + QUICK_START)
    expect(page.locator(".language-hint")).to_have_count(0)
    assert [text for text in console.messages if "Failed to load resource" not in text] == []
    tab(page, "React").click()
    wait_until_stored(page, "framework", "react")
