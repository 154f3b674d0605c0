"""Footnotes, which become a numbered list at the end of the page."""

from __future__ import annotations

from collections.abc import Sequence

from docsite.importing.context import Page
from docsite.importing.lines import Line, indent, strip_blank

FOOTNOTES_ID = "page-footnotes"
_TITLES = {"zh": "脚注", "ja": "脚注", "ko": "각주", "de": "Fußnoten", "fr": "Notes", "es": "Notas"}


def append_footnotes(page: Page, used: Sequence[str]) -> list[Line]:
    """Returns a list of the footnotes in the order of their first use. Unused ones follow, because
    the author may still need them."""
    labels = [*used, *(label for label in page.footnotes if label not in used)]
    if not labels:
        return []
    start = page.lines[-1] if page.lines else Line("", page.file.source, 1)
    title = _TITLES.get(page.file.language.tag.partition("-")[0], "Footnotes")
    done = [start.to(""), start.to(f"## {title} {{#{FOOTNOTES_ID}}}"), start.to("")]
    for number, label in enumerate(labels, 1):
        body = strip_blank(page.footnotes[label]) or [start.to("")]
        mark = f"{number}. "
        first, *rest = indent(body, len(mark))
        done += [first._replace(text=mark + first.text[len(mark) :]), *rest]
    return done
