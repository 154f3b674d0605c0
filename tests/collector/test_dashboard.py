"""The dashboard in real Chromium, over the real collector and weeks of traffic."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import pytest
from msgspec.structs import fields
from playwright.sync_api import Browser, Page, expect

from collector.dashboard.static import load_files
from docsite.records import AnalyticsConfig
from harness.collector.seed import Traffic, seed
from harness.collector.service import (
    BROWSER,
    CREATE_RECORD,
    ORIGIN,
    Domain,
    Service,
    add_domain,
    call_command,
    run_service,
)
from harness.collector.stored import fetch
from harness.network import find_port
from harness.postgres import Postgres
from harness.static import serve
from tests.axe import Rules, find_violations
from tests.collector.dashboard import LOCALES, Dashboard, Language, parse_csv
from tests.violations import Violations
from tests.website.keyboard import find_problems, remember_stops, walk

OWN = "88888888-8888-8888-8888-888888888888"
PAGE = "/guide/quick-start.html"
CHINESE = f"/zh{PAGE}"
EDIT = "https://code.example/edit/quick-start.md"
Scheme = Literal["light", "dark"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")
in_english_with_sweep = pytest.mark.parametrize(
    "language", ["en", pytest.param("zh", marks=pytest.mark.sweep)]
)
"""For accessibility checks, whose results hardly depend on the language. Chinese runs in sweeps."""

Open = Callable[..., Dashboard]


@pytest.fixture(scope="module")
def token(postgres: Postgres) -> str:
    return call_command(postgres.dsn, "token", "add", "the browser").strip()


@pytest.fixture(scope="module")
def site(postgres: Postgres, service: Service) -> Domain:
    """A site in two languages with two months of traffic."""
    domain = add_domain(postgres.dsn, "Tuffet", languages=["zh"], known_to=service)
    seed(postgres.dsn, domain, Traffic(views=40, active=3))
    return domain


@pytest.fixture(scope="module")
def silent(postgres: Postgres, service: Service) -> Domain:
    """A site without page views."""
    return add_domain(postgres.dsn, "Silent", "https://silent.example", known_to=service)


@pytest.fixture(scope="module")
def state(browser: Browser, service: Service, token: str) -> dict[str, Any]:
    """The cookies of a signed-in user."""
    if not load_files():
        pytest.exit("The dashboard has not been built. Run `make dashboard`.", returncode=1)
    with browser.new_context(locale="en-US") as context:
        dashboard = Dashboard(context, address_of(service))
        dashboard.sign_in(token)
        # The form is replaced after the response has set the cookies.
        expect(dashboard.page.get_by_label(dashboard.strings["signIn"]["token"])).to_have_count(0)
        return dict(context.storage_state())


@contextmanager
def open_browser(
    browser: Browser, address: str, language: Language = "en", *, width: int = 1440, **options: Any
) -> Iterator[tuple[Dashboard, Callable[[], list[str]]]]:
    """Yields a dashboard, and a function that returns policy violations and uncaught errors since
    its last call."""
    with browser.new_context(
        viewport={"width": width, "height": 900},
        locale=LOCALES[language],
        reduced_motion="reduce",
        user_agent=BROWSER,
        **options,
    ) as context:
        violations, errors = Violations(context), list[str]()
        context.on("weberror", lambda error: errors.append(str(error.error)))
        dashboard = Dashboard(context, address, language)

        def collect() -> list[str]:
            found = [*violations.collect(dashboard.page), *errors]
            errors.clear()
            return found

        yield dashboard, collect


@pytest.fixture
def open_dashboard(browser: Browser, service: Service) -> Iterator[Open]:
    """Opens a browser. At the end there must be no policy violations or uncaught errors."""
    ends: list[Callable[[], list[str]]] = []
    with ExitStack() as contexts:

        def open_one(
            language: Language = "en", *, address: str = address_of(service), **more: Any
        ) -> Dashboard:
            dashboard, collect = contexts.enter_context(
                open_browser(browser, address, language, **more)
            )
            ends.append(collect)
            return dashboard

        yield open_one
        assert [problem for collect in ends for problem in collect()] == []


@pytest.fixture(scope="module")
def shared(
    browser: Browser, service: Service, state: dict[str, Any]
) -> Iterator[tuple[Dashboard, Callable[[], list[str]]]]:
    with open_browser(browser, address_of(service), storage_state=state) as opened:
        yield opened


@pytest.fixture
def dashboard(shared: tuple[Dashboard, Callable[[], list[str]]]) -> Iterator[Dashboard]:
    """A signed-in user in a tab that tests share. They don't sign out or change settings."""
    dashboard, collect = shared
    dashboard.page.set_viewport_size({"width": 1440, "height": 900})
    dashboard.page.emulate_media(color_scheme="light")
    yield dashboard
    assert collect() == []


