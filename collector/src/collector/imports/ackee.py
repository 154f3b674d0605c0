"""Ackee 3: the collections `records` and `domains`, as `mongoexport` writes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec

from collector.counts import Count, count_view
from collector.errors import CollectorError, KnownError
from collector.imports.documents import Documents
from collector.imports.files import open_text
from collector.imports.moments import read_milliseconds, read_moment
from collector.imports.site import Site
from collector.imports.tally import OTHER_HOST, Tally
from collector.model import MAX_VISIT, RecordInput
from collector.normalize import make_record

_NO_ID = UUID(int=0)
_MILLISECOND = timedelta(milliseconds=1)
_FIELDS = {field.encode_name for field in msgspec.structs.fields(RecordInput)}
_WRAPPED_NUMBERS = ("$numberInt", "$numberLong", "$numberDouble")
_MAX_DOMAINS = 10_000
_MAX_LISTED = 10

Titles = Mapping[str, str]
"""The titles of Ackee's domains, by id."""


def find_titles(names: Sequence[str]) -> tuple[list[str], Titles]:
    """Separates the files with records from those with domains, and reads the titles of the
    domains."""
    files: list[str] = []
    titles: dict[str, str] = {}
    for name in names:
        found = {} if name == "-" else _read_titles(name)
        titles |= found
        if not found:
            files.append(name)
    if not files:
        raise CollectorError(
            "None of the files contains records. Export them, too: "
            'mongoexport --uri "$ACKEE_MONGODB" --collection records --out records.json'
        )
    return files, titles


def _read_titles(name: str) -> dict[str, str]:
    """Returns an empty mapping if the first document isn't a domain."""
    titles: dict[str, str] = {}
    with open_text(name) as text:
        for _, document in Documents(text):
            if not _is_domain(document) or len(titles) >= _MAX_DOMAINS:
                break
            titles[document["id"]] = document["title"]
    return titles


def _is_domain(document: Any) -> bool:
    return isinstance(document, dict) and all(
        isinstance(document.get(name), str) for name in ("id", "title")
    )


class AckeeExport:
    """The files with records that are imported by one command."""

    def __init__(
        self, site: Site, titles: Titles, chosen: str | None, *, may_overlap: bool = False
    ) -> None:
        self._site = site
        self._titles = titles
        self._chosen = chosen
        self._domains: Counter[str] = Counter()
        """The number of the site's records, keyed by Ackee's domain."""
        self._seen: set[int] | None = set() if may_overlap else None
        """Hashes of ids. `None` for a single file, which has no duplicates, to save memory."""

    def read(self, name: str, tally: Tally) -> Iterator[Sequence[Count]]:
        """Yields the counts of each record. Adds the reasons for skipped records to `tally`."""
        with open_text(name) as text:
            for line, document in Documents(text):
                tally.rows += 1
                try:
                    counts = self._count(document)
                except KnownError as error:
                    tally.skip(line, str(error))
                else:
                    yield counts
        self._check_domains()

    def _count(self, document: Any) -> Sequence[Count]:
        if not isinstance(document, dict):
            raise KnownError("not a JSON object")
        domain, address = document.get("domainId"), document.get("siteLocation")
        if not isinstance(domain, str) or not isinstance(address, str):
            raise KnownError("not a record: `domainId` or `siteLocation` is missing")
        if self._chosen not in (None, domain, self._titles.get(domain)):
            raise KnownError("it belongs to another domain in Ackee")
        if not self._site.has(address):
            raise KnownError(OTHER_HOST)
        self._domains[domain] += 1
        self._check_repeated(document.get("id"))
        created, updated = _read_date(document, "created"), _read_date(document, "updated")
        stayed = min(max(updated - created, timedelta(0)), MAX_VISIT)
        record = make_record(_NO_ID, self._site.id, created, _read_input(document))
        # Ackee removes a visitor's id from all records of the day except the last.
        is_first = document.get("clientId") is not None
        return count_view(record, is_first=is_first, milliseconds=stayed // _MILLISECOND)

    def _check_repeated(self, id_: object) -> None:
        if self._seen is None or not isinstance(id_, str):
            return
        hashed = hash(id_)
        if hashed in self._seen:
            raise KnownError("it was read before")
        self._seen.add(hashed)

    def _check_domains(self) -> None:
        """Rejects several domains with pages on the same host, because they may have counted the
        same views."""
        if len(self._domains) > 1:
            found = "\n".join(
                f"  {id_} {self._titles.get(id_, '')}: {count:,} records"
                for id_, count in self._domains.most_common(_MAX_LISTED)
            )
            raise CollectorError(
                f"Several domains in Ackee have pages on the hosts of {self._site.title}. "
                f"Pass the title or id of one of them as --domain:\n{found}"
            )


def _read_input(document: Mapping[str, Any]) -> RecordInput:
    """Returns the input that a client would have sent."""
    given = {name: _unwrap(document[name]) for name in _FIELDS if name in document}
    try:
        return msgspec.convert(given, RecordInput)
    except msgspec.ValidationError as error:
        raise KnownError(f"invalid: {error}") from None


def _unwrap(value: Any) -> Any:
    """Unwraps numbers of canonical exports, such as `{"$numberInt": "1280"}`."""
    if isinstance(value, dict) and len(value) == 1:
        ((kind, text),) = value.items()
        if kind in _WRAPPED_NUMBERS and isinstance(text, str):
            return _parse_number(text)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _parse_number(text: str) -> Any:
    try:
        return int(float(text))
    except (ValueError, OverflowError):
        return text


def _read_date(document: Mapping[str, Any], name: str) -> datetime:
    """Relaxed exports contain strings, canonical ones milliseconds."""
    value = document.get(name)
    moment = _unwrap(value.get("$date")) if isinstance(value, dict) else value
    if isinstance(moment, int):
        return read_milliseconds(moment, name)
    return read_moment(moment, name)
