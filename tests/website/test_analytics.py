"""A site that counts visits: what it tells whom, and that no reader is disturbed by it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from docsite.digests import integrity_of
from harness.browsers.firefox import FirefoxTab, launch_firefox
from harness.network import ask
from harness.paths import ROOT
from harness.servers import serve_nginx
from harness.variants import build_variant, set_analytics
from tests.analytics.contract import CONTRACT, FAULTS, OPERATIONS, WARNINGS, tidy
from tests.analytics.wire import DOMAIN
from tests.violations import Violations
from tests.website.conftest import wait_for_life
from tests.website.counting import (
    LANGUAGE,
    NOT_FOUND,
    ROUTE,
    SEARCH,
    Counter,
    serve_counter,
)
from tests.website.reading import add_link, expect_page, is_marked, mark_document
from tests.website.routes import ALL_ROUTES
from tests.website.trouble import WITHOUT_NAVIGATION

SCRIPT = re.compile(r"/assets/js/analytics\.[0-9a-f]{8}\.js$")
GUIDE = "/guide/"
START = "/guide/quick-start.html"
NEXT = "/guide/introduction.html"
COMPLAINT = "The visit could not be counted."

COUNT_INTERVALS = """
  window.intervals = new Set();
  const { setInterval: set, clearInterval: clear } = window;
  window.setInterval = (task, delay, ...rest) => {
    const id = set(task, delay, ...rest);
    if (delay === 15000) intervals.add(id);
    return id;
  };
  window.clearInterval = (id) => {
    intervals.delete(id);
    clear(id);
  };
