"""The page list that a site's build publishes as `pages.json`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from collector.errors import CollectorError
from collector.invisible import drop_invisible

_Path = Annotated[str, Meta(pattern="^/", max_length=500)]
_Title = Annotated[str, Meta(max_length=500)]
# The dashboard and reports link to these URLs. Other schemes could run scripts.
_Address = Annotated[str, Meta(pattern="^https?://", max_length=2000)]
_Count = Annotated[int, Meta(ge=0, le=1_000_000)]


class PageEntry(msgspec.Struct, frozen=True):
    """A page in one language. Other fields are ignored."""

    path: _Path
    title: _Title
    edit: _Address | None = None
    """The URL to edit its source."""
    outdated: _Count = 0
    """The number of sections that are older than the original."""


def parse_page_list(text: bytes) -> list[PageEntry]:
    """If a path occurs several times, the last entry applies."""
    try:
        entries = msgspec.json.decode(text, type=list[PageEntry])
    except (UnicodeError, msgspec.DecodeError) as error:
        raise CollectorError(
            f"This is not a page list: {error}. Pass the file `pages.json` of the built site."
        ) from error
    return list({entry.path: entry for entry in map(_clean, entries)}.values())


def _clean(entry: PageEntry) -> PageEntry:
    """Removes invisible characters, because the database rejects some of them. The decoded strings
    are cleaned, because JSON can contain escaped characters."""
    return PageEntry(
        path=drop_invisible(entry.path),
        title=drop_invisible(entry.title),
        edit=entry.edit and drop_invisible(entry.edit),
        outdated=entry.outdated,
    )
