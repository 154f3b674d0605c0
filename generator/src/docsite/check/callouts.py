"""Checks that callouts are rare. Otherwise, visitors tend to skip them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docsite.pages.parse import ParsedPage
from docsite.records import Callout, Problem

MAX_CALLOUTS = 2
"""The maximum number of tips, warnings and dangers per page. Details don't count."""


def check_callouts(pages: Sequence[ParsedPage]) -> Iterator[Problem]:
    """Reports too many callouts, and adjacent ones."""
    for page in pages:
        file = page.source.file
        prominent = [callout for callout in page.document.callouts if _is_prominent(callout)]
        for callout in prominent[MAX_CALLOUTS : MAX_CALLOUTS + 1]:
            message = f"This page has {len(prominent)} callouts."
            hint = f"Keep the {MAX_CALLOUTS} that matter most, and turn the others into plain text."
            yield Problem("warning", file, callout.line, message, hint)
        for callout in prominent:
            if callout.follows:
                hint = "Merge them, or turn one of them into plain text."
                yield Problem(
                    "warning", file, callout.line, "Two callouts follow each other directly.", hint
                )


def _is_prominent(callout: Callout) -> bool:
    return callout.kind != "details"
