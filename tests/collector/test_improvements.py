"""The lists of what to improve, from rollups in a real PostgreSQL."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from datetime import date
from uuid import UUID

import pytest

from collector.improvements import DEFAULT_MINIMUM, MIN_AVERAGED_VIEWS, Improvements, Selection
from collector.page_list import PageEntry
from collector.postgres.database import connect
from collector.postgres.improvements import MAX_LINKS, ImprovementReports
from collector.postgres.months import add_up_months
from collector.postgres.registry import replace_pages
from collector.statistics import Period
from harness.collector.loops import run_in_thread
from harness.collector.service import add_domain
from harness.collector.stored import create_database, fetch
from harness.postgres import Postgres

DAY = date(2026, 3, 9)
MONTH = Period(date(2026, 3, 1), date(2026, 3, 31))
GUIDE, CHINESE = "/guide/", "/zh/guide/"
EDIT = "https://code.example/edit/guide.md"
MANY = MIN_AVERAGED_VIEWS

_numbers = itertools.count(1)


@dataclass(frozen=True)
class Site:
    """A site with counted data."""

    dsn: str
    title: str
    id: UUID
    events: dict[str, str]

    def view(self, path: str, views: int, seconds: int = 60, day: date = DAY) -> None:
        query = "insert into rollups values ($1, $2, 'page', $3, $4, 0, $5)"
        fetch(self.dsn, query, self.id, day, path, views, views * seconds * 1000)

    def act(self, kind: str, counts: dict[str, int], day: date = DAY) -> None:
        query = """
          insert into action_rollups select $1, $2, key, count, count
          from unnest($3::text[], $4::bigint[]) as given (key, count)"""
        values = (list(counts), list(counts.values()))
        fetch(self.dsn, query, UUID(self.events[kind]), day, *values)

    def list_pages(self, *pages: PageEntry) -> None:
        async def work() -> None:
            connection = await connect(self.dsn)
            await replace_pages(connection, self.title, pages)
            await connection.close()

        run_in_thread(work())

    def load(
        self, period: Period = MONTH, minimum: int = DEFAULT_MINIMUM, limit: int = 10
    ) -> Improvements:
        async def work() -> Improvements:
            connection = await connect(self.dsn)
            reports = ImprovementReports(connection)
            found = await reports.load(Selection(self.id, period, minimum, limit))
            await connection.close()
            return found

        return run_in_thread(work())


@pytest.fixture(scope="module")
def dsn(postgres: Postgres) -> str:
    return create_database(postgres, "improvements")


@pytest.fixture
def site(dsn: str) -> Site:
    title = f"Site {next(_numbers)}"
    domain = add_domain(dsn, title, languages=["zh"])
    return Site(dsn, title, UUID(domain.id), dict(domain.events))


# --- Unhelpful pages ------------------------------------------------------------------------------


def test_pages_with_the_most_no_answers_come_first(site: Site) -> None:
    site.list_pages(PageEntry(GUIDE, "The guide", EDIT))
    site.act("feedback", {f"no {GUIDE}": 6, f"yes {GUIDE}": 50, f"missing {GUIDE}": 5})
    site.act("feedback", {f"no {CHINESE}": 5, "no /api/": 5, "yes /api/": 1, "yes /": 90})
    first, second, third = site.load().unhelpful
    assert (first.path, first.title, first.edit) == (GUIDE, "The guide", EDIT)
    assert (first.no, first.yes, first.reasons) == (6, 50, {"missing": 5})
    assert (second.path, second.title, second.no, second.yes) == (CHINESE, None, 5, 0)
    assert third.path == "/api/"


def test_too_few_no_answers_are_not_listed(site: Site) -> None:
    site.act("feedback", {"no /": DEFAULT_MINIMUM - 1, f"unclear {GUIDE}": 9, "(other)": 9})
    assert site.load().unhelpful == []
    assert [page.path for page in site.load(minimum=4).unhelpful] == ["/"]


def test_a_reason_that_was_chosen_too_rarely_is_not_listed(site: Site) -> None:
    site.act("feedback", {"no /": 6, "missing /": 5, "unclear /": 4, "sample /": 1})
    (page,) = site.load().unhelpful
    assert page.reasons == {"missing": 5}


# --- Searches -------------------------------------------------------------------------------------


def test_searches_are_counted_in_upper_and_lower_case(site: Site) -> None:
    site.act("search", {"IndexedDB": 4, "indexeddb": 3, "cookie": 6, "rare": 4, "(other)": 99})
    found = site.load().searches
    assert [(search.query, search.count) for search in found] == [("IndexedDB", 7), ("cookie", 6)]


# --- Paths without a page -------------------------------------------------------------------------


def test_a_missing_path_has_the_pages_that_link_to_it(site: Site) -> None:
    site.list_pages(PageEntry(GUIDE, "The guide", EDIT))
    site.act("not_found", {"/old": 2, f"/old {GUIDE}": 6, "/old /api/": 5, "/gone": 5, "/rare": 4})
    first, second = site.load().not_found
    assert (first.path, first.count) == ("/old", 13)
    assert [(link.path, link.title, link.edit, link.count) for link in first.links] == [
        (GUIDE, "The guide", EDIT, 6),
        ("/api/", None, None, 5),
    ]
    assert (second.path, second.count, second.links) == ("/gone", 5, [])


def test_a_link_that_was_followed_too_rarely_is_not_listed(site: Site) -> None:
    site.act("not_found", {f"/old {GUIDE}": 4, "/old /api/": 1, "/gone /api/": 9, "/gone /": 4})
    gone, old = site.load().not_found
    assert [(link.path, link.count) for link in gone.links] == [("/api/", 9)]
    assert (old.count, old.links) == (5, [])


def test_a_path_has_the_most_frequent_links_only(site: Site) -> None:
    site.act("not_found", {f"/old /{number}": number for number in range(1, 9)})
    (missing,) = site.load().not_found
    assert missing.count == sum(range(1, 9))
    assert [link.path for link in missing.links] == ["/8", "/7", "/6"][:MAX_LINKS]


def test_a_path_that_has_a_page_now_is_not_missing(site: Site) -> None:
    site.act("not_found", {"/new": 9, "/old": 8})
    site.list_pages(PageEntry("/new", "New"))
    assert [missing.path for missing in site.load().not_found] == ["/old"]


# --- Outdated translations ------------------------------------------------------------------------


def test_outdated_translations_are_sorted_by_views(site: Site) -> None:
    site.list_pages(
        PageEntry(CHINESE, "指南", EDIT, outdated=2),
        PageEntry("/zh/api/", "API", outdated=1),
        PageEntry("/zh/rare/", "Rare", outdated=3),
        PageEntry("/zh/", "Up to date"),
    )
    for path, views in ((CHINESE, 7), ("/zh/api/", 9), ("/zh/rare/", 4), ("/zh/", 99)):
        site.view(path, views)
    found = site.load().outdated
    assert [(page.path, page.views, page.outdated) for page in found] == [
        ("/zh/api/", 9, 1),
        (CHINESE, 7, 2),
    ]
    assert (found[1].title, found[1].edit) == ("指南", EDIT)


def test_without_a_page_list_no_translation_is_known_to_be_outdated(site: Site) -> None:
    site.view(CHINESE, 99)
    found = site.load()
    assert (found.outdated, found.has_page_list) == ([], False)


def test_a_new_page_list_replaces_the_previous_one(site: Site) -> None:
    site.view(CHINESE, 99)
    site.list_pages(PageEntry(CHINESE, "指南", outdated=1))
    assert [page.path for page in site.load().outdated] == [CHINESE]
    site.list_pages(PageEntry(CHINESE, "指南"), PageEntry("/", "Home"))
    found = site.load()
    assert (found.outdated, found.has_page_list) == ([], True)


# --- Pages left quickly ---------------------------------------------------------------------------


def test_pages_left_in_less_than_half_of_the_average_time_are_listed(site: Site) -> None:
    site.view("/", 1000, seconds=60)
    site.view(GUIDE, MANY, seconds=20)
    site.view("/api/", MANY + 1, seconds=25)
    site.view("/slow/", MANY, seconds=40)
    site.view("/rare/", MANY - 1, seconds=1)
    site.view("/(other)", 100, seconds=1)
    found = site.load().quick_exits
    assert [(page.path, page.views, page.milliseconds) for page in found] == [
        ("/api/", MANY + 1, 25_000),
        (GUIDE, MANY, 20_000),
    ]


def test_a_missing_path_is_not_a_page_that_is_left_quickly(site: Site) -> None:
    site.view("/", 1000)
    site.view("/old", MANY, seconds=1)
    site.act("not_found", {"/old /": MANY})
    assert site.load().quick_exits == []


def test_a_page_that_was_missing_before_is_one_that_is_left_quickly(site: Site) -> None:
    site.list_pages(PageEntry(GUIDE, "The guide"))
    site.view("/", 1000)
    site.view(GUIDE, MANY, seconds=1)
    site.act("not_found", {GUIDE: 1})
    assert [page.path for page in site.load().quick_exits] == [GUIDE]


def test_without_times_no_page_is_left_quickly(site: Site) -> None:
    """An Ackee client can count views without updates."""
    site.view("/", 1000, seconds=0)
    assert site.load().quick_exits == []


# --- All lists ------------------------------------------------------------------------------------


def fill(site: Site, day: date = DAY) -> None:
    site.act("feedback", {f"no {GUIDE}": 3, f"unclear {GUIDE}": 1}, day)
    site.act("search", {"IndexedDB": 3}, day)
    site.act("not_found", {f"/old {GUIDE}": 3}, day)
    site.view("/", 500, day=day)
    site.view(CHINESE, 15, seconds=9, day=day)


def sizes(found: Improvements) -> list[int]:
    lists = (found.unhelpful, found.searches, found.not_found, found.outdated, found.quick_exits)
    return [len(rows) for rows in lists]


def test_days_are_added_up_and_other_days_are_not_counted(site: Site) -> None:
    site.list_pages(PageEntry(CHINESE, "指南", outdated=1))
    fill(site)
    assert sizes(site.load(minimum=4)) == [0, 0, 0, 1, 0]
    fill(site, date(2026, 3, 10))
    assert sizes(site.load(minimum=4)) == [1, 1, 1, 1, 1]
    assert sizes(site.load(Period(DAY, DAY), minimum=4)) == [0, 0, 0, 1, 0]
    assert sizes(site.load(Period(date(2026, 3, 11), MONTH.last), minimum=2)) == [0] * 5


def test_a_month_that_is_added_up_has_the_same_lists(site: Site) -> None:
    site.list_pages(PageEntry(CHINESE, "指南", outdated=1))
    fill(site)
    fill(site, date(2026, 3, 10))
    fetch(site.dsn, "insert into rollups values ($1, $2, 'total', '', 1, 0, 0)", site.id, DAY)
    before = site.load()

    async def work() -> list[date]:
        connection = await connect(site.dsn)
        added = await add_up_months(connection, date(2026, 5, 1))
        await connection.close()
        return added

    assert run_in_thread(work()) == [MONTH.first]
    fetch(site.dsn, "delete from rollups where domain_id = $1 and dimension = 'page'", site.id)
    assert site.load() == before
    fetch(site.dsn, "delete from months")  # data that other tests add later isn't added up
    assert sizes(before) == [1, 1, 1, 1, 1]


def test_other_sites_are_not_listed(site: Site, dsn: str) -> None:
    fill(site)
    other = add_domain(dsn, f"{site.title}, too")
    empty = Site(dsn, "", UUID(other.id), dict(other.events))
    assert sizes(empty.load(minimum=2)) == [0] * 5


def test_every_list_has_at_most_the_given_number_of_rows(site: Site) -> None:
    paths = [f"/zh/{number}" for number in range(5)]
    site.list_pages(*(PageEntry(path, path, outdated=1) for path in paths))
    site.act("feedback", {f"no {path}": 9 for path in paths})
    site.act("search", dict.fromkeys(paths, 9))
    site.act("not_found", {f"/old{path} {GUIDE}": 9 for path in paths})
    site.view("/", 10_000)
    for path in paths:
        site.view(path, MANY, seconds=1)
    assert sizes(site.load(limit=3)) == [3] * 5
