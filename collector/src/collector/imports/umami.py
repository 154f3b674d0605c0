"""Umami: the table `website_event` as CSV, with the columns of `session` if they are joined."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from collector.counts import Count, count_view
from collector.errors import KnownError
from collector.imports.moments import read_moment
from collector.imports.rows import Fields, RowExport
from collector.imports.site import strip_host
from collector.imports.tally import OTHER_HOST
from collector.model import RecordInput
from collector.normalize import make_record

_NO_ID = UUID(int=0)
_PAGE_VIEW = "1"


class UmamiExport(RowExport):
    columns = ("session_id", "created_at", "url_path", "event_type")
    hint = "the table `website_event` as CSV"

    def count(self, row: Fields) -> Sequence[Count]:
        if row["event_type"] != _PAGE_VIEW:
            raise KnownError("an event, not a page view")
        host = row.get("hostname", "")
        if host and strip_host(host) not in self._site.hosts:
            raise KnownError(OTHER_HOST)
        moment = read_moment(row["created_at"], "created_at")
        language = row.get("language", "")[:2]
        referrer = row.get("referrer_domain", "") + row.get("referrer_path", "")
        input_ = RecordInput(
            site_location=f"https://site/{row['url_path'].lstrip('/')}",
            site_referrer=self.name_referrer(referrer),
            source=row.get("utm_source"),
            site_language=language if language.isascii() and language.isalpha() else None,
            browser_name=row.get("browser"),
            os_name=row.get("os"),
        )
        record = make_record(_NO_ID, self._site.id, moment, input_)
        is_first = self._visitors.is_first(record.day, row["session_id"])
        return count_view(record, is_first=is_first)
