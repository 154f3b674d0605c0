"""Checks that tags are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from docsite.pages.parse import ParsedPage
from docsite.records import Problem, SiteConfig
from docsite.site.suggestions import did_you_mean


def check_tags(config: SiteConfig, pages: Sequence[ParsedPage]) -> Iterator[Problem]:
    """Reports unknown and repeated tags of originals. Translations inherit the tags."""
    known = [tag.id for tag in config.tags]
    for page in pages:
        if page.source.locale == config.locales[0].tag:
            for tag, count in Counter(page.source.frontmatter.tags).items():
                if known and tag not in known:
                    hint = did_you_mean(tag, known, "Add it to site.toml, under [[tags]].")
                    message = f"There is no tag called {tag}."
                    yield Problem("error", page.source.file, 1, message, hint)
                if count > 1:
                    message = f"The tag {tag} is listed {count} times."
                    yield Problem("error", page.source.file, 1, message, "List it once.")
