"""Pages on paper: all of the text, nothing of what stands around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.website.conftest import wait_for_life
from tests.website.routes import Language, in_each_language

Visit = Callable[[str], Page]

A4 = ViewportSize(width=718, height=1047)
"""What is left of the sheet between margins of 1 cm, in pixels."""
PAGES = ("/guide/quick-start.html", "/api/core.html", "/guide/other/questions-and-answers.html")
each_page = pytest.mark.parametrize("path", PAGES)
each_mode = pytest.mark.parametrize("mode", ["light", "dark"])

# What is wider than the sheet, or scrolls on it, is cut.
FIND_CUT = """() => [...document.querySelectorAll('main, main *')].filter((element) => {
  const { right, width } = element.getBoundingClientRect();
  return width > 0 && (right > innerWidth + 1 || element.scrollWidth > element.clientWidth + 1)
    && getComputedStyle(element).display !== 'inline' && !element.closest('.unseen');
}).map((element) => element.outerHTML.slice(0, 100))"""

FIND_HIDDEN = """() => {
  const isText = (node) => node.textContent.trim() !== '' && !node.parentElement.closest('button');
  const walker = document.createTreeWalker(document.querySelector('[data-content]'), 4);
  const hidden = [];
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    if (isText(node) && !node.parentElement.checkVisibility({ contentVisibilityAuto: true })) {
      hidden.push(node.textContent);
    }
  }
  return hidden;
}"""


@pytest.fixture(scope="module")
def paper(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport=A4, reduced_motion="reduce") as context:
        page = context.new_page()
        page.emulate_media(media="print")
        yield page


@each_page
@in_each_language
def test_all_of_the_text_and_nothing_but_the_text_is_printed(
    paper: Page, website: str, language: Language, path: str
) -> None:
    paper.goto(website + language.prefix + path)
    paper.wait_for_timeout(1100)  # copy buttons come after a second
    assert paper.evaluate(FIND_HIDDEN) == []
    assert paper.evaluate(FIND_CUT) == []
    around = paper.locator(
        "header, footer, nav, aside, button, [popover], main > div:last-of-type a"
    )
    assert [element.inner_text() for element in around.all() if element.is_visible()] == []
    expect(paper.locator("h1")).to_be_visible()
    expect(paper.locator("time")).to_be_visible()


def test_folded_text_is_printed_unfolded(paper: Page, website: str) -> None:
    paper.goto(website + PAGES[0])
    paper.evaluate(
        """() => {
          const [details, summary] = ['details', 'summary'].map((name) =>
            document.createElement(name));
          summary.textContent = 'More';
          details.append(summary, 'Folded text');
          document.querySelector('h1').after(details);
        }"""
    )
    details = paper.locator("details")
    on_paper = details.bounding_box()
    paper.emulate_media(media="screen")
    on_screen = details.bounding_box()
    paper.emulate_media(media="print")
    assert on_paper is not None
    assert on_screen is not None
    assert on_paper["height"] > on_screen["height"]


def test_links_show_their_address_unless_it_is_on_the_sheet(paper: Page, website: str) -> None:
    paper.goto(website + "/guide/other/how-to-contribute.html")
    shown = paper.locator("[data-content] a").evaluate_all(
        """(links) => links.map((link) => [
          !link.getAttribute('href').startsWith('#'),
          getComputedStyle(link, '::after').content.includes(link.getAttribute('href')),
        ])"""
    )
    assert {leads_away for leads_away, _ in shown} == {True, False}
    assert all(leads_away == has_address for leads_away, has_address in shown)


@each_mode
def test_paper_is_light_whatever_the_screen_is(
    page: Page, website: str, mode: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=mode)
    page.goto(website + PAGES[0])
    wait_for_life(page)
    if mode == "dark":
        page.evaluate("() => { document.documentElement.dataset.theme = 'dark'; }")
    page.emulate_media(color_scheme=mode, media="print")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    ink = page.evaluate(
        """() => {
          const context = new OffscreenCanvas(1, 1).getContext('2d');
          context.fillStyle = getComputedStyle(document.querySelector('main p')).color;
          context.fillRect(0, 0, 1, 1);
          return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
        }"""
    )
    assert max(ink) < 100


def test_headings_stay_with_their_text_and_samples_in_one_piece(paper: Page, website: str) -> None:
    paper.goto(website + PAGES[0])
    styles = paper.evaluate(
        """() => ['h1', 'h2', '.code', 'tr'].map((name) => {
          const { breakAfter, breakInside } = getComputedStyle(document.querySelector(name));
          return [name, breakAfter, breakInside];
        })"""
    )
    assert styles == [
        ["h1", "avoid", "auto"],
        ["h2", "avoid", "auto"],
        [".code", "auto", "avoid"],
        ["tr", "auto", "avoid"],
    ]


def test_the_address_stands_under_the_title_on_paper_alone(visit: Visit, website: str) -> None:
    page = visit(PAGES[0])
    page.keyboard.press("Shift")
    page.locator("main .copy-page").wait_for()  # scripts that came with the sign are there
    page.evaluate(
        """() => addEventListener('beforeprint', () => {
          window.printed = document.querySelector('h1 + p').textContent;
        })"""
    )
    page.pdf()
    assert page.evaluate("window.printed") == website + PAGES[0]
    page.wait_for_function("() => document.querySelector('h1 + p').textContent !== window.printed")


def test_a_page_becomes_a_document_of_several_sheets(visit: Visit) -> None:
    page = visit("/api/core.html")
    assert page.pdf(format="A4").count(b"/Type /Page\n") > 5
