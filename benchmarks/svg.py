"""Styles and text of the charts in the docs."""

from __future__ import annotations

from html import escape

# The color scheme of an image is that of its page, not that of the system.
STYLE = """
  svg { --ink: #6b5f6e; --accent: #82306b; }
  @media (prefers-color-scheme: dark) { svg { --ink: #b9abbd; --accent: #e3a3cf; } }
  text { font: 13px system-ui, sans-serif; fill: var(--ink); font-variant-numeric: tabular-nums; }
  .panel, .ours { font-weight: 600; } text.ours { fill: var(--accent); }
  .end { text-anchor: end; } .middle { text-anchor: middle; }
  line { stroke: var(--ink); stroke-opacity: 0.4; }
  .one { stroke-opacity: 1; stroke-dasharray: 3 3; }
  .mark { fill: none; stroke: var(--ink); stroke-width: 1.5; }
  .mark.ours { fill: var(--accent); stroke: var(--accent); }
  .bar { fill: var(--ink); fill-opacity: 0.4; } .bar.ours { fill: var(--accent); fill-opacity: 1; }
"""


def text(x: float, y: float, content: str, kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:g}"{attribute}>{escape(content)}</text>'
