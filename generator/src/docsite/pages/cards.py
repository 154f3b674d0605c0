"""Which social card each page has."""

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


@dataclass(frozen=True)
class Card:
    """The texts of a card."""

    title: str
    caption: str
    """The section of the page, or the description of the site."""
    site: str
    """The name of the site; empty on its own card, where it is the title."""
    dir: Direction

    @property
    def text(self) -> str:
        return f"{self.title}{self.caption}{self.site}"

    @property
    def alt(self) -> str:
        return f"{self.title} · {self.site or self.caption}".removesuffix(" · ")


def assemble_cards(
    config: SiteConfig, pages: Sequence[ParsedPage]
) -> Mapping[str, tuple[Card, ...]]:
    """The cards of each page by its path: its own first, and then those that may replace it."""
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
        yield Card(page.document.title, caption, config.title, direction_of(language))
    for locale in (locale_of(page.path, config.locales), config.locales[0]):
        yield Card(config.title, locale.description, "", direction_of(locale.tag))
