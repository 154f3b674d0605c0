"""Requests for text files, counted from access logs."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from collector.agents import TextRequest
from collector.postgres.connection import Connection, Lock, take_lock
from collector.postgres.parts import Queries
from collector.statistics import Period, Row, TextRow

_ADD = """
  insert into text_requests (domain_id, day, path, agent, count)
  select $1, * from unnest($2::date[], $3::text[], $4::text[], $5::bigint[])
  on conflict (domain_id, day, path, agent) do update
    set count = text_requests.count + excluded.count"""
_ADD_LOG = """
  insert into access_logs (domain_id, digest, lines) values ($1, $2, $3) on conflict do nothing"""

_AGENTS = """
  select agent, sum(count)::bigint as count from text_requests
  where domain_id = $1 and day >= $2 and day <= $3 group by agent order by 2 desc, 1"""
_PATHS = """
  select path, agent, sum(count)::bigint as count from text_requests
  where domain_id = $1 and day >= $2 and day <= $3
  group by path, agent order by 3 desc, 1, 2 limit $4"""


async def load_logs(connection: Connection, domain_id: UUID) -> dict[int, set[bytes]]:
    """Returns the hashes of imported logs, keyed by their number of lines. Locks imports until the
    end of the transaction."""
    await take_lock(connection, Lock.IMPORTS)
    known: dict[int, set[bytes]] = {}
    query = "select lines, digest from access_logs where domain_id = $1"
    for row in await connection.fetch(query, domain_id):
        known.setdefault(row["lines"], set()).add(row["digest"])
    return known


async def add_log(
    connection: Connection,
    domain_id: UUID,
    lines: int,
    digest: bytes,
    counts: Mapping[TextRequest, int],
) -> None:
    """Must be called in the same transaction as `load_logs`."""
    columns = zip(*counts, strict=True) if counts else ([], [], [])
    await connection.execute(_ADD, domain_id, *columns, list(counts.values()))
    await connection.execute(_ADD_LOG, domain_id, digest, lines)


async def load_agents(queries: Queries, domain_id: UUID, period: Period) -> list[Row]:
    """Returns the requests of each class of agents."""
    rows = await queries.fetch(_AGENTS, domain_id, period.first, period.last)
    return [Row(row["count"], value=row["agent"]) for row in rows]


async def load_text_rows(
    queries: Queries, domain_id: UUID, period: Period, limit: int
) -> list[TextRow]:
    rows = await queries.fetch(_PATHS, domain_id, period.first, period.last, limit)
    return [TextRow(**row) for row in rows]
