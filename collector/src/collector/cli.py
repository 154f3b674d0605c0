"""The commands."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path

import asyncpg
import uvicorn

from collector.api.documents import Documents
from collector.app import Collector
from collector.arguments import create_parser
from collector.config import Settings, load_settings
from collector.connections import limit_connections
from collector.errors import CollectorError, ThresholdError
from collector.imports.command import IMPORT_COMMANDS
from collector.improvements import Selection
from collector.logs import start_logging
from collector.origins import parse_origin
from collector.page_list import parse_page_list
from collector.postgres.database import connect
from collector.postgres.export import export_records
from collector.postgres.failures import INTERRUPTIONS
from collector.postgres.improvements import ImprovementReports
from collector.postgres.migrate import check_migrated, migrate
from collector.postgres.partitions import drop_records
from collector.postgres.privacy import find_small_groups, render_groups
from collector.postgres.recount import recount
from collector.postgres.registry import (
    Registered,
    Token,
    add_domain,
    add_token,
    change_domain,
    list_domains,
    list_tokens,
    remove_token,
    replace_pages,
    unknown_domain,
)
from collector.postgres.reports import Reports
from collector.report.content import Report, Site, write_report
from collector.report.render import render_reports
from collector.statistics import Period, sum_figures
from collector.thresholds import THRESHOLDS, find_crossed

Command = Callable[[Settings, argparse.Namespace], None]
Step = Callable[[asyncpg.Connection, argparse.Namespace], Awaitable[None]]


def main(arguments: list[str] | None = None) -> int:
    options = create_parser().parse_args(arguments)
    try:
        settings = load_settings(options.config)
        COMMANDS[options.command](settings, options)
    except ThresholdError as error:
        print(error)
        return 1
    except CollectorError as error:
        print(error, file=sys.stderr)
        return 2 if options.command in ("check", "privacy-check") else 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The process that reads the output has closed the pipe.
        _discard_output()
    return 0


# --- Commands -------------------------------------------------------------------------------------


def _serve(settings: Settings, options: argparse.Namespace) -> None:
    _connected(_check)(settings, options)
    Documents(settings.documents)  # reports an invalid file in one line
    listener = _open_socket(settings)
    start_logging()
    config = uvicorn.Config(
        Collector(settings),
        log_config=None,
        access_log=False,  # because it would contain addresses
        http=limit_connections(settings.networks),
        ws="none",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=20,
    )
    server = uvicorn.Server(config)
    server.run(sockets=[listener])
    if not server.started:
        raise CollectorError("The service couldn't start. See the log for the reason.")


def _open_socket(settings: Settings) -> socket.socket:
    """Opens the socket before anything else starts, so that a failure is reported in one line."""
    host, port = settings.host, settings.port
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise CollectorError(
            f"{host}, port {port}: {error.strerror}. Stop the process that uses it, or set another "
            "`host` or `port`."
        ) from error


async def _migrate(connection: asyncpg.Connection, _: argparse.Namespace) -> None:
    names = await migrate(connection)
    print("\n".join(names) or "The database is up to date.")


async def _add_domain(connection: asyncpg.Connection, options: argparse.Namespace) -> None:
    origins = [parse_origin(text) for text in options.origins]
    languages = _parse_prefixes(options.languages)
    domain = await add_domain(connection, options.title, origins, languages)
    print("\n".join(_render_ids(domain)))


async def _list_domains(connection: asyncpg.Connection, _: argparse.Namespace) -> None:
    domains = await list_domains(connection)
    none = "No domain is registered. Run `collector domain add`."
    print("\n\n".join(map(_render_domain, domains)) or none)


async def _change_domain(connection: asyncpg.Connection, options: argparse.Namespace) -> None:
    if options.origins is None and options.languages is None:
        raise CollectorError("Nothing to change. Pass --origins or --languages.")
    origins = options.origins and [parse_origin(text) for text in options.origins]
    languages = None if options.languages is None else _parse_prefixes(options.languages)
    await change_domain(connection, options.title, origins, languages)
    print(f"{options.title} was changed. A running service picks this up within 20 s.")


async def _set_pages(connection: asyncpg.Connection, options: argparse.Namespace) -> None:
    entries = parse_page_list(_read_file(options.file))
    await replace_pages(connection, options.title, entries)
    outdated = sum(1 for entry in entries if entry.outdated)
    print(
        f"Imported the page list of {options.title}. "
        f"Pages: {len(entries)}. With outdated sections: {outdated}."
    )


async def _add_token(connection: asyncpg.Connection, options: argparse.Namespace) -> None:
    today = datetime.now(UTC).date()
    if options.expires and options.expires < today:
        raise CollectorError(
            f"--expires {options.expires}: this day is over, so the token would not work. "
            f"Choose {today} (UTC) or a later day."
        )
    if options.link and not options.site:
        raise CollectorError("--link requires --site: a link is for one site.")
    address = options.link and f"{parse_origin(options.link)}/dashboard/#token="
    token = await add_token(connection, options.title, options.expires, options.site)
    print(f"{address or ''}{token}")


async def _list_tokens(connection: asyncpg.Connection, _: argparse.Namespace) -> None:
    tokens = await list_tokens(connection)
    none = "There are no tokens. Run `collector token add`."
    print("\n".join(map(_render_token, tokens)) or none)


async def _remove_token(connection: asyncpg.Connection, options: argparse.Namespace) -> None:
    if not await remove_token(connection, options.title):
        raise CollectorError(
            f"There is no token {options.title!r}. Run `collector token list` to list all tokens."
        )
    print(f"The token {options.title!r} was revoked.")


async def _export(connection: asyncpg.Connection, options: argparse.Namespace) -> None:
    if options.last < options.first:
        raise CollectorError(f"{options.last} is before {options.first}. Swap the dates.")
    async for line in export_records(connection, options.first, options.last):
        print(line)
    sys.stdout.flush()


async def _prune(connection: asyncpg.Connection, options: argparse.Namespace) -> None:
    today = datetime.now(UTC).date()
    if options.first_kept > today:
        raise CollectorError(f"{options.first_kept} is in the future. Today is {today} (UTC).")
    names = await drop_records(connection, options.first_kept)
    print("\n".join(f"dropped {name}" for name in names) or "Nothing to drop.")


async def _recount(connection: asyncpg.Connection, options: argparse.Namespace) -> None:
    differences = await recount(connection, repair=options.repair)
    print("\n".join(differences) or "Rollups and records agree.")
    if differences and not options.repair:
        raise CollectorError("Run `collector recount --repair` to replace these rows.")


async def _report(connection: asyncpg.Connection, options: argparse.Namespace) -> None:
    period = _last_days(options.days, datetime.now(UTC).date() - timedelta(days=1))
    reports = [
        await _report_site(connection, domain, period, options)
        for domain in await _find_domains(connection, options.site)
    ]
    print(render_reports(reports, options.format))


async def _report_site(
    connection: asyncpg.Connection, domain: Registered, period: Period, options: argparse.Namespace
) -> Report:
    selection = Selection(domain.id, period, options.minimum, options.rows)
    days = await Reports(connection).days(domain.id, period.with_before)
    return write_report(
        Site(domain.title, domain.origins[0]),
        period,
        sum_figures(day for day in days if day.day >= period.first),
        sum_figures(day for day in days if day.day < period.first),
        await ImprovementReports(connection).load(selection),
        options.minimum,
    )


async def _import(connection: asyncpg.Connection, options: argparse.Namespace) -> None:
    async for text in IMPORT_COMMANDS[options.command](connection, options):
        print(text)


def _check_thresholds(settings: Settings, options: argparse.Namespace) -> None:
    chosen = {one.name: getattr(options, one.name) for one in THRESHOLDS}
    limits = {
        name: getattr(settings, name) if given is None else given for name, given in chosen.items()
    }
    if all(limit is None for limit in limits.values()):
        raise CollectorError(
            "No threshold is set. "
            "Pass an option such as --max-not-found 20, or set `max_not_found`."
        )
    _connected(_check, partial(_compare_counts, limits))(settings, options)


async def _compare_counts(
    limits: Mapping[str, int | None], connection: asyncpg.Connection, options: argparse.Namespace
) -> None:
    period = _last_days(options.days, datetime.now(UTC).date())
    crossed = []
    for domain in await _find_domains(connection, options.site):
        counts = await ImprovementReports(connection).counts(domain.id, period)
        crossed += [f"{domain.title}: {line}" for line in find_crossed(limits, counts)]
    if crossed:
        raise ThresholdError("\n".join(crossed))
    print("All counts are within the thresholds.")


async def _check_privacy(connection: asyncpg.Connection, options: argparse.Namespace) -> None:
    found = await find_small_groups(connection, options.minimum)
    text = render_groups(found, options.minimum)
    if any(one.small for one in found):
        raise ThresholdError(text)
    print(text)


# --- Helpers --------------------------------------------------------------------------------------


async def _check(connection: asyncpg.Connection, _: argparse.Namespace) -> None:
    await check_migrated(connection)


def _connected(*steps: Step) -> Command:
    """Returns a command that opens a connection and runs the steps one by one."""

    async def connect_and_run(settings: Settings, options: argparse.Namespace) -> None:
        with _explain_failures():
            connection = await connect(settings.database)
            try:
                for step in steps:
                    await step(connection, options)
            finally:
                await connection.close()

    return lambda settings, options: asyncio.run(connect_and_run(settings, options))


@contextmanager
def _explain_failures() -> Iterator[None]:
    """Converts errors of PostgreSQL and of the output to `CollectorError`."""
    try:
        yield
    except BrokenPipeError:  # of the output
        raise
    except INTERRUPTIONS as error:
        raise CollectorError(f"PostgreSQL: {error!r}. Try again.") from error
    except asyncpg.InsufficientPrivilegeError as error:
        advice = "Connect as the role that owns the database."
        raise CollectorError(f"PostgreSQL: {error!r}. {advice}") from error
    except asyncpg.PostgresError as error:
        advice = "Its log contains the statement."
        raise CollectorError(f"PostgreSQL: {error!r}. {advice}") from error
    except OSError as error:
        _discard_output()
        raise CollectorError(f"The output can't be written: {error.strerror}.") from error


def _discard_output() -> None:
    """Python flushes stdout once more at exit, which would raise again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


