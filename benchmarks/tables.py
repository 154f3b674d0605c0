"""Formats numbers and Markdown tables."""

from __future__ import annotations

from collections.abc import Sequence


def round_figure(number: float) -> float:
    """Rounds to four significant digits, the precision of the measurements."""
    return float(f"{number:.4g}")


def render_number(number: float) -> str:
    """Formats a number without an exponent."""
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.3g}" if number >= 1e-4 else f"{number:.6f}".rstrip("0")


def render_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Returns a Markdown table with aligned columns."""
    lines = [header, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    rule = ["-" * max(3, width) for width in widths]
    return "\n".join(
        "| "
        + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        + " |"
        for line in [header, rule, *rows]
    )
