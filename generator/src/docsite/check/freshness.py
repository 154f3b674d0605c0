"""Checks that translations are up to date with their originals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from docsite.pages.parse import ParsedPage
from docsite.pages.sections import RECORDED, Originals, find_stale
from docsite.records import Problem, SiteConfig
from docsite.site.locales import neutral_path


def check_freshness(
    config: SiteConfig, pages: Sequence[ParsedPage], originals: Originals
) -> Iterator[Problem]:
    """Reports outdated sections and unneeded hashes, and sections without a recorded hash if
    `track_translations` is set."""
    for page in pages:
        original = originals.get(neutral_path(page.path, config.locales))
        if page.source.locale == config.locales[0].tag:
            if page.source.recorded is not None:
                message = f"This page is an original, so it needs no [{RECORDED}] table."
                yield Problem("error", page.source.file, 1, message, "Remove it.")
        elif original is not None:
            yield from _check_translation(config, page, original)


def _check_translation(
    config: SiteConfig, page: ParsedPage, original: Mapping[str, str]
) -> Iterator[Problem]:
    file = page.source.file
    lines = {heading.slug: heading.line for heading in page.document.headings}
    recorded = page.source.recorded or {}
    by_command = f"then run docsite translated for {file}"
    for slug in find_stale(recorded, original):
        message = f"The original of #{slug} has changed since it was translated."
        hint = f"Update this section, {by_command}#{slug}."
        yield Problem("warning", file, lines.get(slug), message, hint)
    for slug in original if config.track_translations else ():
        if slug in lines and slug not in recorded:
            message = f"[{RECORDED}] has no hash for #{slug}."
            hint = f"Compare it with the original, {by_command}#{slug}."
            yield Problem("warning", file, lines[slug], message, hint)
    for slug in recorded:
        if slug not in original:
            message = f"[{RECORDED}] lists #{slug}, which the original doesn't have."
            yield Problem("warning", file, 1, message, f"Remove it, {by_command}.")
