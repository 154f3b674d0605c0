"""Updates the page about the collector's capacity: `python -m benchmarks.capacity_page`.

Its tables and its chart show `results/collector-growth.json`, and the disk space per view of
`results/collector-speed.json`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from benchmarks.capacity.chart import Curve, render_curves
from benchmarks.capacity.plan import GOAL, Limit, assemble_limits, assemble_plans, extrapolate
from benchmarks.capacity.strings import SECTIONS, STRINGS
from benchmarks.collector.ingestion import LOCKED, share_of
from benchmarks.collector_dashboard import LISTS, YEARS_DAYS
from benchmarks.collector_growth import P95_MS, find_question, find_slowest
from benchmarks.numbers import render_number
from harness.paths import ROOT
from harness.tables import render_table

RESULTS = ROOT / "benchmarks/results/collector-growth.json"
SPEED = ROOT / "benchmarks/results/collector-speed.json"
DOCS = ROOT / "collector/docs"
PAGES = {"en": DOCS / "capacity.md", "zh": DOCS / "capacity.zh-CN.md"}
CHARTS = {"en": DOCS / "capacity.svg", "zh": DOCS / "capacity.zh-CN.svg"}

Results = Mapping[str, Any]
Figure = Callable[[Results], float]


def _seconds(name: str) -> Figure:
    return lambda size: float(size["seconds"][name])


def _p95(query: str, days: int) -> Figure:
    return lambda size: find_question(size, query, days)["p95"]


FIGURES: dict[str, Figure] = {
    "gigabytes": lambda size: size["bytes"] / 1e9,
    "recordGigabytes": lambda size: size["recordBytes"] / 1e9,
    "rollups": lambda size: size["rollups"] / 1e6,
    "first": _p95(LISTS, 7),
    "hours": _p95("hours", 1),
    "years": _p95("overview", YEARS_DAYS),
    "slowest": lambda size: float(find_slowest(size)["p95"]),
    "slowestCpu": lambda size: float(find_slowest(size)["cpu"]),
    "maintenance": _seconds("maintenance"),
    "known": _seconds("known"),
    "month": _seconds("month"),
    "prune": _seconds("prune"),
    "afterPruning": _seconds("afterPruning"),
    "recount": _seconds("recount"),
    "load": lambda size: float(size["load"]),
}
GROWING = ("gigabytes", "recordGigabytes")
"""Figures that grow at most linearly with the number of records, and don't depend on how busy the
machine was, so they can be extrapolated."""


def render_growth(results: Results, language: str) -> str:
    """A column per size, and one for the goal unless it was measured."""
    sizes, strings = results["sizes"], STRINGS[language]
    header = [strings["records"], *(f"{size['records']:,}" for size in sizes)]
    is_measured = sizes[-1]["records"] >= 0.99 * GOAL
    if not is_measured:
        header.append(strings["calculated"].format(records=f"{GOAL:,}"))
    rows = []
    for name, figure in FIGURES.items():
        cells = [render_number(figure(size)) for size in sizes]
        if not is_measured:
            cells.append(_round(extrapolate(sizes, figure)) if name in GROWING else "–")
        rows.append([strings[name], *cells])
        if name == "slowestCpu":
            rows += _render_met(sizes, strings, len(header))
    return render_table(header, rows)


def _render_met(
    sizes: Sequence[Results], strings: Mapping[str, str], columns: int
) -> Iterator[list[str]]:
    """The number of queries that met the goal: a row per period."""
    for days in sorted({one["days"] for one in sizes[-1]["p95Milliseconds"]}):
        period = strings["day" if days == 1 else "days"].format(days=days)
        cells = [strings["met"].format(days=period)]
        for size in sizes:
            times = [one["p95"] for one in size["p95Milliseconds"] if one["days"] == days]
            cells.append(f"{sum(time <= P95_MS for time in times)} / {len(times)}")
        yield cells + ["–"] * (columns - len(cells))


def render_ingestion(results: Results, language: str) -> str:
    """The results with the largest database."""
    strings = STRINGS[language]
    keys = ("processes", "sites", "rate", "p99", "collector", "database", "cores", "other", "lock")
    rows = [
        [
            str(one["processes"]),
            str(one["sites"]),
            render_number(one["requestsPerSecond"]),
            render_number(one["p99Milliseconds"]),
            render_number(one["collectorMicroseconds"]),
            render_number(one["databaseMicroseconds"]),
            " + ".join(f"{cores:.2f}" for cores in one["cores"]),
            " + ".join(f"{cores:.2f}" for cores in (count_other(one, results), one["idleCores"])),
            f"{share_of(one['waits'], LOCKED):.0%}",
        ]
        for one in results["sizes"][-1]["ingestion"]
    ]
    return render_table([strings[key] for key in keys], rows)


def count_other(one: Results, results: Results) -> float:
    """Returns the cores that were used by other programs."""
    return max(0.0, float(results["cores"] - one["idleCores"] - sum(one["cores"])))


def render_limits(results: Results, language: str) -> str:
    strings = STRINGS[language]
    keys = ("limit", "rate", "views")
    rows = [_render_limit(limit, strings) for limit in assemble_limits(results)]
    return render_table([strings[key] for key in keys], rows)


def _render_limit(limit: Limit, strings: Mapping[str, str]) -> list[str]:
    rate = _round(limit.requests) if limit.requests else "–"
    return [strings[limit.name], rate, _round(limit.views)]


def render_plans(results: Results, language: str) -> str:
    strings = STRINGS[language]
    keys = ("views", "peak", "needed", "disk", "short", "machines", "dollars")
    rows = [
        [
            f"{plan.views:,}",
            _round(plan.peak),
            f"{plan.collectors:.2g} + {plan.database:.2g}",
            f"{_round(plan.gigabytes)} GB",
            f"{_round(plan.gigabytes_short)} GB",
            f"2 × {plan.cores}",
            _round(plan.dollars),
        ]
        for plan in assemble_plans(results)
    ]
    return render_table([strings[key] for key in keys], rows)


def _round(number: float) -> str:
    """Rounds to two digits, because these are estimates."""
    rounded = float(f"{number:.2g}")
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:g}"


def render_tables(results: Results, language: str) -> dict[str, str]:
    """Returns the tables by the heading of their section."""
    tables = {
        "growth": render_growth(results, language),
        "ingestion": render_ingestion(results, language),
        "limits": render_limits(results, language),
        "plan": render_plans(results, language),
    }
    return {SECTIONS[language][name]: table for name, table in tables.items()}


def update_page(text: str, results: Results, language: str) -> str:
    """Replaces the first table of each section."""
    for title, table in render_tables(results, language).items():
        heading = re.escape(f"## {title}\n")
        pattern = re.compile(rf"(^{heading}(?:(?!\||#).*\n)*?)(?:\|.*\n)+", re.MULTILINE)
        text, count = pattern.subn(rf"\g<1>{table}\n", text)
        if count != 1:
            raise ValueError(f"The section “{title}” has no table to replace.")
    return text


def render_chart(results: Results, language: str) -> str:
    return render_curves(list(_assemble_curves(results, language)), STRINGS[language]["records"])


def _assemble_curves(results: Results, language: str) -> Iterator[Curve]:
    sizes = results["sizes"]
    for name in ("gigabytes", "recount", "slowest"):
        figure = FIGURES[name]
        points = tuple((size["records"], figure(size)) for size in sizes)
        goal = None
        if name in GROWING and points[-1][0] < 0.99 * GOAL:
            goal = GOAL, extrapolate(sizes, figure)
        title = STRINGS[language][name].replace("`", "")
        yield Curve(title, points, goal, STRINGS[language]["calculated"])


def load_results() -> Results:
    """The growth benchmark never updates records, so plans use the sizes of the speed benchmark."""
    speed = json.loads(SPEED.read_text(encoding="utf-8"))
    growth: Results = json.loads(RESULTS.read_text(encoding="utf-8"))
    return {**growth, "bytesPerView": max(one["bytesPerView"] for one in speed["mixtures"])}


def main() -> None:
    results = load_results()
    for language, page in PAGES.items():
        page.write_text(update_page(page.read_text("utf-8"), results, language), "utf-8")
        CHARTS[language].write_text(render_chart(results, language), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
