"""`collector privacy-check` counts groups that could identify a visitor, and prints no value."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from collector.cli import main
from harness.collector.service import (
    CREATE_ACTION,
    CREATE_RECORD,
    ORIGIN,
    Domain,
    Service,
    add_domain,
    run_service,
)
from harness.collector.stored import create_database, fetch
from harness.network import find_port
from harness.postgres import Postgres


@dataclass(frozen=True)
class Site:
    dsn: str
    service: Service
    domain: Domain

    def visit(self, reader: str, path: str, *, language: str) -> None:
        input_ = {"siteLocation": f"{ORIGIN}{path}", "siteLanguage": language}
        agent = f"Mozilla/5.0 {reader}"
        variables = {"domainId": self.domain.id, "input": input_}
        assert "data" in self.service.execute(CREATE_RECORD, variables, user_agent=agent).json


@pytest.fixture(scope="module")
def site(postgres: Postgres) -> Iterator[Site]:
    dsn = create_database(postgres, "small_groups")
    domain = add_domain(dsn, "Docs")
    with run_service(dsn, find_port()) as service:
        yield Site(dsn, service, domain)


def check(
    dsn: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *arguments: str,
) -> tuple[int, dict[tuple[str, str], tuple[int, int]], str]:
    """The exit code, the numbers by table and columns, and the whole output."""
    monkeypatch.setenv("COLLECTOR_DATABASE", dsn)
    with ThreadPoolExecutor(1) as thread:
        code = thread.submit(main, ["privacy-check", *arguments]).result()
    output = capsys.readouterr().out
    rows = {}
    for line in output.splitlines()[1:]:
        left, groups, small = line.rsplit(maxsplit=2)
        table, columns = left.split(maxsplit=1)
        rows[table, columns] = int(groups), int(small)
    return code, rows, output


def test_groups_are_counted_by_visitors_and_values_are_not_printed(
    site: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One of five visitors has a rare language, opens a page alone, five times, and searches."""
    for number in range(5):
        site.visit(f"reader{number}", "/start.html", language="de" if number else "eo")
    for _ in range(5):
        site.visit("reader0", "/rare.html", language="eo")
    variables = {"eventId": site.domain.events["search"], "input": {"key": "a secret"}}
    assert site.service.execute(CREATE_ACTION, variables).status == 200
    fetch(site.dsn, "update records set created = date_trunc('day', created)")

    code, rows, output = check(site.dsn, monkeypatch, capsys)
    assert code == 1
    assert rows["rollups", "day, total"] == (1, 0)
    assert rows["rollups", "day, language"] == (2, 2)
    assert rows["rollups", "day, page"] == (2, 0)
    assert rows["records", "minute, page"] == (2, 0)
    assert rows["action_rollups", "day, key of search"] == (1, 1)
    assert rows["actions", "minute, key"] == (1, 1)
    for value in ("eo", "rare", "secret", "Docs"):
        assert value not in output

    code, rows, _ = check(site.dsn, monkeypatch, capsys, "--minimum", "6")
    assert rows["rollups", "day, total"] == (1, 1)
    assert rows["rollups", "day, page"] == (2, 2)


def test_an_empty_database_has_no_small_groups(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dsn = create_database(postgres, "no_groups")
    assert check(dsn, monkeypatch, capsys)[:2] == (0, {})


def test_a_database_that_is_down_is_another_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, _ = check(f"postgresql://me@127.0.0.1:{find_port()}/x", monkeypatch, capsys)
    assert code == 2
