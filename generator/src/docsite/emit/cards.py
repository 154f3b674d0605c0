"""Writes the social cards of a site, and the `<meta>` elements that reference them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path

from docsite.cache import Cache, code_digest, digest, version_of
from docsite.emit.appearance import tint
from docsite.emit.card_image import HEIGHT, WIDTH, Style, draw_card, logo_url, render_png
from docsite.emit.output import Output
from docsite.hosts.headers import content_type_for
from docsite.load import Site
from docsite.node.manifest import AccentTokens
from docsite.node.render import HeadsByPath
from docsite.node.theme import Theme
from docsite.pages.cards import Card, assemble_cards
from docsite.pages.content import load_public_files
from docsite.records import SiteConfig
from docsite.records.assets import ASSETS_FOLDER
from docsite.site.colors import parse_hex, parse_tokens
from docsite.site.fonts import Font, find_missing, load_fonts, order_fonts
from docsite.site.routes import with_base

_IMAGES, _NAMES = "card", "card name"
_PACKAGES = ("pyoxipng", "resvg-py", "uharfbuzz")
_NAME_LENGTH = 16
_INK, _MUTED = parse_hex("#221d20"), parse_hex("#6a6266")
_LOGO_TYPES = frozenset({"image/svg+xml", "image/png", "image/jpeg", "image/gif", "image/webp"})


def write_cards(site: Site, theme: Theme, docs: Path, output: Output, cache: Cache) -> HeadsByPath:
    """Writes the cards that have changed. Returns HTML for the head of each document."""
    config = site.config
    if config.cards is None:
        return HeadsByPath({})
    fonts = load_fonts(config.cards.fonts, docs)
    chosen = {
        path: card
        for path, choices in assemble_cards(config, site.pages).items()
        if (card := next((one for one in choices if not find_missing(fonts, one.text)), None))
    }
    writer = _CardWriter(fonts, _assemble_style(config, theme, docs), output, cache)
    names = writer.write({card: path for path, card in chosen.items()})
    return HeadsByPath(
        {path: _render_head(config, card, names[card]) for path, card in chosen.items()}
    )


@dataclass(frozen=True)
class _CardWriter:
    fonts: Sequence[Font]
    style: Style
    output: Output
    cache: Cache

    def write(self, pages: Mapping[Card, str]) -> Mapping[Card, str]:
        """Writes the cards, and returns the names of the files. `pages` contains the path of a page
        with each card, for error messages.

        The names only depend on the images: other sites store the URLs of shared images, so an
        update of docsite must not change them.
        """
        keys = {card: self._key_of(card) for card in pages}
        names = {card: name for card, key in keys.items() if (name := self._find_current(key))}
        missing = {card: key for card, key in keys.items() if card not in names}
        for card, image in self._render(missing, pages):
            name = f"{ASSETS_FOLDER}/cards/{digest(image)[:_NAME_LENGTH]}.png"
            self.cache.put(_NAMES, keys[card], name.encode())
            # Two cards may have the same image, so the key of a card can't identify the file.
            self.output.write_generated(name, name, image)
            names[card] = name
        return names

    def _key_of(self, card: Card) -> str:
        fonts = order_fonts(self.fonts, card.text)
        return digest(self._version, *(font.digest for font in fonts), repr(card))

    @cached_property
    def _version(self) -> str:
        return digest(code_digest(), *map(version_of, _PACKAGES), repr(self.style))

    def _find_current(self, key: str) -> str | None:
        """Returns the name of the file that the last build wrote for this key, if it is
        unchanged."""
        known = self.cache.get(_NAMES, key)
        name = known.decode() if known else None
        return name if name and self.output.is_current(name, name) else None

    def _render(
        self, keys: Mapping[Card, str], pages: Mapping[Card, str]
    ) -> Iterator[tuple[Card, bytes]]:
        tasks: dict[Card, Future[bytes]] = {}
        # The renderer and the optimizer release the GIL, so threads use all cores.
        pool = ThreadPoolExecutor(os.cpu_count())
        try:
            for card, key in keys.items():
                image = self.cache.get(_IMAGES, key)
                if image is not None:
                    yield card, image
                else:
                    tasks[card] = pool.submit(self._draw, card, pages[card])
            for card in [*tasks]:
                image = tasks.pop(card).result()
                self.cache.put(_IMAGES, keys[card], image)
                yield card, image
        finally:
            pool.shutdown(cancel_futures=True)

    def _draw(self, card: Card, page: str) -> bytes:
        """Draws the SVG in the thread, so that the queue only contains cards: each SVG contains the
        logo."""
        fonts = order_fonts(self.fonts, card.text)
        return render_png(draw_card(card, self.style, fonts), fonts, page)


def _assemble_style(config: SiteConfig, theme: Theme, docs: Path) -> Style:
    """Returns the style for light mode."""
    tokens = {name: light for name, (light, _) in parse_tokens(theme.layouts["doc"].styles).items()}
    names = theme.accent or AccentTokens("")
    own = parse_hex(config.accent.light) if config.accent else tokens.get(names.color, _INK)
    tints = [tint(tokens[name], own) for name in names.tints if name in tokens]
    surfaces = [tokens[name] for name in names.surfaces if name in tokens]
    return Style(
        background=surfaces[0].hex if surfaces else "#ffffff",
        ink=_INK.hex,
        muted=_MUTED.hex,
        accent=own.hex,
        tint=tints[0].hex if tints else "#eeeeee",
        logo=_load_logo(config, docs),
    )


def _load_logo(config: SiteConfig, docs: Path) -> str:
    name = (config.logo or "").removeprefix("/")
    type_ = content_type_for(name)
    if type_ not in _LOGO_TYPES or f"/{name}" not in load_public_files(docs):
        return ""
    return logo_url((docs / "public" / name).read_bytes(), type_)


def _render_head(config: SiteConfig, card: Card, name: str) -> str:
    address = escape(config.address + with_base(f"/{name}", config.base))
    return (
        f'<meta property="og:image" content="{address}">'
        f'<meta property="og:image:width" content="{WIDTH}">'
        f'<meta property="og:image:height" content="{HEIGHT}">'
        f'<meta property="og:image:alt" content="{escape(card.alt)}">'
        '<meta name="twitter:card" content="summary_large_image">'
    )
