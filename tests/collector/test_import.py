"""Imported history in PostgreSQL: each day once, never mixed with collected views."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from collector.postgres import imports
from harness.collector.service import Domain, Service, add_domain
from harness.collector.stored import create_database, fetch
from harness.postgres import Postgres

NOW = datetime(2024, 3, 10, 12, tzinfo=UTC)
TODAY = NOW.date()
DAYS = [date(2024, 1, 31), date(2024, 2, 1), date(2024, 2, 2)]


class Clock(datetime):
    """A frozen clock, so that tests don't depend on the time of day."""

    @classmethod
    def now(cls, _: object = None) -> datetime:  # type: ignore[override]
        return NOW


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("collector.imports.command.datetime", Clock)


@pytest.fixture(scope="module")
def dsn(postgres: Postgres) -> str:
    return create_database(postgres, "imports")


@dataclass(frozen=True)
class Site:
    """A new site, and the commands about it."""

    dsn: str
    title: str
    domain: Domain
    run: Callable[..., tuple[int, str]]

    def load(self, *names: str) -> str:
        code, output = self.run("import", "ackee", *names, "--site", self.title)
        assert code == 0, output
        return output

    def rollups(self) -> list[dict[str, Any]]:
        query = "select * from rollups where domain_id = $1 order by dimension, day, value"
        return fetch(self.dsn, query, self.domain.id)

    def views(self) -> dict[date, int]:
        return {row["day"]: row["views"] for row in self.rollups() if row["dimension"] == "total"}


@pytest.fixture
def site(dsn: str, command: Callable[..., tuple[int, str]]) -> Site:
    title = f"Docs {uuid4()}"
    return Site(dsn, title, add_domain(dsn, title), partial(command, dsn))


def write_views(path: Path, views: Mapping[date, int], **fields: object) -> str:
    """An export with this many views of each day, one visitor a day, and half a minute each."""
    with path.open("w", encoding="utf-8") as file:
        for day, count in views.items():
            for number in range(count):
                document = {
                    "id": str(uuid4()),
                    "domainId": "one",
                    "clientId": "hash" if number == 0 else None,
                    "siteLocation": f"https://docs.example/page/{number % 2}?q=secret",
                    "siteReferrer": "https://www.search.example/?q=secret",
                    "browserName": "Firefox",
                    "created": {"$date": f"{day}T10:00:00.000Z"},
                    "updated": {"$date": f"{day}T10:00:30.000Z"},
                    **fields,
                }
                file.write(json.dumps(document) + "\n")
    return str(path)


def test_an_export_is_in_the_rollups(site: Site, tmp_path: Path) -> None:
    file = write_views(tmp_path / "records.json", {DAYS[0]: 3})
    assert site.load(file) == (
        f"{file}: 3 rows read, 3 views on 1 day (2024-01-31) imported.\n"
        "  3 views on 1 day (2024-01-31) new"
    )
    found = {
        (row["dimension"], row["value"]): (row["views"], row["readers"], row["milliseconds"])
        for row in site.rollups()
    }
    assert found == {
        ("total", ""): (3, 1, 90_000),
        ("page", "/page/0"): (2, 1, 60_000),
        ("page", "/page/1"): (1, 0, 30_000),
        ("referrer", "search.example"): (3, 1, 0),
        ("browser", "Firefox"): (3, 1, 0),
    }


def test_the_same_file_changes_nothing_also_compressed(site: Site, tmp_path: Path) -> None:
    file = write_views(tmp_path / "records.json", dict.fromkeys(DAYS, 2))
    site.load(file)
    before = site.rollups()
    compressed = tmp_path / "records.json.gz"
    compressed.write_bytes(gzip.compress(Path(file).read_bytes()))
    assert "6 views on 3 days (2024-01-31 to 2024-02-02) unchanged" in site.load(str(compressed))
    assert site.rollups() == before


