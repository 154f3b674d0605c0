"""Nothing that users do violates the content security policy, and the tests detect violations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.in_page import load_function
from tests.violations import Violations
from tests.website.conftest import wait_for_hydration
from tests.website.reading import DESKTOP, PHONE
from tests.website.routes import UNKNOWN

TEXT = "/guide/quick-start.html"

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
"""Code that a page could run, by the directive that blocks it."""

# Menus, the switch on and off, copy buttons, folded text, links to headings.
USE_EVERYTHING = load_function("use-everything")


@dataclass
class Watched:
    """A tab, and what was blocked in it."""

    page: Page
    violations: Violations
    website: str

    def open(self, path: str) -> None:
        """Opens a page and skips the delay of the copy buttons."""
        self.page.goto(self.website + path)
        wait_for_hydration(self.page)
        self.page.clock.run_for(1000)

    def collect(self) -> list[str]:
        return self.violations.collect(self.page)


@pytest.fixture(scope="module")
def tab(browser: Browser, website: str) -> Iterator[Watched]:
    """One tab for all tests, with access to the clipboard."""
    with browser.new_context(reduced_motion="reduce", viewport=DESKTOP) as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        violations = Violations(context)
        page = context.new_page()
        page.clock.install()
        yield Watched(page, violations, website)


@pytest.fixture
def watched(tab: Watched) -> Iterator[Watched]:
    """The same tab, reset after the previous test."""
    tab.page.set_viewport_size(DESKTOP)
    tab.page.emulate_media(color_scheme="light")
    yield tab
    tab.page.unroute_all()
    tab.page.context.set_offline(False)
    tab.collect()


@pytest.mark.parametrize("path", ["/", f"/zh{TEXT}", UNKNOWN[0]])
def test_every_control_in_both_color_modes_complies_with_the_policy(
    watched: Watched, path: str
) -> None:
    page = watched.page
    watched.open(path)
    backgrounds = set()
    for mode in ("dark", "light"):
        page.get_by_role("switch").click()
        expect(page.locator("html")).to_have_attribute("data-theme", mode)
        backgrounds.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    assert len(backgrounds) == 2
    assert page.evaluate(USE_EVERYTHING) >= 5
    page.locator(".search-button").click()
    page.locator("dialog[open]").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator("header nav a").nth(1).click()
    expect(page.locator("h1")).to_be_focused()
    assert watched.collect() == []


def test_a_phone_user_complies_with_the_policy(watched: Watched) -> None:
    page = watched.page
    page.set_viewport_size(PHONE)
    watched.open(TEXT)
    page.get_by_role("banner").get_by_role("button", name="Menu").click()
    page.locator(":popover-open a[href$='/introduction.html']").click()
    expect(page.locator("h1")).to_be_focused()
    page.get_by_role("banner").get_by_role("button", name="English").click()
    page.locator(":popover-open a:not([aria-current])").click()
    expect(page.locator("h1")).to_be_focused()
    assert watched.collect() == []


def test_a_page_that_fails_to_load_complies_with_the_policy(watched: Watched) -> None:
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


# --- Violations are detected ----------------------------------------------------------------------


def test_forbidden_code_is_blocked_and_detected(watched: Watched) -> None:
    watched.open(TEXT)
    for directive, code in FORBIDDEN.items():
        # In a frame callback, because code that the debugger runs is exempt from the policy.
        watched.page.evaluate(
            f"""() => requestAnimationFrame(() => {{
              const add = (name, values) =>
                document.body.append(Object.assign(document.createElement(name), values));
              {code}
            }})"""
        )
        watched.violations.wait(watched.page)
        assert [event for event in watched.violations.events if event.startswith(directive)]
        assert watched.violations.messages
        watched.collect()


def test_inline_code_in_a_document_is_blocked_and_detected(watched: Watched) -> None:
    def infect(route: Route) -> None:
        answer = route.fetch()
        body = answer.text().replace("<main", '<i style="color: red"></i><script>x=1</script><main')
        route.fulfill(response=answer, body=body)

    watched.page.route(f"**{TEXT}", infect)
    watched.open(TEXT)
    assert watched.page.evaluate("typeof x") == "undefined"
    directives = {event.partition(" ")[0] for event in watched.violations.events}
    assert directives == {"style-src-attr", "script-src-elem"}
