"""Checks that live samples are built and up to date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docsite.markdown import ExampleLoader
from docsite.pages.parse import ParsedPage
from docsite.records import LiveConfig, Problem
from docsite.site.config import CONFIG_FILE
from docsite.site.live import MANIFEST, Live


def check_live(
    live: Live | None, pages: Sequence[ParsedPage], load: ExampleLoader
) -> Iterator[Problem]:
    """`load` returns the content of a file in the docs folder."""
    if live is None:
        return
    if live.is_built:
        yield from _check_samples(live, pages, load)
    else:
        yield _missing(live.config, load(CONFIG_FILE) or "")


def _missing(config: LiveConfig, text: str) -> Problem:
    lines = enumerate(text.splitlines(), start=1)
    line = next((number for number, line in lines if line.startswith(("[live]", "live ="))), None)
    message = f"There is no {config.folder}/{MANIFEST}, so samples can't run."
    return Problem("error", CONFIG_FILE, line, message, f"Run `{config.made_by}` first.")


def _check_samples(
    live: Live, pages: Sequence[ParsedPage], load: ExampleLoader
) -> Iterator[Problem]:
    """Yields only warnings, so that authors can preview a page before they build its samples."""
    locations = {
        block.file: (page.source.file, block.line)
        for page in reversed(pages)
        for block in reversed(page.document.code_blocks)
        if live.name_of(block.file)
    }
    for file, (page_file, line) in locations.items():
        if load(file or "") != live.sources[live.name_of(file) or ""]:
            message = f"{file} has changed, but Run uses the previous version."
            hint = f"Run `{live.config.made_by}` again."
            yield Problem("warning", page_file, line, message, hint)