@pytest.fixture
def signed_in(dashboard: Dashboard, site: Domain) -> Callable[..., Dashboard]:
    """Opens the site's figures."""

    def open_one(query: str = "") -> Dashboard:
        dashboard.goto(f"?site={site.id}{query}")
        return dashboard

    return open_one


def address_of(service: Service) -> str:
    return f"http://127.0.0.1:{service.port}"


def spell(number: int) -> str:
    return f"{number:,}"


# --- Sign-in --------------------------------------------------------------------------------------


def test_an_invalid_token_is_rejected_and_a_valid_one_signs_in(
    open_dashboard: Open, token: str, site: Domain
) -> None:
    dashboard = open_dashboard()
    page, strings = dashboard.page, dashboard.strings["signIn"]
    dashboard.sign_in("wrong")
    expect(page.get_by_role("alert")).to_have_text(strings["wrong"])
    expect(page.get_by_label(strings["token"])).to_be_focused()
    page.keyboard.type(token)
    page.keyboard.press("Enter")
    expect(page.locator(".tabs")).to_be_visible()
    dashboard.goto(f"?site={site.id}")
    page.get_by_role("button", name=dashboard.strings["settings"]["title"]).click()
    page.get_by_role("button", name=dashboard.strings["settings"]["signOut"]).click()
    expect(page.get_by_label(strings["token"])).to_be_visible()
    assert dashboard.context.cookies() == []


def test_a_shared_link_shows_one_site_and_still_counts_visits(
    open_dashboard: Open, postgres: Postgres, site: Domain, silent: Domain
) -> None:
    assert site != silent
    options = ("--site", "Tuffet", "--link", "http://dashboard.example")
    link = call_command(postgres.dsn, "token", "add", "the link", *options).strip()
    dashboard = open_dashboard()
    page = dashboard.page
    page.goto(f"{dashboard.address}#{link.partition('#')[2]}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tuffet")
    expect(page).to_have_url(dashboard.address)
    expect(page.get_by_label(dashboard.strings["site"], exact=True)).to_have_count(0)
    (cookie,) = dashboard.context.cookies()
    assert cookie["name"] == "collector_session"
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tuffet")
    page.goto("about:blank")
    dashboard.context.clear_cookies()
    page.goto(f"{dashboard.address}#token=wrong")
    expect(page.get_by_label(dashboard.strings["signIn"]["token"])).to_be_visible()


def test_a_session_that_ends_elsewhere_shows_the_sign_in_form(
    open_dashboard: Open, state: dict[str, Any], site: Domain
) -> None:
    dashboard = open_dashboard(storage_state=state)
    dashboard.goto(f"?site={site.id}")
    dashboard.context.clear_cookies()
    dashboard.choose("7 days")
    expect(dashboard.page.get_by_label(dashboard.strings["signIn"]["token"])).to_be_visible()


