"""Audits pages of the site with Lighthouse on an emulated phone: `make lighthouse`.

    python -m benchmarks.lighthouse --runs 5

Needs the built site (`make build`). Fails if a score is too low.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.site.bare import SCRIPT, write_bare_pages, write_bundle
from benchmarks.site.first_load import QUICK_START
from benchmarks.site.outcome import describe_machine, render_notes, write_results
from harness.browsers.chromium import find_chromium
from harness.paths import ROOT
from harness.servers import serve_nginx
from harness.tables import render_table

RUNS = 5
PATHS = ("/", QUICK_START, "/api/hooks.html")
LANGUAGES = ("", "/zh")
"""The path prefix of each language."""
BARE_PATHS = PATHS[1:]
"""Pages that are compared with bare React pages. The home page has no Markdown text."""
OURS, REACT = "our page", "bare React page"

MINIMUM_SCORES = {"performance": 98, "accessibility": 100, "best-practices": 100, "seo": 100}
"""The minimum scores of each page."""
TITLES = {
    "performance": "Performance",
    "accessibility": "Accessibility",
    "best-practices": "Best practices",
    "seo": "SEO",
}
TIMES = {
    "first-contentful-paint": "FCP, ms",
    "largest-contentful-paint": "LCP, ms",
    "total-blocking-time": "TBT, ms",
}

COMMAND = ROOT / "benchmarks" / "node_modules" / ".bin" / "lighthouse"
CHROMIUM_FLAGS = "--headless --no-sandbox --disable-gpu"

NOTES = """\
Lighthouse opens each page as on a phone, with a small screen, a CPU slowed down 4 times and a slow
connection. It simulates this from one load on this machine. nginx serves the site with the headers
and the compressed files of the build. Every round opens all pages once. Performance scores and
times are medians of the runs, with the minimum and the maximum. For the other categories, the
lowest score counts. The bare React pages have the same text, minimal styles, and one button."""


class LighthouseError(Exception):
    """Lighthouse couldn't audit a page."""


@dataclass(frozen=True)
class Subject:
    """A page to audit: from the site, or its bare React version."""

    name: str
    path: str


SUBJECTS = (
    *(Subject(OURS, prefix + path) for path in PATHS for prefix in LANGUAGES),
    *(Subject(REACT, path) for path in BARE_PATHS),
)


@dataclass(frozen=True)
class Run:
    """The result of one Lighthouse run."""

    scores: Mapping[str, int]
    """Scores by category."""
    times: Mapping[str, float]
    failed_audits: frozenset[str]
    """Without those of the performance category."""


@dataclass(frozen=True)
class Outcome:
    """All runs for one page."""

    subject: Subject
    runs: Sequence[Run]

    def score(self, category: str) -> int:
        """Returns the median for performance, which varies, and the minimum for the others."""
        scores = [run.scores[category] for run in self.runs]
        return round(median(scores)) if category == "performance" else min(scores)

    @property
    def missed(self) -> list[str]:
        """Returns the categories in which a page of the site scores too low."""
        if self.subject.name != OURS:
            return []
        return [
            category for category, least in MINIMUM_SCORES.items() if self.score(category) < least
        ]

    @property
    def failed_audits(self) -> list[str]:
        return sorted({audit for run in self.runs for audit in run.failed_audits})


@contextmanager
def serve_subjects(dist: Path) -> Iterator[Mapping[str, str]]:
    """Yields the addresses of the site and of the bare React pages."""
    with ExitStack() as stack:
        bare = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        write_bundle(bare)
        write_bare_pages(bare, dist, BARE_PATHS, script=SCRIPT)
        folders = {OURS: dist, REACT: bare}
        yield {name: stack.enter_context(serve_nginx(path)) for name, path in folders.items()}


def run_lighthouse(address: str) -> Run:
    """Runs Lighthouse once, in a new Chromium."""
    command = [
        str(COMMAND),
        address,
        "--quiet",
        "--output=json",
        "--output-path=stdout",
        "--no-enable-error-reporting",
        f"--only-categories={','.join(MINIMUM_SCORES)}",
        f"--chrome-flags={CHROMIUM_FLAGS}",
    ]
    chromium = find_chromium()
    if not chromium or not COMMAND.exists():
        raise LighthouseError("Chromium or Lighthouse is missing. Run `make setup`.")
    environment = {**os.environ, "CHROME_PATH": chromium}
    result = subprocess.run(command, capture_output=True, text=True, env=environment)
    if result.returncode:
        raise LighthouseError(f"Lighthouse failed on {address}:\n{result.stderr}")
    return read_report(json.loads(result.stdout))


