"""The appearance of a site: its accent color, its own styles, and elements of the head."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path

from docsite.digests import short_hash
from docsite.errors import ConfigError
from docsite.markdown.mathml import COMMON_STYLES, class_of
from docsite.node.manifest import AccentTokens
from docsite.node.theme import Layout, Theme
from docsite.pages.parse import ParsedPage
from docsite.records import Accent, HeadTag, SiteConfig
from docsite.records.markup import ContentClass
from docsite.site.colors import (
    READABLE,
    Color,
    find_readable,
    lowest_contrast,
    parse_hex,
    parse_tokens,
)
from docsite.site.config import CONFIG_FILE
from docsite.site.text_files import load_inside

_HASH = re.compile(r"[0-9a-f]{8}(?=\.css\Z)")
_MODES = ("light", "dark")
_PRINT = "print"
"""The key of the styles for print versions in `extras`. Unlike the other keys, it isn't a class."""


def style_theme(
    theme: Theme, config: SiteConfig, docs: Path, pages: Sequence[ParsedPage] = ()
) -> Theme:
    """Returns the theme with the styles of a site, which follow the theme's styles in every
    file."""
    styled = _add_styles(theme, _render_styles(theme, config, docs, pages))
    if not any(sidebar.print for sidebar in config.sidebars):
        return styled
    styles = styled.layouts["doc"].styles + theme.extras.get(_PRINT, "")
    return replace(styled, printed=Layout((), styles, None))


def _render_styles(
    theme: Theme, config: SiteConfig, docs: Path, pages: Sequence[ParsedPage]
) -> str:
    added = "".join(_find_extras(theme, pages)) + _render_math(pages)
    added += _render_accent(theme, config.accent) if config.accent else ""
    return added + (_load_styles(config.styles, docs) if config.styles else "")


def _add_styles(theme: Theme, added: str) -> Theme:
    if not added:
        return theme
    texts = {path: text + added for path, text in theme.styles.items()}
    paths = {path: _HASH.sub(short_hash(text), path) for path, text in texts.items()}

    def extend(layout: Layout) -> Layout:
        other = paths[layout.other_styles] if layout.other_styles else None
        return replace(layout, styles=layout.styles + added, other_styles=other)

    return replace(
        theme,
        layouts={name: extend(layout) for name, layout in theme.layouts.items()},
        styles={paths[path]: text for path, text in texts.items()},
        hash=short_hash(theme.hash + added),
    )


def _find_extras(theme: Theme, pages: Sequence[ParsedPage]) -> Iterator[str]:
    """Yields the styles for content that occurs on the site."""
    for name, styles in theme.extras.items():
        marks = (f'class="{name}"', f'class="{name} ')
        has_tags = name == ContentClass.TAGS and any(page.source.frontmatter.tags for page in pages)
        sections = (section for page in pages for section in page.document.sections)
        texts = (text for section in sections for text in (section.head, section.body))
        if has_tags or any(mark in text for text in texts for mark in marks):
            yield styles


def _render_math(pages: Sequence[ParsedPage]) -> str:
    """Returns the rules for the classes in formulas. Every document contains them, so a new rule
    changes all documents. Common rules are always included, so that most edits only change one
    page."""
    used = {style for page in pages for style in page.document.styles}
    if not used:
        return ""
    # Sorted by property, because `padding-left` must follow `padding`.
    styles = sorted({*COMMON_STYLES, *used}, key=lambda style: style.split(":"))
    return "".join(f".{class_of(style)}{{{style}}}" for style in styles)


def _load_styles(name: str, docs: Path) -> str:
    text = load_inside(docs, name)
    if text is None:
        hint = "Specify a CSS file in the docs folder."
        raise ConfigError(f"styles: there is no file {name}", hint=hint, file=CONFIG_FILE)
    if "</style" in text.lower():
        hint = "Remove it: the styles are inlined in every document."
        raise ConfigError(f"styles: {name} contains </style", hint=hint, file=CONFIG_FILE)
    return text


def _render_accent(theme: Theme, accent: Accent) -> str:
    if theme.accent is None:
        hint = "Remove accent, or use another theme."
        message = "accent: the theme has no accent color"
        raise ConfigError(message, hint=hint, file=CONFIG_FILE)
    tokens = parse_tokens(theme.layouts["doc"].styles)
    light = parse_hex(accent.light)
    tints = {
        name: tuple(tint(color, light) for color in tokens[name]) for name in theme.accent.tints
    }
    grounds = _backgrounds(theme.accent, {**tokens, **tints})
    dark = parse_hex(accent.dark) if accent.dark else find_readable(light, grounds["dark"])
    for mode, color in zip(_MODES, (light, dark), strict=True):
        _check_contrast(mode, color, grounds[mode])
    values = {theme.accent.color: (light, dark), **tints}
    return f":root{{{''.join(_render_tokens(values))}}}"


def tint(color: Color, accent: Color) -> Color:
    """Returns the color with the hue of the accent. Its lightness stays the same, and it isn't more
    colorful than the accent."""
    return Color(color.lightness, min(color.chroma, accent.chroma), accent.hue)


def _backgrounds(
    tokens: AccentTokens, colors: Mapping[str, tuple[Color, ...]]
) -> Mapping[str, tuple[Color, ...]]:
    return {
        mode: tuple(colors[name][index] for name in tokens.surfaces)
        for index, mode in enumerate(_MODES)
    }


def _check_contrast(mode: str, color: Color | None, backgrounds: tuple[Color, ...]) -> None:
    contrast = lowest_contrast(color, backgrounds) if color else 1
    if color and contrast >= READABLE:
        return
    readable = find_readable(color, backgrounds) if color else None
    found = f"The most similar color with enough contrast is {readable.hex}." if readable else ""
    message = f"accent.{mode}: the contrast ratio of this color is only {contrast:.1f}"
    hint = f"Links need a contrast ratio of {READABLE} on all backgrounds. {found}".strip()
    raise ConfigError(message, hint=hint, file=CONFIG_FILE)


def _render_tokens(values: Mapping[str, tuple[Color | None, ...]]) -> Iterator[str]:
    for name, colors in values.items():
        rendered = ",".join(color.hex for color in colors if color)
        yield f"{name}:light-dark({rendered});"


def render_head(tags: tuple[HeadTag, ...]) -> str:
    """Renders the elements of `head` in `site.toml`, which have been validated with the
    configuration."""
    return "".join(map(_render_tag, tags))


def _render_tag(tag: HeadTag) -> str:
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in tag.attributes.items())
    end = f"{tag.text}</script>" if tag.tag == "script" else ""
    return f"<{tag.tag}{attributes}>{end}"
