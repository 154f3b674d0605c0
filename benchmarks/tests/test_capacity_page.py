"""The page about the collector's capacity shows the results of its benchmark."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks.capacity.plan import (
    DOLLARS_PER_CORE,
    DOLLARS_PER_GB,
    PEAK,
    REQUESTS_PER_VIEW,
    assemble_limits,
    assemble_plans,
)
from benchmarks.capacity.strings import STRINGS
from benchmarks.capacity_page import (
    CHARTS,
    PAGES,
    load_results,
    render_chart,
    render_tables,
    update_page,
)
from benchmarks.collector_growth import P95_MS, RUNS, load_sizes

QUERIES = (("improvements", 7), ("hours", 1), ("overview", 730))


def describe(records: int, p95: float = 20, recount: float = 10) -> dict[str, Any]:
    """Records and actions take 300 bytes per record, and rollups 1 GB."""
    names = ("maintenance", "month", "known", "prune", "afterPruning")
    one = {
        "processes": 1,
        "sites": 1,
        "requestsPerSecond": 5000,
        "p99Milliseconds": 50,
        "collectorMicroseconds": 100,
        "databaseMicroseconds": 50,
        "cores": [0.5, 0.25, 0.25],
        "idleCores": 0.25,
        "waits": {"running": 3, "Lock: transactionid": 1},
    }
    return {
        "records": records,
        "rollups": 1_000_000,
        "bytes": records * 300 + 10**9,
        "recordBytes": records * 300,
        "load": 1,
        "seconds": {**dict.fromkeys(names, 1), "recount": recount},
        "p95Milliseconds": [
            {"query": query, "days": days, "p95": p95, "cpu": 3} for query, days in QUERIES
        ],
        "ingestion": [one],
    }


def results(*sizes: dict[str, Any]) -> dict[str, Any]:
    return {"cores": 2, "sizes": sizes, "bytesPerView": 400}


def read_table(table: str) -> dict[str, list[str]]:
    """By the first cell of a row."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()]
    return {row[0]: row[1:] for row in rows}


@pytest.mark.parametrize("language", PAGES)
def test_the_page_and_its_chart_match_the_results(language: str) -> None:
    measured = load_results()
    page = PAGES[language].read_text(encoding="utf-8")
    assert page == update_page(page, measured, language)
    assert CHARTS[language].read_text(encoding="utf-8") == render_chart(measured, language)


@pytest.mark.parametrize("language", PAGES)
def test_the_text_has_the_assumptions_of_the_tables(language: str) -> None:
    text = PAGES[language].read_text(encoding="utf-8")
    dollars = (f"{DOLLARS_PER_CORE:g}", f"{DOLLARS_PER_GB:.2f}")
    for number in (f"{REQUESTS_PER_VIEW:g}", f"{PEAK}", f"{P95_MS:g} ms", *dollars):
        assert re.search(rf"(?<![\d.,]){re.escape(number)}(?![\d,])", text), number


def test_the_text_fits_the_results() -> None:
    """If this fails after a new measurement, rewrite the page."""
    measured = load_results()
    assert (measured["cores"], measured["sites"], measured["days"]) == (2, 10, 730)
    *_, smaller, larger = measured["sizes"]
    assert larger["rollups"] / smaller["rollups"] < larger["records"] / smaller["records"]
    runs = larger["ingestion"]
    assert tuple((one["processes"], one["sites"]) for one in runs) == RUNS
    assert RUNS[-2:] == ((4, 1), (4, 4))
    assert all(one["collectorMicroseconds"] > one["databaseMicroseconds"] for one in runs)


def test_the_table_counts_the_queries_that_met_the_goal() -> None:
    sizes = describe(1_000_000, P95_MS), describe(10_000_000, P95_MS + 1)
    rows = read_table(render_tables(results(*sizes), "en")["Growth"])
    assert rows["Queries for 1 day that met the goal"] == ["1 / 1", "0 / 1", "–"]
    assert rows["Queries for 730 days that met the goal"] == ["1 / 1", "0 / 1", "–"]


