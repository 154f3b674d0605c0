"""The traffic of a site, in figures, charts, tables and files."""

from __future__ import annotations

import math
import re
import tomllib
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import fields
from playwright.sync_api import expect

from docsite.records import AnalyticsConfig
from harness.collector.seed import Traffic, seed
from harness.collector.service import (
    CREATE_ACTION,
    CREATE_RECORD,
    ORIGIN,
    Domain,
    Service,
    add_domain,
)
from harness.collector.stored import fetch
from harness.postgres import Postgres
from tests.collector.dashboard.browser import Dashboard, number, parse_csv
from tests.collector.dashboard.conftest import PAGE, Open, count_records, spell


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
    views = number(dashboard.figure("Views"))
    names = ("referrer", "source", "search", "result", "not-found", "browser", "system", "visits")
    for name in names:
        title = tables[name]["title"]
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
        if name in ("browser", "search"):
            total = views if name == "browser" else sum(number(row[1]) for row in rows)
            # `round` rounds half to even.
            assert [row[2] for row in rows] == [
                f"{math.floor(number(row[1]) / total * 100 + 0.5)}%" for row in rows
            ]


def test_views_without_another_site_as_referrer_are_one_row(
    dashboard: Dashboard, postgres: Postgres, service: Service
) -> None:
    domain = add_domain(postgres.dsn, "Referrers", known_to=service)
    # With this row, the list is as long as one that the collector has cut.
    yesterday = datetime.now(UTC).date() - timedelta(days=1)
    rollups = """insert into rollups
      select $1::uuid, $2::date, 'total', '', 98, 1, 0
      union all select $1::uuid, $2::date, 'referrer', number || '.example', 1, 1, 0
      from generate_series(0, 97) number"""
    fetch(postgres.dsn, rollups, domain.id, yesterday)
    for referrer in (None, f"{ORIGIN}/guide/", "https://another.example/"):
        input_ = {"siteLocation": f"{ORIGIN}/", "siteReferrer": referrer}
        variables = {"domainId": domain.id, "input": input_}
        assert service.execute(CREATE_RECORD, variables).status == 200
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
    numbers = [0 if row[3] == "–" else number(row[3]) for row in dashboard.read_rows(title)]
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
    assert spell(sum(number(row[1]) for row in languages)) == views
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
    rows.first.wait_for()
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


def test_the_answers_to_the_question_are_a_column_a_trend_and_a_table(
    dashboard: Dashboard, postgres: Postgres, service: Service
) -> None:
    """The question is "Was this page helpful?"."""
    domain = add_domain(postgres.dsn, "Asked", languages=["zh"], known_to=service)
    service.view(domain.id, PAGE)
    for answer in ("yes", "no", "missing", "sample"):
        act(service, domain, f"{answer} {PAGE}")
    for answer in ("no", "missing"):
        act(service, domain, f"{answer} /zh{PAGE}")
    dashboard.goto(f"?site={domain.id}&days=7")
    strings, page = dashboard.strings, dashboard.page
    ((path, *_, helpful),) = dashboard.read_rows(strings["pages"]["title"])
    assert (path, helpful) == (PAGE, "33% (3)")
    (row,) = dashboard.read_csv(strings["pages"]["title"])
    assert (row["page"], row["views"], row["yes"], row["no"]) == (PAGE, "1", "1", "2")
    page.locator(f"[data-page='{PAGE}']").click()
    feedback = strings["feedback"]
    expect(page.get_by_role("heading", name=feedback["title"])).to_be_visible()
    assert dashboard.figure(feedback["helpful"]) == "33% (3)"
    slider = page.get_by_role("slider", name=feedback["title"])
    for name, count in (("yes", "1"), ("no", "2")):
        figure = strings["chart"]["figure"].replace("{name}", feedback[name])
        assert figure.replace("{value}", count) in (slider.get_attribute("aria-valuetext") or "")
    assert dashboard.read_rows(feedback["reasonsTitle"]) == [
        [feedback["reasons"]["missing"], "2", "67%"],
        [feedback["reasons"]["sample"], "1", "33%"],
    ]


def act(service: Service, domain: Domain, key: str) -> None:
    variables = {"eventId": domain.events["feedback"], "input": {"key": key, "value": 1}}
    assert "errors" not in service.execute(CREATE_ACTION, variables).json
