"""The contrast in screenshots, where styles don't show it."""

from __future__ import annotations

from base64 import b64encode

from playwright.sync_api import Locator

from tests.in_page import load_function

_FEWEST_PIXELS = 8
"""Fewer pixels are a smoothed edge."""

_COUNT = load_function("count-colors")


def contrast_in(element: Locator) -> float:
    """The highest contrast of a color in an element to the most common one."""
    picture = b64encode(element.screenshot()).decode()
    counts: dict[str, int] = element.page.evaluate(_COUNT, picture)
    ground = _luminance(max(counts, key=counts.__getitem__))
    others = [_luminance(color) for color, count in counts.items() if count >= _FEWEST_PIXELS]
    return max(_contrast(ground, other) for other in others)


def _contrast(one: float, other: float) -> float:
    dark, light = sorted((one, other))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    """The relative luminance of `red,green,blue`, as WCAG defines it."""
    red, green, blue = (_linear(int(part) / 255) for part in color.split(","))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
