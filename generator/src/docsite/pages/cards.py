"""Chooses the social card of each page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from docsite.pages.parse import ParsedPage
from docsite.records import CardsConfig, Direction, SiteConfig
from docsite.site.locales import (
    direction_of,
    locale_of,
    localized_path,
    neutral_path,
    text_locale_of,
)
from docsite.site.xml import strip_invalid


@dataclass(frozen=True)
class Card:
    """The content of a social card."""

    title: str
    caption: str
    """The section of the page, or the description of the site."""
    site: str
    """The name of the site; empty on the default card, where it is the title."""
    dir: Direction

    @property
    def is_default(self) -> bool:
        """Whether this is the default card of a language."""
        return not self.site

    @property
    def text(self) -> str:
        return f"{self.title}{self.caption}{self.site}"

    @property
    def alt(self) -> str:
        return f"{self.title} · {self.site or self.caption}".removesuffix(" · ")


def assemble_cards(
    config: SiteConfig, pages: Sequence[ParsedPage]
) -> Mapping[str, tuple[Card, ...]]:
    """Returns the cards of each page, keyed by its path: its own card first, then its fallbacks."""
    if config.cards is None:
        return {}
    captions = {
        localized_path(path, locale): group.label[locale.tag]
        for locale in config.locales
        for sidebar in config.sidebars
        for group in sidebar.groups
        for path in group.pages
    }
    return {page.path: tuple(_find_cards(page, config, config.cards, captions)) for page in pages}


def _find_cards(
    page: ParsedPage, config: SiteConfig, cards: CardsConfig, captions: Mapping[str, str]
) -> Iterator[Card]:
    path = neutral_path(page.path, config.locales)
    if not page.source.frontmatter.is_home and path.startswith(cards.under):
        language = text_locale_of(page.source, config).tag
        caption = captions.get(page.path, "")
        yield _make_card(page.document.title, caption, config.title, language)
    for locale in (locale_of(page.path, config.locales), config.locales[0]):
        yield _make_card(config.title, locale.description, "", locale.tag)


def _make_card(title: str, caption: str, site: str, language: str) -> Card:
    """Removes characters that SVG can't contain."""
    title, caption, site = map(strip_invalid, (title, caption, site))
    return Card(title, caption, site, direction_of(language))
