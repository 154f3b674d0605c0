"""The analytics requests of the site, and failures that must not affect users."""

from __future__ import annotations

import json
import re
import tomllib
from html import unescape
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from docsite.digests import integrity_of
from harness.browsers.firefox import FirefoxTab, launch_firefox
from harness.network import send_request
from harness.paths import ROOT
from tests.analytics.contract import CONTRACT, FAULTS, OPERATIONS, WARNINGS, tidy
from tests.analytics.wire import DOMAIN
from tests.violations import Violations
from tests.waiting import make_round_trip, settled
from tests.website.conftest import wait_for_hydration
from tests.website.counting import (
    FEEDBACK,
    LANGUAGE,
    NOT_FOUND,
    RESULT,
    ROUTE,
    SEARCH,
    Counter,
    Visitor,
    set_options,
)
from tests.website.reading import expect_page, is_marked, mark_document
from tests.website.routes import ALL_ROUTES, LAYOUT_SCRIPTS
from tests.website.trouble import WITHOUT_NAVIGATION

SCRIPT = re.compile(r"/assets/js/analytics\.[0-9a-f]{8}\.js$")
GUIDE = "/guide/"
START = "/guide/quick-start.html"
NEXT = "/guide/introduction.html"
COMPLAINT = "The visit could not be counted."

HIDE = """() => {
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
NO_STORAGE = """
  Object.defineProperty(window, 'sessionStorage', {
    get() { throw new DOMException('denied', 'SecurityError'); },
  });
