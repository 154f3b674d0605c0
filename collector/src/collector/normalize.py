"""Normalizes page views from clients and imports."""

from __future__ import annotations

import re
from datetime import datetime
from uuid import UUID

from collector.errors import KnownError
from collector.invisible import drop_invisible
from collector.locations import normalize_path, normalize_referrer
from collector.model import Record, RecordInput

MAX_TEXT = 200
MAX_PATH = 500
_MAX_SIZE = 100_000
_MAX_COLOR_DEPTH = 48
_WIDTHS = ((600, "phone"), (1100, "tablet"))
"""Upper bounds of window widths in pixels, and the names of their classes."""
_LANGUAGE = re.compile("[a-zA-Z]{2}")


def make_record(id_: UUID, domain_id: UUID, created: datetime, input_: RecordInput) -> Record:
    _check_sizes(input_)
    return Record(
        id=id_,
        domain_id=domain_id,
        created=created,
        path=clean(normalize_path(input_.site_location), MAX_PATH) or "/",
        referrer=clean(normalize_referrer(input_.site_referrer, input_.site_location), MAX_PATH),
        source=clean(input_.source, MAX_TEXT),
        language=_check_language(input_.site_language),
        browser=clean(input_.browser_name, MAX_TEXT),
        system=clean(input_.os_name, MAX_TEXT),
        size=_classify_width(input_.browser_width),
    )


def _classify_width(width: float | None) -> str | None:
    if not width:
        return None
    return next((name for most, name in _WIDTHS if width < most), "desktop")


def clean(text: str | None, length: int) -> str | None:
    """Removes invisible characters, because the database rejects some of them. Returns `None` if
    nothing is left."""
    if not text:
        return None
    return drop_invisible(text).strip()[:length].strip() or None


def _check_language(language: str | None) -> str | None:
    if not language:
        return None
    if not _LANGUAGE.fullmatch(language):
        raise KnownError("`siteLanguage` must have two letters")
    return language.lower()


def _check_sizes(input_: RecordInput) -> None:
    """Validates all sizes, although only `browserWidth` is used."""
    for name, size, least, most in (
        ("screenWidth", input_.screen_width, 0, _MAX_SIZE),
        ("screenHeight", input_.screen_height, 0, _MAX_SIZE),
        ("screenColorDepth", input_.screen_color_depth, 1, _MAX_COLOR_DEPTH),
        ("browserWidth", input_.browser_width, 0, _MAX_SIZE),
        ("browserHeight", input_.browser_height, 0, _MAX_SIZE),
    ):
        if size is not None and not least <= size <= most:
            raise KnownError(f"`{name}` must be between {least} and {most}")
