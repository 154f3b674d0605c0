"""The contrast in screenshots, where styles don't show it."""

from __future__ import annotations

from base64 import b64encode

from playwright.sync_api import Locator

from tests.in_page import load_function

_FEWEST_PIXELS = 8
"""Fewer pixels are a smoothed edge."""

_COUNT = load_function("count-colors")


# In pixels of a screenshot of the whole page.
_BOXES = """(elements) => elements.map((element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [x, y] = [Math.floor(left + scrollX), Math.floor(top + scrollY)];
  return [x, y, Math.ceil(right + scrollX) - x, Math.ceil(bottom + scrollY) - y];
})"""


def find_faint(elements: Locator, least: float = 4.5) -> list[str]:
    """The HTML of the elements in which no color has that contrast to the most common one."""
    picture = b64encode(elements.page.screenshot(full_page=True)).decode()
    counts = elements.page.evaluate(_COUNT, [picture, elements.evaluate_all(_BOXES)])
    assert counts
    html = elements.evaluate_all("(elements) => elements.map((element) => element.outerHTML)")
    return [text for text, found in zip(html, counts, strict=True) if _contrast_of(found) < least]


def _contrast_of(counts: dict[str, int]) -> float:
    """The highest contrast of a color to the most common one."""
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