def test_results_of_another_machine_are_rejected(tmp_path: Path) -> None:
    file = tmp_path / "growth.json"
    assert load_sizes(file) == []
    cores = os.cpu_count() or 1
    file.write_text(json.dumps({"cores": cores, "sizes": [{}]}), encoding="utf-8")
    assert load_sizes(file) == [{}]
    file.write_text(json.dumps({"cores": cores + 1, "sizes": [{}]}), encoding="utf-8")
    with pytest.raises(SystemExit, match="without --keep"):
        load_sizes(file)


def test_both_languages_have_the_same_labels() -> None:
    assert STRINGS["en"].keys() == STRINGS["zh"].keys()


def test_the_tables_have_the_share_of_locks_and_the_cores_of_others() -> None:
    tables = render_tables(results(describe(1_000_000)), "en")
    *_, others, locked = read_table(tables["Ingestion"])["1"]
    assert (others, locked) == ("0.75 + 0.25", "25%")


def test_only_figures_that_grow_linearly_are_extrapolated() -> None:
    measured = describe(1_000_000, recount=5), describe(10_000_000, recount=32)
    rows = read_table(render_tables(results(*measured), "en")["Growth"])
    assert rows["Records"][-1] == "100,000,000, calculated"
    assert rows["Database, GB"][-1] == "31"
    assert rows["`recount`, s"][-1] == "–"
    assert rows["Slowest query, p95 in ms"][-1] == "–"
    assert "calculated" not in render_tables(results(describe(100_000_000)), "en")["Growth"]


def test_ten_times_the_views_need_ten_times_the_cores_and_records() -> None:
    one, ten, _ = assemble_plans(results(describe(1_000_000)))
    assert one.peak == pytest.approx(10_000_000 / 30 / 86_400 * 5.25 * 16)
    assert one.collectors == pytest.approx(one.peak * 100e-6)
    assert ten.database == pytest.approx(10 * one.database)
    assert one.gigabytes_short == pytest.approx(4)
    assert ten.gigabytes == pytest.approx(24 * 40)


def test_limits_follow_from_cpu_time_and_disk_space() -> None:
    process, site, short, long = assemble_limits(results(describe(1_000_000)))
    assert (process.requests, site.requests) == (10_000, 20_000)
    assert site.views == pytest.approx(20_000 / 5.25 / 16 * 30 * 86_400)
    assert short.views == pytest.approx(1e12 / 400)
    assert long.views == pytest.approx(short.views / 24)


def test_one_site_is_limited_by_the_cpu_time_of_postgresql_with_the_most_collectors() -> None:
    size = describe(1_000_000)
    (one,) = size["ingestion"]
    shared = {**one, "processes": 4, "collectorMicroseconds": 200, "databaseMicroseconds": 80}
    separate = {**shared, "sites": 4, "databaseMicroseconds": 60}
    measured = results({**size, "ingestion": [one, shared, separate]})
    process, site, *_ = assemble_limits(measured)
    assert (process.requests, site.requests) == (10_000, 12_500)
    plan, *_ = assemble_plans(measured)
    assert plan.collectors == pytest.approx(plan.peak * 200e-6)
    assert plan.database == pytest.approx(plan.peak * 80e-6)


def test_a_value_that_grows_like_the_records_is_a_steeper_line() -> None:
    sizes = describe(1_000_000, 20, 1), describe(100_000_000, 20, 100)
    lines = re.findall(
        r'<polyline points="[\d.]+,([\d.]+) [\d.]+,([\d.]+)"', render_chart(results(*sizes), "en")
    )
    rises = [float(first) - float(last) for first, last in lines]
    assert rises[1] == 90
    assert 0 < rises[0] < 90
    assert rises[2] == 0


def test_the_chart_describes_measured_and_calculated_values_in_words() -> None:
    sizes = describe(1_000_000, 20, 5), describe(10_000_000, 40, 32)
    chart = render_chart(results(*sizes), "en")
    assert (
        "Database, GB (Records): 1.3 (1,000,000); 4 (10,000,000); 31 (100,000,000, calculated)"
        in chart
    )
    assert "Slowest query, p95 in ms (Records): 20 (1,000,000); 40 (10,000,000)<" in chart


def test_a_section_without_a_table_is_an_error() -> None:
    with pytest.raises(ValueError, match="Growth"):
        update_page("## Growth\n\nText\n", results(describe(1)), "en")
