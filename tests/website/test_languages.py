"""Changing the language: the reader goes on where they were, and is asked but never sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from harness.browsers.noise import Noise
from tests.axe import bring_axe, find_faults
from tests.violations import Violations
from tests.waiting import settled, take_turns
from tests.website.conftest import wait_for_life
from tests.website.reading import (
    DESKTOP,
    PHONE,
    is_marked,
    language_menu,
    mark_document,
    scroll_position,
    scroll_to,
    sidebar,
)
from tests.website.routes import CHINESE, ENGLISH, Language
from tests.website.scripts import theme_script
from tests.website.tabs import QUICK_START, remember, shown, stored, tab, wait_until_stored
from tests.website.trouble import WITHOUT_NAVIGATION

Visit = Callable[[str], Page]

LONG = "/guide/other/questions-and-answers.html"
PLACES = [
    (QUICK_START, "see"),
    (QUICK_START, "trouble"),
    (LONG, "error-unserializable"),
    ("/guide/advanced/version-control.html", "skipped"),
    ("/api/hooks.html", "use-storage"),
    ("/api/type-definition/core.html", "error-handler"),
]
BOTH_WAYS = [(ENGLISH, CHINESE), (CHINESE, ENGLISH)]

both_ways = pytest.mark.parametrize(("here", "there"), BOTH_WAYS, ids=["to-chinese", "to-english"])

# The top of an element below what stands still at the top of the window.
DISTANCE = """(element) => element.getBoundingClientRect().top
  - document.querySelector('header').getBoundingClientRect().bottom"""


def ready(page: Page) -> None:
    """Waits until the parts that come at the first sign of a reader are at work."""
    with settled(page), page.expect_response(theme_script("features")):
        page.mouse.move(5, 5)


def point_at(control: Locator) -> None:
    """A click without scrolling: the header stands still, but lies where pages scroll to."""
    expect(control).to_be_visible()
    box = control.bounding_box()
    assert box
    control.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def switch(page: Page, here: Language, there: Language) -> None:
    """By the menu, as readers do."""
    point_at(page.locator("header").get_by_role("button", name=here.language))
    point_at(language_menu(page).get_by_role("link", name=there.language))
    expect(page.locator("html")).to_have_attribute("lang", there.tag)
    wait_for_life(page)


def put_at(page: Page, heading: str, distance: int) -> None:
    """Scrolls until a heading stands this far below the header."""
    page.locator(f"#{heading}").evaluate(
        f"(element) => scrollBy({{ top: ({DISTANCE})(element) - {distance}, behavior: 'instant' }})"
    )
    take_turns(page)


def distance_of(page: Page, heading: str) -> float:
    return float(page.locator(f"#{heading}").evaluate(DISTANCE))


@both_ways
@pytest.mark.parametrize("hash_", ["", "#see"], ids=["plain", "hash"])
@pytest.mark.parametrize(("path", "heading"), PLACES)
def test_the_section_in_view_stays_where_it_is(
    visit: Visit, website: str, path: str, heading: str, hash_: str, here: Language, there: Language
) -> None:
    hash_ = hash_ and f"#{heading}"
    page = visit(here.prefix + path + hash_)
    ready(page)
    mark_document(page)
    put_at(page, heading, 8)
    switch(page, here, there)
    expect(page).to_have_url(website + there.prefix + path + hash_)
    assert is_marked(page)
    assert distance_of(page, heading) == pytest.approx(8, abs=2)
    # And back again, from elsewhere on the screen.
    page.evaluate("() => scrollBy({ top: -1, behavior: 'instant' })")
    before = distance_of(page, heading)
    switch(page, there, here)
    assert distance_of(page, heading) == pytest.approx(before, abs=2)


@both_ways
def test_so_does_code_that_one_reads_in_the_midst_of(
    visit: Visit, here: Language, there: Language
) -> None:
    page = visit(f"{here.prefix}{QUICK_START}?framework=core")
    page.set_viewport_size({"width": 1280, "height": 300})
    ready(page)
    code = page.locator(".code:visible").nth(4)
    code.evaluate(f"(code) => scrollBy({{ top: ({DISTANCE})(code) + 120, behavior: 'instant' }})")
    switch(page, here, there)
    assert float(code.evaluate(DISTANCE)) == pytest.approx(-120, abs=2)


@both_ways
def test_in_a_long_text_the_same_part_of_it_stays(
    visit: Visit, here: Language, there: Language
) -> None:
    page = visit(f"{here.prefix}/guide/other/developer-guide.html")
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
    take_turns(page)
    switch(page, here, there)
    tops = page.evaluate(
        """() => [...document.querySelectorAll('main :is(h2, h3, .code, table)')]
          .map((part) => part.getBoundingClientRect().top)"""
    )
    assert tops[place] < 0 < 260 < tops[place + 1] + 260
    part = (56 - tops[place]) / (tops[place + 1] - tops[place])
    assert 0.35 < part < 0.85


def test_at_the_top_one_stays_at_the_top(visit: Visit) -> None:
    page = visit(QUICK_START)
    ready(page)
    switch(page, ENGLISH, CHINESE)
    assert scroll_position(page) == 0


def test_going_back_leads_to_where_one_was(visit: Visit, website: str) -> None:
    page = visit(LONG)
    ready(page)
    scroll_to(page, 2000)
    switch(page, ENGLISH, CHINESE)
    page.go_back()
    expect(page).to_have_url(website + LONG)
    expect(page.locator("html")).to_have_attribute("lang", "en-US")
    page.wait_for_function("() => Math.abs(scrollY - 2000) <= 2")


def test_the_query_goes_along_and_so_does_what_it_shows(visit: Visit, website: str) -> None:
    page = visit(f"{QUICK_START}?framework=react&from=mail#write")
    ready(page)
    switch(page, ENGLISH, CHINESE)
    expect(page).to_have_url(f"{website}/zh{QUICK_START}?framework=react&from=mail#write")
    assert shown(page, "framework") == ["react"] * 4
    assert "choices" not in stored(page)


def test_a_page_that_is_gone_to_otherwise_begins_at_its_top(visit: Visit) -> None:
    page = visit(LONG)
    ready(page)
    scroll_to(page, 900)
    sidebar(page).locator(f'a[href="{QUICK_START}"]').click()
    page.wait_for_url(f"**{QUICK_START}")
    expect(page.locator("h1")).to_be_focused()
    assert scroll_position(page) == 0


@both_ways
def test_without_the_navigation_api_the_section_in_view_stays_too(
    page: Page, website: str, here: Language, there: Language
) -> None:
    page.add_init_script(WITHOUT_NAVIGATION["no Navigation API"])
    page.goto(f"{website}{here.prefix}{LONG}?a=1")
    assert page.evaluate("() => 'navigation' in window") is False
    wait_for_life(page)
    ready(page)
    put_at(page, "error-unserializable", 8)
    switch(page, here, there)
    expect(page).to_have_url(f"{website}{there.prefix}{LONG}?a=1")
    assert distance_of(page, "error-unserializable") == pytest.approx(8, abs=2)


# --- The hint ------------------------------------------------------------------------------------

OFFERS = {"zh-CN": "切换语言：简体中文", "en-US": "Read this page in English"}
NO_THANKS = {"zh-CN": "不用了", "en-US": "No, thanks"}


@pytest.fixture
def reader(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A reader whose browser asks for pages in a language."""
    contexts = []

    def make(locale: str, **options: Any) -> Page:
        context = browser.new_context(locale=locale, viewport=DESKTOP, **options)
        contexts.append(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


def wake(page: Page, address: str) -> None:
    """Opens a page and moves the pointer, as any reader does."""
    page.goto(address)
    wait_for_life(page)
    page.mouse.move(5, 5)


@pytest.mark.parametrize(
    ("locale", "here", "there"),
    [("zh-CN", ENGLISH, CHINESE), ("zh-TW", ENGLISH, CHINESE), ("en-GB", CHINESE, ENGLISH)],
)
def test_who_prefers_the_other_language_is_offered_it_in_that_language(
    reader: Callable[..., Page], website: str, locale: str, here: Language, there: Language
) -> None:
    page = reader(locale)
    address = website + here.prefix + QUICK_START
    wake(page, address)
    hint = page.locator(".language-hint")
    link = hint.get_by_role("link", name=OFFERS[there.tag])
    expect(link).to_be_in_viewport(ratio=1)
    expect(hint).to_have_attribute("lang", there.tag)
    assert page.url == address  # nobody is sent away
    link.click()
    expect(page).to_have_url(website + there.prefix + QUICK_START)
    expect(hint).to_have_count(0)
    page.wait_for_function("() => localStorage['site-preferences']?.includes('language')")
    assert stored(page)["language"] == there.tag
    # It was an answer: none is asked again, not even there.
    with settled(page):
        wake(page, address)
    expect(hint).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "path"),
    [("en-US", QUICK_START), ("zh-CN", f"/zh{QUICK_START}"), ("fr-FR", QUICK_START)],
)
def test_nobody_else_is_asked(
    reader: Callable[..., Page], website: str, locale: str, path: str
) -> None:
    page = reader(locale)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with settled(page):
        wake(page, website + path)
    expect(page.locator(".language-hint")).to_have_count(0)
    assert not [url for url in asked if theme_script("language-hint").search(url)]


