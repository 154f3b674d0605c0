"""Whether callouts stay rare: where everything calls, nothing is heard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docsite.pages.parse import ParsedPage
from docsite.records import Callout, Problem

MAX_CALLOUTS = 2
"""So many tips, warnings and dangers a page may have. Details are closed, and do not count."""


def check_callouts(pages: Sequence[ParsedPage]) -> Iterator[Problem]:
    """Too many callouts, and those that stand together."""
    for page in pages:
        file = page.source.file
        loud = [callout for callout in page.document.callouts if _is_loud(callout)]
        for callout in loud[MAX_CALLOUTS : MAX_CALLOUTS + 1]:
            message = f"This page has {len(loud)} callouts."
            hint = f"Keep the {MAX_CALLOUTS} that matter most, and turn the others into plain text."
            yield Problem("warning", file, callout.line, message, hint)
        for callout in loud:
            if callout.follows:
                hint = "Merge them, or turn one of them into plain text."
                yield Problem(
                    "warning", file, callout.line, "Two callouts follow each other directly.", hint
                )


def _is_loud(callout: Callout) -> bool:
    return callout.kind != "details"
