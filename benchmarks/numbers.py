"""Rounds and formats numbers."""

from __future__ import annotations


def round_figure(number: float) -> float:
    """Rounds to four significant digits, the precision of the measurements."""
    return float(f"{number:.4g}")


def render_number(number: float) -> str:
    """Formats a number without an exponent."""
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.3g}" if number >= 1e-4 else f"{number:.6f}".rstrip("0")
