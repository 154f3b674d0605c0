"""Plausible: the ZIP file with CSV tables of daily totals."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from collector.counts import TOTAL, Count
from collector.errors import CollectorError, KnownError
from collector.imports.files import Rows, decode, explain_damage
from collector.imports.moments import read_day
from collector.imports.site import Site, strip_host
from collector.imports.tally import OTHER_HOST, Tally
from collector.locations import normalize_path, normalize_referrer
from collector.normalize import MAX_PATH, MAX_TEXT, clean

_MAX_NUMBER = 10**9
_MILLISECONDS = 1000

Fields = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Table:
    name: str
    """The start of the file name."""
    count: Callable[[Fields, Site], Sequence[Count]]
    is_required: bool = False


class PlausibleExport:
    """One ZIP file."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def read(self, name: str, tally: Tally) -> Iterator[Sequence[Count]]:
        with explain_damage(name), zipfile.ZipFile(name) as archive:
            for table in _TABLES:
                members = [
                    one for one in archive.namelist()
                    if one.rpartition("/")[2].startswith(table.name) and one.endswith(".csv")
                ]  # fmt: skip
                if table.is_required and not members:
                    raise CollectorError(
                        f"{name}: there is no `{table.name}` in it. Pass the ZIP file that "
                        "Plausible exports."
                    )
                for member in members:
                    with archive.open(member) as file, decode(file) as text:
                        yield from self._read_table(table, f"{name}: {member}", Rows(text), tally)

    def _read_table(
        self, table: _Table, name: str, rows: Rows, tally: Tally
    ) -> Iterator[Sequence[Count]]:
        for row in rows:
            tally.rows += 1
            try:
                if row is None:
                    raise KnownError("it has more or fewer columns than the header")
                yield table.count(row, self._site)
            except KeyError as error:
                raise CollectorError(f"{name} has no column {error}.") from None
            except KnownError as error:
                tally.skip(rows.line, f"{error}, in {table.name}")


def _count_total(row: Fields, _: Site) -> Sequence[Count]:
    day = read_day(row["date"], "date")
    return [Count(day, TOTAL, "", _read_number(row, "pageviews"), _read_number(row, "visitors"))]


def _count_page(row: Fields, site: Site) -> Sequence[Count]:
    """Also counts the time on pages as that of the day."""
    if row["hostname"] and strip_host(row["hostname"]) not in site.hosts:
        raise KnownError(OTHER_HOST)
    day = read_day(row["date"], "date")
    path = clean(normalize_path(f"https://site/{row['page'].lstrip('/')}"), MAX_PATH) or "/"
    time = _read_number(row, "total_time_on_page") * _MILLISECONDS
    figures = _read_number(row, "pageviews"), _read_number(row, "visitors"), time
    return [Count(day, "page", path, *figures), Count(day, TOTAL, "", 0, 0, time)]


def _count_source(row: Fields, _: Site) -> Sequence[Count]:
    day = read_day(row["date"], "date")
    figures = _read_number(row, "pageviews"), _read_number(row, "visitors")
    referrer = row["referrer"] and normalize_referrer(f"https://{row['referrer']}", "https://site/")
    values = {"referrer": clean(referrer, MAX_PATH), "source": clean(row["utm_source"], MAX_TEXT)}
    return [Count(day, name, value, *figures) for name, value in values.items() if value]


def _count_value(dimension: str, column: str) -> Callable[[Fields, Site], Sequence[Count]]:
    def count(row: Fields, _: Site) -> Sequence[Count]:
        day, value = read_day(row["date"], "date"), clean(row[column], MAX_TEXT)
        figures = _read_number(row, "pageviews"), _read_number(row, "visitors")
        return [Count(day, dimension, value, *figures)] if value else []

    return count


def _read_number(row: Fields, column: str) -> int:
    """Returns 0 for an empty or missing value, because not every version exports all of them."""
    text = row.get(column) or "0"
    if not (text.isascii() and text.isdecimal() and len(text) < 11 and int(text) <= _MAX_NUMBER):
        raise KnownError(f"`{column}` is not a number")
    return int(text)


_TABLES = (
    _Table("imported_visitors", _count_total, is_required=True),
    _Table("imported_pages", _count_page, is_required=True),
    _Table("imported_sources", _count_source),
    _Table("imported_browsers", _count_value("browser", "browser")),
    _Table("imported_operating_systems", _count_value("system", "operating_system")),
)