def test_own_visits_are_counted_only_on_demand(
    open_dashboard: Open, service: Service, postgres: Postgres, token: str
) -> None:
    """Chromium accepts secure cookies from localhost on plain HTTP."""
    with serve({"/": b"<!doctype html><title>Docs</title>"}) as origin:
        domain = add_domain(postgres.dsn, "Own visits", origin, known_to=service)
        dashboard = open_dashboard()
        dashboard.sign_in(token)
        expect(dashboard.page.locator(".tabs")).to_be_visible()
        reader = dashboard.context.new_page()
        reader.goto(origin)
        assert count_visit(reader, service, domain) == OWN
        dashboard.goto(f"?site={domain.id}")
        dashboard.page.get_by_role("button", name=dashboard.strings["connect"]["count"]).click()
        expect(dashboard.page.locator(".aside")).to_have_count(0)
        assert count_visit(reader, service, domain) != OWN
        dashboard.goto(f"?site={domain.id}")
        assert dashboard.figure("Views") == "1"
        assert dashboard.figure("Active now") == "1"


def count_visit(page: Page, service: Service, domain: Domain) -> str:
    """Sends a page view like a client and returns its id."""
    script = """async ([address, query, domainId]) => {
      const input = { siteLocation: location.href };
      const response = await fetch(`${address}/api`, {
        method: 'POST', credentials: 'include',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, variables: { domainId, input } }),
      });
      return (await response.json()).data.createRecord.payload.id;
    }"""
    return str(page.evaluate(script, [address_of(service), CREATE_RECORD, domain.id]))


# --- Contents -------------------------------------------------------------------------------------


def count_records(postgres: Postgres, site: Domain, days: int, start: int = 0) -> dict[str, Any]:
    """Counted from the records themselves, not from rollups."""
    last = datetime.now(UTC).date() - timedelta(days=start)
    (row,) = fetch(
        postgres.dsn,
        """select count(*) as views, count(*) filter (where is_first) as readers
           from records where domain_id = $1::text::uuid
           and (created at time zone 'UTC')::date between $2 and $3""",
        site.id, last - timedelta(days=days - 1), last,
    )  # fmt: skip
    return row


def test_the_figures_match_the_records(signed_in: Open, postgres: Postgres, site: Domain) -> None:
    dashboard = signed_in()
    now, before = (count_records(postgres, site, 30, start) for start in (0, 30))
    assert dashboard.figure("Views") == spell(now["views"])
    assert dashboard.figure("Visitors") == spell(now["readers"])
    change = round((now["views"] / before["views"] - 1) * 100)
    expect(dashboard.page.locator(".change").first).to_have_text(f"{change:+}%")


def test_every_table_matches_its_csv_file(signed_in: Open) -> None:
    dashboard = signed_in()
    tables, languages = dashboard.strings["tables"], dashboard.strings["languages"]
    names = ("referrer", "source", "search", "result", "not-found", "browser", "system", "visits")
    for title in (tables[name]["title"] for name in names):
        dashboard.open_rows(title)
        isolates = str.maketrans("", "", "\u2068\u2069")
        rows = [[cell.translate(isolates) for cell in row] for row in dashboard.read_rows(title)]
        shown = [row[:2] for row in rows if row[0] != tables["direct"]]
        file = dashboard.read_csv(title)
        assert len(shown) > 1, title
        counts = [row.get("views", row.get("count", "")) for row in file]
        assert shown == [
            [languages.get(row["value"], row["value"]), spell(int(count))]
            for row, count in zip(file, counts, strict=True)
        ]


