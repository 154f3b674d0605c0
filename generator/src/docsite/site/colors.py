"""Colors, their contrast, and the most similar readable color.

Lightness is that of OKLCH, in which colors of equal lightness look equally bright:
https://bottosson.github.io/posts/oklab/
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

READABLE = 4.5
"""The minimum contrast of text in WCAG 2.2, level AA."""

_STEPS = 100
_OKLCH = r"oklch\(\s*([\d.]+)%\s+([\d.]+)\s+([\d.]+)\s*\)"
_TOKEN = re.compile(rf"(--[\w-]+):\s*light-dark\(\s*{_OKLCH}\s*,\s*{_OKLCH}\s*\)")


@dataclass(frozen=True)
class Color:
    lightness: float
    """From 0 to 1."""
    chroma: float
    hue: float
    """In degrees."""

    @property
    def hex(self) -> str:
        return "#" + "".join(f"{round(_encode(part) * 255):02x}" for part in self._linear)

    @property
    def luminance(self) -> float:
        red, green, blue = self._linear
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    @property
    def _linear(self) -> tuple[float, ...]:
        """Linear red, green and blue, from 0 to 1."""
        a = self.chroma * math.cos(math.radians(self.hue))
        b = self.chroma * math.sin(math.radians(self.hue))
        cone_l = (self.lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
        cone_m = (self.lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
        cone_s = (self.lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
        parts = (
            4.0767416621 * cone_l - 3.3077115913 * cone_m + 0.2309699292 * cone_s,
            -1.2684380046 * cone_l + 2.6097574011 * cone_m - 0.3413193965 * cone_s,
            -0.0041960863 * cone_l - 0.7034186147 * cone_m + 1.707614701 * cone_s,
        )
        return tuple(min(max(part, 0.0), 1.0) for part in parts)


def parse_hex(text: str) -> Color:
    """Parses a color such as `#7a1f5c`."""
    red, green, blue = (_decode(int(text[at : at + 2], 16) / 255) for at in (1, 3, 5))
    cone_l = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    cone_m = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    cone_s = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    a = 1.9779984951 * cone_l - 2.4285922050 * cone_m + 0.4505937099 * cone_s
    b = 0.0259040371 * cone_l + 0.7827717662 * cone_m - 0.8086757660 * cone_s
    lightness = 0.2104542553 * cone_l + 0.7936177850 * cone_m - 0.0040720468 * cone_s
    return Color(lightness, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360)


def _decode(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _encode(part: float) -> float:
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


def contrast_of(one: Color, other: Color) -> float:
    """Returns the contrast ratio as defined in WCAG 2, from 1 to 21."""
    darker, lighter = sorted((one.luminance, other.luminance))
    return (lighter + 0.05) / (darker + 0.05)


def lowest_contrast(color: Color, backgrounds: Iterable[Color]) -> float:
    return min(contrast_of(color, background) for background in backgrounds)


def find_readable(color: Color, backgrounds: Sequence[Color]) -> Color | None:
    """Returns the color, or the most similar lighter or darker one that is readable on all
    backgrounds."""
    for step in range(_STEPS + 1):
        for change in (-step / _STEPS, step / _STEPS):
            lightness = min(max(color.lightness + change, 0.0), 1.0)
            chroma = color.chroma if 0 < lightness < 1 else 0  # black and white
            # Converted to hex and back, because the site shows rounded values.
            candidate = parse_hex(Color(lightness, chroma, color.hue).hex)
            if lowest_contrast(candidate, backgrounds) >= READABLE:
                return color if step == 0 else candidate
    return None


def parse_tokens(styles: str) -> dict[str, tuple[Color, Color]]:
    """Returns the custom properties of a stylesheet that are colors for light and dark mode."""
    found: dict[str, tuple[Color, Color]] = {}
    for name, *numbers in _TOKEN.findall(styles):
        l1, c1, h1, l2, c2, h2 = map(float, numbers)
        found[name] = (Color(l1 / 100, c1, h1), Color(l2 / 100, c2, h2))
    return found
