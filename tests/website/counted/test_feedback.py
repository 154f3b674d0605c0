""" "Was this page helpful?" at the end of each article, and the answers that it sends."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from harness.paths import ROOT
from tests.axe import find_violations
from tests.violations import Violations
from tests.waiting import run_callbacks
from tests.website.conftest import wait_for_hydration
from tests.website.counting import FEEDBACK, Counter, Visitor, set_options
from tests.website.keyboard import expect_seen, walk
from tests.website.reading import DESKTOP, NARROWEST, find_misfits
from tests.website.routes import CHINESE, ENGLISH, Language
from tests.website.scripts import theme_script
from tests.website.trouble import WITHOUT_NAVIGATION

START = "/guide/quick-start.html"
NEXT = "/guide/introduction.html"
SCRIPT = re.compile(r"/assets/js/analytics\.[0-9a-f]{8}\.js$")
STRINGS = {
    language.tag: json.loads(
        (ROOT / f"theme/src/features/strings/{name}.json").read_text(encoding="utf-8")
    )
    for language, name in ((ENGLISH, "en"), (CHINESE, "zh"))
}
WORDS = STRINGS[ENGLISH.tag]
REASONS = ("feedbackUnclear", "feedbackIncorrect", "feedbackMissing", "feedbackSample")
REST = [WORDS[name] for name in REASONS[1:]]
SHIFTS = """() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().map(({ value }) => value);
}"""
POSITIONS = """() => [...document.querySelectorAll('main > *, footer')]
  .filter(({ className }) => className !== 'feedback')
  .map((element) => element.getBoundingClientRect().top + scrollY)"""


@pytest.fixture
def visitor(visitor: Visitor) -> Visitor:
    visitor.page.emulate_media(reduced_motion="reduce")
    return visitor


def question(page: Page) -> Locator:
    return page.locator("main > .feedback")


def button(page: Page, name: str) -> Locator:
    return question(page).get_by_role("button", name=name, exact=True)


def status(page: Page) -> Locator:
    return question(page).get_by_role("status")


def wake(page: Page) -> None:
    """The first input, which loads the features."""
    page.keyboard.press("Shift")


def open_question(visitor: Visitor, path: str) -> Page:
    visitor.open(path)
    wake(visitor.page)
    expect(question(visitor.page)).to_be_visible()
    return visitor.page


# --- Answers --------------------------------------------------------------------------------------


def test_a_yes_is_sent_once_and_thanked_for_but_not_on_paper(
    visitor: Visitor, counter: Counter
) -> None:
    words = STRINGS[CHINESE.tag]
    page = open_question(visitor, f"/zh{START}")
    expect(question(page)).to_have_accessible_name(words["feedback"])
    button(page, words["feedbackYes"]).dblclick()
    expect(status(page)).to_have_text(words["feedbackThanks"])
    expect(button(page, words["feedbackNo"])).to_be_disabled()
    visitor.settle()
    assert counter.keys(FEEDBACK) == [f"yes /zh{START}"]
    assert visitor.troubles == []
    page.emulate_media(media="print")
    expect(question(page)).to_be_hidden()


def test_each_page_view_has_its_own_answer(visitor: Visitor, counter: Counter) -> None:
    page = open_question(visitor, START)
    button(page, WORDS["feedbackYes"]).click()
    visitor.wait(lambda: counter.keys(FEEDBACK) == [f"yes {START}"])
    page.locator("main .permalink").first.evaluate("(link) => link.click()")
    expect(page).to_have_url(re.compile("#"))
    expect(button(page, WORDS["feedbackNo"])).to_be_disabled()
    visitor.go_to(NEXT, "Introduction")
    expect(button(page, WORDS["feedbackNo"])).to_be_enabled()
    button(page, WORDS["feedbackNo"]).click()
    page.go_back()
    expect(button(page, WORDS["feedbackNo"])).to_be_enabled()
    visitor.settle()
    assert counter.keys(FEEDBACK) == [f"yes {START}", f"no {NEXT}"]


@pytest.mark.sweep
def test_without_the_navigation_api_each_page_asks(visitor: Visitor, counter: Counter) -> None:
    visitor.page.add_init_script(WITHOUT_NAVIGATION["no Navigation API"])
    page = open_question(visitor, START)
    visitor.go_to(NEXT, "Introduction")
    expect(question(page)).to_have_count(1)
    button(page, WORDS["feedbackYes"]).click()
    visitor.wait(lambda: counter.keys(FEEDBACK) == [f"yes {NEXT}"])


# --- When nothing is counted ----------------------------------------------------------------------


def test_a_visitor_with_a_privacy_signal_is_not_asked_and_sends_nothing(
    visitor: Visitor, counter: Counter
) -> None:
    page = visitor.page
    page.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true });"
    )
    set_options(page, respectPrivacySignals=True)
    visitor.load(START)
    expect_no_question(page)
    assert counter.requests == []


def test_if_the_script_that_counts_is_blocked_nothing_is_asked(visitor: Visitor) -> None:
    page = visitor.page
    page.route(SCRIPT, lambda route: route.abort())
    visitor.load(START)
    expect_no_question(page)


def test_a_site_that_does_not_count_feedback_does_not_ask(page: Page, website: str) -> None:
    """Ours on localhost: visits there aren't counted."""
    page.goto(website + START)
    expect_no_question(page)