def test_no_thanks_is_an_answer_for_good(reader: Callable[..., Page], website: str) -> None:
    page = reader("zh-CN")
    wake(page, website + QUICK_START)
    hint = page.locator(".language-hint")
    hint.get_by_role("button", name=NO_THANKS["zh-CN"]).click()
    expect(hint).to_have_count(0)
    page.wait_for_function("() => localStorage['site-preferences']?.includes('language')")
    assert page.url == website + QUICK_START
    with settled(page):
        wake(page, f"{website}/api/")
    expect(hint).to_have_count(0)


def test_the_hint_leads_to_the_page_that_is_shown_and_keeps_the_place(
    reader: Callable[..., Page], website: str
) -> None:
    page = reader("zh-CN")
    wake(page, website + QUICK_START)
    link = page.locator(".language-hint a")
    expect(link).to_have_attribute("href", f"/zh{QUICK_START}")
    sidebar(page).locator(f'a[href="{LONG}"]').click()
    page.wait_for_url(f"**{LONG}")
    expect(link).to_have_attribute("href", f"/zh{LONG}")
    put_at(page, "error-quota", 8)
    point_at(link)
    expect(page).to_have_url(f"{website}/zh{LONG}")
    assert distance_of(page, "error-quota") == pytest.approx(8, abs=2)