def read_report(report: Mapping[str, Any]) -> Run:
    """Parses the JSON report of Lighthouse."""
    if error := report.get("runtimeError"):
        raise LighthouseError(f"{report['requestedUrl']}: {error['message']}")
    categories, audits = report["categories"], report["audits"]
    return Run(
        scores={name: round(categories[name]["score"] * 100) for name in MINIMUM_SCORES},
        times={name: float(audits[name]["numericValue"]) for name in TIMES},
        failed_audits=frozenset(
            f"{reference['id']}: {audits[reference['id']]['title']}"
            for name in MINIMUM_SCORES
            if name != "performance"
            for reference in categories[name]["auditRefs"]
            if reference["weight"] and _is_failure(audits[reference["id"]])
        ),
    )


def _is_failure(audit: Mapping[str, Any]) -> bool:
    """Audits that don't apply to a page have no score."""
    return audit["score"] is not None and audit["score"] < 1


def run_all(dist: Path, runs: int) -> list[Outcome]:
    found: dict[Subject, list[Run]] = {subject: [] for subject in SUBJECTS}
    with serve_subjects(dist) as addresses:
        for number in range(runs):
            print(f"round {number + 1} of {runs} …", file=sys.stderr, flush=True)
            for subject, results in found.items():
                results.append(run_lighthouse(addresses[subject.name] + subject.path))
    return [Outcome(subject, results) for subject, results in found.items()]


def render_scores(outcomes: Sequence[Outcome]) -> str:
    rows = [
        [
            f"{outcome.subject.name} `{outcome.subject.path}`",
            *(_render_score(outcome, category) for category in MINIMUM_SCORES),
            *(_render_spread([one.times[time] for one in outcome.runs]) for time in TIMES),
            _render_verdict(outcome),
        ]
        for outcome in outcomes
    ]
    return render_table(["", *TITLES.values(), *TIMES.values(), ""], rows)


def _render_score(outcome: Outcome, category: str) -> str:
    scores = [run.scores[category] for run in outcome.runs]
    score = str(outcome.score(category))
    return score if min(scores) == max(scores) else f"{score} ({min(scores)} to {max(scores)})"


def _render_spread(times: Sequence[float]) -> str:
    return f"{median(times):,.0f} ({min(times):,.0f} to {max(times):,.0f})"


def _render_verdict(outcome: Outcome) -> str:
    if outcome.subject.name != OURS:
        return ""
    return f"**FAIL**: {', '.join(outcome.missed)}" if outcome.missed else "pass"


def render_failed_audits(outcomes: Sequence[Outcome]) -> str:
    rows = [
        [f"{outcome.subject.name} `{outcome.subject.path}`", audit]
        for outcome in outcomes
        for audit in outcome.failed_audits
    ]
    return render_table(["", "problem"], rows) if rows else "None."


def assemble_json(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    return {
        "least": MINIMUM_SCORES,
        "pages": [
            {
                "page": outcome.subject.name,
                "path": outcome.subject.path,
                "scores": {category: outcome.score(category) for category in MINIMUM_SCORES},
                "runs": [
                    {"scores": one.scores, "times": {k: round(v) for k, v in one.times.items()}}
                    for one in outcome.runs
                ],
                "faults": outcome.failed_audits,
                "missed": outcome.missed,
            }
            for outcome in outcomes
        ],
    }


def write_report(outcomes: Sequence[Outcome]) -> str:
    runs = len(outcomes[0].runs)
    version = json.loads((ROOT / "benchmarks/package.json").read_text(encoding="utf-8"))
    sections = [
        "# Lighthouse scores of the site",
        f"Generated by `make lighthouse`. Lighthouse {version['devDependencies']['lighthouse']}, "
        f"{describe_machine()}, {runs} runs of each page.",
        render_notes(NOTES),
        render_scores(outcomes),
        "## Problems",
        render_failed_audits(outcomes),
    ]
    return write_results("lighthouse", assemble_json(outcomes), sections)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make lighthouse")
    parser.add_argument("--runs", type=int, default=RUNS, help="how often each page is measured")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="the built site")
    options = parser.parse_args()
    outcomes = run_all(options.dist, options.runs)
    print(write_report(outcomes))
    return int(any(outcome.missed for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
