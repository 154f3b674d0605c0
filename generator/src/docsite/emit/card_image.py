"""Draws a social card as SVG, and renders it to PNG.

resvg shapes Arabic and reorders right-to-left text, which Pillow only does with a system library.
It doesn't wrap lines, so that is done here.
"""

from __future__ import annotations

import unicodedata
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from docsite.errors import RenderError
from docsite.markdown.cjk import is_cjk, is_full_width_punctuation
from docsite.pages.cards import Card
from docsite.site.fonts import Font, measure

WIDTH, HEIGHT = 1200, 630
"""The size that link previews expect, in pixels."""

_MARGIN = 80
_TEXT_WIDTH = WIDTH - 2 * _MARGIN
_LOGO = 72
_BAR = 16
_SIZES = ((88, 2), (72, 3), (60, 4))
"""The font sizes of titles, and the maximum number of lines for each."""
_LINE_HEIGHT = 1.2
_CAPTION_SIZE = 36
_CAPTION_LINES = 2
_OPENING = frozenset("([{“‘「『（《【〈")
"""Characters that must not be at the end of a line."""
_RIGHT_TO_LEFT = "\u2067{}\u2069"
"""Sets the base direction, because resvg always assumes left to right."""
_COMPRESSION = 9
"""The compression level of libdeflate (1 to 12)."""
_ZERO_WIDTH_JOINER = "\u200d"


@dataclass(frozen=True)
class Style:
    """The style of all cards of a site."""

    background: str
    ink: str
    muted: str
    accent: str
    tint: str
    logo: str = ""
    """A data URL."""


def logo_url(data: bytes, type_: str) -> str:
    return f"data:{type_};base64,{b64encode(data).decode()}"


def draw_card(card: Card, style: Style, fonts: Sequence[Font]) -> str:
    """Draws the card as SVG."""
    size, lines = _fit_title(card.title, fonts)
    captions = _shorten(wrap(card.caption, fonts, _TEXT_WIDTH / _CAPTION_SIZE), _CAPTION_LINES)
    bottom = HEIGHT - _BAR - 64 - (len(captions) - 1) * _CAPTION_SIZE * _LINE_HEIGHT
    middle = (_MARGIN + _LOGO + bottom - _CAPTION_SIZE) / 2
    top = middle - (len(lines) - 1) * size * _LINE_HEIGHT / 2 + size * 0.36
    texts = [
        *_draw_lines(lines, top, size, style.ink, card),
        *_draw_lines(captions, bottom, _CAPTION_SIZE, style.accent, card),
    ]
    is_rtl = card.dir == "rtl"
    corner = 0 if is_rtl else WIDTH
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="{escape(_quote(fonts[0].family))}" font-weight="600">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{style.background}"/>'
        f'<circle cx="{corner}" cy="0" r="260" fill="{style.tint}"/>'
        f'<rect y="{HEIGHT - _BAR}" width="{WIDTH}" height="{_BAR}" fill="{style.accent}"/>'
        f"{_draw_site(card, style, fonts)}{''.join(texts)}</svg>"
    )


def render_png(svg: str, fonts: Sequence[Font], page: str) -> bytes:
    """`page` is the path of a page with this card, for error messages."""
    # Optional packages, which only sites with cards need.
    import oxipng
    import resvg_py

    files = [str(font.path) for font in fonts]
    try:
        image = resvg_py.svg_to_bytes(svg_string=svg, font_files=files, skip_system_fonts=True)
        # Lossless compression, which halves the size. Other filters take three times as long and
        # save 3%.
        return oxipng.optimize_from_memory(
            image,
            filter=[oxipng.RowFilter.NoOp],
            deflate=oxipng.Deflaters.libdeflater(_COMPRESSION),
        )
    except (ValueError, oxipng.PngError) as error:
        raise RenderError(
            f"the social card of {page} can't be rendered: {error}",
            hint="Check the files of cards.fonts and the logo.",
        ) from error


def _quote(family: str) -> str:
    """Quotes a family name, because names such as Exo 2 aren't CSS identifiers. resvg doesn't
    support escapes in strings."""
    mark = '"' if "'" in family else "'"
    return f"{mark}{family}{mark}"


