"""A day by the hour: counted from records, and compared with the day before until the same time."""

from __future__ import annotations

import csv
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest

from harness.collector.seed import Traffic, seed
from harness.collector.service import Domain, Service, add_domain, call_command
from harness.collector.stored import fetch
from harness.postgres import Postgres

PAGE = "/guide/quick-start.html"
Load = Callable[[str], Any]


@pytest.fixture(scope="module")
def today() -> date:
    """Not at import: a run of all tests can begin before midnight (UTC)."""
    return datetime.now(UTC).date()


@pytest.fixture(scope="module")
def yesterday(today: date) -> date:
    return today - timedelta(days=1)


@pytest.fixture(scope="module")
def call_api(service: Service, postgres: Postgres) -> Callable[[str], Any]:
    token = call_command(postgres.dsn, "token", "add", "the hours").strip()
    return lambda path: service.request(
        "GET", f"/dashboard/api/domains{path}", authorization=f"Bearer {token}"
    )


@pytest.fixture(scope="module")
def site(postgres: Postgres, service: Service) -> Domain:
    """A site in two languages with three days of traffic."""
    domain = add_domain(postgres.dsn, "By the hour", languages=["zh"], known_to=service)
    seed(postgres.dsn, domain, Traffic(days=3, views=300))
    return domain


@pytest.fixture(scope="module")
def load(call_api: Callable[[str], Any], site: Domain) -> Load:
    return lambda path: call_api(f"/{site.id}/{path}").json


def count_hours(postgres: Postgres, site: Domain, day: Any, paths: list[str]) -> dict[int, int]:
    """Views by hour, of some paths or of all."""
    rows = fetch(
        postgres.dsn,
        """select extract(hour from created at time zone 'UTC')::int as hour, count(*) as views
           from records where domain_id = $1::text::uuid
           and (created at time zone 'UTC')::date = $2 and (path = any($3) or $3 = '{}')
           group by 1""",
        site.id, day, paths,
    )  # fmt: skip
    return {row["hour"]: row["views"] for row in rows}


def count_until(postgres: Postgres, site: Domain, moment: datetime) -> int:
    """Views from the start of the day."""
    start = datetime.combine(moment.date(), time(), UTC)
    (row,) = fetch(
        postgres.dsn,
        """select count(*) as views from records where domain_id = $1::text::uuid
           and created >= $2 and created < $3""",
        site.id, start, moment,
    )  # fmt: skip
    return int(row["views"])


@pytest.mark.parametrize(
    ("question", "paths"),
    [("overview", []), (f"page?path={PAGE}", [PAGE, f"/zh{PAGE}"])],
)
@pytest.mark.parametrize("is_today", [True, False])
def test_hours_match_the_records(
    postgres: Postgres, site: Domain, load: Load, today: date, question: str, paths: list[str],
    is_today: bool,
) -> None:  # fmt: skip
    day = today if is_today else today - timedelta(days=1)
    mark = "&" if "?" in question else "?"
    earliest = datetime.now(UTC).hour
    report = load(f"{question}{mark}from={day}&to={day}")
    begun = len(report["hours"])
    assert begun in ((earliest + 1, datetime.now(UTC).hour + 1) if is_today else (24,))
    assert [row["hour"] for row in report["hours"]] == [
        f"{day}T{hour:02}:00:00Z" for hour in range(begun)
    ]
    now = count_hours(postgres, site, day, paths)
    before = count_hours(postgres, site, day - timedelta(days=1), paths)
    assert [row["views"] for row in report["hours"]] == [now.get(hour, 0) for hour in range(begun)]
    assert report["hoursBefore"] == [before.get(hour, 0) for hour in range(24)]
    for name, total in report["total"].items():
        assert sum(row[name] for row in report["hours"]) == total, name


def test_the_languages_of_a_page_are_by_the_hour_too(
    postgres: Postgres, site: Domain, load: Load, yesterday: date
) -> None:
    parts = load(f"page?path={PAGE}&from={yesterday}&to={yesterday}")["parts"]
    for language, path in (("/", PAGE), ("/zh/", f"/zh{PAGE}")):
        counted = count_hours(postgres, site, yesterday, [path])
        assert parts[language] == [counted.get(hour, 0) for hour in range(24)]


def test_today_is_compared_with_yesterday_until_the_same_time(
    postgres: Postgres, site: Domain, load: Load, yesterday: date
) -> None:
    a_day = timedelta(days=1)
    least = count_until(postgres, site, datetime.now(UTC) - a_day)
    before = load("overview?days=1")["before"]["views"]
    assert least <= before <= count_until(postgres, site, datetime.now(UTC) - a_day)
    whole = load(f"overview?from={yesterday}&to={yesterday}")
    assert whole["before"]["views"] == sum(whole["hoursBefore"])


def test_longer_periods_have_no_hours(load: Load) -> None:
    report = load("overview?days=7")
    assert (report["hours"], report["hoursBefore"]) == ([], [])


def test_a_day_whose_records_are_deleted_has_no_hours(
    postgres: Postgres, service: Service, call_api: Callable[[str], Any]
) -> None:
    """Rollups are kept longer than records."""
    domain = add_domain(postgres.dsn, "Without records", known_to=service)
    rollup = """
      insert into rollups select $1, day, dimension, value, 9, 3, 10
      from (values ('total', ''), ('page', '/')) as given (dimension, value),
        (values ('2026-03-08'::date), ('2026-03-09')) as days (day)"""
    fetch(postgres.dsn, rollup, domain.id)
    period = "from=2026-03-09&to=2026-03-09"
    for question in ("overview?", "page?path=/&"):
        report = call_api(f"/{domain.id}/{question}{period}").json
        assert report["total"]["views"] == report["before"]["views"] == 9
        assert (report["hours"], report["hoursBefore"]) == ([], [])
    assert report["parts"] == {"/": [9]}
    assert call_api(f"/{domain.id}/hours?{period}").json == []
    fetch(postgres.dsn, "delete from rollups where domain_id = $1", domain.id)


@pytest.mark.parametrize("page", ["", f"&page={PAGE}"])
def test_a_file_has_the_hours_of_the_day(
    call_api: Callable[[str], Any], site: Domain, load: Load, yesterday: date, page: str
) -> None:
    question = f"hours?from={yesterday}&to={yesterday}{page}"
    answer = call_api(f"/{site.id}/{question}&format=csv")
    rows = list(csv.DictReader(answer.text.removeprefix("\ufeff").splitlines()))
    assert rows[7]["hour"] == f"{yesterday} 07:00:00+00:00"
    figures = ("views", "readers", "milliseconds")
    assert [[row[name] for name in figures] for row in rows] == [
        [str(row[name]) for name in figures] for row in load(question)
    ]
    assert len(rows) == 24
    name = f"hours-{yesterday}-{yesterday}.csv"
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'


def test_a_site_has_the_first_day_with_views(
    postgres: Postgres, service: Service, call_api: Callable[[str], Any], site: Domain, today: date
) -> None:
    silent = add_domain(postgres.dsn, "Without views", known_to=service)
    since = {domain["id"]: domain["since"] for domain in call_api("").json}
    assert since[site.id] == str(today - timedelta(days=2))
    assert since[silent.id] is None