def test_an_overlapping_export_counts_no_day_twice(site: Site, tmp_path: Path) -> None:
    first = write_views(tmp_path / "first.json", {DAYS[0]: 4, DAYS[1]: 1})
    second = write_views(tmp_path / "second.json", {DAYS[0]: 2, DAYS[1]: 3, DAYS[2]: 5})
    site.load(first)
    output = site.load(second)
    assert site.views() == {DAYS[0]: 4, DAYS[1]: 3, DAYS[2]: 5}
    assert "2 views on 1 day (2024-01-31) unchanged" in output
    assert "3 views on 1 day (2024-02-01) replaces" in output


def test_the_parts_of_an_export_are_added_up(site: Site, tmp_path: Path) -> None:
    """A record that is in two of them counts once."""
    first = write_views(tmp_path / "first.json", {DAYS[0]: 4})
    second = write_views(tmp_path / "second.json", {DAYS[0]: 2, DAYS[1]: 3})
    with Path(second).open("a", encoding="utf-8") as file:
        file.write(Path(first).read_text(encoding="utf-8").splitlines()[3])
    output = site.load(first, second)
    assert site.views() == {DAYS[0]: 6, DAYS[1]: 3}
    assert f"1 row of {second} skipped: it was read before (line 6)" in output


def test_an_import_without_any_row_of_the_site_fails(site: Site, tmp_path: Path) -> None:
    file = write_views(tmp_path / "records.json", {DAYS[0]: 2})
    code, output = site.run("import", "ackee", file, "--site", site.title, "--domain", "typo")
    assert code == 1
    assert output.endswith("All rows were skipped, so nothing was imported.")


def test_a_pipe_is_rejected(site: Site, tmp_path: Path) -> None:
    """It can be read only once."""
    os.mkfifo(tmp_path / "pipe")
    code, output = site.run("import", "ackee", str(tmp_path / "pipe"), "--site", site.title)
    assert code == 1
    assert "not a regular file. Pass a file, or -" in output


def test_months_are_added_up_again(site: Site, tmp_path: Path) -> None:
    def months() -> dict[date, int]:
        query = (
            "select month, views from month_rollups where dimension = 'total' and domain_id = $1"
        )
        return {row["month"]: row["views"] for row in fetch(site.dsn, query, site.domain.id)}

    site.load(write_views(tmp_path / "first.json", {DAYS[0]: 4, DAYS[1]: 1}))
    site.load(write_views(tmp_path / "second.json", {DAYS[1]: 2, DAYS[2]: 2}))
    assert months() == {date(2024, 1, 1): 4, date(2024, 2, 1): 4}


def test_days_with_collected_views_and_today_are_left_alone(site: Site, tmp_path: Path) -> None:
    collected = TODAY - timedelta(days=1)
    fetch(
        site.dsn,
        "insert into rollups (domain_id, day, dimension, value, views, readers, milliseconds) "
        "values ($1, $2, 'total', '', 7, 1, 0)",
        site.domain.id, collected,
    )  # fmt: skip
    output = site.load(write_views(tmp_path / "records.json", {DAYS[0]: 2, collected: 9, TODAY: 5}))
    assert site.views() == {DAYS[0]: 2, collected: 7}
    assert f"9 views on 1 day ({collected}) skipped: the collector counted" in output
    assert f"5 views on 1 day ({TODAY}) skipped: the day isn't over" in output
    assert site.run("import", "remove", "--site", site.title)[0] == 0
    assert site.views() == {collected: 7}


def test_a_day_has_one_source(site: Site, tmp_path: Path) -> None:
    site.load(write_views(tmp_path / "records.json", {DAYS[0]: 2}))
    umami = tmp_path / "umami.csv"
    rows = "".join(f"s,{day},/page,1\n" for day in (DAYS[0], DAYS[0], DAYS[0], DAYS[1]))
    umami.write_text(f"session_id,created_at,url_path,event_type\n{rows}", encoding="utf-8")
    code, output = site.run("import", "umami", str(umami), "--site", site.title)
    assert (code, site.views()) == (0, {DAYS[0]: 2, DAYS[1]: 1})
    assert "3 views on 1 day (2024-01-31) skipped: the day was imported from another" in output
    assert site.run("import", "remove", "--site", site.title, "--source", "umami")[0] == 0
    assert site.views() == {DAYS[0]: 2}


