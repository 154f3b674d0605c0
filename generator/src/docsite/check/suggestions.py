"""Hints for misspelled names."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint with the most similar known name."""
    near = get_close_matches(name, sorted(known), n=1)
    return f"Did you mean {near[0]}?" if near else "Correct the name, or add the missing item."