def test_who_uses_the_menu_needs_no_hint(reader: Callable[..., Page], website: str) -> None:
    page = reader("zh-CN")
    wake(page, website + QUICK_START)
    expect(page.locator(".language-hint")).to_be_visible()
    switch(page, ENGLISH, CHINESE)
    expect(page.locator(".language-hint")).to_have_count(0)
    with settled(page):
        switch(page, CHINESE, ENGLISH)
    expect(page.locator(".language-hint")).to_have_count(0)


SHIFTS = """() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().length;
}"""


IS_FREE = """(element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return !document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.language-hint');
}"""


@pytest.mark.parametrize("view", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_hint_moves_nothing_breaks_no_rule_and_hides_no_focus(
    reader: Callable[..., Page], website: str, view: Any
) -> None:
    page = reader("zh-CN", reduced_motion="reduce")
    bring_axe(page.context)
    violations = Violations(page.context)
    page.set_viewport_size(view)
    wake(page, website + QUICK_START)
    hint = page.locator(".language-hint")
    expect(hint).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert find_faults(page) == []
    take_turns(page)
    assert page.evaluate(SHIFTS) == 0
    for control in hint.locator("a, button").all():
        box = control.bounding_box()
        assert box
        assert box["height"] >= 44
    page.keyboard.press("Tab")
    for link in page.locator("main a:visible").all():
        link.focus()
        assert link.evaluate(IS_FREE)
        expect(hint).to_have_css("opacity", "0")
    hint.locator("button").focus()
    expect(hint).to_have_css("opacity", "1")
    assert violations.collect(page) == []


def test_a_server_that_is_gone_leaves_it_at_that(reader: Callable[..., Page], website: str) -> None:
    page = reader("zh-CN")
    noise = Noise()
    noise.watch(page)
    page.route("**/assets/strings/*.json", lambda route: route.abort())
    with settled(page):
        wake(page, website + QUICK_START)
    expect(page.locator(".language-hint")).to_have_count(0)
    assert [text for text in noise.messages if "Failed to load resource" not in text] == []
    tab(page, "React").click()
    wait_until_stored(page, "framework", "react")


def test_nonsense_instead_of_a_language_is_an_answer_too(page: Page, website: str) -> None:
    remember(page, website, {"language": ["x"]})
    with settled(page):
        wake(page, f"{website}/zh{QUICK_START}")
    expect(page.locator(".language-hint")).to_have_count(0)
