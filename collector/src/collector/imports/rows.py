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
    """The files of one command. Visitors with views in two of them count once."""

    columns: Sequence[str]
    """Required. Others are optional or ignored."""
    hint: str
    """What to pass if a file has other columns."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._visitors = DailyVisitors()

    def read(self, name: str, tally: Tally) -> Iterator[Sequence[Count]]:
        """The counts of each row. Reasons for skipped ones are in `tally`."""
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
        """The address of a host and path; None if it is the site itself."""
        address = f"https://{text}"
        return address if text and not self._site.has(address) else None

    @abstractmethod
    def count(self, row: Fields) -> Sequence[Count]:
        """Raises `KnownError` if the row isn't a view of the site."""
