"""Checks that code blocks can be highlighted, and that samples are included from files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docsite.pages.parse import ParsedPage
from docsite.records import Problem, SiteConfig
from docsite.site.languages import LANGUAGES
from docsite.site.suggestions import did_you_mean


def check_languages(pages: Sequence[ParsedPage]) -> Iterator[Problem]:
    """Reports languages that the highlighter doesn't support."""
    for page in pages:
        for block in page.document.code_blocks:
            if block.language not in LANGUAGES:
                message = f"A code block is in an unknown language, {block.language}."
                hint = f"{did_you_mean(block.language, LANGUAGES)} Use text for no highlighting."
                yield Problem("error", page.source.file, block.line, message, hint)


def check_samples(config: SiteConfig, pages: Sequence[ParsedPage]) -> Iterator[Problem]:
    """If `samples_are_files` is set, reports code blocks of several lines that aren't included from
    a file."""
    for page in pages if config.samples_are_files else ():
        for block in page.document.code_blocks:
            if block.file is None and "\n" in block.text.strip("\n"):
                message = "A code block with more than one line is inline on the page."
                hint = "Move it to a file in examples/ and include it: <<< examples/…"
                yield Problem("error", page.source.file, block.line, message, hint)