def test_views_without_another_site_as_referrer_are_one_row(
    dashboard: Dashboard, postgres: Postgres, service: Service
) -> None:
    domain = add_domain(postgres.dsn, "Referrers", known_to=service)
    # With this row, the list is as long as one that the collector has cut.
    yesterday = datetime.now(UTC).date() - timedelta(days=1)
    rollup = "insert into rollups values ($1, $2, $3, $4, $5, 1, 0)"
    fetch(postgres.dsn, rollup, domain.id, yesterday, "total", "", 98)
    for number in range(98):
        fetch(postgres.dsn, rollup, domain.id, yesterday, "referrer", f"{number}.example", 1)
    for referrer in (None, f"{ORIGIN}/guide/", "https://another.example/"):
        input_ = {"siteLocation": f"{ORIGIN}/", "siteReferrer": referrer}
        variables = {"domainId": domain.id, "input": input_}
        assert service.ask(CREATE_RECORD, variables).status == 200
    dashboard.goto(f"?site={domain.id}")
    assert dashboard.figure("Views") == "101"
    tables = dashboard.strings["tables"]
    dashboard.open_rows(tables["referrer"]["title"])
    rows = dashboard.read_rows(tables["referrer"]["title"])
    assert len(rows) == 100
    assert rows[0] == [tables["direct"], "2", "2%"]
    assert ["another.example", "1", "1%"] in rows
    cut = dashboard.strings["table"]["cut"].replace("{count}", "100")
    expect(dashboard.page.get_by_text(cut)).to_have_count(0)


@pytest.mark.parametrize("name", ["browser", "search"])
def test_shares_are_those_of_all_views_or_of_the_list(signed_in: Open, name: str) -> None:
    dashboard = signed_in()
    title = dashboard.strings["tables"][name]["title"]
    dashboard.open_rows(title)
    rows = dashboard.read_rows(title)
    counts = [int(row[1].replace(",", "")) for row in rows]
    views = int(dashboard.figure("Views").replace(",", ""))
    total = views if name == "browser" else sum(counts)
    # `round` rounds half to even.
    assert [row[2] for row in rows] == [
        f"{math.floor(count / total * 100 + 0.5)}%" for count in counts
    ]


def test_a_page_has_one_row_with_all_its_languages(signed_in: Open) -> None:
    dashboard = signed_in()
    title = dashboard.strings["pages"]["title"]
    dashboard.open_rows(title)
    shown = {row[0]: row[1:4] for row in dashboard.read_rows(title)}
    with dashboard.page.expect_download() as waiting:
        dashboard.csv_link(title).click()
    assert re.fullmatch(r"pages-\S+\.csv", waiting.value.suggested_filename)
    file = parse_csv(waiting.value.path().read_bytes())
    for row in file:
        languages = [spell(int(row[path])) if row[path] != "0" else "–" for path in ("/", "/zh/")]
        assert shown[row["page"]] == [spell(int(row["views"])), *languages]
        assert int(row["views"]) == int(row["/"]) + int(row["/zh/"])
    assert len(shown) == len(file) > 10
    # Sorted by another column, by a click on its name.
    dashboard.page.get_by_role("button", name="Chinese").click()
    numbers = [
        0 if row[3] == "–" else int(row[3].replace(",", "")) for row in dashboard.read_rows(title)
    ]
    assert numbers == sorted(numbers, reverse=True)


def test_a_page_opens_and_back_returns_to_its_row(signed_in: Open) -> None:
    dashboard = signed_in()
    page, strings = dashboard.page, dashboard.strings
    link = page.get_by_role("link", name=PAGE)
    views = {row[0]: row[1] for row in dashboard.read_rows(strings["pages"]["title"])}[PAGE]
    link.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(PAGE)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page).to_have_title(f"{PAGE} · Tuffet · Collector")
    assert dashboard.figure("Views") == views
    languages = dashboard.read_rows(strings["pages"]["languages"])
    assert spell(sum(int(row[1].replace(",", "")) for row in languages)) == views
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(PAGE)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tuffet")
    expect(link).to_be_focused()