async def _find_domains(connection: asyncpg.Connection, title: str | None) -> list[Registered]:
    """Returns the domain with a title, or all domains."""
    domains = await list_domains(connection)
    if title is None:
        if not domains:
            raise CollectorError("No domain is registered. Run `collector domain add` first.")
        return domains
    found = [domain for domain in domains if domain.title == title]
    if not found:
        raise unknown_domain(title)
    return found


def _last_days(count: int, last: date) -> Period:
    return Period(last - timedelta(days=count - 1), last)


def _read_file(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise CollectorError(f"{name}: {error.strerror}.") from error


def _parse_prefixes(given: list[str]) -> list[str]:
    """Strips slashes: `/zh/` becomes `zh`."""
    return [prefix for text in given if (prefix := text.strip("/ "))]


def _render_token(token: Token) -> str:
    notes = [] if token.site is None else [f"only {token.site}"]
    if token.last_day:
        state = "expired" if token.last_day < datetime.now(UTC).date() else "expires"
        notes.append(f"{state} {token.last_day}")
    described = f" ({', '.join(notes)})" if notes else ""
    return f"{token.created} {token.title}{described}"


def _render_domain(domain: Registered) -> str:
    languages = f" ({', '.join(domain.languages)})" if domain.languages else ""
    head = f"# {domain.title}{languages}: {', '.join(domain.origins)}"
    return "\n".join([head, *_render_ids(domain)])


def _render_ids(domain: Registered) -> Iterator[str]:
    """Yields the ids as lines for `site.toml`."""
    yield f'domain_id = "{domain.id}"'
    for kind, event_id in domain.events.items():
        yield f'{kind.replace("-", "_")}_event_id = "{event_id}"'


COMMANDS: Mapping[str, Command] = {
    "serve": _serve,
    "migrate": _connected(_migrate),
    "domain add": _connected(_check, _add_domain),
    "domain list": _connected(_check, _list_domains),
    "domain pages": _connected(_check, _set_pages),
    "domain change": _connected(_check, _change_domain),
    "token add": _connected(_check, _add_token),
    "token list": _connected(_check, _list_tokens),
    "token remove": _connected(_check, _remove_token),
    "report": _connected(_check, _report),
    "check": _check_thresholds,
    **{name: _connected(_check, _import) for name in IMPORT_COMMANDS},
    "export": _connected(_check, _export),
    "prune": _connected(_check, _prune),
    "recount": _connected(_check, _recount),
    "privacy-check": _connected(_check, _check_privacy),
}
"""The commands, keyed by their names in `arguments`."""


if __name__ == "__main__":
    logging.captureWarnings(True)
    sys.exit(main())