def _draw_site(card: Card, style: Style, fonts: Sequence[Font]) -> str:
    """Draws the logo, and the name of the site next to it."""
    is_rtl = card.dir == "rtl"
    parts = []
    if style.logo:
        left = WIDTH - _MARGIN - _LOGO if is_rtl else _MARGIN
        parts.append(
            f'<image x="{left}" y="{_MARGIN - 16}" width="{_LOGO}" height="{_LOGO}" '
            f'href="{style.logo}"/>'
        )
    indent = _LOGO + 24 if style.logo else 0
    name = _shorten(wrap(card.site, fonts, (_TEXT_WIDTH - indent) / _CAPTION_SIZE), 1)
    parts += _draw_lines(name, _MARGIN + 33, _CAPTION_SIZE, style.muted, card, indent)
    return "".join(parts)


def _draw_lines(
    lines: Sequence[str], top: float, size: int, color: str, card: Card, indent: int = 0
) -> Iterator[str]:
    is_rtl = card.dir == "rtl"
    x = WIDTH - _MARGIN - indent if is_rtl else _MARGIN + indent
    for number, line in enumerate(lines):
        text = escape(_RIGHT_TO_LEFT.format(line) if is_rtl else line)
        y = top + number * size * _LINE_HEIGHT
        anchor = ' text-anchor="end"' if is_rtl else ""
        yield f'<text x="{x}" y="{y:.1f}" font-size="{size}" fill="{color}"{anchor}>{text}</text>'


def _fit_title(title: str, fonts: Sequence[Font]) -> tuple[int, Sequence[str]]:
    """Returns the largest size at which the title fits, and its lines, which have similar
    lengths."""
    for size, limit in _SIZES:
        width = _TEXT_WIDTH / size
        lines = wrap(title, fonts, width)
        if len(lines) <= limit:
            return size, _balance(title, fonts, width, len(lines))
    return size, _shorten(lines, limit)


def _balance(text: str, fonts: Sequence[Font], width: float, count: int) -> Sequence[str]:
    """Wraps text into the same number of lines with the smallest possible width."""
    low, high = width / max(count, 1) / 2, width
    while high - low > 0.1:
        middle = (low + high) / 2
        if len(wrap(text, fonts, middle)) <= count:
            high = middle
        else:
            low = middle
    return wrap(text, fonts, high)


def wrap(text: str, fonts: Sequence[Font], width: float) -> Sequence[str]:
    """Returns lines with at most this width, in em."""
    lines = [""]
    for part in _split(text):
        if measure(fonts, (lines[-1] + part).rstrip()) <= width:
            lines[-1] += part
        elif measure(fonts, part.rstrip()) <= width:
            lines.append(part)
        else:  # a word that is longer than a line
            for cluster in _split_clusters(part):
                if measure(fonts, lines[-1] + cluster) > width:
                    lines.append("")
                lines[-1] += cluster
    return [line.strip() for line in lines if line.strip()]


def _split(text: str) -> Iterator[str]:
    """Yields parts between which a line may end: words with the following space, or CJK
    characters."""
    part = ""
    for char, after in pairwise(f"{' '.join(text.split())}\0"):
        part += char
        if char == " " or _may_break(char, after):
            yield part
            part = ""
    if part:
        yield part


def _split_clusters(text: str) -> Iterator[str]:
    """Yields characters with their combining marks and variation selectors."""
    cluster = ""
    for char in text:
        if cluster and not _is_joined(cluster[-1], char):
            yield cluster
            cluster = ""
        cluster += char
    if cluster:
        yield cluster


def _is_joined(char: str, after: str) -> bool:
    is_mark = unicodedata.category(after).startswith("M")
    return is_mark or _ZERO_WIDTH_JOINER in (char, after)


def _may_break(char: str, after: str) -> bool:
    if (
        char in _OPENING
        or after in " \0"
        or _is_joined(char, after)
        or (is_full_width_punctuation(after) and after not in _OPENING)
    ):
        return False
    return is_cjk(char) or is_cjk(after)


def _shorten(lines: Sequence[str], limit: int) -> Sequence[str]:
    if len(lines) <= limit:
        return lines
    # Drops the last word, or the last character.
    last = lines[limit - 1]
    kept = last.rpartition(" ")[0] or "".join([*_split_clusters(last)][:-1])
    return [*lines[: limit - 1], f"{kept.rstrip(' ,.;:，。、；：')}…"]
