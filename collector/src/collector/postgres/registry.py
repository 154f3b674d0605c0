"""Domains, their page lists, and tokens, for the commands of the owner."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from uuid import UUID, uuid4

import asyncpg
from msgspec.structs import astuple

from collector.errors import CollectorError
from collector.feedback import FEEDBACK
from collector.model import NOT_FOUND, RESULT, ROUTE
from collector.page_list import PageEntry
from collector.postgres.database import hash_token

EVENT_KINDS = (ROUTE, "language", "search", RESULT, NOT_FOUND, FEEDBACK)
"""The kinds of events that a site counts in addition to page views."""


@dataclass(frozen=True, slots=True)
class Registered:
    """A domain with its events."""

    id: UUID
    title: str
    origins: Sequence[str]
    languages: Sequence[str]
    events: dict[str, UUID]
    """Event ids, keyed by kind."""


async def add_domain(
    connection: asyncpg.Connection, title: str, origins: Sequence[str], languages: Sequence[str]
) -> Registered:
    domain = Registered(
        uuid4(), title, list(origins), list(languages), {kind: uuid4() for kind in EVENT_KINDS}
    )
    try:
        async with connection.transaction():
            await connection.execute(
                "insert into domains (id, title, origins, languages) values ($1, $2, $3, $4)",
                domain.id, title, domain.origins, domain.languages,
            )  # fmt: skip
            await connection.executemany(
                "insert into events (id, domain_id, kind) values ($1, $2, $3)",
                [(id_, domain.id, kind) for kind, id_ in domain.events.items()],
            )
    except asyncpg.UniqueViolationError as error:
        raise CollectorError(
            f"There is a domain {title!r} already. Choose another name, "
            "or change its origins with `collector domain change`."
        ) from error
    return domain


async def list_domains(connection: asyncpg.Connection) -> list[Registered]:
    """Returns all domains, sorted by title."""
    domains = await connection.fetch(
        "select id, title, origins, languages from domains order by title"
    )
    found = await connection.fetch(
        "select id, domain_id, kind from events order by array_position($1::text[], kind)",
        EVENT_KINDS,
    )
    events: defaultdict[UUID, dict[str, UUID]] = defaultdict(dict)
    for row in found:
        events[row["domain_id"]][row["kind"]] = row["id"]
    return [
        Registered(row["id"], row["title"], row["origins"], row["languages"], events[row["id"]])
        for row in domains
    ]


async def find_domain(connection: asyncpg.Connection, title: str) -> Registered:
    for domain in await list_domains(connection):
        if domain.title == title:
            return domain
    raise unknown_domain(title)


async def change_domain(
    connection: asyncpg.Connection,
    title: str,
    origins: Sequence[str] | None,
    languages: Sequence[str] | None,
) -> None:
    """Leaves origins or languages unchanged if they are `None`."""
    changed = await connection.fetchval(
        "update domains set origins = coalesce($2, origins), languages = coalesce($3, languages) "
        "where title = $1 returning true",
        title, origins, languages,
    )  # fmt: skip
    if not changed:
        raise unknown_domain(title)


async def replace_pages(
    connection: asyncpg.Connection, title: str, entries: Iterable[PageEntry]
) -> None:
    """Replaces the page list of a domain."""
    id_ = await _find_domain_id(connection, title)
    rows = [(id_, *astuple(entry)) for entry in entries]
    async with connection.transaction():
        await connection.execute("delete from pages where domain_id = $1", id_)
        columns = ("domain_id", *PageEntry.__struct_fields__)
        await connection.copy_records_to_table("pages", records=rows, columns=columns)


async def _find_domain_id(connection: asyncpg.Connection, title: str) -> UUID:
    id_: UUID | None = await connection.fetchval("select id from domains where title = $1", title)
    if id_ is None:
        raise unknown_domain(title)
    return id_


def unknown_domain(title: str) -> CollectorError:
    return CollectorError(
        f"There is no domain {title!r}. Run `collector domain list` to list all domains."
    )


async def add_token(
    connection: asyncpg.Connection,
    title: str,
    last_day: date | None = None,
    site: str | None = None,
) -> str:
    """Returns a new token, which is valid until the end of its last day (UTC), for one site or for
    all sites. Only its hash is stored."""
    if await connection.fetchval("select true from tokens where title = $1 limit 1", title):
        raise CollectorError(
            f"There is a token {title!r} already. Choose another name, so that each can be removed."
        )
    domain_id = None if site is None else await _find_domain_id(connection, site)
    token = secrets.token_urlsafe(24)
    expires = last_day and datetime.combine(last_day, time.max, UTC)
    await connection.execute(
        "insert into tokens (hash, title, expires, domain_id) values ($1, $2, $3, $4)",
        hash_token(token), title, expires, domain_id,
    )  # fmt: skip
    return token


@dataclass(frozen=True, slots=True)
class Token:
    title: str
    created: date
    last_day: date | None
    """`None` if it doesn't expire."""
    site: str | None
    """The title of its site; `None` for all sites."""


async def list_tokens(connection: asyncpg.Connection) -> list[Token]:
    """Returns all tokens, sorted by title."""
    rows = await connection.fetch(
        "select tokens.title, created, expires, domains.title as site "
        "from tokens left join domains on domains.id = domain_id order by tokens.title, created"
    )
    return [
        Token(
            row["title"],
            row["created"].date(),
            row["expires"] and row["expires"].date(),
            row["site"],
        )
        for row in rows
    ]


async def remove_token(connection: asyncpg.Connection, title: str) -> bool:
    """Returns whether the token existed. The next request with it or one of its sessions is
    rejected."""
    removed = await connection.fetch("delete from tokens where title = $1 returning hash", title)
    return bool(removed)
