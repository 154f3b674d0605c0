"""Checks that the fonts of social cards cover their text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from docsite.pages.cards import Card, assemble_cards
from docsite.pages.parse import ParsedPage
from docsite.records import Problem, SiteConfig
from docsite.site.config import CONFIG_FILE
from docsite.site.fonts import Font, find_missing
from docsite.site.locales import locale_of

_SHOWN = 5


def check_cards(
    config: SiteConfig, pages: Sequence[ParsedPage], fonts: Sequence[Font]
) -> Iterator[Problem]:
    """Yields one warning per language, because usually all its pages need the same font."""
    found: dict[str, _Missing] = defaultdict(_Missing)
    effects: dict[str, str] = {}
    for path, (own, *fallbacks) in assemble_cards(config, pages).items():
        if chars := find_missing(fonts, own.text):
            tag = locale_of(path, config.locales).tag
            found[tag].add(own, chars)
            effects[tag] = _describe_effect(fallbacks, fonts, tag, config.locales[0].tag)
    for tag, missing in found.items():
        shown = " ".join([*missing.chars][:_SHOWN])
        more = " …" if len(missing.chars) > _SHOWN else ""
        message = (
            "No font of the social cards has these characters, used on "
            f"{missing.places} in {tag}: {shown}{more}"
        )
        hint = (
            f"{effects[tag]} Add a font file for this language to the docs folder, and its path "
            "to cards.fonts."
        )
        yield Problem("warning", CONFIG_FILE, None, message, hint)


@dataclass
class _Missing:
    """The characters of a language that no font has, and where they are used."""

    chars: dict[str, None] = field(default_factory=dict)
    pages: int = 0
    is_default: bool = False
    """Whether the default card contains some of them. Many pages may use it."""

    def add(self, card: Card, chars: Iterable[str]) -> None:
        self.chars |= dict.fromkeys(chars)
        self.pages += not card.is_default
        self.is_default |= card.is_default

    @property
    def places(self) -> str:
        pages = "1 page" if self.pages == 1 else f"{self.pages} pages"
        default = "the default card"
        if not self.is_default:
            return pages
        return f"{pages} and {default}" if self.pages else default


def _describe_effect(fallbacks: Sequence[Card], fonts: Sequence[Font], tag: str, first: str) -> str:
    """Returns the effect, which is the same for all pages in a language. The last fallback is in
    the first language."""
    used = next((card for card in fallbacks if not find_missing(fonts, card.text)), None)
    if used is None:
        return "The affected pages have no image."
    where = f" in {first}" if tag != first and used == fallbacks[-1] else ""
    return f"The affected pages use the default card{where}."
