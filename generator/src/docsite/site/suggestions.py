"""Hints for misspelled names."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(
    name: str, known: Iterable[str], otherwise: str = "Correct the name, or add the missing item."
) -> str:
    """Returns a hint with the most similar known name, or `otherwise`."""
    near = get_close_matches(name, known, n=1)
    return f"Did you mean {near[0]}?" if near else otherwise
