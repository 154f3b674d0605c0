"""JSON responses for the dashboard, and CSV responses for spreadsheets."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from starlette.responses import Response

from collector.invisible import drop_invisible

_FORMULA = re.compile(r"""(^|;)(?=[\s"]*[=+@＝＋－＠-])""")
"""Where a spreadsheet could see a formula. In many locales, `;` separates cells, and then quotes
only protect the first cell of a row. Tabs and line breaks are dropped as invisible characters."""


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    """The name of its file."""
    columns: Sequence[str]
    """The header, which a table without rows needs too."""
    rows: Sequence[msgspec.Struct]


def json_response(value: object) -> Response:
    text = drop_invisible(msgspec.json.encode(value).decode())
    return Response(text, media_type="application/json")


def csv_response(table: Table) -> Response:
    # The byte order mark makes spreadsheets read UTF-8.
    return Response(
        "\ufeff" + _write_csv(table),
        media_type="text/csv; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{table.name}.csv"'},
    )


def _write_csv(table: Table) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(table.columns), quoting=csv.QUOTE_ALL)
    writer.writeheader()
    writer.writerows(_flatten(row) for row in table.rows)
    return text.getvalue()


def _flatten(row: msgspec.Struct) -> dict[str, object]:
    """Returns the fields of a row as cells. A mapping or another struct becomes one cell per
    key."""
    cells: dict[str, object] = {}
    for name, value in msgspec.structs.asdict(row).items():
        if isinstance(value, msgspec.Struct):
            cells |= _flatten(value)
        else:
            cells |= value if isinstance(value, Mapping) else {name: _escape(value)}
    return cells


def _escape(value: object) -> object:
    """Escapes strings that a spreadsheet would run as a formula, because visitors can choose
    strings."""
    return _FORMULA.sub(r"\1'", drop_invisible(value)) if isinstance(value, str) else value
