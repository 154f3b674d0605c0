"""Counts read and skipped rows, for the summary."""

from __future__ import annotations

from dataclasses import dataclass, field

_MAX_REASONS = 20
_MAX_LINES = 5
_OTHER = "other reasons"
OTHER_HOST = "the page's host isn't an origin of the site (see `collector domain change`)"


@dataclass(slots=True)
class Skipped:
    count: int = 0
    lines: list[int] = field(default_factory=list)
    """The line numbers of the first ones."""


@dataclass(slots=True)
class Tally:
    """Counts rows. Its size doesn't depend on the size of the file."""

    rows: int = 0
    skipped: dict[str, Skipped] = field(default_factory=dict)
    """Keyed by reason."""

    @property
    def is_skipped(self) -> bool:
        """Whether there are rows, and all of them were skipped."""
        return 0 < self.rows == sum(one.count for one in self.skipped.values())

    def skip(self, line: int, reason: str) -> None:
        if reason not in self.skipped and len(self.skipped) >= _MAX_REASONS:
            reason = _OTHER
        found = self.skipped.setdefault(reason, Skipped())
        found.count += 1
        if len(found.lines) < _MAX_LINES:
            found.lines.append(line)