def test_the_chosen_period_is_in_the_url(signed_in: Open, postgres: Postgres, site: Domain) -> None:
    dashboard = signed_in()
    page, strings = dashboard.page, dashboard.strings["range"]
    dashboard.choose("7 days")
    expect(page).to_have_url(re.compile("days=7"))
    expect(page.locator(".content")).to_have_attribute("data-old", "false")
    assert dashboard.figure("Views") == spell(count_records(postgres, site, 7)["views"])
    dashboard.choose(strings["own"])
    today = datetime.now(UTC).date()
    page.get_by_label(strings["from"], exact=True).fill(str(today - timedelta(days=19)))
    page.get_by_label(strings["to"], exact=True).fill(str(today - timedelta(days=10)))
    page.get_by_role("button", name=strings["apply"], exact=True).click()
    expect(page).to_have_url(re.compile(f"to={today - timedelta(days=10)}"))
    expect(page.locator(".content")).to_have_attribute("data-old", "false")
    own = spell(count_records(postgres, site, 10, 10)["views"])
    assert dashboard.figure("Views") == own
    page.reload()
    expect(page.locator(".summary")).to_be_visible()
    assert dashboard.figure("Views") == own
    page.go_back()
    expect(page.get_by_role("radio", name="7 days")).to_be_checked()
    page.go_back()
    expect(page.get_by_role("radio", name="30 days")).to_be_checked()


def test_today_is_shown_by_the_hour(signed_in: Open, postgres: Postgres, site: Domain) -> None:
    dashboard = signed_in()
    page, strings = dashboard.page, dashboard.strings["chart"]["hour"]
    dashboard.choose(dashboard.strings["range"]["today"])
    expect(page).to_have_url(re.compile("days=1$"))
    expect(page.get_by_role("heading", name=strings["views"], exact=True)).to_be_visible()
    expect(page.get_by_text(dashboard.strings["figures"]["againstYesterday"])).to_be_visible()
    views = count_records(postgres, site, 1)["views"]
    assert dashboard.figure("Views") == spell(views)
    chart = page.get_by_role("slider")
    chart.focus()
    expect(chart).to_have_attribute("aria-valuetext", re.compile(r":00 UTC, so far: Views: \d"))
    # Only yesterday has views in the last hour, unless it has begun.
    page.keyboard.press("End")
    expect(chart).to_have_attribute(
        "aria-valuetext", re.compile("^23:00–24:00 UTC.*Views, previous day")
    )
    page.keyboard.press("Home")
    expect(chart).to_have_attribute("aria-valuetext", re.compile("^00:00–01:00 UTC.*: Views: "))
    file = dashboard.read_csv(strings["views"])
    assert sum(int(row["views"]) for row in file) == views
    page.get_by_text("Show as table").click()
    rows = page.get_by_role("group", name=strings["views"]).locator("tbody tr")
    assert rows.count() in (len(file), len(file) - 1)  # the next hour may have begun
    page.go_back()
    expect(page.get_by_role("radio", name="30 days")).to_be_checked()
    day = datetime.now(UTC).date() - timedelta(days=1)
    dashboard.goto(f"?site={site.id}&page={PAGE}&from={day}&to={day}")
    expect(page.get_by_role("heading", name=strings["page"], exact=True)).to_be_visible()
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuemax", "24")


@pytest.mark.parametrize(("days", "label"), [(1, "Today"), (3, "7 days")])
def test_a_new_site_opens_with_the_days_that_have_data(
    dashboard: Dashboard,
    postgres: Postgres,
    service: Service,
    days: int,
    label: str,
) -> None:
    domain = add_domain(postgres.dsn, f"New: {days}", known_to=service)
    seed(postgres.dsn, domain, Traffic(days=days, active=1))
    dashboard.goto(f"?site={domain.id}")
    expect(dashboard.page.get_by_role("radio", name=label)).to_be_checked()
    # A link keeps the period.
    dashboard.page.locator("[data-page]").first.click()
    expect(dashboard.page).to_have_url(re.compile(f"days={1 if days == 1 else 7}&page="))
    dashboard.choose("30 days")
    expect(dashboard.page.get_by_role("radio", name="30 days")).to_be_checked()


def test_the_first_day_cannot_be_after_the_last(signed_in: Open) -> None:
    dashboard = signed_in(query="&from=2026-10-01&to=2026-10-05")
    strings = dashboard.strings["range"]
    dashboard.page.get_by_label(strings["from"], exact=True).fill("2026-10-06")
    dashboard.page.get_by_role("button", name=strings["apply"], exact=True).click()
    expect(dashboard.page.get_by_role("alert")).to_have_text(strings["wrong"])


