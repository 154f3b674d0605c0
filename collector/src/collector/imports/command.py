"""The commands that import history, list it, and remove it."""

from __future__ import annotations

import argparse
import os
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Protocol

from collector.counts import Count, Counts
from collector.errors import CollectorError
from collector.imports import ackee, goatcounter, plausible, umami
from collector.imports.access_logs import LogCounts
from collector.imports.files import open_text
from collector.imports.site import Site, describe_site
from collector.imports.sources import ACKEE, GOATCOUNTER, PLAUSIBLE, SOURCES, UMAMI
from collector.imports.summary import count_noun, render_log, render_summary
from collector.imports.tally import Tally
from collector.postgres.connection import Connection
from collector.postgres.imports import Staging, list_imports, remove_imports, stage
from collector.postgres.months import add_up_months
from collector.postgres.registry import find_domain
from collector.postgres.text_requests import add_log, load_logs


class Export(Protocol):
    def read(self, name: str, tally: Tally) -> Iterator[Sequence[Count]]: ...


_EXPORTS: Mapping[str, Callable[[Site], Export]] = {
    PLAUSIBLE: plausible.PlausibleExport,
    UMAMI: umami.UmamiExport,
    GOATCOUNTER: goatcounter.GoatCounterExport,
}

_MAX_COUNTS = 20_000
"""The maximum number of counts in memory before they are sent to the database."""


async def _import_files(connection: Connection, options: argparse.Namespace) -> AsyncIterator[str]:
    """Imports all files in one transaction, because a day may be split across files."""
    site = await _find_site(connection, options.site)
    today = datetime.now(UTC).date()
    names, export = _open_export(site, options)
    tallies = {name: Tally() for name in names}
    async with stage(connection, site.id, options.source, is_dry_run=options.dry_run) as staging:
        for name, tally in tallies.items():
            await _put_file(staging, export.read(name, tally))
        days = await staging.store(today)
        summary = render_summary(tallies, days, is_dry_run=options.dry_run)
        if all(tally.is_skipped for tally in tallies.values()):
            raise CollectorError(f"{summary}\nAll rows were skipped, so nothing was imported.")
    if not options.dry_run:
        await add_up_months(connection, today)
    yield summary


def _open_export(site: Site, options: argparse.Namespace) -> tuple[Sequence[str], Export]:
    names: Sequence[str] = options.files
    if len({os.path.realpath(name) for name in names}) < len(names):
        raise CollectorError("A file was passed twice. Its views would be counted twice.")
    if options.source == ACKEE:
        names, titles = ackee.find_titles(names)
        may_overlap = len(names) > 1
        return names, ackee.AckeeExport(site, titles, options.domain, may_overlap=may_overlap)
    if options.source == PLAUSIBLE and len(names) > 1:
        # Overlapping totals can't be distinguished from parts of a day.
        raise CollectorError("Import each ZIP file of Plausible with its own command.")
    return names, _EXPORTS[options.source](site)


async def _put_file(staging: Staging, rows: Iterable[Sequence[Count]]) -> None:
    counts = Counts()
    for row in rows:
        counts.add(row)
        if len(counts) >= _MAX_COUNTS:
            await staging.put(counts.take())
    await staging.put(counts.take())


async def _read_logs(connection: Connection, options: argparse.Namespace) -> AsyncIterator[str]:
    """Imports each file in its own transaction, and yields a summary per file."""
    site = await _find_site(connection, options.site)
    today = datetime.now(UTC).date()
    for name in options.files:
        async with connection.transaction():
            tally, log = Tally(), LogCounts(site, await load_logs(connection, site.id), today)
            with open_text(name) as text:
                log.read(text, tally)
            if log.lines > log.known_lines and not options.dry_run:
                await add_log(connection, site.id, log.lines, log.digest, log.counts)
        yield render_log(name, tally, log, is_dry_run=options.dry_run)


async def _list_imports(connection: Connection, _: argparse.Namespace) -> AsyncIterator[str]:
    lines = [
        f"{one.title}: {count_noun(one.views, 'view')} on {count_noun(one.days, 'day')}, "
        f"{one.first} to {one.last}, from {one.source}"
        for one in await list_imports(connection)
    ]
    yield "\n".join(lines) or "Nothing was imported."


async def _remove_days(connection: Connection, options: argparse.Namespace) -> AsyncIterator[str]:
    site = await _find_site(connection, options.site)
    days = await remove_imports(connection, site.id, options.source)
    if not days:
        source = f" from {options.source}" if options.source else ""
        raise CollectorError(
            f"{site.title} has no imported days{source}. "
            "Run `collector import list` to list all imports."
        )
    removed = count_noun(len(days), "imported day")
    yield f"Removed {removed} of {site.title}, {days[0]} to {days[-1]}."


async def _find_site(connection: Connection, title: str) -> Site:
    domain = await find_domain(connection, title)
    return describe_site(domain.id, domain.title, domain.origins)


ImportCommand = Callable[[Connection, argparse.Namespace], AsyncIterator[str]]
IMPORT_COMMANDS: Mapping[str, ImportCommand] = {
    **{f"import {source}": _import_files for source in SOURCES},
    "import list": _list_imports,
    "import remove": _remove_days,
    "logs": _read_logs,
}
"""The commands, keyed by their names in `arguments`. They yield the output to print."""
