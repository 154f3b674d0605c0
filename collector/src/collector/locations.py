"""Normalizes URLs of pages and referrers."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

from collector.errors import KnownError
from collector.invisible import drop_invisible

MAX_LENGTH = 2000
_INDEX = re.compile(r"/index\.(html?|php)$", re.IGNORECASE)
_PATH = re.compile(r"/[^?#]*")
"""Without a query or a fragment, which can contain personal data."""


def normalize_path(location: str) -> str:
    """Returns the path of a page. The query is dropped: it can contain personal data, and doesn't
    select a page on a static site."""
    parts = _split(location)
    if parts is None:
        raise KnownError("Failed to normalize `siteLocation`")
    return normalize_page(parts.path or "/")


def normalize_page(path: str) -> str:
    return _INDEX.sub("/", path)[:MAX_LENGTH]


def find_path(text: str) -> str | None:
    """Returns the path at the start of a string, or `None` if there is none, as in an address."""
    found = _PATH.match(text)
    return normalize_page(found[0]) if found else None


def normalize_referrer(referrer: str | None, location: str) -> str | None:
    """Returns the host and path of a referrer, or `None` if it is the site itself."""
    parts = _split(referrer) if referrer else None
    own = _split(location) if parts else None
    if parts is None or (own is not None and parts.netloc == own.netloc):
        return None
    host = parts.netloc.rpartition("@")[2].removeprefix("www.").lower()
    path = parts.path.rstrip("/")
    return f"{host}{path}"[:MAX_LENGTH]


def _split(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(drop_invisible(address).replace(" ", ""))
    except ValueError:
        return None
    return parts if parts.scheme in ("http", "https") and parts.netloc else None
