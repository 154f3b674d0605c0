"""Answers to "Was this page helpful?". The key of such an action is an answer and a path:
`yes /guide/`. Free text isn't accepted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

from collector.errors import KnownError

FEEDBACK = "feedback"
"""The kind of the event."""
REASONS = ("unclear", "incorrect", "missing", "sample")
"""Offered after a "no"."""
ANSWERS = ("yes", "no", *REASONS)
_PATH = re.compile(r"/[^\s?#]*")
"""`location.pathname`, without a query, which could contain personal data."""


class Feedback(Struct, frozen=True):
    """How many visitors found a page helpful, and how many didn't."""

    yes: int = 0
    no: int = 0

    def __add__(self, other: Feedback) -> Feedback:
        return Feedback(self.yes + other.yes, self.no + other.no)

    def __sub__(self, other: Feedback) -> Feedback:
        return Feedback(self.yes - other.yes, self.no - other.no)


FEEDBACK_FIGURES = Feedback.__struct_fields__


class FeedbackDays(Struct, frozen=True):
    """The answers about one page in all its languages."""

    yes: Annotated[Sequence[int], Meta(description="Of each day.")]
    no: Annotated[Sequence[int], Meta(description="Of each day.")]
    reasons: Annotated[Mapping[str, int], Meta(description="Of the whole period.")]


def split_feedback(key: str) -> tuple[str, str]:
    """Returns the answer and the path of a key."""
    answer, _, path = key.partition(" ")
    if answer not in ANSWERS or not _PATH.fullmatch(path):
        raise KnownError(
            f"The `key` of feedback must be one of {', '.join(ANSWERS)}, a space, and a path"
        )
    return answer, path


def list_keys(paths: Iterable[str]) -> list[str]:
    """Returns every possible key for some paths."""
    return [f"{answer} {path}" for path in paths for answer in ANSWERS]


def fill_feedback(days: Sequence[date], counts: Mapping[tuple[date, str], int]) -> FeedbackDays:
    """Returns an entry for every day, including days without an answer."""
    return FeedbackDays(
        yes=[counts.get((day, "yes"), 0) for day in days],
        no=[counts.get((day, "no"), 0) for day in days],
        reasons={
            reason: total
            for reason in REASONS
            if (total := sum(counts.get((day, reason), 0) for day in days))
        },
    )
