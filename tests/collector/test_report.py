"""`collector report`, `collector check` and `collector domain pages`, with a real PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest

from collector.cli import main
from collector.thresholds import THRESHOLDS
from harness.collector.service import ORIGIN, Domain, add_domain
from harness.collector.stored import create_database, fetch
from harness.postgres import Postgres

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
TODAY = NOW.date()
YESTERDAY = TODAY - timedelta(days=1)
EDIT = "https://code.example/edit/guide.md"
PAGES = [
    {"path": "/zh/guide/", "title": "The guide", "edit": EDIT, "outdated": 2},
    {"path": "/", "title": "Home"},
]


class Clock(datetime):
    """Stands still, so that no test depends on the time of day."""

    @classmethod
    def now(cls, _: object = None) -> datetime:  # type: ignore[override]
        return NOW


@dataclass(frozen=True)
class Outcome:
    code: int
    output: str
    errors: str


Run = Callable[..., Outcome]


@pytest.fixture(scope="module")
def dsn(postgres: Postgres) -> str:
    return create_database(postgres, "reports")


@pytest.fixture(scope="module")
def site(dsn: str) -> Domain:
    """A site with views and actions of yesterday, and some of today."""
    domain = add_domain(dsn, "Docs", languages=["zh"])
    for day, path, views in (
        (YESTERDAY, "/zh/guide/", 30),
        (YESTERDAY, "/", 100),
        (TODAY, "/", 7),
        (YESTERDAY - timedelta(days=7), "/", 65),
    ):
        for dimension, value in (("page", path), ("total", "")):
            query = """
              insert into rollups values ($1, $2, $3, $4, $5::bigint, 0, $5::bigint * 1000)
              on conflict (domain_id, dimension, day, value) do update set
                views = rollups.views + excluded.views"""
            fetch(dsn, query, UUID(domain.id), day, dimension, value, views)
    query = "insert into action_rollups values ($1, $2, $3, $4::bigint, $4::bigint)"
    for kind, key, count in (
        ("feedback", "no /zh/guide/", 6),
        ("feedback", "yes /zh/guide/", 1),
        ("search", "IndexedDB", 9),
        ("not_found", "/old /zh/guide/", 5),
        ("not_found", "/rare", 4),
    ):
        fetch(dsn, query, UUID(domain.events[kind]), YESTERDAY, key, count)
    return domain


@pytest.fixture
def run(
    dsn: str,
    site: Domain,  # noqa: ARG001 - filled
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    monkeypatch.setenv("COLLECTOR_DATABASE", dsn)
    monkeypatch.setattr("collector.cli.datetime", Clock)

    def run_here(*arguments: str) -> Outcome:
        # Playwright has an event loop in this thread, and a thread can only run one.
        with ThreadPoolExecutor(1) as thread:
            code = thread.submit(main, list(arguments)).result()
        said = capsys.readouterr()
        return Outcome(code, said.out.strip(), said.err.strip())

    return run_here


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "pages.json"
    file.write_text(json.dumps(PAGES), encoding="utf-8")
    return file


# --- Page lists -----------------------------------------------------------------------------------


def test_a_page_list_is_stored(run: Run, file: Path) -> None:
    expected = Outcome(
        0, "Imported the page list of Docs. Pages: 2. With outdated sections: 1.", ""
    )
    assert run("domain", "pages", "Docs", str(file)) == expected
    assert run("domain", "pages", "Docs", str(file)) == expected


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{}", "Expected `array`, got `object`"),
        ("[", "Input data was truncated"),
        ('[{"path": "/"}]', "missing required field `title`"),
        ('[{"path": "guide", "title": ""}]', "matching regex '^/'"),
        ('[{"path": "/", "title": "", "edit": "javascript:alert(1)"}]', "matching regex '^https?:"),
        ('[{"path": "/", "title": "", "outdated": -1}]', "Expected `int` >= 0"),
    ],
)
def test_an_invalid_page_list_is_rejected_and_the_previous_one_kept(
    run: Run, file: Path, dsn: str, content: str, message: str
) -> None:
    run("domain", "pages", "Docs", str(file))
    file.write_text(content, encoding="utf-8")
    outcome = run("domain", "pages", "Docs", str(file))
    assert outcome.code == 1
    assert outcome.errors.startswith("This is not a page list: ")
    assert message in outcome.errors
    assert len(fetch(dsn, "select from pages")) == len(PAGES)


def test_a_page_list_is_stored_without_invisible_characters(run: Run, file: Path, dsn: str) -> None:
    entry = {"path": "/a\0\u202e", "title": "A\0\u202e\u200b title", "edit": f"{EDIT}\0"}
    file.write_text(json.dumps([entry]), encoding="utf-8")
    assert run("domain", "pages", "Docs", str(file)).errors == ""
    (stored,) = fetch(dsn, "select path, title, edit from pages")
    assert stored == {"path": "/a", "title": "A title", "edit": EDIT}


def test_a_page_list_that_cannot_be_stored_is_one_line(run: Run, file: Path, dsn: str) -> None:
    fetch(dsn, "alter table pages rename to hidden")
    try:
        outcome = run("domain", "pages", "Docs", str(file))
    finally:
        fetch(dsn, "alter table hidden rename to pages")
    assert outcome.code == 1
    assert outcome.errors.startswith("PostgreSQL: ")
    assert len(outcome.errors.splitlines()) == 1


def test_a_page_list_needs_a_file_and_a_domain(run: Run, file: Path) -> None:
    assert run("domain", "pages", "Docs", "nowhere").errors == "nowhere: No such file or directory."
    assert run("domain", "pages", "None", str(file)).errors.startswith("There is no domain 'None'.")


# --- Reports --------------------------------------------------------------------------------------


def test_a_report_is_about_the_last_complete_days(run: Run, file: Path) -> None:
    run("domain", "pages", "Docs", str(file))
    outcome = run("report")
    assert (outcome.code, outcome.errors) == (0, "")
    first = YESTERDAY - timedelta(days=6)
    lines = outcome.output.splitlines()
    assert f"{first} to {YESTERDAY} (UTC)" in lines
    assert "Views: 130 (+100%)" in lines
    assert "- The guide: 6 no, 1 yes" in lines
    assert f"  {ORIGIN}/zh/guide/" in lines
    assert f"  Edit: {EDIT}" in lines
    assert "- IndexedDB: 9 searches" in lines
    assert "- /old: 5 visits" in lines
    assert f"  linked from The guide: {EDIT}" in lines
    assert "- The guide: 30 views, 2 outdated sections" in lines
    assert "/rare" not in outcome.output


def test_a_report_has_formats_a_minimum_and_a_number_of_rows(run: Run) -> None:
    report = ("report", "--site", "Docs", "--minimum", "4")
    assert run(*report, "--format", "html").output.startswith("<!doctype html>")
    assert "- [`/rare`]" in run(*report, "--format", "markdown").output
    assert "/rare" not in run(*report, "--rows", "1").output


def test_a_report_needs_a_domain(run: Run) -> None:
    outcome = run("report", "--site", "None")
    assert (outcome.code, outcome.output) == (1, "")
    assert outcome.errors.startswith("There is no domain 'None'.")


# --- Checks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "fine", "crossed", "line"),
    [
        ("--max-no", 6, 5, '6 "no" answers to "Was this page helpful?", more than 5'),
        ("--max-searches", 9, 8, "9 searches without results, more than 8"),
        ("--max-not-found", 9, 8, "9 visits to paths without a page, more than 8"),
        ("--max-outdated", 30, 29, "30 views of outdated translations, more than 29"),
        ("--min-views", 137, 138, "137 page views, fewer than 138"),
    ],
)
def test_a_check_fails_if_a_threshold_is_crossed(
    run: Run, file: Path, option: str, fine: int, crossed: int, line: str
) -> None:
    run("domain", "pages", "Docs", str(file))
    assert run("check", option, str(fine)) == Outcome(
        0, "All counts are within the thresholds.", ""
    )
    assert run("check", option, str(crossed)) == Outcome(1, f"Docs: {line}", "")


def test_a_check_names_every_threshold_that_is_crossed(run: Run) -> None:
    outcome = run("check", "--max-no", "0", "--max-searches", "0", "--max-not-found", "99")
    assert (outcome.code, len(outcome.output.splitlines())) == (1, 2)


def test_thresholds_can_be_settings(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLLECTOR_MAX_SEARCHES", "0")
    assert run("check").code == 1
    assert run("check", "--max-searches", "9").code == 0
    assert run("check", "--days", "1").code == 0  # only today


@pytest.mark.parametrize(
    ("arguments", "variables", "message"),
    [
        ([], {}, "No threshold is set. Pass an option"),
        (["--max-no", "1", "--site", "None"], {}, "There is no domain 'None'."),
        (["--max-no", "1"], {"DATABASE": "postgresql://127.0.0.1:1/x"}, "PostgreSQL cannot be"),
        ([], {"MAX_NO": "few"}, "COLLECTOR_MAX_NO: Expected `int | null`"),
    ],
)
def test_a_check_that_cannot_run_has_its_own_exit_code(
    run: Run, monkeypatch: pytest.MonkeyPatch,
    arguments: list[str], variables: dict[str, str], message: str,
) -> None:  # fmt: skip
    for name, value in variables.items():
        monkeypatch.setenv(f"COLLECTOR_{name}", value)
    outcome = run("check", *arguments)
    assert (outcome.code, outcome.output) == (2, "")
    assert outcome.errors.startswith(message)


def test_a_report_without_a_site_says_how_to_add_one(
    run: Run, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLLECTOR_DATABASE", create_database(postgres, "no_sites"))
    message = "No domain is registered. Run `collector domain add` first."
    assert (run("report").code, run("report").errors) == (1, message)


def test_a_check_whose_query_fails_could_not_run(run: Run, dsn: str) -> None:
    fetch(dsn, "alter table action_rollups rename to hidden")
    try:
        outcome = run("check", "--max-no", "1")
    finally:
        fetch(dsn, "alter table hidden rename to action_rollups")
    assert (outcome.code, outcome.output) == (2, "")
    assert outcome.errors.startswith("PostgreSQL: ")


@pytest.mark.parametrize("threshold", THRESHOLDS, ids=lambda threshold: threshold.name)
def test_every_threshold_rejects_what_is_not_a_number(
    threshold: object, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["check", threshold.option, "-1"])  # type: ignore[attr-defined]
    assert ended.value.code == 2
    assert "is not a number" in capsys.readouterr().err