def test_a_dry_run_prints_the_same_summary_and_changes_nothing(site: Site, tmp_path: Path) -> None:
    file = write_views(tmp_path / "records.json", dict.fromkeys(DAYS, 2))
    code, planned = site.run("import", "ackee", file, "--site", site.title, "--dry-run")
    assert (code, site.rollups()) == (0, [])
    done = site.load(file)
    assert planned.replace("would be imported (dry run)", "imported") == done


def test_recounting_keeps_imported_days(site: Site, tmp_path: Path) -> None:
    """Another site may have records on the same day."""
    day = TODAY - timedelta(days=3)
    for table in ("records", "actions"):
        fetch(
            site.dsn,
            f"create table {table}_{day:%Y%m%d} partition of {table} "
            f"for values from ('{day} 00:00+00') to ('{day + timedelta(1)} 00:00+00')",
        )
    site.load(write_views(tmp_path / "records.json", {day: 3}))
    assert site.run("recount", "--repair") == (0, "Rollups and records agree.")
    assert site.views() == {day: 3}


def test_a_damaged_file_changes_nothing(site: Site, tmp_path: Path) -> None:
    file = write_views(tmp_path / "records.json", {DAYS[0]: 50})
    damaged = tmp_path / "damaged.gz"
    damaged.write_bytes(gzip.compress(Path(file).read_bytes())[:-30])
    code, output = site.run("import", "ackee", str(damaged), "--site", site.title)
    assert (code, site.rollups()) == (1, [])
    assert output.startswith(f"{damaged}: the file is damaged or incomplete")


def test_rare_values_are_counted_together(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "MAX_NEW", 1)
    site.load(write_views(tmp_path / "records.json", {DAYS[0]: 5}))
    found = {row["value"]: row["views"] for row in site.rollups() if row["dimension"] == "page"}
    assert found == {"/page/0": 3, "/(other)": 2}


def test_imports_are_listed(site: Site, tmp_path: Path) -> None:
    site.load(write_views(tmp_path / "records.json", {DAYS[0]: 1000, DAYS[2]: 1}))
    line = f"{site.title}: 1,001 views on 2 days, 2024-01-31 to 2024-02-02, from ackee"
    assert line in site.run("import", "list")[1].splitlines()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["import", "ackee", "none.json", "--site", "Nowhere"], "There is no domain 'Nowhere'"),
        (["import", "remove", "--site", "{title}"], "{title} has no imported days."),
        (["import", "ackee", "none.json", "--site", "{title}"], "none.json: No such file"),
        (["import", "umami", "a", "./a", "--site", "{title}"], "A file was passed twice."),
        (["import", "plausible", "a", "b", "--site", "{title}"], "Import each ZIP file"),
    ],
)
def test_a_user_error_is_one_line(site: Site, arguments: list[str], problem: str) -> None:
    code, output = site.run(*(one.format(title=site.title) for one in arguments))
    assert code == 1
    assert output.startswith(problem.format(title=site.title))
    assert "\n" not in output


def test_the_dashboard_shows_imported_days(
    postgres: Postgres, service: Service, command: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    domain = add_domain(postgres.dsn, "Imported", known_to=service)
    file = write_views(tmp_path / "records.json", dict.fromkeys(DAYS, 4))
    assert command(postgres.dsn, "import", "ackee", file, "--site", "Imported")[0] == 0
    _, token = command(postgres.dsn, "token", "add", "Imported")
    path = f"/dashboard/api/domains/{domain.id}/overview?from=2024-01-01&to=2024-02-29"
    overview = service.request("GET", path, authorization=f"Bearer {token}").json
    assert overview["total"] == {"views": 12, "readers": 3, "milliseconds": 360_000}
    assert [row["page"] for row in overview["pages"]] == ["/page/0", "/page/1"]