def expect_no_question(page: Page) -> None:
    """Also after the feature next to it has started."""
    wait_for_hydration(page)
    wake(page)
    page.locator("main .copy-page").wait_for()
    run_callbacks(page)
    expect(page.locator(".feedback")).to_have_count(0)


def test_if_the_script_that_counts_is_late_the_question_appears_with_it(visitor: Visitor) -> None:
    page = visitor.page
    held: list[Route] = []
    page.route(SCRIPT, lambda route: held.append(route))
    # The load event may wait for the script.
    page.goto(visitor.address + START, wait_until="domcontentloaded")
    expect_no_question(page)
    (route,) = held
    route.continue_()
    expect(question(page)).to_be_visible()


def test_without_scripts_there_is_no_question(plain: Page, address: str) -> None:
    plain.goto(address + START)
    expect(plain.locator("main .about")).to_be_visible()
    expect(plain.get_by_text(WORDS["feedback"])).to_have_count(0)


# --- How it looks and works -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("view", "language"),
    [(NARROWEST, CHINESE), pytest.param(DESKTOP, ENGLISH, marks=pytest.mark.sweep)],
    ids=["320", "1280"],
)
def test_the_question_moves_nothing_and_is_accessible(
    visitor: Visitor, language: Language, view: Any
) -> None:
    page = visitor.page
    words = STRINGS[language.tag]
    violations = Violations(page.context)
    page.set_viewport_size(view)
    held: list[Route] = []
    page.route(theme_script("features"), lambda route: held.append(route))
    visitor.open(language.prefix + START)
    with page.expect_request(theme_script("features")):
        wake(page)
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    run_callbacks(page)
    before = page.evaluate(POSITIONS)
    held[0].continue_()
    expect(question(page)).to_be_in_viewport()
    run_callbacks(page)
    assert page.evaluate(POSITIONS) == pytest.approx(before, abs=0.5)
    assert page.evaluate(SHIFTS) == []
    button(page, words["feedbackNo"]).click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert find_violations(page, include="main") == []
    assert find_misfits(page) == []
    assert violations.collect(page) == []


def test_the_keyboard_reaches_every_answer_and_keeps_its_focus(
    visitor: Visitor, counter: Counter
) -> None:
    page = open_question(visitor, START)
    page.locator("main .prose a").last.focus()
    walk(page, until=lambda stop: stop.html.endswith(f">{WORDS['feedbackNo']}</button>"))
    expect_seen(page)
    page.keyboard.press("Enter")
    expect(status(page)).to_have_text(WORDS["feedbackReason"])
    expect(button(page, WORDS["feedbackNo"])).to_be_focused()
    expect_seen(page)
    visitor.wait(lambda: counter.keys(FEEDBACK) == [f"no {START}"])
    page.keyboard.press("Tab")
    expect(button(page, WORDS["feedbackUnclear"])).to_be_focused()
    page.keyboard.press("Space")
    expect(button(page, WORDS["feedbackUnclear"])).to_be_focused()
    expect(button(page, WORDS["feedbackUnclear"])).to_have_attribute("aria-pressed", "true")
    visitor.wait(lambda: counter.keys(FEEDBACK) == [f"no {START}", f"unclear {START}"])
    stops = walk(page, until=lambda stop: "/issues/new" in stop.html)
    assert [name for name, stop in zip(REST, stops, strict=False) if name in stop.html] == REST
    assert len(stops) == len(REST) + 1
    assert all(stop.has_ring and stop.is_seen for stop in stops)
