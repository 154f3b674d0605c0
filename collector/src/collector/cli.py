"""The commands."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping
from datetime import UTC, datetime

import asyncpg
import uvicorn

from collector.app import Collector
from collector.arguments import create_parser
from collector.config import Settings, load_settings
from collector.connections import BoundedProtocol
from collector.errors import CollectorError
from collector.logs import start_logging
from collector.origins import parse_origin
from collector.postgres.database import connect
from collector.postgres.export import export_records
from collector.postgres.migrate import check_migrated, migrate
from collector.postgres.partitions import drop_records
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
)

Command = Callable[[Settings, argparse.Namespace], None]
Step = Callable[[asyncpg.Connection, argparse.Namespace], Awaitable[None]]


def main(arguments: list[str] | None = None) -> int:
    options = create_parser().parse_args(arguments)
    try:
        settings = load_settings(options.config)
        COMMANDS[options.command](settings, options)
    except CollectorError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has closed it. At exit, Python would flush once more and fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


# --- Commands -------------------------------------------------------------------------------------


def _serve(settings: Settings, options: argparse.Namespace) -> None:
    _connected(_check)(settings, options)
    listener = _open_socket(settings)
    start_logging()
    config = uvicorn.Config(
        Collector(settings),
        log_config=None,
        access_log=False,  # it would contain addresses
        http=BoundedProtocol,
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
    """Before anything else starts, so that a failure is one line."""
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
    print("\n\n".join(map(_render_domain, domains)) or "There is none. Add one.")


async def _change_domain(connection: asyncpg.Connection, options: argparse.Namespace) -> None:
    if options.origins is None and options.languages is None:
        raise CollectorError("Nothing to change. Pass --origins or --languages.")
    origins = options.origins and [parse_origin(text) for text in options.origins]
    languages = None if options.languages is None else _parse_prefixes(options.languages)
    await change_domain(connection, options.title, origins, languages)
    print(f"{options.title} was changed. A running service picks this up within 20 s.")


async def _add_token(connection: asyncpg.Connection, options: argparse.Namespace) -> None:
    today = datetime.now(UTC).date()
    if options.expires and options.expires < today:
        raise CollectorError(
            f"--expires {options.expires}: this day is over, so the token would not work. "
            f"Choose {today} (UTC) or a later day."
        )
    print(await add_token(connection, options.title, options.expires))


async def _list_tokens(connection: asyncpg.Connection, _: argparse.Namespace) -> None:
    tokens = await list_tokens(connection)
    print("\n".join(map(_render_token, tokens)) or "There is none. Add one.")


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


# --- Helpers --------------------------------------------------------------------------------------


async def _check(connection: asyncpg.Connection, _: argparse.Namespace) -> None:
    await check_migrated(connection)


def _connected(*steps: Step) -> Command:
    """A command that runs steps with a connection, one after the other."""

    async def connect_and_run(settings: Settings, options: argparse.Namespace) -> None:
        connection = await connect(settings.database)
        try:
            for step in steps:
                await step(connection, options)
        finally:
            await connection.close()

    return lambda settings, options: asyncio.run(connect_and_run(settings, options))


def _parse_prefixes(given: list[str]) -> list[str]:
    """`zh` for `/zh/`."""
    return [prefix for text in given if (prefix := text.strip("/ "))]


def _render_token(token: Token) -> str:
    if token.last_day is None:
        return f"{token.created} {token.title}"
    state = "expired" if token.last_day < datetime.now(UTC).date() else "expires"
    return f"{token.created} {token.title} ({state} {token.last_day})"


def _render_domain(domain: Registered) -> str:
    languages = f" ({', '.join(domain.languages)})" if domain.languages else ""
    head = f"# {domain.title}{languages}: {', '.join(domain.origins)}"
    return "\n".join([head, *_render_ids(domain)])


def _render_ids(domain: Registered) -> Iterator[str]:
    """As lines of `site.toml`."""
    yield f'domain_id = "{domain.id}"'
    for kind, event_id in domain.events.items():
        yield f'{kind.replace("-", "_")}_event_id = "{event_id}"'


COMMANDS: Mapping[str, Command] = {
    "serve": _serve,
    "migrate": _connected(_migrate),
    "domain add": _connected(_check, _add_domain),
    "domain list": _connected(_check, _list_domains),
    "domain change": _connected(_check, _change_domain),
    "token add": _connected(_check, _add_token),
    "token list": _connected(_check, _list_tokens),
    "token remove": _connected(_check, _remove_token),
    "export": _connected(_check, _export),
    "prune": _connected(_check, _prune),
    "recount": _connected(_check, _recount),
}
"""By the names in `arguments`."""


if __name__ == "__main__":
    logging.captureWarnings(True)
    sys.exit(main())
