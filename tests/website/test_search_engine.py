"""What the search finds, and what it costs, in real Chromium behind nginx. 1 kB is 1000 bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Request, Route

from harness.servers import serve_caddy, serve_nginx
from harness.variants import build_variant, prepend
from tests.violations import Violations
from tests.website.scripts import NUMBERS
from tests.website.search import Answer, bundle_engine, load_queries, search, start_engine

KB = 1000
FIRST_SEARCH = 105 * KB
LATER_SEARCH = 25 * KB
LONGEST_WAIT_MS = 150
FIRST_RESULTS = 3
QUERIES = load_queries()
PREFIXES = {"en-US": "", "zh-CN": "/zh"}
LONGEST_FIRST = (
    "本地存储",
    "storage module",
    '"module local storage"',
    '[tuffet] quota "photos": Storage is full, so nothing was changed. '
    "Remove data you no longer need.",
)
"""As first searches these cost most."""

each_language = pytest.mark.parametrize("tag", QUERIES)
each_query = pytest.mark.parametrize(
    ("tag", "query"), [(tag, query) for tag, queries in QUERIES.items() for query in queries.found]
)
each_absent = pytest.mark.parametrize(
    ("tag", "query"), [(tag, query) for tag, queries in QUERIES.items() for query in queries.absent]
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bundle_engine(tmp_path_factory.mktemp("engine"))


OpenTab = Callable[[], BrowserContext]


@pytest.fixture(scope="module")
def open_context(browser: Browser, engine: Path) -> Iterator[OpenTab]:
    """Makes readers who have been nowhere yet, and have the engine in every page."""
    opened: list[BrowserContext] = []

    def open_one() -> BrowserContext:
        context = browser.new_context()
        context.add_init_script(path=engine)
        opened.append(context)
        return context

    yield open_one
    for context in opened:
        context.close()


@pytest.fixture(scope="module")
def answers(open_context: OpenTab, website: str) -> dict[tuple[str, str], Answer]:
    """What every query of the test set finds, asked one after the other in one page."""
    found: dict[tuple[str, str], Answer] = {}
    for tag, queries in QUERIES.items():
        page = open_context().new_page()
        start_engine(page, website, tag)
        for answer in search(page, *queries.found, *queries.absent):
            found[tag, answer.query] = answer
    return found


def test_the_test_set_is_large_enough() -> None:
    for queries in QUERIES.values():
        assert len(queries.found) >= 80
        assert len(set(queries.absent)) >= 30


@each_query
def test_a_query_finds_its_section_among_the_first_results(
    answers: dict[tuple[str, str], Answer], tag: str, query: str
) -> None:
    wanted = {PREFIXES[tag] + path for path in QUERIES[tag].found[query]}
    assert wanted & set(answers[tag, query].paths[:FIRST_RESULTS])


@each_absent
def test_what_is_nowhere_finds_nothing(
    answers: dict[tuple[str, str], Answer], tag: str, query: str
) -> None:
    assert answers[tag, query].paths == []


def test_an_answer_takes_no_longer_than_readers_notice(
    answers: dict[tuple[str, str], Answer],
) -> None:
    assert median(answer.milliseconds for answer in answers.values()) <= LONGEST_WAIT_MS


@each_language
def test_results_in_the_language_of_the_page_come_first_and_pages_stay_together(
    answers: dict[tuple[str, str], Answer], tag: str
) -> None:
    for query in ("useStorage", "保护"):
        groups = answers[tag, query].groups
        locales = [group["locale"] for group in groups]
        assert locales == sorted(locales, key=lambda locale: locale != tag)
        assert set(locales) == set(QUERIES)
        pages = [group["page"]["path"] for group in groups]
        assert len(pages) == len(set(pages))
        for group in groups:
            assert all(
                result["path"].startswith(group["page"]["path"]) for result in group["results"]
            )


def test_an_excerpt_marks_what_was_searched_for(answers: dict[tuple[str, str], Answer]) -> None:
    for query, mark in (("richJson", "richJson"), ("duplicate-key", "duplicate-key")):
        (group, *_) = answers["en-US", query].groups
        marked = [part["text"] for part in group["results"][0]["excerpt"] if part["isMatch"]]
        assert mark in marked
    (group, *_) = answers["zh-CN", "水合不匹配"].groups
    assert {"text": "水合不匹配", "isMatch": True} in group["results"][0]["excerpt"]


class Traffic:
    """Bytes on the line, from all threads of a context."""

    def __init__(self, context: BrowserContext) -> None:
        self._finished: list[Request] = []
        context.on("requestfinished", self._add)

    def _add(self, request: Request) -> None:
        self._finished.append(request)

    def take(self, page: Page) -> int:
        """Bytes of what has arrived since the last time."""
        page.wait_for_timeout(100)
        sizes = [request.sizes()["responseBodySize"] for request in self._finished]
        self._finished.clear()
        return sum(sizes)


@pytest.fixture(scope="module")
def dialog_size(dist: Path) -> int:
    """Bytes of the script that holds dialog and engine; in these tests it comes another way."""
    (script,) = dist.glob(f"assets/js/{NUMBERS['search-dialog']}.*.js.br")
    return script.stat().st_size


@each_language
@pytest.mark.parametrize("query", LONGEST_FIRST)
def test_the_first_search_keeps_to_its_budget(
    open_context: OpenTab, website: str, dialog_size: int, tag: str, query: str
) -> None:
    context = open_context()
    traffic = Traffic(context)
    page = context.new_page()
    start_engine(page, website, tag)
    traffic.take(page)
    search(page, query)
    size = traffic.take(page)
    assert 50 * KB < size + dialog_size <= FIRST_SEARCH


@each_language
def test_later_searches_keep_to_their_budget(open_context: OpenTab, website: str, tag: str) -> None:
    context = open_context()
    traffic = Traffic(context)
    page = context.new_page()
    start_engine(page, website, tag)
    search(page, "x")
    traffic.take(page)
    sizes: dict[str, int] = {}
    for query in [*QUERIES[tag].found][:20]:
        search(page, query)
        sizes[query] = traffic.take(page)
    assert max(sizes.values()) > 0
    assert {query: size for query, size in sizes.items() if size > LATER_SEARCH} == {}


def test_nothing_that_a_search_does_is_refused(open_context: OpenTab, website: str) -> None:
    context = open_context()
    violations = Violations(context)
    page = context.new_page()
    start_engine(page, website, "zh-CN")
    (answer,) = search(page, "保护")
    assert answer.paths
    assert violations.collect(page) == []


def test_no_other_worker_can_be_started(open_context: OpenTab, website: str) -> None:
    page = open_context().new_page()
    start_engine(page, website, "en-US")
    for address in ("/build.json", "https://other.example/assets/workers/search.00000000.js"):
        with pytest.raises(Error, match="TrustedScriptURL"):
            page.evaluate("(address) => void new Worker(address)", address)


def test_a_page_itself_cannot_run_webassembly(open_context: OpenTab, website: str) -> None:
    page = open_context().new_page()
    start_engine(page, website, "en-US")
    module = "new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])"
    with pytest.raises(Error, match="Content Security Policy"):
        page.evaluate(f"WebAssembly.compile({module}).then(() => true)")


@pytest.mark.parametrize("missing", ["workers/search.*.js", "search/*.wasm", "search/*.bin"])
def test_an_index_that_cannot_be_reached_is_told_and_asked_for_again(
    open_context: OpenTab, website: str, missing: str
) -> None:
    context = open_context()
    page = context.new_page()
    start_engine(page, website, "en-US")

    def refuse(route: Route) -> None:
        route.abort()

    context.route(f"**/assets/{missing}", refuse)
    with pytest.raises(Error, match="SearchUnavailableError"):
        search(page, "install")
    context.unroute(f"**/assets/{missing}")
    (answer,) = search(page, "install")
    assert "/guide/quick-start.html#install" in answer.paths


def test_a_search_that_was_given_up_is_silent(open_context: OpenTab, website: str) -> None:
    page = open_context().new_page()
    start_engine(page, website, "en-US")
    name = page.evaluate(
        """async () => {
          const controller = new AbortController();
          const searching = engine.search('install', controller.signal);
          controller.abort();
          return searching.then(() => 'found', (error) => error.name);
        }"""
    )
    assert name == "AbortError"


@pytest.mark.parametrize("serve", [serve_nginx, serve_caddy])
def test_a_site_below_a_path_can_be_searched(
    open_context: OpenTab, based: Path, serve: Callable[[Path], AbstractContextManager[str]]
) -> None:
    context = open_context()
    violations = Violations(context)
    page = context.new_page()
    with serve(based) as address:
        start_engine(page, address, "en-US", "/docs/")
        (answer,) = search(page, "richJson")
        assert answer.paths[0] == "/api/hooks.html#rich-json"
        assert violations.collect(page) == []


@pytest.fixture(scope="module")
def based(tmp_path_factory: pytest.TempPathFactory) -> Path:
    line = 'base = "/docs/"\n'
    return build_variant(
        tmp_path_factory.mktemp("based"), lambda docs: prepend(docs / "site.toml", line)
    )