"""
SITE = tomllib.loads((ROOT / "contracts/analytics-site.toml").read_text(encoding="utf-8"))
KEPT = [SITE["kept"]["key"]]
WALK = """async ([paths, count]) => {
  for (let step = 0; step < count; step += 1) {
    await navigation.navigate(paths[step % paths.length]).committed;
  }
}"""
READ_LOADING = """() => ({
  painted: performance.getEntriesByName('first-paint')[0].startTime,
  files: performance.getEntriesByType('resource')
    .filter(({ initiatorType }) => ['script', 'fetch'].includes(initiatorType))
    .map(({ name, startTime }) => [name, startTime]),
  blocking: performance.getEntriesByType('resource')
    .filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking').length,
  scripts: [...document.scripts].filter(({ src }) => src).map(({ src }) => src),
})"""


# --- Requests -------------------------------------------------------------------------------------


@pytest.mark.requirement(
    *("analytics-script", "analytics-tags", "analytics-endpoint", "analytics-post-json"),
    *("analytics-credentials", "analytics-create-record", "analytics-create-action"),
    *("analytics-record-basics", "analytics-record-source", "analytics-record-sparse"),
    *("analytics-action-shape", "analytics-route-action", "analytics-language-action"),
)
def test_the_first_load_sends_the_page_its_path_and_its_language(
    visitor: Visitor, counter: Counter, address: str
) -> None:
    visitor.open("/zh/guide/?source=feed")
    visitor.settle()
    location = f"{address}/zh/guide/?source=feed"
    assert counter.of("createRecord") == [
        {"domainId": DOMAIN, "input": {"siteLocation": location, "source": "feed"}}
    ]
    assert counter.keys(ROUTE) == [GUIDE]
    assert counter.keys(LANGUAGE) == ["Simplified-Chinese"]
    assert len(counter.requests) == 3
    request = CONTRACT["request"]
    for sent in counter.requests:
        assert sent.path == request["path"]
        assert sent.headers["content-type"] == request["content_type"]
        assert sent.headers["origin"] == address
        assert sent.query == tidy(OPERATIONS[sent.operation]["document"])
    (tag,) = visitor.page.locator("[data-ackee-domain-id]").all()
    assert tag.evaluate("tag => tag.matches('head > script')")
    assert SCRIPT.fullmatch(tag.get_attribute("src") or "")
    assert tag.get_attribute("data-ackee-server") == counter.wire.address
    assert json.loads(tag.get_attribute("data-ackee-opts") or "")["ignoreLocalhost"] is False
    assert visitor.stored() == [KEPT, []]
    assert visitor.page.context.cookies() == []
    assert visitor.troubles == []


@pytest.mark.requirement("analytics-route-action")
def test_each_route_change_is_sent_once(visitor: Visitor, counter: Counter, address: str) -> None:
    visitor.open(START)
    page = visitor.page
    mark_document(page)
    # Requests that are sent at the same time can arrive in any order.
    visitor.wait(lambda: counter.keys(ROUTE) == [START])
    visitor.go_to(NEXT, "Introduction")
    page.evaluate("location.hash = '#why'")
    page.evaluate("history.replaceState(null, '', '?framework=vue')")
    visitor.go_to(f"/zh{NEXT}#why", "介绍")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Introduction")
    page.go_forward()
    expect(page.locator("h1")).to_have_text("介绍")
    visitor.wait(lambda: len(counter.keys(ROUTE)) == 5)
    visitor.go_to("/zh/api/index.html", "API")
    visitor.wait(lambda: len(counter.keys(ROUTE)) >= 6)
    visitor.settle()
    assert counter.keys(ROUTE) == [START, NEXT, NEXT, NEXT, NEXT, "/api/"]
    assert counter.keys(LANGUAGE) == ["English"]
    assert len(counter.of("createRecord")) == 1
    assert is_marked(page)
    # A route that loads a document is sent once too.
    counter.forget()
    visitor.load(NEXT, referer=address + START)
    visitor.wait(lambda: len(counter.requests) == 2)
    visitor.settle()
    assert counter.keys(ROUTE) == [NEXT]
    (record,) = counter.of("createRecord")
    assert record["input"]["siteReferrer"].endswith(START)
    assert visitor.troubles == []


@pytest.mark.requirement("analytics-route-action")
def test_each_route_change_is_sent_once_without_the_navigation_api(
    visitor: Visitor, counter: Counter
) -> None:
    visitor.page.add_init_script(WITHOUT_NAVIGATION["no Navigation API"])
    visitor.open(START)
    mark_document(visitor.page)
    visitor.wait(lambda: counter.keys(ROUTE) == [START])
    visitor.go_to(NEXT, "Introduction")
    visitor.wait(lambda: counter.keys(ROUTE) == [START, NEXT])
    visitor.page.go_back()
    expect(visitor.page.locator("h1")).to_have_text("Quick start")
    visitor.wait(lambda: len(counter.keys(ROUTE)) == 3)
    visitor.settle()
    assert counter.keys(ROUTE) == [START, NEXT, START]
    assert len(counter.of("createRecord")) == 1
    assert is_marked(visitor.page)
    assert visitor.troubles == []


@pytest.mark.requirement("analytics-language-once", "analytics-language-action")
def test_the_language_is_sent_once_per_session_of_a_tab(
    visitor: Visitor, counter: Counter, address: str
) -> None:
    visitor.open(f"/zh{GUIDE}")
    for count, path in enumerate((GUIDE, f"/zh{START}", START), start=2):
        visitor.load(path)
        visitor.wait(lambda count=count: len(counter.of("createRecord")) == count)  # type: ignore[misc]
    # A tab that this one opens continues its session.
    with visitor.page.expect_popup() as popup:
        visitor.page.evaluate("path => void open(path)", f"/zh{NEXT}")
    visitor.wait(lambda: len(counter.of("createRecord")) == 5)
    visitor.settle()
    assert counter.keys(LANGUAGE) == ["Simplified-Chinese"]
    # A tab that the user opens has its own session.
    popup.value.close()
    other = Visitor(visitor.page.context.new_page(), address, counter)
    other.load(NEXT)
    other.wait(lambda: len(counter.keys(LANGUAGE)) == 2)
    assert counter.keys(LANGUAGE)[1] == "English"
    other.wait(lambda: len(counter.keys(ROUTE)) == 6)


def test_searches_opened_results_and_feedback_are_sent(visitor: Visitor, counter: Counter) -> None:
    page = visitor.page
    set_options(page, updateOnHide=True)
    page.clock.install()
    visitor.open(START)
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox")
    field.press_sequentially("storage")
    expect(page.get_by_role("option").first).to_be_visible()
    page.clock.run_for(1200)
    visitor.settle()
    assert counter.keys(SEARCH) == []
    field.fill("")
    field.press_sequentially("xyzzy plugh", delay=20)
    expect(page.get_by_role("status").get_by_text("xyzzy plugh")).to_be_visible()
    page.keyboard.press("Escape")
    visitor.wait(lambda: bool(counter.keys(SEARCH)))
    visitor.settle()
    assert counter.keys(SEARCH) == ["xyzzy plugh"]
    assert visitor.troubles == []
    page.evaluate(HIDE)
    visitor.wait(lambda: bool(counter.of("updateRecord")))
    page.locator(".feedback button").first.click()
    visitor.wait(lambda: bool(counter.keys(FEEDBACK)))
    page.keyboard.press("Control+k")
    field.fill("storage helper")
    option = page.get_by_role("option").first
    expect(option).to_contain_text("helper", ignore_case=True)
    opened = option.evaluate("(link) => link.pathname")
    page.keyboard.press("Enter")
    visitor.wait(lambda: bool(counter.keys(RESULT)))
    assert counter.keys(RESULT) == [f"{opened} storage helper"]
    # With an unknown path, all kinds of requests in the guide have been sent.
    visitor.load("/no-such-page.html")
    visitor.wait(lambda: bool(counter.keys(NOT_FOUND)))
    assert counter.kinds == {(row["operation"], row["setting"]) for row in SITE["requests"]}


def test_an_unknown_path_is_sent_and_neither_it_nor_the_home_page_asks_for_feedback(
    visitor: Visitor, counter: Counter
) -> None:
    visitor.load("/zh/no-such-page.html")
    visitor.wait(lambda: len(counter.requests) >= 4)
    visitor.settle()
    assert counter.keys(NOT_FOUND) == ["/zh/no-such-page.html"]
    assert counter.keys(ROUTE) == ["/no-such-page.html"]
    expect_no_question(visitor)
    visitor.page.get_by_role("link", name="返回首页").click()
    visitor.wait(lambda: counter.keys(ROUTE)[1:] == ["/"])
    assert len(counter.keys(NOT_FOUND)) == 1
    expect_no_question(visitor)


def expect_no_question(visitor: Visitor) -> None:
    """Only articles ask for feedback, after the first input."""
    with settled(visitor.page):
        visitor.page.keyboard.press("Shift")
    expect(visitor.page.locator(".feedback")).to_have_count(0)


def test_on_a_host_without_routing_rules_only_the_page_is_sent(
    visitor: Visitor, counter: Counter, variant: Path
) -> None:
    visitor.page.route(
        "**/guide/introduction",
        lambda route: route.fulfill(status=404, path=variant / "404.html"),
    )
    visitor.load("/guide/introduction")
    visitor.page.wait_for_url(f"**{NEXT}")
    visitor.wait(lambda: len(counter.requests) >= 3)
    visitor.settle()
    assert counter.keys(ROUTE) == [NEXT]
    assert counter.keys(NOT_FOUND) == []
    assert len(counter.of("createRecord")) == 1


# --- Failures -------------------------------------------------------------------------------------


def use_site(visitor: Visitor) -> None:
    """Pages and the color mode switch work."""
    page = visitor.page
    wait_for_hydration(page)
    visitor.go_to(NEXT, "Introduction")
    expect_page(page, visitor.address + NEXT, "Introduction")
    page.get_by_role("switch").first.click()
    expect(page.get_by_role("switch").first).to_be_checked()
    make_round_trip(page)


@pytest.mark.requirement(
    "analytics-error-status", "analytics-error-body", "analytics-error-list", "site-startup-errors"
)
def test_a_failing_server_is_logged_once(visitor: Visitor, counter: Counter) -> None:
    counter.wire.fail("server error")
    visitor.load(START)
    use_site(visitor)
    visitor.wait(lambda: bool(visitor.troubles))
    (trouble,) = visitor.troubles
    assert trouble.startswith(f"error: {COMPLAINT} Error: {FAULTS['server error']['message']}")


@pytest.mark.parametrize("blocked", ["server", "script"])
def test_a_blocked_server_or_script_is_not_logged(
    visitor: Visitor, counter: Counter, blocked: str
) -> None:
    pattern = SCRIPT if blocked == "script" else f"{counter.wire.address}/**"
    visitor.page.route(pattern, lambda route: route.abort("blockedbyclient"))
    visitor.load(START)
    use_site(visitor)
    assert counter.requests == []
    assert visitor.troubles == []
    # Requests that wait for an answer stay until the tab is closed.
    kept = [name for name in visitor.stored()[0] if not name.startswith("analytics ")]
    assert kept == ([] if blocked == "script" else KEPT)


def test_a_silent_server_delays_nothing(visitor: Visitor, counter: Counter) -> None:
    page = visitor.page
    with counter.silent():
        visitor.load(START)
        visitor.wait(lambda: len(counter.wire.requests) >= 3)
        assert page.evaluate("document.readyState") == "complete"
        use_site(visitor)
        # More pages than a browser has connections to one host.
        page.evaluate(WALK, [["/api/", START, GUIDE], 12])
        visitor.load(NEXT)
        wait_for_hydration(page)
        expect(page.locator("h1")).to_have_text("Introduction")
    assert visitor.troubles == []


@pytest.mark.parametrize("path", [START, "/no-such-page.html"])
def test_the_script_loads_after_the_first_paint_and_runs_after_all_others(
    visitor: Visitor, counter: Counter, path: str
) -> None:
    with counter.silent():
        session = visitor.page.context.new_cdp_session(visitor.page)
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        visitor.load(path)
        visitor.wait(lambda: bool(counter.wire.requests))
        found: dict[str, Any] = visitor.page.evaluate(READ_LOADING)
    assert all(start >= found["painted"] for _, start in found["files"])
    layout = [LAYOUT_SCRIPTS[path]] if path in LAYOUT_SCRIPTS else []
    assert found["blocking"] == 0
    names = [re.sub(r".*/(\w+)\.\w+\.js$", r"\1", source) for source in found["scripts"]]
    expected = [*layout, "main", "analytics"]
    assert names[: len(expected)] == expected


def test_if_storage_is_blocked_the_language_is_not_sent(visitor: Visitor, counter: Counter) -> None:
    visitor.page.add_init_script(NO_STORAGE)
    visitor.load(START)
    visitor.wait(lambda: len(counter.requests) == 2)
    use_site(visitor)
    visitor.wait(lambda: len(counter.requests) >= 3)
    assert counter.keys(ROUTE) == [START, NEXT]
    assert counter.keys(LANGUAGE) == []
    assert visitor.troubles == []


def leave_and_return(tab: FirefoxTab, address: str, counter: Counter) -> bool:
    """Opens a page, goes to another site and back. Returns whether the page was in the cache."""
    counter.wire.restore()
    tab.goto(address + START)
    tab.wait_for("document.querySelector('[role=switch]:enabled') !== null")
    tab.evaluate(
        "addEventListener('pageshow', ({ persisted }) => (window.isKept = persisted)), void 0"
    )
    tab.goto("about:blank")
    tab.go_back()
    tab.wait_for(f"location.pathname === '{START}' && document.readyState === 'complete'")
    return tab.evaluate("window.isKept === true") is True


def test_a_page_from_the_back_forward_cache_is_the_same_visit(
    address: str, counter: Counter, tmp_path: Path
) -> None:
    with launch_firefox(tmp_path) as firefox:
        tab = firefox.open_tab("about:blank")
        assert any(leave_and_return(tab, address, counter) for _ in range(10)), (
            "the page wasn't in the cache"
        )
        # A second visit would have been sent before the next page.
        tab.evaluate(f"document.querySelector('a[href=\"{NEXT}\"]').click()")
        end = monotonic() + 30
        while NEXT not in counter.keys(ROUTE) and monotonic() < end:
            sleep(0.05)
        assert counter.keys(ROUTE) == [START, NEXT]
        assert len(counter.of("createRecord")) == 1


def test_the_policy_allows_the_server_and_no_other_one(visitor: Visitor, counter: Counter) -> None:
    policy = send_request(visitor.address, START).headers["content-security-policy"]
    assert f"connect-src 'self' {counter.wire.address};" in policy
    page = visitor.page
    violations = Violations(page.context)
    visitor.load("/zh/no-such-page.html")
    visitor.wait(lambda: len(counter.of("createRecord")) == 1)
    visitor.load(START)
    visitor.wait(lambda: len(counter.of("createRecord")) == 2)
    use_site(visitor)
    assert violations.collect(page) == []
    page.evaluate("fetch('http://127.0.0.1:9/').catch(() => {})")
    violations.wait(page)
    assert "connect-src" in "".join(violations.collect(page))


# --- The published site ---------------------------------------------------------------------------


@pytest.mark.requirement("analytics-script", "analytics-tags")
def test_every_document_of_this_site_loads_the_script_from_its_own_path(dist: Path) -> None:
    (script,) = dist.glob("assets/js/analytics.*[0-9a-f].js")
    expected = [
        f"/assets/js/{script.name}",
        integrity_of(script.read_bytes()),
        {
            "ackeeDomainId": "11111111-1111-4111-8111-111111111111",
            "ackeeServer": "https://stats.tuffet.example",
            "ackeeOpts": '{"respectPrivacySignals":true}',
        },
    ]
    for name in [route.file for route in ALL_ROUTES] + ["404.html", "zh/404.html"]:
        text = (dist / name).read_text(encoding="utf-8")
        (scripts,) = re.findall(r'data-scripts="([^"]*)"', text)
        assert json.loads(unescape(scripts))[-1] == expected, name


@pytest.mark.requirement(
    "analytics-script", "analytics-skip-localhost", "analytics-warn-localhost", "analytics-tags"
)
def test_this_site_sends_nothing_from_localhost_and_warns_once(
    own_page: Page, website: str, counter: Counter
) -> None:
    page = own_page
    visitor = Visitor(page, website, counter)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    with page.expect_console_message(lambda message: message.text == WARNINGS["localhost"]):
        visitor.load(START)
    tag = page.locator("head > script[data-ackee-domain-id]")
    assert SCRIPT.fullmatch(tag.get_attribute("src") or "")
    assert tag.get_attribute("data-ackee-server") == "https://stats.tuffet.example"
    assert json.loads(tag.get_attribute("data-ackee-opts") or "") == {"respectPrivacySignals": True}
    wait_for_hydration(page)
    visitor.settle()
    assert [url for url in requests if not url.startswith((website, "data:"))] == []
    assert visitor.troubles == [f"warning: {WARNINGS['localhost']}"]
    assert visitor.stored()[0] == []