"""
HIDE = """() => {
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
NO_STORAGE = """
  Object.defineProperty(window, 'sessionStorage', {
    get() { throw new DOMException('denied', 'SecurityError'); },
  });
"""
PRERENDERING = """
  window.isPrerendering = true;
  Object.defineProperty(document, 'prerendering', { get: () => isPrerendering });
"""
SITE = tomllib.loads((ROOT / "contracts/analytics-site.toml").read_text(encoding="utf-8"))
WALK = """async ([paths, count]) => {
  for (let step = 0; step < count; step += 1) {
    await navigation.navigate(paths[step % paths.length]).committed;
  }
}"""


# --- the site ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[Counter]:
    with serve_counter() as running:
        yield running


@pytest.fixture
def counter(server: Counter) -> Counter:
    server.wire.mend()
    return server


@pytest.fixture(scope="module")
def variant(tmp_path_factory: pytest.TempPathFactory, server: Counter) -> Path:
    return build_variant(
        tmp_path_factory.mktemp("analytics"),
        lambda docs: set_analytics(docs, server.config),
    )


@pytest.fixture(scope="module")
def address(variant: Path) -> Iterator[str]:
    with serve_nginx(variant) as found:
        yield found


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    """For Chromium, a page that a test has changed comes from outside of this machine."""
    context.grant_permissions(["local-network-access"])
    return context


@pytest.fixture
def troubles(page: Page) -> list[str]:
    """What was thrown in the page, or written to its console by a script."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(f"thrown: {error}"))
    page.on(
        "console",
        lambda message: (
            None
            if message.text.startswith("Failed to load resource")
            else found.append(f"{message.type}: {message.text}")
        ),
    )
    return found


@pytest.fixture
def opened(page: Page, address: str, counter: Counter) -> Callable[[str], Page]:
    """Opens a path, and waits until the visit has been told."""

    def open_path(path: str) -> Page:
        page.goto(address + path)
        wait_for_life(page)
        counter.wait_for_visit(page)
        return page

    return open_path


DOCUMENT = re.compile(r"/([\w-]+\.html)?(\?.*)?$")
OPTIONS = re.compile(r"(?<=ackeeOpts&quot;:&quot;).*?(?=&quot;})")


def choose(page: Page, **options: bool) -> None:
    """Documents have other options of the client from now on; what they load is the same."""
    given = json.dumps(json.dumps({"ignoreLocalhost": False, **options}))[1:-1]

    def change(route: Route) -> None:
        response = route.fetch()
        text, count = OPTIONS.subn(lambda _: escape(given), response.text())
        assert count == 1
        route.fulfill(response=response, body=text)

    page.route(DOCUMENT, change)


def record_routes(page: Page, site: Path) -> None:
    """From now on each route makes a record, as with `record_routes = true`."""
    (file,) = site.glob("assets/js/analytics.*.js")
    script = file.read_bytes()
    changed = script.replace(b'"recordRoutes":false', b'"recordRoutes":true')
    assert changed != script

    def change(route: Route) -> None:
        response = route.fetch()
        text = response.text().replace(integrity_of(script), integrity_of(changed))
        route.fulfill(response=response, body=text)

    page.route(DOCUMENT, change)
    page.route(SCRIPT, lambda route: route.fulfill(body=changed, content_type="text/javascript"))


def wait_for_script(page: Page) -> None:
    """Until what counts has been loaded, whether it counts or not."""
    page.wait_for_function(
        """() => performance.getEntriesByType('resource')
          .some(({ name }) => name.includes('/analytics.'))"""
    )
    wait_for_life(page)


def go_to(page: Page, path: str, title: str) -> None:
    """Follows a link in the text."""
    add_link(page, path).first.click()
    expect(page.locator("h1")).to_have_text(title)


def be_owner(page: Page, counter: Counter) -> None:
    """From now on the server recognizes its owner, and returns the id of all eights."""
    page.context.add_cookies([{"name": "ackee_ignore", "value": "1", "url": counter.wire.address}])


def stored(page: Page) -> list[list[str]]:
    """The keys in session and local storage."""
    found: list[list[str]] = page.evaluate(
        "[sessionStorage, localStorage].map((storage) => Object.keys(storage))"
    )
    return found


# --- what is told --------------------------------------------------------------------------------


@pytest.mark.requirement(
    *("analytics-script", "analytics-tags", "analytics-endpoint", "analytics-post-json"),
    *("analytics-credentials", "analytics-create-record", "analytics-create-action"),
    *("analytics-record-basics", "analytics-record-source", "analytics-record-sparse"),
    *("analytics-action-shape", "analytics-route-action", "analytics-language-action"),
)
def test_the_first_load_tells_the_page_its_path_and_its_language(
    opened: Callable[[str], Page], counter: Counter, address: str, troubles: list[str]
) -> None:
    page = opened("/zh/guide/?source=feed")
    counter.settle(page)
    assert counter.of("createRecord") == [
        {
            "domainId": DOMAIN,
            "input": {"siteLocation": f"{address}/zh/guide/?source=feed", "source": "feed"},
        }
    ]
    assert counter.keys(ROUTE) == [GUIDE]
    assert counter.keys(LANGUAGE) == ["Simplified-Chinese"]
    assert len(counter.requests) == 3
    request = CONTRACT["request"]
    for told in counter.requests:
        assert told.path == request["path"]
        assert told.headers["content-type"] == request["content_type"]
        assert told.headers["origin"] == address
        assert told.query == tidy(OPERATIONS[told.operation]["document"])
    (tag,) = page.locator("[data-ackee-domain-id]").all()
    assert tag.evaluate("tag => tag.matches('head > script')")
    source = tag.get_attribute("src") or ""
    assert SCRIPT.fullmatch(source)
    assert tag.get_attribute("data-ackee-server") == counter.wire.address
    assert json.loads(tag.get_attribute("data-ackee-opts") or "")["ignoreLocalhost"] is False
    assert troubles == []


@pytest.mark.requirement("analytics-route-action")
def test_each_route_change_is_told_and_nothing_else_is_one(
    opened: Callable[[str], Page], counter: Counter, troubles: list[str]
) -> None:
    page = opened(START)
    mark_document(page)
    go_to(page, NEXT, "Introduction")
    page.evaluate("location.hash = '#why'")
    page.evaluate("history.replaceState(null, '', '?framework=vue')")
    go_to(page, f"/zh{NEXT}#why", "介绍")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Introduction")
    page.go_forward()
    expect(page.locator("h1")).to_have_text("介绍")
    go_to(page, "/zh/api/index.html", "API")
    counter.wait(page, lambda: len(counter.keys(ROUTE)) >= 6)
    counter.settle(page)
    assert counter.keys(ROUTE) == [START, NEXT, NEXT, NEXT, NEXT, "/api/"]
    assert counter.keys(LANGUAGE) == ["English"]
    assert len(counter.of("createRecord")) == 1
    assert is_marked(page)
    assert troubles == []


def test_a_route_that_loads_a_document_is_told_once(
    opened: Callable[[str], Page], counter: Counter, address: str
) -> None:
    page = opened(START)
    page.goto(address + NEXT, referer=address + START)
    counter.wait(page, lambda: len(counter.keys(ROUTE)) == 2)
    counter.settle(page)
    assert counter.keys(ROUTE) == [START, NEXT]
    assert len(counter.of("createRecord")) == 2
    assert counter.of("createRecord")[1]["input"]["siteReferrer"].endswith(START)


@pytest.mark.parametrize("lack", WITHOUT_NAVIGATION)
@pytest.mark.requirement("analytics-route-action")
def test_each_route_change_is_sent_once_without_the_navigation_api(
    opened: Callable[[str], Page], counter: Counter, page: Page, troubles: list[str], lack: str
) -> None:
    page.add_init_script(WITHOUT_NAVIGATION[lack])
    opened(START)
    mark_document(page)
    go_to(page, NEXT, "Introduction")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Quick start")
    counter.wait(page, lambda: len(counter.keys(ROUTE)) == 3)
    counter.settle(page)
    assert counter.keys(ROUTE) == [START, NEXT, START]
    assert len(counter.of("createRecord")) == 1
    assert is_marked(page)
    assert troubles == []


@pytest.mark.parametrize("has_records", [False, True], ids=["one record", "a record each"])
@pytest.mark.requirement("analytics-route-action", "analytics-update-stops")
def test_a_hundred_fast_route_changes_are_a_hundred_actions_and_one_live_interval(
    opened: Callable[[str], Page],
    counter: Counter,
    page: Page,
    troubles: list[str],
    variant: Path,
    has_records: bool,
) -> None:
    page.add_init_script(COUNT_INTERVALS)
    if has_records:
        record_routes(page, variant)
    opened(START)
    counter.forget()
    paths = [NEXT, "/zh/guide/quick-start.html", "/api/"]
    page.evaluate(WALK, [paths, 100])
    records = 100 if has_records else 0
    counter.wait(page, lambda: len(counter.requests) >= 100 + records)
    counter.settle(page)
    keys = [path.removeprefix("/zh") for path in paths]
    assert sorted(counter.keys(ROUTE)) == sorted((keys * 34)[:100])
    assert len(counter.of("createRecord")) == records
    page.wait_for_function("() => intervals.size > 0")  # the last answer may be on its way
    assert page.evaluate("intervals.size") == 1
    assert troubles == []


@pytest.mark.requirement("analytics-language-once", "analytics-language-action")
def test_the_language_is_told_once_in_the_session_of_a_tab(
    opened: Callable[[str], Page], counter: Counter, page: Page, address: str
) -> None:
    opened(f"/zh{GUIDE}")
    for path in (GUIDE, f"/zh{START}", START):
        known = len(counter.of("createRecord"))
        page.goto(address + path)
        counter.wait(page, lambda known=known: len(counter.of("createRecord")) > known)  # type: ignore[misc]
    # A tab that this one opens goes on with its session.
    with page.expect_popup() as popup:
        page.evaluate("path => void open(path)", f"/zh{NEXT}")
    counter.wait(page, lambda: len(counter.of("createRecord")) == 5)
    counter.settle(page)
    assert counter.keys(LANGUAGE) == ["Simplified-Chinese"]
    # One that the reader opens has its own.
    popup.value.close()
    other = page.context.new_page()
    other.goto(address + NEXT)
    counter.wait(other, lambda: len(counter.keys(LANGUAGE)) == 2)
    assert counter.keys(LANGUAGE)[1] == "English"
    counter.wait(other, lambda: len(counter.keys(ROUTE)) == 6)


def test_nothing_is_kept_but_the_mark_of_the_session(
    opened: Callable[[str], Page], counter: Counter, page: Page
) -> None:
    opened(START)
    counter.settle(page)
    assert stored(page) == [[SITE["kept"]["key"]], []]
    assert page.context.cookies() == []


@pytest.mark.parametrize("answer", ["the owner's id", *FAULTS])
@pytest.mark.requirement("analytics-language-once")
def test_the_language_is_sent_once_whatever_the_answer(
    opened: Callable[[str], Page], counter: Counter, page: Page, answer: str
) -> None:
    if answer in FAULTS:
        counter.wire.fail(answer)
    else:
        be_owner(page, counter)
    opened(START)
    assert counter.keys(LANGUAGE) == ["English"]
    for path in (f"/zh{GUIDE}", NEXT):
        counter.forget()
        page.goto(urljoin(page.url, path))
        counter.wait(page, lambda: len(counter.requests) >= 2)
        counter.settle(page)
        assert counter.keys(LANGUAGE) == []


# --- options -------------------------------------------------------------------------------------


def test_a_search_that_found_nothing_is_told_once_the_reader_has_stopped_typing(
    opened: Callable[[str], Page],
    counter: Counter,
    page: Page,
    address: str,
    troubles: list[str],
) -> None:
    choose(page, updateOnHide=True)
    opened(START)
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox")
    field.press_sequentially("storage")
    expect(page.get_by_role("option").first).to_be_visible()
    page.wait_for_timeout(1200)
    assert counter.keys(SEARCH) == []
    field.fill("")
    field.press_sequentially("xyzzy plugh", delay=20)
    expect(page.get_by_role("status").get_by_text("xyzzy plugh")).to_be_visible()
    page.keyboard.press("Escape")
    counter.wait(page, lambda: bool(counter.keys(SEARCH)))
    counter.settle(page)
    assert counter.keys(SEARCH) == ["xyzzy plugh"]
    assert troubles == []
    page.evaluate(HIDE)
    counter.wait(page, lambda: bool(counter.of("updateRecord")))
    # With a path that has no page, the reader has done all that the guide says is told.
    page.goto(f"{address}/no-such-page.html")
    counter.wait(page, lambda: bool(counter.keys(NOT_FOUND)))
    assert counter.kinds == {(row["operation"], row["setting"]) for row in SITE["requests"]}


@pytest.mark.parametrize("prefix", ["", "/zh"])
def test_a_path_without_a_page_is_told(
    page: Page, address: str, counter: Counter, prefix: str
) -> None:
    page.goto(f"{address}{prefix}/no-such-page.html")
    counter.wait(page, lambda: len(counter.requests) >= 4)
    counter.settle(page)
    assert counter.keys(NOT_FOUND) == [f"{prefix}/no-such-page.html"]
    assert counter.keys(ROUTE) == ["/no-such-page.html"]
    # A page from there is one, and no longer a lost path.
    page.get_by_role("link", name="返回首页" if prefix else "Go to the home page").click()
    counter.wait(page, lambda: counter.keys(ROUTE)[1:] == ["/"])
    assert len(counter.keys(NOT_FOUND)) == 1


def test_where_a_host_knows_no_routing_rules_only_the_page_is_told(
    page: Page, address: str, counter: Counter, variant: Path
) -> None:
    page.route(
        "**/guide/introduction",
        lambda route: route.fulfill(status=404, path=variant / "404.html"),
    )
    page.goto(f"{address}/guide/introduction")
    page.wait_for_url(f"{address}{NEXT}")
    counter.wait_for_visit(page)
    counter.settle(page)
    assert counter.keys(ROUTE) == [NEXT]
    assert counter.keys(NOT_FOUND) == []
    assert len(counter.of("createRecord")) == 1


# --- who is not counted --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("signal", "settings", "is_counted"),
    [
        ("globalPrivacyControl = true", {"respectPrivacySignals": True}, False),
        ("doNotTrack = '1'", {"respectPrivacySignals": True}, False),
        ("globalPrivacyControl = true", {}, True),
        ("doNotTrack = '1'", {}, True),
    ],
    ids=["GPC with the option", "DNT with the option", "GPC without it", "DNT without it"],
)
def test_readers_who_ask_for_it_are_not_counted_and_nothing_is_kept(
    page: Page,
    address: str,
    counter: Counter,
    troubles: list[str],
    signal: str,
    settings: dict[str, bool],
    is_counted: bool,
) -> None:
    name, _, value = signal.partition(" = ")
    page.add_init_script(
        f"Object.defineProperty(Navigator.prototype, '{name}', {{ get: () => {value} }});"
    )
    choose(page, **settings)
    page.goto(address + START)
    wait_for_script(page)
    if is_counted:
        counter.wait_for_visit(page)
    go_to(page, NEXT, "Introduction")
    if is_counted:
        counter.wait(page, lambda: len(counter.requests) == 4)
    counter.settle(page)
    assert len(counter.requests) == (4 if is_counted else 0)
    assert stored(page) == [[SITE["kept"]["key"]] if is_counted else [], []]
    assert troubles == []


@pytest.mark.requirement(
    *("analytics-skip-localhost", "analytics-warn-localhost", "analytics-ignore-localhost-default")
)
def test_the_own_machine_is_not_counted_and_the_console_says_so(
    page: Page, address: str, counter: Counter, troubles: list[str]
) -> None:
    choose(page, ignoreLocalhost=True)
    page.goto(address + START)
    counter.wait(page, lambda: bool(troubles))
    go_to(page, NEXT, "Introduction")
    counter.settle(page)
    assert counter.requests == []
    assert troubles == [f"warning: {WARNINGS['localhost']}"]


@pytest.mark.requirement("analytics-skip-bots", "analytics-warn-bot")
def test_bots_are_not_counted_and_the_console_says_so(
    page: Page, address: str, counter: Counter, troubles: list[str]
) -> None:
    agent = "Mozilla/5.0 (compatible; Kettlebot/2.1; +https://kettle.example/bot.html)"
    page.context.new_cdp_session(page).send("Network.setUserAgentOverride", {"userAgent": agent})
    page.goto(address + START)
    counter.wait(page, lambda: bool(troubles))
    counter.settle(page)
    assert counter.requests == []
    assert troubles == [f"warning: {WARNINGS['bot']}"]


@pytest.mark.requirement("analytics-owner-id", "analytics-warn-own-site")
def test_the_owner_is_not_followed_and_the_console_says_so(
    opened: Callable[[str], Page], counter: Counter, page: Page, troubles: list[str]
) -> None:
    be_owner(page, counter)
    page.add_init_script(COUNT_INTERVALS)
    opened(START)
    counter.wait(page, lambda: len(troubles) == 3)
    assert page.evaluate("intervals.size") == 0
    assert set(troubles) == {f"warning: {WARNINGS['owner']}"}


# --- nobody is disturbed -------------------------------------------------------------------------


def read_on(page: Page, address: str) -> None:
    """Whatever happens to the server, the site works: pages, code, colours."""
    wait_for_life(page)
    go_to(page, NEXT, "Introduction")
    expect_page(page, address + NEXT, "Introduction")
    page.get_by_role("switch").first.click()
    expect(page.get_by_role("switch").first).to_be_checked()
    page.wait_for_timeout(200)


@pytest.mark.parametrize("fault", ["server error", "page instead of an answer", "errors list"])
@pytest.mark.requirement(
    "analytics-error-status", "analytics-error-body", "analytics-error-list", "site-startup-errors"
)
def test_a_server_that_answers_wrongly_is_named_once_in_the_console(
    page: Page, address: str, counter: Counter, troubles: list[str], fault: str
) -> None:
    counter.wire.fail(fault)
    page.goto(address + START)
    read_on(page, address)
    counter.wait(page, lambda: bool(troubles))
    (trouble,) = troubles
    assert trouble.startswith(f"error: {COMPLAINT} Error: {FAULTS[fault]['message']}")


@pytest.mark.parametrize("reason", ["connectionrefused", "blockedbyclient", "timedout"])
def test_a_server_that_is_down_or_blocked_goes_unnoticed(
    page: Page, address: str, counter: Counter, troubles: list[str], reason: str
) -> None:
    page.route(f"{counter.wire.address}/**", lambda route: route.abort(reason))
    page.goto(address + START)
    read_on(page, address)
    assert troubles == []
    assert stored(page)[0] == [SITE["kept"]["key"]]


def test_a_blocked_script_goes_unnoticed(
    page: Page, address: str, counter: Counter, troubles: list[str]
) -> None:
    page.route(SCRIPT, lambda route: route.abort("blockedbyclient"))
    page.goto(address + START)
    read_on(page, address)
    assert counter.requests == []
    assert troubles == []


def test_a_silent_server_delays_neither_the_first_paint_nor_anything_else(
    page: Page, address: str, counter: Counter, troubles: list[str]
) -> None:
    with counter.silent():
        page.goto(address + START)
        counter.wait(page, lambda: len(counter.wire.requests) >= 3)
        assert page.evaluate("document.readyState") == "complete"
        read_on(page, address)
        # More pages than a browser has connections to one host.
        page.evaluate(WALK, [["/api/", START, GUIDE], 12])
        page.goto(address + NEXT)
        wait_for_life(page)
        expect(page.locator("h1")).to_have_text("Introduction")
    assert troubles == []


@pytest.mark.parametrize("path", [START, "/zh/", "/no-such-page.html"])
def test_the_script_comes_after_the_first_paint_and_runs_after_all_others(
    page: Page, address: str, counter: Counter, path: str
) -> None:
    with counter.silent():
        page.context.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
        page.goto(address + path)
        counter.wait(page, lambda: bool(counter.wire.requests))
        found: dict[str, Any] = page.evaluate(
            """() => ({
              painted: performance.getEntriesByName('first-paint')[0].startTime,
              files: performance.getEntriesByType('resource')
                .filter(({ initiatorType }) => ['script', 'fetch'].includes(initiatorType))
                .map(({ name, startTime }) => [name, startTime]),
              blocking: performance.getEntriesByType('resource')
                .filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking').length,
              scripts: [...document.scripts].filter(({ src }) => src).map(({ src }) => src),
            })"""
        )
    assert all(start >= found["painted"] for _, start in found["files"])
    assert found["blocking"] == 1
    names = [re.sub(r".*/(\w+)\.\w+\.js$", r"\1", source) for source in found["scripts"]]
    assert names[:3] == ["runtime", "main", "analytics"]


def test_denied_storage_leaves_the_language_untold_and_all_else_as_it_is(
    page: Page, address: str, counter: Counter, troubles: list[str]
) -> None:
    page.add_init_script(NO_STORAGE)
    page.goto(address + START)
    counter.wait(page, lambda: len(counter.requests) == 2)
    read_on(page, address)
    counter.wait(page, lambda: len(counter.requests) >= 3)
    assert counter.keys(ROUTE) == [START, NEXT]
    assert counter.keys(LANGUAGE) == []
    assert troubles == []


def test_a_page_that_is_loaded_in_advance_is_told_once_it_is_shown(
    page: Page, address: str, counter: Counter, troubles: list[str]
) -> None:
    page.add_init_script(PRERENDERING)
    page.goto(address + START)
    wait_for_script(page)
    counter.settle(page)
    assert counter.requests == []
    page.evaluate("isPrerendering = false, document.dispatchEvent(new Event('prerenderingchange'))")
    counter.wait_for_visit(page)
    counter.settle(page)
    assert counter.keys(ROUTE) == [START]
    assert len(counter.requests) == 3
    assert troubles == []


def test_a_reader_without_a_connection_hears_nothing_of_it(
    opened: Callable[[str], Page], counter: Counter, page: Page, address: str, troubles: list[str]
) -> None:
    opened(START)
    go_to(page, NEXT, "Introduction")
    counter.wait(page, lambda: len(counter.requests) == 4)
    page.context.set_offline(True)
    page.go_back()
    expect_page(page, address + START, "Quick start")
    counter.settle(page)
    assert len(counter.requests) == 4
    page.context.set_offline(False)
    page.go_forward()
    counter.wait(page, lambda: counter.keys(ROUTE)[2:] == [NEXT])
    assert troubles == []


def leave_and_return(tab: FirefoxTab, address: str, counter: Counter) -> bool:
    """Opens a page, goes to another site and back; tells whether the page was kept."""
    counter.wire.mend()
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
        assert any(leave_and_return(tab, address, counter) for _ in range(10)), "no page was kept"
        tab.wait_for("new Promise((resolve) => setTimeout(resolve, 500, true))")
        assert counter.keys(ROUTE) == [START]
        assert len(counter.of("createRecord")) == 1


# --- the policy ----------------------------------------------------------------------------------


def test_headers_allow_the_server_and_nothing_is_refused(
    page: Page, address: str, counter: Counter
) -> None:
    policy = ask(address, START).headers["content-security-policy"]
    assert f"connect-src 'self' {counter.wire.address};" in policy
    violations = Violations(page.context)
    for path in (START, "/zh/no-such-page.html"):
        page.goto(address + path)
        counter.wait(page, lambda: len(counter.of("createRecord")) == 1)
        counter.forget()
        assert violations.collect(page) == []
    page.goto(address + START)
    read_on(page, address)
    assert violations.collect(page) == []
    page.evaluate("fetch('http://127.0.0.1:9/').catch(() => {})")
    violations.wait(page)
    assert "connect-src" in "".join(violations.collect(page))


# --- this site -----------------------------------------------------------------------------------


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
    files = [route.file for route in ALL_ROUTES] + ["404.html", "zh/404.html"]
    for name in files:
        text = (dist / name).read_text(encoding="utf-8")
        (scripts,) = re.findall(r'data-scripts="([^"]*)"', text)
        assert json.loads(unescape(scripts))[-1] == expected, name


@pytest.mark.parametrize("path", [START, "/zh/", "/no-such-page.html"])
@pytest.mark.requirement(
    "analytics-script", "analytics-skip-localhost", "analytics-warn-localhost", "analytics-tags"
)
def test_this_site_sends_nothing_from_localhost_and_warns_once(
    page: Page, website: str, troubles: list[str], path: str
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_console_message(lambda message: message.text == WARNINGS["localhost"]):
        page.goto(website + path)
    tag = page.locator("head > script[data-ackee-domain-id]")
    assert SCRIPT.fullmatch(tag.get_attribute("src") or "")
    assert tag.get_attribute("data-ackee-server") == "https://stats.tuffet.example"
    assert json.loads(tag.get_attribute("data-ackee-opts") or "") == {"respectPrivacySignals": True}
    wait_for_life(page)
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if not url.startswith((website, "data:"))] == []
    assert troubles == [f"warning: {WARNINGS['localhost']}"]
    assert stored(page)[0] == []


# --- sites that do not count ---------------------------------------------------------------------


def test_a_site_without_the_section_has_nothing_of_it(
    tmp_path_factory: pytest.TempPathFactory, variant: Path
) -> None:
    without = build_variant(
        tmp_path_factory.mktemp("plain"), lambda docs: set_analytics(docs, config="")
    )

    def scripts_in(folder: Path) -> dict[str, bytes]:
        files = [*folder.glob("assets/**/*.js"), *folder.glob("assets/**/*.css")]
        return {file.name: file.read_bytes() for file in files}

    def boots_in(folder: Path) -> set[str]:
        scripts = [
            re.search(r"<script data-policy=(.*?)</script>", file.read_text("utf-8"), re.DOTALL)
            for file in folder.rglob("*.html")
        ]
        return {found[1] for found in scripts if found}

    plain, counting = scripts_in(without), scripts_in(variant)
    (script,) = set(counting) - set(plain)
    assert SCRIPT.fullmatch(f"/assets/js/{script}")
    assert all(plain[name] == counting[name] for name in plain)
    assert len(boots_in(variant)) == 1
    assert all("ackee" in boot for boot in boots_in(variant))
    (boot,) = boots_in(without)
    assert not re.search("ackee|analytics|127.0.0.1", boot)
