"""Whether code blocks are in languages that can be coloured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docsite.check.suggestions import did_you_mean
from docsite.languages import LANGUAGES
from docsite.pages import ParsedPage
from docsite.records import Problem


def check_languages(pages: Sequence[ParsedPage]) -> Iterator[Problem]:
    """Code that would stay without colours by mistake."""
    for page in pages:
        for block in page.document.code_blocks:
            if block.language not in LANGUAGES:
                message = f"A code block is in an unknown language, {block.language}."
                hint = f"{did_you_mean(block.language, LANGUAGES)} Write text for no colours."
                yield Problem("error", page.source.file, block.line, message, hint)