def test_a_site_without_views_shows_how_to_connect(dashboard: Dashboard, silent: Domain) -> None:
    dashboard.goto(f"?site={silent.id}")
    settings = tomllib.loads(dashboard.page.locator(".connect pre").inner_text())["analytics"]
    assert settings["domain_id"] == silent.id
    assert settings["not_found_event_id"] == silent.events["not_found"]
    assert settings["server"] == dashboard.address.removesuffix("/dashboard/")
    assert settings.keys() <= {field.name for field in fields(AnalyticsConfig)}


def test_another_site_can_be_selected(silent: Domain, signed_in: Open, site: Domain) -> None:
    dashboard = signed_in()
    choice = dashboard.page.get_by_label(dashboard.strings["site"])
    expect(choice).to_have_value(site.id)
    choice.select_option(silent.id)
    expect(dashboard.page.get_by_role("heading", level=1)).to_have_text("Silent")
    dashboard.page.go_back()
    expect(dashboard.page.get_by_role("heading", level=1)).to_have_text("Tuffet")


# --- What to improve ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def imperfect(
    postgres: Postgres, service: Service, tmp_path_factory: pytest.TempPathFactory
) -> Domain:
    """A site with something in each list."""
    domain = add_domain(postgres.dsn, "Imperfect", languages=["zh"], known_to=service)
    today = datetime.now(UTC).date()
    views = "insert into rollups values ($1, $2, $3, $4, $5, 1, $6)"
    for dimension, path, count, seconds in (
        ("total", "", 1060, 50), ("page", "/", 1000, 50), ("page", "/api/", 30, 9),
        ("page", CHINESE, 30, 50),
    ):  # fmt: skip
        fetch(postgres.dsn, views, domain.id, today, dimension, path, count, seconds * count * 1000)
    # The site isn't new.
    fetch(postgres.dsn, views, domain.id, today - timedelta(days=20), "total", "", 1, 0)
    actions = "insert into action_rollups values ($1, $2, $3, 7, 7)"
    for kind, key in (
        ("feedback", f"no {CHINESE}"), ("feedback", f"unclear {CHINESE}"),
        ("search", "IndexedDB"), ("not_found", f"/old {CHINESE}"),
    ):  # fmt: skip
        fetch(postgres.dsn, actions, domain.events[kind], today, key)
    file = tmp_path_factory.mktemp("pages") / "pages.json"
    file.write_text(
        json.dumps([{"path": CHINESE, "title": "快速上手", "edit": EDIT, "outdated": 2}])
    )
    call_command(postgres.dsn, "domain", "pages", "Imperfect", str(file))
    return domain


def test_the_first_screen_shows_what_to_improve(dashboard: Dashboard, imperfect: Domain) -> None:
    dashboard.goto_improvements(f"?site={imperfect.id}")
    page, strings = dashboard.page, dashboard.strings
    expect(page.get_by_role("radio", name="7 days")).to_be_checked()
    expect(page.get_by_role("link", name="What to improve")).to_have_attribute(
        "aria-current", "page"
    )

    def rows(title: str) -> list[str]:
        return page.get_by_role("region", name=title).get_by_role("listitem").all_inner_texts()

    improve = strings["improve"]
    (unhelpful,) = rows(improve["unhelpful"]["title"])
    assert unhelpful.split() == [
        "快速上手", "7", "of", "7", CHINESE, "Hard", "to", "understand", "(7)", "Open", "Edit",
    ]  # fmt: skip
    assert [row.split() for row in rows(strings["tables"]["search"]["title"])] == [
        ["IndexedDB", "7"]
    ]
    (missing,) = rows(strings["tables"]["not-found"]["title"])
    assert missing.split() == ["/old", "7", "Linked", "from", "快速上手", "Edit"]
    (outdated,) = rows(improve["outdated"]["title"])
    assert "Outdated sections: 2" in outdated
    (quick,) = rows(improve["quickExits"]["title"])
    assert "9s on average" in quick


