"""Every command, and its error messages."""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import asyncpg
import pytest

from collector.arguments import create_parser
from collector.cli import COMMANDS, main
from collector.config import describe_settings
from collector.postgres.migrate import load_migrations
from harness.collector.loops import run_in_thread
from harness.collector.service import ORIGIN, Domain, Service, add_domain, open_session, run_service
from harness.collector.stored import fetch
from harness.network import find_port
from harness.postgres import ROLE, SUPERUSER, Postgres


@dataclass(frozen=True)
class Outcome:
    code: int
    output: str
    errors: str


Run = Callable[..., Outcome]


def create_empty(postgres: Postgres, name: str) -> str:
    fetch(postgres.dsn, f"create database {name}")
    return postgres.dsn.replace("/postgres", f"/{name}")


@pytest.fixture(scope="module")
def empty(postgres: Postgres) -> str:
    return create_empty(postgres, "empty")


@pytest.fixture(scope="module")
def dsn(postgres: Postgres) -> str:
    return create_empty(postgres, "commands")


@pytest.fixture
def run(dsn: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process, which is fifty times as fast as a separate one."""
    monkeypatch.setenv("COLLECTOR_DATABASE", dsn)

    def run_here(*arguments: str) -> Outcome:
        # Playwright has an event loop in this thread, and a thread can only run one.
        with ThreadPoolExecutor(1) as thread:
            code = thread.submit(main, list(arguments)).result()
        said = capsys.readouterr()
        return Outcome(code, said.out.strip(), said.err.strip())

    return run_here


@pytest.fixture(scope="module")
def migrated(dsn: str) -> str:
    command = [sys.executable, "-m", "collector.cli", "migrate"]
    environment = {"COLLECTOR_DATABASE": dsn}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [migration.name for migration in load_migrations()]
    return dsn


@pytest.fixture(scope="module")
def counting(migrated: str) -> Iterator[Service]:
    with run_service(migrated, find_port()) as service:
        yield service


def today() -> str:
    return datetime.now(UTC).date().isoformat()


# --- Databases ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [["serve"], ["domain", "list"], ["token", "add", "me"], ["recount"], ["prune", "2020-01-01"]],
    ids=" ".join,
)
def test_commands_reject_a_database_that_is_not_migrated(
    run: Run, empty: str, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("COLLECTOR_DATABASE", empty)
    problem = "The database is not up to date. Run `collector migrate`."
    assert run(*arguments) == Outcome(1, "", problem)


def test_a_database_is_migrated_once(run: Run, migrated: str) -> None:  # noqa: ARG001
    assert run("migrate") == Outcome(0, "The database is up to date.", "")


@pytest.mark.parametrize("arguments", [["migrate"], ["token", "list"]], ids=" ".join)
def test_commands_reject_a_database_of_a_newer_release(
    run: Run, migrated: str, arguments: list[str]
) -> None:
    fetch(migrated, "insert into migrations (number, name) values (99, 'later')")
    try:
        outcome = run(*arguments)
    finally:
        fetch(migrated, "delete from migrations where number = 99")
    assert outcome.code == 1
    assert outcome.errors.startswith("The database is at migration 99, but the last one in this ")
    assert outcome.errors.endswith("Run the newer release.")


@pytest.mark.parametrize("role", [SUPERUSER, "member"])
def test_a_superuser_is_rejected(
    run: Run, postgres: Postgres, monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    """A trigger on a table would run with the rights of the command."""
    if role != SUPERUSER:
        fetch(postgres.superuser_dsn, f"create role {role} login in role {SUPERUSER}")
    dsn = postgres.superuser_dsn.replace(f"{SUPERUSER}@", f"{role}@")
    monkeypatch.setenv("COLLECTOR_DATABASE", dsn)
    outcome = run("migrate")
    assert (outcome.code, outcome.output) == (1, "")
    assert outcome.errors.startswith("`database` connects as a PostgreSQL superuser.")
    assert "sudo -u collector" in outcome.errors


def test_an_error_about_missing_rights_names_the_role_that_has_them(
    run: Run, postgres: Postgres, empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch(postgres.superuser_dsn, "create role stranger login")
    monkeypatch.setenv("COLLECTOR_DATABASE", empty.replace(f"{ROLE}@", "stranger@"))
    advice = "Connect as the role that owns the database."
    error = "InsufficientPrivilegeError('permission denied for schema public')"
    assert run("migrate") == Outcome(1, "", f"PostgreSQL: {error}. {advice}")


# --- Domains and tokens ---------------------------------------------------------------------------


def test_a_domain_is_added_listed_and_changed(run: Run, migrated: str) -> None:  # noqa: ARG001
    added = run("domain", "add", "Docs", "https://Docs.example/", "--languages", "/zh/")
    assert added.code == 0
    keys = [line.split(" = ")[0] for line in added.output.splitlines()]
    assert keys == [
        "domain_id", "route_event_id", "language_event_id", "search_event_id", "result_event_id",
        "not_found_event_id", "feedback_event_id",
    ]  # fmt: skip
    assert run("domain", "list").output == f"# Docs (zh): https://docs.example\n{added.output}"

    changed = run("domain", "change", "Docs", "--origins", "https://docs.example:8443", ORIGIN)
    assert changed == Outcome(
        0, "Docs was changed. A running service picks this up within 20 s.", ""
    )
    head = f"# Docs (zh): https://docs.example:8443, {ORIGIN}"
    assert run("domain", "list").output == f"{head}\n{added.output}"
    assert run("domain", "change", "Docs", "--languages").code == 0
    assert run("domain", "list").output.startswith("# Docs: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["add", "Docs", ORIGIN], "There is a domain 'Docs' already. Choose another name"),
        (
            ["change", "Dogs", "--origins", ORIGIN],
            "There is no domain 'Dogs'. Run `collector domain",
        ),
        (["change", "Docs"], "Nothing to change. Pass --origins or --languages."),
        (["add", "New", "docs.example"], "'docs.example' is not an origin. Write it as https://"),
        (["add", "New", f"{ORIGIN}/guide/"], f"is more than an origin. Write {ORIGIN}."),
        (["add", "New", "https://a:b@c"], "is more than an origin. Write https://c."),
        (["add", "New", "https://a:0x1"], "is not an origin: Port could not be cast"),
    ],
)
def test_invalid_domains_are_rejected(
    run: Run, migrated: str, arguments: list[str], message: str
) -> None:
    if not fetch(migrated, "select 1 from domains where title = 'Docs'"):
        run("domain", "add", "Docs", ORIGIN)
    outcome = run("domain", *arguments)
    assert (outcome.code, outcome.output) == (1, "")
    assert message in outcome.errors


def look(service: Service, token: str, cookie: str) -> tuple[int, int]:
    """Returns the statuses of requests with a token and with a session."""
    path = "/dashboard/api/domains"
    return (
        service.request("GET", path, authorization=f"Bearer {token}").status,
        service.request("GET", path, cookie=cookie).status,
    )


def test_a_token_is_printed_once_and_can_be_revoked(run: Run, counting: Service) -> None:
    token = run("token", "add", "Ada").output
    cookie = open_session(counting, token)
    assert len(token) == 32
    assert look(counting, token, cookie) == (200, 200)
    assert run("token", "list").output == f"{today()} Ada"
    assert run("token", "add", "Ada").errors.startswith("There is a token 'Ada' already.")
    assert run("token", "remove", "Ada").output == "The token 'Ada' was revoked."
    assert look(counting, token, cookie) == (401, 401)
    assert run("token", "list").output == "There are no tokens. Run `collector token add`."
    problem = "There is no token 'Ada'. Run `collector token list` to list all tokens."
    assert run("token", "remove", "Ada") == Outcome(1, "", problem)


def test_a_token_for_one_site_reads_no_other(run: Run, counting: Service, migrated: str) -> None:
    mine, other = (add_domain(migrated, title, known_to=counting) for title in ("Mine", "Other"))
    token = run("token", "add", "Eve", "--site", "Mine", "--expires", today()).output
    cookie = open_session(counting, token)
    assert run("token", "list").output.endswith(f"{today()} Eve (only Mine, expires {today()})")
    for headers in ({"authorization": f"Bearer {token}"}, {"cookie": cookie}):
        listed = counting.request("GET", "/dashboard/api/domains", None, **headers).json
        assert [domain["id"] for domain in listed] == [mine.id]
        for domain, status in ((mine, 200), (other, 400)):
            for what in ("overview", "improvements", "pages?format=csv", "active"):
                path = f"/dashboard/api/domains/{domain.id}/{what}"
                assert counting.request("GET", path, None, **headers).status == status
    run("token", "remove", "Eve")


def test_a_link_signs_in_to_one_site(run: Run, counting: Service, migrated: str) -> None:
    add_domain(migrated, "Shared", known_to=counting)
    add = ("token", "add", "Link", "--link", "https://stats.example/")
    assert run(*add).errors == "--link requires --site: a link is for one site."
    assert run(*add, "--site", "Nowhere").errors.startswith("There is no domain 'Nowhere'.")
    assert run("token", "list").output.count("Link") == 0
    address, _, token = run(*add, "--site", "Shared").output.partition("#token=")
    assert address == "https://stats.example/dashboard/"
    assert counting.request("POST", "/dashboard/api/session?link", token.encode()).status == 204
    run("token", "remove", "Link")


def test_a_token_works_until_the_end_of_its_last_day(run: Run, counting: Service, dsn: str) -> None:
    token = run("token", "add", "Bob", "--expires", today()).output
    cookie = open_session(counting, token)
    assert look(counting, token, cookie) == (200, 200)
    assert run("token", "list").output == f"{today()} Bob (expires {today()})"
    fetch(dsn, "update tokens set expires = expires - interval '1 day'")
    assert look(counting, token, cookie) == (401, 401)
    assert counting.request("POST", "/dashboard/api/session", token.encode()).status == 401
    yesterday = (datetime.now(UTC) - timedelta(days=1)).date()
    assert run("token", "list").output == f"{today()} Bob (expired {yesterday})"
    refused = run("token", "add", "Carl", "--expires", yesterday.isoformat())
    assert refused.code == 1
    assert refused.errors.startswith(f"--expires {yesterday}: this day is over")
    assert run("token", "add", "Dora", "--expires", "9999-12-31").code == 0
    assert run("token", "list").output.endswith("Dora (expires 9999-12-31)")


# --- Records --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def domain(counting: Service, dsn: str) -> Domain:
    """A domain with two views of one visitor."""
    domain = add_domain(dsn, "Counted")
    counting.view(domain.id, "/guide/")
    counting.view(domain.id, "/api/")
    return domain


def test_records_are_exported_as_lines_of_json(run: Run, domain: Domain) -> None:
    exported = run("export", "--from", today(), "--to", today())
    assert exported.code == 0
    records = [json.loads(line) for line in exported.output.splitlines()]
    assert {record["domain_id"] for record in records} == {domain.id}
    assert {(record["path"], record["is_first"]) for record in records} == {
        ("/guide/", True),
        ("/api/", False),
    }
    assert {*records[0]} == {"id", "created", "duration", "domain_id", "is_first", "path"}
    assert run("export", "--from", "2020-01-01", "--to", "2020-01-31") == Outcome(0, "", "")
    everything = run("export", "--from", "0001-01-01", "--to", "9999-12-31")
    assert everything.output == exported.output
    wrong = run("export", "--from", "2020-02-01", "--to", "2020-01-01")
    assert wrong == Outcome(1, "", "2020-01-01 is before 2020-02-01. Swap the dates.")


def test_an_export_has_no_raw_control_characters(run: Run, domain: Domain, dsn: str) -> None:
    """A terminal would act on them. Earlier releases stored them."""
    change = "update records set path = $3 where domain_id = $1 and path = $2"
    fetch(dsn, change, domain.id, "/guide/", "/\x9b31m\u202e")
    exported = run("export", "--from", today(), "--to", today()).output
    fetch(dsn, change, domain.id, "/\x9b31m\u202e", "/guide/")
    assert exported.replace("\n", "").isprintable()
    assert "/\x9b31m\u202e" in [json.loads(line)["path"] for line in exported.splitlines()]


def test_a_closed_pipe_is_not_an_error_of_the_export(dsn: str, domain: Domain) -> None:
    assert domain.id
    command = f"{sys.executable} -m collector.cli export --from {today()} --to {today()} | true"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        env={"COLLECTOR_DATABASE": dsn, "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_full_disk_is_not_reported_as_an_error_of_postgresql(dsn: str, domain: Domain) -> None:
    assert domain.id
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "collector.cli", "export", "--from", today(), "--to", today()],
            env={"COLLECTOR_DATABASE": dsn},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    problem = "The output can't be written: No space left on device.\n"
    assert (done.returncode, done.stderr) == (1, problem)


def test_prune_drops_past_days_only(run: Run, migrated: str) -> None:
    for table in ("records", "actions"):
        fetch(
            migrated,
            f"create table {table}_20200101 partition of {table} "
            "for values from ('2020-01-01') to ('2020-01-02')",
        )
    assert run("prune", "2020-01-01").output == "Nothing to drop."
    dropped = run("prune", "2020-01-02").output.splitlines()
    assert dropped == ["dropped records_20200101", "dropped actions_20200101"]
    tomorrow = datetime.now(UTC).date() + timedelta(days=1)
    refused = run("prune", tomorrow.isoformat())
    assert refused == Outcome(1, "", f"{tomorrow} is in the future. Today is {today()} (UTC).")


_END_WAITING = """
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'"""


def test_a_connection_that_breaks_is_reported(run: Run, migrated: str) -> None:
    async def break_connection() -> Outcome:
        """The server ends the connection while the command waits for a lock."""
        observer, owner = await asyncpg.connect(migrated), await asyncpg.connect(migrated)
        async with asyncio.timeout(30), owner.transaction():
            await owner.execute("lock table tokens")  # which idle services don't read
            command = asyncio.create_task(asyncio.to_thread(run, "token", "list"))
            while not await observer.fetchval(_END_WAITING):
                await asyncio.sleep(0.05)
            outcome = await command
        await observer.close()
        await owner.close()
        return outcome

    outcome = run_in_thread(break_connection())
    assert outcome.code == 1
    assert outcome.errors.startswith("PostgreSQL: ")


def test_wrong_rollups_are_found_and_repaired(run: Run, domain: Domain, dsn: str) -> None:
    assert run("recount") == Outcome(0, "Rollups and records agree.", "")
    spoil = "update rollups set views = 7 where domain_id = $1 and value = '/api/'"
    fetch(dsn, spoil, domain.id)
    found = run("recount")
    assert found.code == 1
    (line,) = found.output.splitlines()
    assert re.search(r"'/api/': .*\b1 views.*\b7\b", line)
    assert found.errors == "Run `collector recount --repair` to replace these rows."
    assert run("recount", "--repair").code == 0
    assert run("recount").output == "Rollups and records agree."


# --- Settings -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("PORT", "http", "COLLECTOR_PORT: Expected `int`, got `str`. `collector --help` lists"),
        ("PORT", "0", "COLLECTOR_PORT: Expected `int` >= 1."),
        ("RATE", "-1", "COLLECTOR_RATE: Expected `float` > 0."),
        ("TRUSTED_PROXIES", "10.0.0.0/8, x", "trusted_proxies: 'x' does not appear to be an IPv4"),
        ("DATABASE", "postgresql://127.0.0.1:1/x", "PostgreSQL cannot be reached: "),
        ("DATABASE", "mysql://127.0.0.1/x", "`database` is not a valid address. Write it as "),
        ("DATABASE", "postgresql://127.0.0.1:65536/x", "`database` is not a valid address. "),
        (None, "prot = 1", "{}: Object contains unknown field `prot`. `collector --help` lists"),
        (None, 'keep_days = "long"', "{}: keep_days: Expected `int`, got `str`."),
        (None, "keep_days = 1000000", "{}: keep_days: Expected `int` <= 100000."),
        (None, "port = ", "{}: Invalid value (at end of document)"),
    ],
)
def test_an_invalid_setting_is_reported(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    name: str | None, value: str, message: str,
) -> None:  # fmt: skip
    """An invalid setting in a variable or in the file is reported."""
    file = tmp_path / "collector.toml"
    file.write_text("" if name else value, encoding="utf-8")
    if name:
        monkeypatch.setenv(f"COLLECTOR_{name}", value)
    outcome = run("--config", str(file), "migrate")
    assert (outcome.code, outcome.output) == (1, "")
    assert outcome.errors.startswith(message.format(file))


