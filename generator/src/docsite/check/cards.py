"""Checks that the fonts of social cards have the characters of titles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from docsite.pages.cards import assemble_cards
from docsite.pages.parse import ParsedPage
from docsite.records import Problem, SiteConfig
from docsite.site.config import CONFIG_FILE
from docsite.site.fonts import Font, find_missing
from docsite.site.locales import locale_of

_SHOWN = 5


def check_cards(
    config: SiteConfig, pages: Sequence[ParsedPage], fonts: Sequence[Font]
) -> Iterator[Problem]:
    """One warning per language, because usually all its pages need the same font."""
    missing: dict[str, dict[str, None]] = defaultdict(dict)
    counts: dict[str, int] = defaultdict(int)
    for path, (own, *_) in assemble_cards(config, pages).items():
        if found := find_missing(fonts, own.text):
            tag = locale_of(path, config.locales).tag
            missing[tag] |= dict.fromkeys(found)
            counts[tag] += 1
    for tag, chars in missing.items():
        shown = " ".join([*chars][:_SHOWN])
        pages_text = "1 page" if counts[tag] == 1 else f"{counts[tag]} pages"
        message = f"No font for social cards has the characters of {pages_text} in {tag}: {shown}."
        hint = (
            "These pages have the card of the site. Add a font file for this language to the docs "
            "folder, and its path to cards.fonts."
        )
        yield Problem("warning", CONFIG_FILE, None, message, hint)
