"""The comparison page of docsite's documentation shows the results of all generators."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from benchmarks.peers_guide import (
    CHARTS,
    COMPRESSED,
    PAGES,
    RESULTS,
    render_charts,
    render_tables,
    update_page,
)

WIDTH_OF_A4, HEIGHT_OF_A4 = 180, 257
"""Without margins, in millimeters, and with room for a caption."""


def describe(name: str, figure: float, pages: tuple[int, ...] = (46,)) -> dict[str, Any]:
    cost = {"median": figure, "min": figure, "max": figure}
    kinds = ("cpuSeconds", "wallSeconds", "peakMegabytes")
    return {
        "name": name,
        "builds": {str(count): dict.fromkeys(kinds, cost) for count in pages},
        "figures": dict.fromkeys(("lcp", "task", "cold", "hovered"), cost),
        "firstLoadBytes": {"all": figure * 1000},
    }


@pytest.mark.parametrize("language", PAGES)
def test_the_page_and_its_charts_match_the_results(language: str) -> None:
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    page = PAGES[language].read_text(encoding="utf-8")
    assert page == update_page(page, results, language)
    charts = render_charts(results, language)
    assert {name: (CHARTS[language] / name).read_text("utf-8") for name in charts} == charts
    assert all(f"/diagrams/{name})" in page for name in charts)


@pytest.mark.parametrize("language", PAGES)
def test_charts_fit_on_a_printed_sheet(language: str) -> None:
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    for chart in render_charts(results, language).values():
        found = re.search(r'viewBox="0 0 (\d+) (\d+)"', chart)
        assert found
        width, height = map(int, found.groups())
        assert height / width < HEIGHT_OF_A4 / WIDTH_OF_A4


def test_a_generator_that_failed_to_build_many_pages_has_a_dash() -> None:
    results = {"generators": [describe(COMPRESSED, 1, (46, 1000)), describe("Samovar", 2)]}
    _, _, ours, theirs = render_tables(results, "en")["builds"].splitlines()
    assert ours.split("|")[3].strip() == "1"
    assert theirs.split("|")[3].strip() == "–"


def test_a_bar_is_as_long_as_its_value() -> None:
    results = {"generators": [describe(COMPRESSED, 10), describe("Samovar", 40)]}
    charts = "".join(render_charts(results, "en").values())
    bars = re.findall(r'class="bar( ours)?"[^>]* width="([\d.]+)"', charts)
    for ours, theirs in zip(bars[::2], bars[1::2], strict=True):
        assert (ours[0], theirs[0]) == (" ours", "")
        assert float(theirs[1]) == pytest.approx(4 * float(ours[1]), rel=0.01)


def test_a_section_without_a_table_is_an_error() -> None:
    with pytest.raises(ValueError, match="#reading"):
        update_page("## Reading {#reading}\n\nText\n", {"generators": [describe("x", 1)]}, "en")
