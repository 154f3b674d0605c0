"""Readers who follow a dead link: what the page for unknown paths does for them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from harness.browsers.noise import Noise
from tests.axe import bring_axe, find_faults
from tests.violations import Violations
from tests.website.conftest import wait_for_life
from tests.website.keyboard import complaints_about, remember_stops, walk
from tests.website.reading import PHONE, Gate, watching
from tests.website.routes import CHINESE, ENGLISH, LANGUAGES, Language, in_each_language
from tests.website.scripts import PAGE_SCRIPT, theme_script

Visit = Callable[[str], Page]

HEADINGS = {ENGLISH.tag: "Did you mean", CHINESE.tag: "你是不是要找"}
SCRIPT = theme_script("not-found")
MISSPELT = "/guide/quick-strat.html"


@dataclass(frozen=True)
class Lost:
    """A path without a page, and the page it means, in one language."""

    asked: str
    meant: str


def load_lost() -> list[Lost]:
    text = Path(__file__).with_name("lost_paths.toml").read_text(encoding="utf-8")
    return [
        Lost(language.prefix + entry["asked"], language.prefix + entry["meant"])
        for entry in tomllib.loads(text)["path"]
        for language in LANGUAGES
        if entry.get("language", language.tag) == language.tag
    ]


def suggestions(page: Page) -> Locator:
    return page.get_by_role("status").get_by_role("link")


@pytest.mark.parametrize("lost", load_lost(), ids=lambda lost: lost.asked)
def test_a_path_without_a_page_names_the_page_that_was_meant(
    tab: Page, website: str, lost: Lost
) -> None:
    tab.goto(website + quote(lost.asked))
    suggestions(tab).first.wait_for()
    links = [link.get_attribute("href") for link in suggestions(tab).all()]
    assert lost.meant in links
    assert len(set(links)) == len(links) <= 3
    own = lost.asked.startswith("/zh/")
    assert all((link or "").startswith("/zh/") == own for link in links)


@in_each_language
def test_suggestions_are_announced_and_take_no_focus(
    visit: Visit, website: str, noise: Noise, language: Language
) -> None:
    page = visit(language.prefix + MISSPELT)
    status = page.get_by_role("status")
    expect(status).to_contain_text(HEADINGS[language.tag])
    assert page.evaluate("document.activeElement === document.body")
    expect(page.locator("h1")).to_have_text(language.not_found)
    suggestions(page).first.click()
    expect(page).to_have_url(f"{website}{language.prefix}/guide/quick-start.html")
    expect(page.locator("h1")).to_be_focused()
    expect(status).to_have_count(0)
    assert [text for text in noise.messages if "404" not in text] == []


@in_each_language
def test_a_name_that_nothing_is_like_gets_no_suggestion(visit: Visit, language: Language) -> None:
    page = visit(f"{language.prefix}/zzzzzzzz")
    page.get_by_role("main").get_by_role("button", name=language.search).wait_for()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("status")).to_have_count(0)


@in_each_language
def test_the_search_is_at_hand(visit: Visit, language: Language) -> None:
    page = visit(language.prefix + MISSPELT)
    page.get_by_role("main").get_by_role("button", name=language.search).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_nothing_is_suggested_while_it_is_not_certain_that_there_is_no_page(
    page: Page, website: str
) -> None:
    gate = Gate(page, "**/build.json")
    with watching(page) as seen:
        page.goto(website + MISSPELT)
        page.keyboard.press("Shift")
        page.wait_for_timeout(300)
        assert [path for path in seen.requests if "/routes/" in path or SCRIPT.search(path)] == []
        expect(suggestions(page)).to_have_count(0)
        gate.open()
        suggestions(page).first.wait_for()


def test_a_page_of_its_own_fetches_nothing_of_this(visit: Visit) -> None:
    page = visit("/guide/")
    with watching(page) as seen:
        page.keyboard.press("Shift")
        page.wait_for_load_state("networkidle")
    assert [path for path in seen.requests if SCRIPT.search(path) or PAGE_SCRIPT.search(path)] == []


@in_each_language
def test_without_scripts_the_page_stays_as_it_is(
    browser: Browser, website: str, language: Language
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(website + language.prefix + MISSPELT)
        expect(page.get_by_text(language.not_found)).to_be_visible()
        expect(page.locator("main a")).to_have_count(page.locator("main section").count())
        expect(page.locator("main button")).to_have_count(0)


@pytest.mark.parametrize("is_phone", [False, True], ids=["desktop", "phone"])
@in_each_language
def test_axe_the_policy_and_the_keyboard_find_nothing_wrong_with_suggestions(
    browser: Browser, website: str, language: Language, is_phone: bool
) -> None:
    size = PHONE if is_phone else None
    with browser.new_context(viewport=size or PHONE, reduced_motion="reduce") as context:
        bring_axe(context)
        violations = Violations(context)
        page = context.new_page()
        if not is_phone:
            page.set_viewport_size({"width": 1280, "height": 720})
        page.goto(website + language.prefix + MISSPELT)
        wait_for_life(page)
        suggestions(page).first.wait_for()
        assert find_faults(page) == []
        expected = remember_stops(page)
        assert complaints_about(walk(page), expected) == []
        assert violations.collect(page) == []
