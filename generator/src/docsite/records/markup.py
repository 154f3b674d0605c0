"""Names in the HTML of a page that the theme relies on.

`make contracts` writes them as TypeScript types.
"""

from __future__ import annotations

from enum import StrEnum


class ContentClass(StrEnum):
    """The classes in the text of a page. The theme has those of highlighted code."""

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
    """On a table whose rows become lists on narrow screens."""
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
    """The data attributes in the text of a page."""

    LANGUAGE = "data-language"
    """On a code block: its language."""
    RUN = "data-run"
    """On what can be run: the hash in the name of its sample's file."""
    LAST = "data-last"
    """On the last tab of a code group."""
    COLUMN = "data-column"
    """On a cell of a table with three columns or more, except the first cell: its column."""


class TrustedTypesPolicy(StrEnum):
    """The policies that may turn text into HTML or script URLs, one per script that needs it."""

    BOOT = "docsite-boot"
    BUNDLER = "docsite-bundler"
    CONTENT = "docsite-content"
    WORKER = "docsite-worker"