def test_a_missing_file_is_reported(run: Run, tmp_path: Path) -> None:
    outcome = run("--config", str(tmp_path / "nowhere.toml"), "serve")
    assert outcome.code == 1
    assert str(tmp_path / "nowhere.toml") in outcome.errors


@pytest.mark.usefixtures("migrated")
def test_environment_variables_take_precedence_over_the_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "collector.toml"
    file.write_text('database = "postgresql://127.0.0.1:1/x"\nport = 8600\n', encoding="utf-8")
    assert run("--config", str(file), "migrate").code == 0


@pytest.mark.parametrize(
    ("host", "message"),
    [
        ("127.0.0.1", "Address already in use"),
        ("192.0.2.1", "Cannot assign requested address"),
        ("nowhere.invalid", "Name or service not known"),
    ],
)
def test_an_unusable_address_is_reported(
    run: Run, counting: Service, monkeypatch: pytest.MonkeyPatch, host: str, message: str
) -> None:
    monkeypatch.setenv("COLLECTOR_HOST", host)
    monkeypatch.setenv("COLLECTOR_PORT", str(counting.port))
    outcome = run("serve")
    assert outcome.code == 1
    assert outcome.errors.startswith(f"{host}, port {counting.port}: {message}")
    assert outcome.errors.endswith(
        "Stop the process that uses it, or set another `host` or `port`."
    )


# --- Help -----------------------------------------------------------------------------------------


def find_commands(
    parser: argparse.ArgumentParser, name: str = ""
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command with its parser."""
    inner = [action for action in parser._actions if isinstance(action.choices, dict)]
    if not inner:
        yield name.strip(), parser
    for action in inner:
        assert isinstance(action.choices, dict)
        for part, below in action.choices.items():
            yield from find_commands(below, f"{name} {part}")


def test_help_lists_all_commands_and_settings() -> None:
    parser = create_parser()
    commands = dict(find_commands(parser))
    assert commands.keys() == COMMANDS.keys()
    for name, command in commands.items():
        assert command.format_help().startswith(f"usage: collector {name}")
        assert command.description, f"{name} is not described"
        assert all(action.help for action in command._actions), (
            f"{name} has an undocumented argument"
        )
    text = parser.format_help()
    for setting in describe_settings():
        assert setting.variable in text
        assert setting.description in text


@pytest.mark.parametrize("arguments", [[], ["domain"], ["export"], ["prune", "yesterday"]])
def test_missing_and_wrong_arguments_are_reported(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: collector" in capsys.readouterr().err
