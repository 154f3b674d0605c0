"""Aggregates repeated runs, compares them with targets and writes the results."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from textwrap import fill
from typing import Any

from benchmarks.numbers import render_number, round_figure
from harness.paths import ROOT
from harness.tables import render_table

RESULTS = ROOT / "benchmarks" / "results"


@dataclass(frozen=True)
class Spread:
    """The median, minimum and maximum of several runs."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, figures: Iterable[float]) -> Spread:
        known = list(figures)
        return cls(median(known), min(known), max(known))

    def render(self, digits: int = 0) -> str:
        if self.low == self.high:
            return f"{self.median:,.{digits}f}"
        return f"{self.median:,.{digits}f} ({self.low:,.{digits}f} to {self.high:,.{digits}f})"

    def to_json(self) -> dict[str, float]:
        return {
            "median": round_figure(self.median),
            "min": round_figure(self.low),
            "max": round_figure(self.high),
        }


@dataclass(frozen=True)
class Verdict:
    """A target, and whether a run meets it."""

    promise: str
    limit: float
    measured: float

    @property
    def is_kept(self) -> bool:
        return self.measured <= self.limit

    def to_json(self) -> dict[str, Any]:
        return {
            "promise": self.promise,
            "limit": self.limit,
            "measured": round_figure(self.measured),
            "isKept": self.is_kept,
        }


def render_verdicts(verdicts: Iterable[Verdict]) -> str:
    rows = [
        [
            verdict.promise,
            f"at most {verdict.limit:g}",
            render_number(verdict.measured) if verdict.measured else "0",
            "pass" if verdict.is_kept else "**FAIL**",
        ]
        for verdict in verdicts
    ]
    return render_table(["", "target", "measured", ""], rows)


def render_notes(notes: str) -> str:
    """Wraps paragraphs whose inserted values have different lengths."""
    paragraphs = (" ".join(paragraph.split()) for paragraph in notes.split("\n\n"))
    return "\n\n".join(
        fill(paragraph, 100, break_long_words=False, break_on_hyphens=False)
        for paragraph in paragraphs
    )


def describe_machine() -> str:
    return f"{os.cpu_count() or 1} cores"


_CHARTS = ":(exclude,glob)docs/public/**/library-speed.svg"


def find_commit() -> str:
    """Returns the current commit, with `-dirty` if files have changed, except for the results and
    charts of other benchmarks."""
    commit = _run_git("rev-parse", "--short=12", "HEAD")
    ignored = (f":(exclude){RESULTS.relative_to(ROOT).as_posix()}", _CHARTS)
    is_changed = _run_git("status", "--porcelain", "--untracked-files=no", "--", ".", *ignored)
    return f"{commit}-dirty" if is_changed else commit


def _run_git(*arguments: str) -> str:
    command = ["git", *arguments]
    result = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return result.stdout.strip()


def write_results(name: str, figures: Mapping[str, Any], sections: Sequence[str]) -> str:
    """Writes the figures as JSON and the sections as Markdown, both with the commit. Returns the
    Markdown."""
    RESULTS.mkdir(exist_ok=True)
    commit = find_commit()
    text = "\n\n".join([*sections, f"Measured at commit {commit}."]) + "\n"
    data = json.dumps({"commit": commit, **figures}, indent=2, ensure_ascii=False) + "\n"
    (RESULTS / f"{name}.json").write_text(data, encoding="utf-8")
    (RESULTS / f"{name}.md").write_text(text, encoding="utf-8")
    return text
