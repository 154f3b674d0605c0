"""Looks up domains and events for requests."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from functools import partial
from uuid import UUID

import asyncpg

from collector.catalog import Domain, Event, Loads, Site
from collector.ids import moment_of
from collector.postgres.database import QueryPool
from collector.postgres.failures import unavailable_on_failure

_ORIGINS = """
  select origin from unnest($1::text[]) as origin
  where exists (select from domains where origins @> array[origin])"""
_DOMAINS = "select id, title, origins, languages from domains where id = any($1)"
_EVENTS = "select id, domain_id, kind from events where id = any($1)"
_ACTIONS = """
  select id, event_id from actions
  where id = any($1::uuid[]) and created between $2 and $3"""
"""With bounds, so that PostgreSQL skips the partitions of other days."""


def create_loads(pool: asyncpg.Pool) -> Loads:
    return Loads(
        origins=partial(_load_origins, pool),
        domains=partial(_load_domains, pool),
        events=partial(_load_events, pool),
        actions=partial(_load_actions, pool),
    )


async def _load_origins(pool: asyncpg.Pool, origins: Collection[str]) -> dict[str, bool]:
    # PostgreSQL stores no NUL characters, so such an origin is unknown.
    possible = [origin for origin in origins if "\0" not in origin]
    with unavailable_on_failure():
        return {row["origin"]: True for row in await pool.fetch(_ORIGINS, possible)}


async def _load_domains(pool: asyncpg.Pool, ids: Collection[UUID]) -> dict[UUID, Domain]:
    with unavailable_on_failure():
        return {row["id"]: _to_domain(row) for row in await pool.fetch(_DOMAINS, list(ids))}


async def _load_events(pool: asyncpg.Pool, ids: Collection[UUID]) -> dict[UUID, Event]:
    with unavailable_on_failure():
        rows = await pool.fetch(_EVENTS, list(ids))
    return {row["id"]: Event(row["id"], row["domain_id"], row["kind"]) for row in rows}


async def _load_actions(pool: asyncpg.Pool, ids: Collection[UUID]) -> dict[UUID, UUID]:
    moments = [moment for id_ in ids if (moment := moment_of(id_))]
    if not moments:
        return {}
    with unavailable_on_failure():
        rows = await pool.fetch(_ACTIONS, list(ids), min(moments), max(moments))
    return {row["id"]: row["event_id"] for row in rows}


async def list_sites(pool: QueryPool, domain_id: UUID | None) -> list[Site]:
    """Returns all sites, or only one, sorted by title."""
    chosen = "where $1::uuid is null or $1 ="
    domains = await pool.fetch(
        f"select id, title, origins, languages from domains {chosen} id",  # noqa: S608
        domain_id,
    )
    found = await pool.fetch(
        f"select id, domain_id, kind from events {chosen} domain_id",  # noqa: S608
        domain_id,
    )
    events: defaultdict[UUID, dict[str, str]] = defaultdict(dict)
    for row in found:
        events[row["domain_id"]][row["kind"]] = str(row["id"])
    sites = [Site(_to_domain(row), events[row["id"]]) for row in domains]
    return sorted(sites, key=lambda site: site.domain.title)


def _to_domain(row: asyncpg.Record) -> Domain:
    return Domain(row["id"], row["title"], frozenset(row["origins"]), tuple(row["languages"]))
