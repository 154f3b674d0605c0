"""GoatCounter: the CSV export, version 2."""

from __future__ import annotations

import re
from collections.abc import Sequence
from uuid import UUID

from collector.counts import Count, count_view
from collector.errors import KnownError
from collector.imports.moments import read_moment
from collector.imports.rows import Fields, RowExport
from collector.model import RecordInput
from collector.normalize import make_record

_NO_ID = UUID(int=0)
_VERSION = re.compile(r" [\d.]+$")


class GoatCounterExport(RowExport):
    # The digit in the first column is the version of the format.
    columns = ("2Path", "Event", "Session", "Bot", "Referrer", "Referrer scheme", "Date")
    hint = "a CSV export of GoatCounter (format 2)"

    def count(self, row: Fields) -> Sequence[Count]:
        if row["Event"].lower() in ("1", "true"):
            raise KnownError("an event, not a page view")
        if row["Bot"] not in ("", "0"):
            raise KnownError("a bot")
        moment = read_moment(row["Date"], "Date")
        path = row["2Path"]
        scheme, referrer = row["Referrer scheme"], row["Referrer"]
        input_ = RecordInput(
            site_location=f"https://site/{path.lstrip('/')}",
            site_referrer=self.name_referrer(referrer) if scheme == "h" else None,
            source=referrer if scheme == "c" else None,
            browser_name=_VERSION.sub("", row.get("Browser", "").strip()),
            os_name=_VERSION.sub("", row.get("System", "").strip()),
            browser_width=_read_width(row.get("Screen size", "")),
        )
        record = make_record(_NO_ID, self._site.id, moment, input_)
        is_first = self._visitors.is_first(record.day, row["Session"])
        return count_view(record, is_first=is_first)


def _read_width(text: str) -> int | None:
    """Parses the width from a string such as `1280,0,1`: width, height and scale."""
    width = text.partition(",")[0]
    is_number = width.isascii() and width.isdecimal() and len(width) <= 5
    return int(width) if is_number else None
