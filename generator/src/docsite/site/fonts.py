"""Loads the fonts of social cards and measures text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from docsite.digests import FileSignature, file_signature, short_hash
from docsite.errors import ConfigError

if TYPE_CHECKING:
    import uharfbuzz as hb

DEFAULT_FONT = Path(__file__).with_name("NotoSans-SemiBold.ttf")
"""Supports Latin, Greek and Cyrillic. See `NotoSans-LICENSE.txt`."""

_INVISIBLE = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""Categories of characters that need no glyph."""
_HINT = "Specify a TrueType or OpenType font (.ttf, .otf or .ttc) in the docs folder."
_MAX_FONTS = 16
_MAX_WIDTHS = 10_000
_FAMILY_NAMES = (16, 1)
"""The ids of the family name in the name table: without the style, and with it."""


@dataclass(frozen=True, eq=False)
class Font:
    """A font file."""

    path: Path
    family: str
    digest: str
    """The hash of the file."""
    characters: Set[int]
    """The code points that it has glyphs for."""
    shaper: hb.Font

    def has(self, char: str) -> bool:
        return ord(char) in self.characters or not is_visible(char)


def is_visible(char: str) -> bool:
    """Returns whether a character needs a glyph."""
    is_selector = "\ufe00" <= char <= "\ufe0f"
    return unicodedata.category(char) not in _INVISIBLE and not is_selector


def load_fonts(names: Iterable[str], docs: Path) -> Sequence[Font]:
    """Returns the configured fonts, followed by the default one."""
    own = [_load(docs, name) for name in names]
    return [*own, _load(DEFAULT_FONT.parent, DEFAULT_FONT.name)]


def find_missing(fonts: Sequence[Font], text: str) -> list[str]:
    """Returns the characters that no font has."""
    return [char for char in dict.fromkeys(text) if not any(font.has(char) for font in fonts)]


def order_fonts(fonts: Sequence[Font], text: str) -> Sequence[Font]:
    """Sorts the font that covers most of the text first. The others are fallbacks."""
    base = max(fonts, key=lambda font: sum(map(font.has, text)))
    return [base, *(font for font in fonts if font is not base)]


def measure(fonts: Sequence[Font], text: str) -> float:
    """Returns the width in em. Each character uses the first font that has a glyph for it."""

    def font_of(char: str) -> Font:
        return next((font for font in fonts if font.has(char)), fonts[0])

    return sum(_measure_run(font, "".join(run)) for font, run in groupby(text, font_of))


# Lines are wrapped several times, and cards have strings in common.
@lru_cache(_MAX_WIDTHS)
def _measure_run(font: Font, text: str) -> float:
    """Returns the width in em, with kerning, ligatures and joined letters."""
    # An optional package, which only sites with cards need.
    import uharfbuzz as hb

    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(font.shaper, buffer)
    advances = (position.x_advance for position in buffer.glyph_positions)
    return float(sum(advances) / font.shaper.face.upem)


def _load(folder: Path, name: str) -> Font:
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise ConfigError(
            f"cards.fonts: {name} isn't in the docs folder", hint=_HINT, file=str(path)
        )
    signature = file_signature(path) if path.is_file() else None
    if signature is None:
        raise ConfigError(f"cards.fonts: {name} doesn't exist", hint=_HINT, file=str(path))
    return _read(path, signature)


@lru_cache(_MAX_FONTS)
def _read(path: Path, _signature: FileSignature) -> Font:
    import uharfbuzz as hb

    try:
        data = path.read_bytes()
    except OSError as error:
        message = f"cards.fonts: {path.name} can't be read"
        raise ConfigError(message, hint="Check its permissions.", file=str(path)) from error
    face = hb.Face(hb.Blob(data))
    characters = frozenset(face.unicodes)
    if not characters:
        raise ConfigError(f"cards.fonts: {path.name} is not a font", hint=_HINT, file=str(path))
    family = _find_family(face)
    if not family or {"'", '"'} <= {*family}:
        message = f"cards.fonts: {path.name} has no usable family name"
        hint = "Use another font. A name can't be empty or contain both kinds of quotes."
        raise ConfigError(message, hint=hint, file=str(path))
    return Font(path, family, short_hash(data), characters, hb.Font(face))


def _find_family(face: hb.Face) -> str | None:
    """Returns the English name, or the first one, because many CJK fonts only have a name in their
    language."""
    names = [(int(entry.name_id), entry.language) for entry in face.list_names()]
    for id_ in _FAMILY_NAMES:
        languages = ["en", *(language for name, language in names if name == id_)]
        for language in languages:
            if name := face.get_name(id_, language):
                return str(name)
    return None
