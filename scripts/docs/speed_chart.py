"""Draws the chart of `#site-speed` in the developer guide: one panel of bars per measure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

WIDTH, COLUMNS = 760, 2
PANEL = WIDTH / COLUMNS
LABELS, VALUES = 120, 56
"""The width of the names and of the figures."""
ROW, HEADER, FOOTER = 22, 32, 16
OURS, OTHERS = "#a2478a", "#86698a"
"""Colors that fit both color modes, because images can't react to the switch."""

_TITLES = {
    "en": (
        *("First load, kB", "LCP, ms", "Main thread, ms"),
        *("Click, ms", "Click after hover, ms", "Cold build, CPU s"),
    ),
    "zh": (
        *("首次加载 (kB)", "LCP (ms)", "主线程 (ms)"),
        *("点击 (ms)", "悬停后点击 (ms)", "冷构建 CPU (s)"),
    ),
}
_OURS = "docsite"


@dataclass(frozen=True)
class Panel:
    """One measure."""

    title: str
    bars: Mapping[str, float]
    """The median by name; docsite is the first."""
    digits: int = 0


def assemble_panels(results: Mapping[str, Any], language: str) -> list[Panel]:
    read = [one for one in results["generators"] if "figures" in one]
    pages = str(results["pages"])
    titles = iter(_TITLES[language])
    loads = {_name(one): one["firstLoadBytes"]["all"] / 1000 for one in read}
    panels = [Panel(next(titles), loads, 1)]
    for measure in ("lcp", "task", "cold", "hovered"):
        bars = {_name(one): one["figures"][measure]["median"] for one in read}
        panels.append(Panel(next(titles), bars))
    builds = {
        one["name"]: one["builds"][pages]["cpuSeconds"]["median"]
        for one in results["generators"]
        if one["version"] or one["name"] == _OURS
    }
    return [*panels, Panel(next(titles), builds, 1)]


def _name(one: Mapping[str, Any]) -> str:
    name: str = one["name"] if one["version"] else _OURS
    return name


def render_chart(results: Mapping[str, Any], language: str) -> str:
    panels = assemble_panels(results, language)
    step = HEADER + FOOTER + ROW * max(len(panel.bars) for panel in panels)
    height = step * -(-len(panels) // COLUMNS)
    title = escape(" · ".join(panel.title for panel in panels))
    body = "\n".join(
        line
        for number, panel in enumerate(panels)
        for line in _render_panel(panel, PANEL * (number % COLUMNS), step * (number // COLUMNS))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="ui-sans-serif, Arial, Helvetica, sans-serif" font-size="13">\n'
        f"<title>{title}</title>\n{body}\n</svg>\n"
    )


def _render_panel(panel: Panel, x: float, y: float) -> Iterator[str]:
    yield _text(x, y + 18, panel.title, 'font-weight="bold"')
    scale = (PANEL - LABELS - VALUES) / max(panel.bars.values())
    for number, (name, value) in enumerate(panel.bars.items()):
        top, width = y + HEADER + ROW * number, value * scale
        color = OURS if name == _OURS else OTHERS
        yield _text(x + LABELS - 8, top + 12, name, f'text-anchor="end"{_weight(name)}', color)
        yield (
            f'<rect x="{x + LABELS:g}" y="{top:g}" width="{width:.1f}" height="16" rx="2" '
            f'fill="{color}"/>'
        )
        figure = f"{value:,.{panel.digits}f}"
        yield _text(x + LABELS + width + 6, top + 12, figure, _weight(name).strip(), color)


def _weight(name: str) -> str:
    return ' font-weight="bold"' if name == _OURS else ""


def _text(x: float, y: float, text: str, attributes: str = "", color: str = OTHERS) -> str:
    parts: Sequence[str] = (f'x="{x:.1f}" y="{y:g}"', attributes, f'fill="{color}"')
    return f"<text {' '.join(filter(None, parts))}>{escape(text)}</text>"
