"""Names in the HTML of pages that the theme relies on.

`make contracts` writes them as TypeScript types.
"""

from __future__ import annotations

from enum import StrEnum


class ContentClass(StrEnum):
    """The classes in the content of a page. The theme defines those of highlighted code."""

    BADGE = "badge"
    TIP = "tip"
    WARNING = "warning"
    DANGER = "danger"
    CONTAINER = "container"
    CONTAINER_TITLE = "container-title"
    DETAILS = "details"
    LIVE = "live"
    CODE = "code"
    LONG = "long"
    BREAKABLE = "breakable"
    CODE_GROUP = "code-group"
    CODE_TITLE = "code-title"
    STEPS = "steps"
    LINK_CARDS = "link-cards"
    FILE_TREE = "file-tree"
    CODE_TOOLS = "code-tools"
    LIVE_RUN = "live-run"
    UNSEEN = "unseen"
    LINE = "line"
    ADDED = "added"
    REMOVED = "removed"
    MARKED = "marked"
    FOCUSED = "focused"
    ERROR = "error"
    MESSAGE = "message"
    STORED = "stored"
    ENTRY = "entry"
    TABLE = "table"
    STACKED = "stacked"
    """For tables whose rows become lists on narrow screens."""
    ALIGN_LEFT = "align-left"
    ALIGN_CENTER = "align-center"
    ALIGN_RIGHT = "align-right"
    EXTERNAL = "external"
    PERMALINK = "permalink"
    STALE = "stale"
    TAGS = "tags"
    MATH = "math"


def classes(*names: ContentClass) -> str:
    return f'class="{" ".join(names)}"'


class ContentAttribute(StrEnum):
    """The data attributes in the content of a page."""

    LANGUAGE = "data-language"
    """The language of a code block."""
    RUN = "data-run"
    """The hash in the file name of the sample that an element runs."""
    LAST = "data-last"
    """Marks the last tab of a code group."""
    COLUMN = "data-column"
    """The column name of a table cell, in tables with three columns or more, except in the first
    cell."""


class TrustedTypesPolicy(StrEnum):
    """The policies that may turn text into HTML or script URLs, one per script that needs it."""

    BOOT = "docsite-boot"
    BUNDLER = "docsite-bundler"
    CONTENT = "docsite-content"
    WORKER = "docsite-worker"
