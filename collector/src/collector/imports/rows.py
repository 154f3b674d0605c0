"""Exports as CSV with one row per view."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence

from collector.counts import Count
from collector.errors import CollectorError, KnownError
from collector.imports.files import Rows, open_text
from collector.imports.site import Site
from collector.imports.tally import Tally
from collector.imports.visitors import DailyVisitors

Fields = Mapping[str, str]


class RowExport(ABC):
    """The files of one command. A visitor with views in two of the files is counted once."""

    columns: Sequence[str]
    """The required columns. Others are optional or ignored."""
    hint: str
    """The files to pass instead, for the error about missing columns."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._visitors = DailyVisitors()

    def read(self, name: str, tally: Tally) -> Iterator[Sequence[Count]]:
        """Yields the counts of each row. Adds the reasons for skipped rows to `tally`."""
        with open_text(name) as text:
            rows = Rows(text)
            missing = [column for column in self.columns if column not in rows.columns]
            if missing:
                raise CollectorError(
                    f"{name}: there is no column `{missing[0]}`. Pass {self.hint}."
                )
            self._visitors.file = name
            for row in rows:
                tally.rows += 1
                try:
                    if row is None:
                        raise KnownError("it has more or fewer columns than the header")
                    yield self.count(row)
                except KnownError as error:
                    tally.skip(rows.line, str(error))

    def name_referrer(self, text: str) -> str | None:
        """Returns the URL for a host and path, or `None` if it is the site itself."""
        address = f"https://{text}"
        return address if text and not self._site.has(address) else None

    @abstractmethod
    def count(self, row: Fields) -> Sequence[Count]:
        """Returns the counts of a row. Raises `KnownError` if it isn't a view of the site."""
