"""Checks that tags are known, and that their list has a free path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docsite.pages.parse import ParsedPage
from docsite.pages.tags import file_of_tags
from docsite.records import Problem, SiteConfig
from docsite.site.suggestions import did_you_mean


def check_tags(config: SiteConfig, pages: Sequence[ParsedPage]) -> Iterator[Problem]:
    """Translations have the tags of their originals."""
    known = [tag.id for tag in config.tags]
    for page in pages:
        if page.source.locale == config.locales[0].tag:
            for tag in page.source.frontmatter.tags if known else ():
                if tag not in known:
                    hint = did_you_mean(tag, known, "Add it to site.toml, under [[tags]].")
                    message = f"There is no tag called {tag}."
                    yield Problem("error", page.source.file, 1, message, hint)
    yield from _check_lists(config, pages)


def _check_lists(config: SiteConfig, pages: Sequence[ParsedPage]) -> Iterator[Problem]:
    files = {file_of_tags(locale) for locale in config.locales}
    if any(page.source.frontmatter.tags for page in pages):
        for page in pages:
            if page.source.file in files:
                message = "This page has the path of the list of tags."
                yield Problem("error", page.source.file, None, message, "Rename it.")
