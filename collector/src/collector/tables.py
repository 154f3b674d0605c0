"""Tables as the dashboard gets them: JSON for the page, CSV for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from starlette.responses import Response

from collector.invisible import drop_invisible

Cells = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under columns; the columns are there without any row, too."""

    name: str
    """What its file is called."""
    columns: Sequence[str]
    rows: Sequence[Cells]


def answer_json(value: object) -> Response:
    text = drop_invisible(msgspec.json.encode(value).decode())
    return Response(text, media_type="application/json")


def answer_csv(table: Table) -> Response:
    # The mark tells spreadsheets that it is UTF-8.
    return Response(
        "\ufeff" + _write_csv(table),
        media_type="text/csv; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{table.name}.csv"'},
    )


def _write_csv(table: Table) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(table.columns))
    writer.writeheader()
    writer.writerows({name: _escape(value) for name, value in row.items()} for row in table.rows)
    return text.getvalue()


def _escape(value: object) -> object:
    """Spreadsheets run what begins like a formula, and readers choose what is in these cells."""
    if not isinstance(value, str):
        return value
    text = drop_invisible(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
