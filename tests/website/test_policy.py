"""Under the strict policy nothing is refused, whatever readers do; a listener would notice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.violations import Violations
from tests.website.conftest import wait_for_life
from tests.website.reading import DESKTOP, PHONE
from tests.website.routes import ALL_ROUTES, LANGUAGES, Language, in_each_language

UNKNOWN = tuple(f"{language.prefix}/no-such-page.html" for language in LANGUAGES)
MODES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
TEXT = "/guide/quick-start.html"

each_page = pytest.mark.parametrize("path", [*(route.path for route in ALL_ROUTES), *UNKNOWN])

FORBIDDEN = {
    "style-src-attr": "document.body.setAttribute('style', 'color: red');",
    "style-src-elem": "add('style', { textContent: 'a { color: red }' });",
    "script-src-elem": "add('link', { rel: 'modulepreload', href: 'https://other.example/a.js' });",
    "require-trusted-types-for": "document.body.innerHTML = '';",
    "trusted-types": "trustedTypes.createPolicy('other', {});",
    "img-src": "add('img', { src: 'https://other.example/a.png' });",
    "connect-src": "fetch('https://other.example/').catch(() => {});",
    "base-uri": "add('base', { href: 'https://other.example/' });",
    "frame-src": "add('iframe', { src: 'https://other.example/' });",
    "form-action": "add('form', { action: 'https://other.example/' }); document.forms[0].submit();",
}
"""What a page could try, by the directive that stops it."""

# Menus, the search, the switch there and back, copy buttons, folded text, links to headings.
USE_EVERYTHING = """async () => {
  const sleep = () => new Promise((resolve) => setTimeout(resolve, 10));
  const controls = document.querySelectorAll('button:enabled, summary, a[href^="#"]');
  for (const control of controls) {
    control.focus();
    control.click();
    if (control.role === 'switch') control.click();
    if (control.matches('.search-button')) {
      while (!document.querySelector('dialog[open]')) await sleep();
    }
    await scheduler.yield();
  }
  document.querySelectorAll(':popover-open').forEach((menu) => menu.hidePopover());
  await sleep();
  document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close());
  localStorage.clear();
  return controls.length;
}"""


@dataclass
class Watched:
    """A tab, and what was refused in it."""

    page: Page
    violations: Violations
    website: str

    def open(self, path: str) -> None:
        """Opens a page and skips the second after which copy buttons come."""
        self.page.goto(self.website + path)
        wait_for_life(self.page)
        self.page.clock.run_for(1000)

    def collect(self) -> list[str]:
        return self.violations.collect(self.page)


@pytest.fixture(scope="module")
def tab(browser: Browser, website: str) -> Iterator[Watched]:
    """One tab for all, which may write to the clipboard."""
    with browser.new_context(reduced_motion="reduce", viewport=DESKTOP) as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        violations = Violations(context)
        page = context.new_page()
        page.clock.install()
        yield Watched(page, violations, website)


@pytest.fixture
def watched(tab: Watched) -> Iterator[Watched]:
    """The same tab, with nothing left from the test before."""
    tab.page.set_viewport_size(DESKTOP)
    tab.page.emulate_media(color_scheme="light")
    yield tab
    tab.page.unroute_all()
    tab.page.context.set_offline(False)
    tab.collect()


# --- Every page -----------------------------------------------------------------------------------


@each_page
def test_every_control_of_every_page_in_both_themes_keeps_to_the_policy(
    watched: Watched, path: str
) -> None:
    page = watched.page
    grounds = set()
    for mode in MODES:
        page.emulate_media(color_scheme=mode)
        watched.open(path)
        grounds.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
        assert page.evaluate(USE_EVERYTHING) >= 5
    assert len(grounds) == 2
    page.locator("header nav a").nth(1).click()
    expect(page.locator("h1")).to_be_focused()
    assert watched.collect() == []


@in_each_language
def test_a_reader_with_a_mouse_keeps_to_the_policy(watched: Watched, language: Language) -> None:
    page = watched.page
    watched.open(language.prefix + TEXT)
    for name in (language.demos, language.language):
        page.get_by_role("banner").get_by_role("button", name=name).click()
        expect(page.locator(":popover-open")).to_be_visible()
        page.keyboard.press("Escape")
    page.get_by_role("switch").click()
    page.reload()
    wait_for_life(page)
    page.get_by_role("switch").click()
    page.clock.run_for(1000)
    page.locator(".copy").first.click()
    expect(page.locator(".copy.done")).to_have_count(1)
    page.locator("h2 a").first.click()
    page.locator("nav a[href='#see']:visible").first.click()
    page.mouse.wheel(0, 2000)
    page.locator("main a[rel=next]").click()
    expect(page.locator("h1")).to_be_focused()
    page.go_back()
    expect(page.locator("#see")).to_be_focused()
    assert watched.collect() == []


@in_each_language
def test_a_reader_with_a_telephone_keeps_to_the_policy(
    watched: Watched, language: Language
) -> None:
    page = watched.page
    page.set_viewport_size(PHONE)
    watched.open(language.prefix + TEXT)
    page.get_by_role("banner").get_by_role("button", name=language.menu).click()
    page.locator(":popover-open a[href$='/introduction.html']").click()
    expect(page.locator("h1")).to_be_focused()
    page.get_by_role("banner").get_by_role("button", name=language.language).click()
    page.locator(":popover-open a:not([aria-current])").click()
    expect(page.locator("h1")).to_be_focused()
    assert watched.collect() == []


def test_a_page_that_does_not_come_keeps_to_the_policy(watched: Watched) -> None:
    page = watched.page
    watched.open(TEXT)
    notice = page.get_by_role("alert")
    page.context.set_offline(True)
    page.locator("main a[rel=next]").click()
    notice.get_by_role("button").last.click()
    expect(notice).to_be_empty()
    page.locator("main a[rel=next]").click()
    expect(notice).not_to_be_empty()
    page.context.set_offline(False)
    notice.get_by_role("button").first.click()
    expect(page.locator("h1")).to_be_focused()
    assert watched.collect() == []


# --- It would be noticed --------------------------------------------------------------------------


@pytest.mark.parametrize("directive", FORBIDDEN)
def test_what_the_policy_forbids_is_refused_and_noticed(watched: Watched, directive: str) -> None:
    watched.open(TEXT)
    # In a frame of its own: while the debugger runs something, it may do what it likes.
    watched.page.evaluate(
        f"""() => requestAnimationFrame(() => {{
          const add = (name, values) =>
            document.body.append(Object.assign(document.createElement(name), values));
          {FORBIDDEN[directive]}
        }})"""
    )
    watched.violations.wait(watched.page)
    assert [event for event in watched.violations.events if event.startswith(directive)]
    assert watched.violations.messages


def test_what_a_document_brings_along_is_refused_and_noticed(watched: Watched) -> None:
    def infect(route: Route) -> None:
        answer = route.fetch()
        body = answer.text().replace("<main", '<i style="color: red"></i><script>x=1</script><main')
        route.fulfill(response=answer, body=body)

    watched.page.route(f"**{TEXT}", infect)
    watched.open(TEXT)
    assert watched.page.evaluate("typeof x") == "undefined"
    directives = {event.partition(" ")[0] for event in watched.violations.events}
    assert directives == {"style-src-attr", "script-src-elem"}
