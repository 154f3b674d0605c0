"""Counts stored groups that are too small to hide a visitor, without returning their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from collector.postgres.connection import Connection

# A visitor has the same values all day, so first views count visitors. In all other groups, there
# are at most as many visitors as views or actions.
_EXACT = ("total", "language", "browser", "system", "size")

_ROLLUPS = """
  select '{table}' as table, '{period}, ' || dimension as columns, count(*) as groups,
    count(*) filter (where case when dimension = any($2) then readers else views end < $1) as small
  from {table} where views > 0 group by dimension"""

_KEYS = """
  select '{table}' as table, '{period}, key of ' || coalesce(kind, 'a removed event') as columns,
    count(*) as groups, count(*) filter (where count < $1) as small
  from {table} left join events on events.id = event_id where count > 0 group by kind"""

_ROWS = """
  select '{table}' as table, '{columns}' as columns, count(*) as groups,
    count(*) filter (where rows < $1) as small
  from (select count(*) as rows from {table} group by {group}) as grouped having count(*) > 0"""

_QUERIES = (
    _ROLLUPS.format(table="rollups", period="day"),
    _ROLLUPS.format(table="month_rollups", period="month"),
    _ROWS.format(table="records", columns="minute, page", group="domain_id, created, path"),
    _KEYS.format(table="action_rollups", period="day"),
    _KEYS.format(table="month_action_rollups", period="month"),
    _ROWS.format(table="actions", columns="minute, key", group="event_id, created, key"),
)


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups of rows with the same values in the columns that are stored together."""

    table: str
    columns: str
    groups: int
    small: int
    """The number of groups with fewer visitors than required. A lower bound for groups of views or
    actions."""


async def find_small_groups(connection: Connection, minimum: int) -> Sequence[Groups]:
    found: list[Groups] = []
    for query in _QUERIES:
        values = (minimum, list(_EXACT)) if "$2" in query else (minimum,)
        rows = await connection.fetch(f"{query} order by columns", *values)
        found += [Groups(**row) for row in rows]
    return found


def render_groups(found: Sequence[Groups], minimum: int) -> str:
    """Returns a table without any stored value."""
    head = ("table", "columns", "groups", f"below {minimum}")
    rows = [head, *((one.table, one.columns, f"{one.groups}", f"{one.small}") for one in found)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_render_row(row, widths) for row in rows)


def _render_row(row: Sequence[str], widths: Sequence[int]) -> str:
    table, columns, groups, small = row
    return "  ".join(
        (
            table.ljust(widths[0]),
            columns.ljust(widths[1]),
            groups.rjust(widths[2]),
            small.rjust(widths[3]),
        )
    )