def test_a_row_leads_to_the_page_its_source_and_its_figures(
    dashboard: Dashboard, imperfect: Domain
) -> None:
    dashboard.goto_improvements(f"?site={imperfect.id}")
    page = dashboard.page
    row = page.get_by_role("region", name="Unhelpful pages").get_by_role("listitem")
    expect(row.get_by_role("link", name="Edit: 快速上手")).to_have_attribute("href", EDIT)
    opened = row.get_by_role("link", name="Open: 快速上手")
    expect(opened).to_have_attribute("href", f"{ORIGIN}{CHINESE}")
    row.get_by_role("link", name="快速上手", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(PAGE)
    page.go_back()
    expect(row.get_by_role("link", name="快速上手", exact=True)).to_be_focused()


def test_what_to_improve_and_traffic_are_links(signed_in: Open) -> None:
    dashboard = signed_in()
    page, tabs = dashboard.page, dashboard.strings["tabs"]
    page.get_by_role("link", name=tabs["improve"]).click()
    expect(page.locator(".improve")).to_be_visible()
    expect(page.locator(".summary")).to_have_count(0)
    page.get_by_role("link", name=tabs["traffic"]).click()
    expect(page.locator(".summary")).to_be_visible()
    page.go_back()
    expect(page.locator(".improve")).to_be_visible()


@in_english_with_sweep
def test_axe_finds_nothing_in_the_lists(
    open_dashboard: Open, state: dict[str, Any], imperfect: Domain, language: Language
) -> None:
    dashboard = open_dashboard(language, storage_state=state, width=390)
    dashboard.goto_improvements(f"?site={imperfect.id}")
    page = dashboard.page
    assert find_violations(page) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(color_scheme="dark")
    assert find_violations(page, "colors") == []


def test_the_lists_work_by_keyboard(dashboard: Dashboard, imperfect: Domain) -> None:
    dashboard.goto_improvements(f"?site={imperfect.id}")
    expected = remember_stops(dashboard.page)
    stops = walk(dashboard.page)
    controls = [stop for stop in stops if not re.match("<select|<input type=.radio", stop.html)]
    assert find_problems(controls, expected) == []


# --- Languages and accessibility ------------------------------------------------------------------


def test_it_uses_the_language_of_the_browser_until_another_is_chosen(
    open_dashboard: Open, state: dict[str, Any], site: Domain
) -> None:
    dashboard = open_dashboard("zh", storage_state=state)
    dashboard.goto(f"?site={site.id}")
    page, strings = dashboard.page, dashboard.strings
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    expect(page.get_by_role("heading", name=strings["pages"]["title"], exact=True)).to_be_visible()
    page.get_by_role("button", name=strings["settings"]["title"]).click()
    dashboard.choose("English")
    expect(page.locator("html")).to_have_attribute("lang", "en-US")
    dashboard.choose("Dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.get_by_role("heading", name="Pages", exact=True)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@in_english_with_sweep
def test_axe_finds_nothing(
    open_dashboard: Open, state: dict[str, Any], site: Domain, language: Language
) -> None:
    dashboard = open_dashboard(language, storage_state=state)
    dashboard.goto(f"?site={site.id}")
    page = dashboard.page
    faults: list[str] = []
    looks: dict[str, list[tuple[int, Scheme]]] = {
        "&tab=traffic": [(390, "light"), (834, "dark"), (1440, "light")],
        f"&page={PAGE}": [(390, "light"), (1440, "dark")],
        "&tab=traffic&days=1": [(390, "light"), (1440, "dark")],
    }
    if language != LANGUAGES[0]:
        looks = {"&tab=traffic": [(390, "dark")]}
    for query, shown in looks.items():
        page.goto(page.url.partition("&")[0] + query)
        expect(page.locator(".summary, .improve")).to_be_visible()
        for width, scheme in shown:
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            # Rules that aren't about colors have the same result in both modes.
            rules: Rules = "all" if scheme == "light" else "colors"
            faults += [f"{query} {width} {scheme}: {one}" for one in find_violations(page, rules)]
    assert faults == []


def test_axe_finds_nothing_on_the_sign_in_form_and_in_the_menu(open_dashboard: Open) -> None:
    dashboard = open_dashboard(width=390)
    dashboard.sign_in("wrong")
    page = dashboard.page
    expect(page.get_by_role("alert")).not_to_be_empty()
    assert find_violations(page) == []
    page.get_by_role("button", name=dashboard.strings["settings"]["title"]).click()
    page.emulate_media(color_scheme="dark")
    assert find_violations(page) == []


def test_everything_works_by_keyboard(signed_in: Open) -> None:
    dashboard = signed_in()
    page = dashboard.page
    expected = remember_stops(page)
    stops = walk(page)
    # The focus ring of a radio button is around its label. The list of sites is a control.
    controls = [stop for stop in stops if not re.match("<select|<input type=.radio", stop.html)]
    assert find_problems(controls, expected) == []
    assert len(stops) == len(controls) + 2 > 30


def test_a_focused_choice_has_a_focus_ring(signed_in: Open) -> None:
    page = signed_in().page
    page.get_by_role("radio", name="30 days").focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("days=90"))
    ring = page.locator("input:focus-visible + span")
    expect(ring).to_have_text("90 days")
    expect(ring).to_have_css("outline-width", "2px")


def test_screen_readers_get_each_day_of_the_chart(
    signed_in: Open, postgres: Postgres, site: Domain
) -> None:
    page = signed_in().page
    chart = page.get_by_role("slider")
    chart.focus()
    page.keyboard.press("ArrowLeft")
    yesterday = datetime.now(UTC).date() - timedelta(days=1)
    counted = count_records(postgres, site, 1, 1)
    told = chart.get_attribute("aria-valuetext") or ""
    assert told.startswith(f"{yesterday:%A, %B} {yesterday.day}, {yesterday.year}")
    assert f"Views: {spell(counted['views'])}, Visitors: {spell(counted['readers'])}" in told
    page.keyboard.press("Home")
    expect(chart).to_have_attribute("aria-valuenow", "1")
    page.get_by_text("Show as table").click()
    expect(page.get_by_role("table").first.locator("tbody tr")).to_have_count(30)


def test_everything_fits_into_a_small_window(signed_in: Open) -> None:
    page = signed_in().page
    page.set_viewport_size({"width": 320, "height": 900})
    for query in ("", "&tab=traffic", "&tab=traffic&days=1", f"&page={PAGE}"):
        page.goto(page.url.partition("&")[0] + query)
        expect(page.locator(".summary, .improve")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 320


# --- Failures -------------------------------------------------------------------------------------


def test_the_last_figures_stay_while_the_collector_is_down(
    open_dashboard: Open, postgres: Postgres, token: str, site: Domain
) -> None:
    port = find_port()
    with run_service(postgres.dsn, port) as passing:
        dashboard = open_dashboard(address=address_of(passing))
        dashboard.page.clock.install()
        dashboard.sign_in(token)
        expect(dashboard.page.locator(".tabs")).to_be_visible()
        dashboard.goto(f"?site={site.id}&days=7")
        views = dashboard.figure("Views")
    page, strings = dashboard.page, dashboard.strings["problem"]
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".notice")).to_contain_text(strings["away"])
    expect(page.locator(".notice")).to_contain_text("Showing data from")
    expect(page.get_by_role("button", name=strings["retry"])).to_be_visible()
    assert dashboard.figure("Views") == views
    with run_service(postgres.dsn, port):
        page.clock.fast_forward(60_000)  # the maximum delay between two attempts
        expect(page.locator(".notice")).to_have_count(0)
        assert dashboard.figure("Views") == views
