"""Printed pages: all of the text, and none of the navigation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.in_page import load_function
from tests.website.conftest import wait_for_hydration
from tests.website.routes import UNKNOWN

Visit = Callable[[str], Page]

A4 = ViewportSize(width=718, height=1047)
"""The sheet without margins of 1 cm, in pixels."""
TEXT = "/guide/quick-start.html"
CHROME = "header, nav, button, [popover]"
PAGE_CHROME = f"{CHROME}, footer, aside, main > div:last-of-type a"

# An element that is wider than the sheet, or scrolls, is cut.
FIND_CUT = """() => [...document.querySelectorAll('main, main *')].filter((element) => {
  const { right, width } = element.getBoundingClientRect();
  return width > 0 && (right > innerWidth + 1 || element.scrollWidth > element.clientWidth + 1)
    && getComputedStyle(element).display !== 'inline' && !element.closest('.unseen');
}).map((element) => element.outerHTML.slice(0, 100))"""

FIND_HIDDEN = load_function("find-hidden-text")


@pytest.fixture(scope="module")
def paper(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport=A4, reduced_motion="reduce") as context:
        page = context.new_page()
        page.emulate_media(media="print")
        yield page


def expect_without(page: Page, chrome: str) -> None:
    shown = page.locator(chrome).filter(visible=True)
    assert [element.inner_text() for element in shown.all()] == []
    expect(page.locator("h1")).to_be_visible()


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(TEXT, marks=pytest.mark.sweep),
        "/zh/api/core.html",
        "/guide/other/questions-and-answers.html",
    ],
)
def test_all_of_the_text_is_printed_and_nothing_else(paper: Page, website: str, path: str) -> None:
    paper.goto(website + path)
    paper.locator("main .copy").first.wait_for(state="attached")
    assert paper.evaluate(FIND_HIDDEN) == []
    assert paper.evaluate(FIND_CUT) == []
    names = paper.locator("main :is(.code-title, .code-group > label)").all()
    assert names
    assert [name for name in names if not name.is_visible()] == []
    expect_without(paper, PAGE_CHROME)
    expect(paper.locator("time")).to_be_visible()


@pytest.mark.parametrize("path", ["/zh/", UNKNOWN[0]])
def test_other_layouts_are_printed_without_navigation(paper: Page, website: str, path: str) -> None:
    paper.goto(website + path)
    paper.locator("[role=switch]:enabled").first.wait_for(state="attached")
    expect_without(paper, CHROME)


def test_folded_text_is_printed_and_text_breaks_between_paragraphs(
    paper: Page, website: str
) -> None:
    paper.goto(website + TEXT)
    paper.evaluate(
        """() => {
          const [details, summary] = ['details', 'summary'].map((name) =>
            document.createElement(name));
          summary.textContent = 'More';
          details.append(summary, 'Folded text');
          document.querySelector('h1').after(details);
        }"""
    )
    height = "(details) => details.offsetHeight"
    printed = paper.locator("details").evaluate(height)
    paper.emulate_media(media="screen")
    assert printed > paper.locator("details").evaluate(height)
    paper.emulate_media(media="print")
    styles = paper.evaluate(
        """() => ['h1', 'h2', '.code', 'tr'].map((name) => {
          const { breakAfter, breakInside } = getComputedStyle(document.querySelector(name));
          return [name, breakAfter, breakInside];
        })"""
    )
    group = paper.locator(".code-group").last
    tops = group.locator("label").evaluate_all(
        "labels => labels.map((label) => label.getBoundingClientRect().top)"
    )
    ends = group.locator(".code").evaluate_all(
        "codes => codes.map((code) => code.getBoundingClientRect().bottom)"
    )
    assert all(top >= end for top, end in zip(tops[1:], ends, strict=False)), "tabs overlap"
    assert styles == [
        ["h1", "avoid", "auto"],
        ["h2", "avoid", "auto"],
        [".code", "auto", "avoid"],
        ["tr", "auto", "avoid"],
    ]


def test_links_show_their_address_unless_they_lead_to_the_same_page(
    paper: Page, website: str
) -> None:
    paper.goto(website + "/guide/other/how-to-contribute.html")
    shown = paper.locator("[data-content] a").evaluate_all(
        """(links) => links.map((link) => [
          !link.getAttribute('href').startsWith('#'),
          getComputedStyle(link, '::after').content.includes(link.getAttribute('href')),
        ])"""
    )
    assert {leads_away for leads_away, _ in shown} == {True, False}
    assert all(leads_away == has_address for leads_away, has_address in shown)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_paper_is_light_in_both_color_modes(
    page: Page, website: str, mode: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme="dark" if mode == "light" else "light")
    page.goto(website + TEXT)
    wait_for_hydration(page)
    page.get_by_role("switch").click()
    expect(page.locator("html")).to_have_attribute("data-theme", mode)
    page.emulate_media(color_scheme=mode, media="print")
    schemes = page.evaluate(
        """() => ['html', 'pre', '.prose p'].map((name) =>
          getComputedStyle(document.querySelector(name)).colorScheme)"""
    )
    assert set(schemes) == {"light"}
    ink = page.evaluate(
        """() => {
          const context = new OffscreenCanvas(1, 1).getContext('2d');
          context.fillStyle = getComputedStyle(document.querySelector('main p')).color;
          context.fillRect(0, 0, 1, 1);
          return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
        }"""
    )
    assert max(ink) < 100


def test_the_address_is_printed_below_the_title_on_several_sheets(
    visit: Visit, website: str
) -> None:
    page = visit("/api/core.html")
    page.keyboard.press("Shift")
    page.locator("main .copy-page").wait_for()  # all features have loaded
    page.evaluate(
        """() => addEventListener('beforeprint', () => {
          window.printed = document.querySelector('h1 + p').textContent;
        })"""
    )
    assert page.pdf(format="A4").count(b"/Type /Page\n") > 5
    assert page.evaluate("window.printed") == f"{website}/api/core.html"
    page.wait_for_function("() => document.querySelector('h1 + p').textContent !== window.printed")
