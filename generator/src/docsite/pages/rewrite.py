"""Changes attributes in the HTML of pages, for copies outside their documents."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape, unescape

# Raw HTML is escaped, and so are angle brackets in attributes. Code may contain quotes, so
# attributes are only searched inside tags.
_TAG = re.compile(r"<[a-z][^<>]*>")
_ATTRIBUTE = re.compile(r' ([a-z-]+)="([^"]*)"')

Change = Callable[[str, str], str]
"""Returns the new value of an attribute, given its name and its value, both unescaped."""


def rewrite_attributes(html: str, change: Change) -> str:
    def rewrite_attribute(found: re.Match[str]) -> str:
        value = unescape(found[2])
        changed = change(found[1], value)
        return found[0] if changed == value else f' {found[1]}="{escape(changed)}"'

    def rewrite_tag(found: re.Match[str]) -> str:
        return _ATTRIBUTE.sub(rewrite_attribute, found[0])

    return _TAG.sub(rewrite_tag, html)
