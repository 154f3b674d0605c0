"""Has Lighthouse judge pages of the site as phones show them: `make lighthouse`.

    python -m benchmarks.lighthouse --runs 5

Needs the built site (`make build`). Fails where a page has fewer points than it must have.
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
from benchmarks.tables import render_table
from harness.browsers.chromium import find_chromium
from harness.paths import ROOT
from harness.servers import serve_nginx

RUNS = 5
PATHS = ("/", QUICK_START, "/api/hooks.html")
LANGUAGES = ("", "/zh")
"""What the paths of each language begin with."""
BARE_PATHS = PATHS[1:]
"""Those that are also judged as bare React pages; the home page has no text of its own."""
OURS, REACT = "our page", "bare React page"

LEAST = {"performance": 98, "accessibility": 100, "best-practices": 100, "seo": 100}
"""The points that each page of the site must have, of 100."""
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
    """Lighthouse could not judge a page."""


@dataclass(frozen=True)
class Subject:
    """What is judged: a page of the site, or the same as a bare page."""

    name: str
    path: str


SUBJECTS = (
    *(Subject(OURS, prefix + path) for path in PATHS for prefix in LANGUAGES),
    *(Subject(REACT, path) for path in BARE_PATHS),
)


@dataclass(frozen=True)
class Judgement:
    """What one run of Lighthouse says about a page."""

    scores: Mapping[str, int]
    """Points by category."""
    times: Mapping[str, float]
    faults: frozenset[str]
    """What points are taken off for, apart from performance."""


@dataclass(frozen=True)
class Outcome:
    """What all runs on one page come down to."""

    subject: Subject
    judgements: Sequence[Judgement]

    def score(self, category: str) -> int:
        """Speed differs from run to run; nothing else may, so there the worst run counts."""
        scores = [judgement.scores[category] for judgement in self.judgements]
        return round(median(scores)) if category == "performance" else min(scores)

    @property
    def missed(self) -> list[str]:
        """The categories in which a page of the site has too few points."""
        if self.subject.name != OURS:
            return []
        return [category for category, least in LEAST.items() if self.score(category) < least]

    @property
    def faults(self) -> list[str]:
        return sorted({fault for judgement in self.judgements for fault in judgement.faults})


@contextmanager
def serve_subjects(dist: Path) -> Iterator[Mapping[str, str]]:
    """The address of the site, and of the bare React pages."""
    with ExitStack() as stack:
        bare = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        write_bundle(bare)
        write_bare_pages(bare, dist, BARE_PATHS, script=SCRIPT)
        folders = {OURS: dist, REACT: bare}
        yield {name: stack.enter_context(serve_nginx(path)) for name, path in folders.items()}


def judge(address: str) -> Judgement:
    """One run of Lighthouse, in a Chromium of its own."""
    command = [
        str(COMMAND),
        address,
        "--quiet",
        "--output=json",
        "--output-path=stdout",
        "--no-enable-error-reporting",
        f"--only-categories={','.join(LEAST)}",
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


def read_report(report: Mapping[str, Any]) -> Judgement:
    """What counts, from the JSON that Lighthouse writes."""
    if error := report.get("runtimeError"):
        raise LighthouseError(f"{report['requestedUrl']}: {error['message']}")
    categories, audits = report["categories"], report["audits"]
    return Judgement(
        scores={name: round(categories[name]["score"] * 100) for name in LEAST},
        times={name: float(audits[name]["numericValue"]) for name in TIMES},
        faults=frozenset(
            f"{reference['id']}: {audits[reference['id']]['title']}"
            for name in LEAST
            if name != "performance"
            for reference in categories[name]["auditRefs"]
            if reference["weight"] and _is_fault(audits[reference["id"]])
        ),
    )


def _is_fault(audit: Mapping[str, Any]) -> bool:
    """An audit that does not apply to a page has no score at all."""
    return audit["score"] is not None and audit["score"] < 1


def run_all(dist: Path, runs: int) -> list[Outcome]:
    judgements: dict[Subject, list[Judgement]] = {subject: [] for subject in SUBJECTS}
    with serve_subjects(dist) as addresses:
        for number in range(runs):
            print(f"round {number + 1} of {runs} …", file=sys.stderr, flush=True)
            for subject, found in judgements.items():
                found.append(judge(addresses[subject.name] + subject.path))
    return [Outcome(subject, found) for subject, found in judgements.items()]


def render_scores(outcomes: Sequence[Outcome]) -> str:
    rows = [
        [
            f"{outcome.subject.name} `{outcome.subject.path}`",
            *(_render_score(outcome, category) for category in LEAST),
            *(_render_spread([one.times[time] for one in outcome.judgements]) for time in TIMES),
            _render_verdict(outcome),
        ]
        for outcome in outcomes
    ]
    return render_table(["", *TITLES.values(), *TIMES.values(), ""], rows)


def _render_score(outcome: Outcome, category: str) -> str:
    scores = [judgement.scores[category] for judgement in outcome.judgements]
    score = str(outcome.score(category))
    return score if min(scores) == max(scores) else f"{score} ({min(scores)} to {max(scores)})"


def _render_spread(times: Sequence[float]) -> str:
    return f"{median(times):,.0f} ({min(times):,.0f} to {max(times):,.0f})"


def _render_verdict(outcome: Outcome) -> str:
    if outcome.subject.name != OURS:
        return ""
    return f"**FAIL**: {', '.join(outcome.missed)}" if outcome.missed else "pass"


def render_faults(outcomes: Sequence[Outcome]) -> str:
    rows = [
        [f"{outcome.subject.name} `{outcome.subject.path}`", fault]
        for outcome in outcomes
        for fault in outcome.faults
    ]
    return render_table(["", "problem"], rows) if rows else "None."


def assemble_json(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    return {
        "least": LEAST,
        "pages": [
            {
                "page": outcome.subject.name,
                "path": outcome.subject.path,
                "scores": {category: outcome.score(category) for category in LEAST},
                "runs": [
                    {"scores": one.scores, "times": {k: round(v) for k, v in one.times.items()}}
                    for one in outcome.judgements
                ],
                "faults": outcome.faults,
                "missed": outcome.missed,
            }
            for outcome in outcomes
        ],
    }


def write_report(outcomes: Sequence[Outcome]) -> str:
    runs = len(outcomes[0].judgements)
    version = json.loads((ROOT / "benchmarks/package.json").read_text(encoding="utf-8"))
    sections = [
        "# Lighthouse scores of the site",
        f"Generated by `make lighthouse`. Lighthouse {version['devDependencies']['lighthouse']}, "
        f"{describe_machine()}, {runs} runs of each page.",
        render_notes(NOTES),
        render_scores(outcomes),
        "## Problems",
        render_faults(outcomes),
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
