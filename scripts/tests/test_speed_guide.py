"""The tables and the chart of the site's speed show what was measured."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scripts.docs.speed_chart import render_chart
from scripts.docs.speed_guide import NONE, render_builds, render_guide, render_reading


def build(cpu_s: float) -> dict[str, Any]:
    return {"cpuSeconds": {"median": cpu_s}, "wallSeconds": {"median": cpu_s / 2}}


def figures(first: float) -> dict[str, Any]:
    names = ("lcp", "task", "cold", "hovered")
    return {name: {"median": first + number} for number, name in enumerate(names)}


RESULTS = {
    "pages": 46,
    "generators": [
        {"name": "docsite", "version": "", "builds": {"46": build(4), "1000": build(50)}},
        {
            "name": "docsite, with compressed copies",
            "version": "",
            "builds": {"46": build(6)},
            "firstLoadBytes": {"all": 70_000},
            "figures": figures(600),
        },
        {
            "name": "Kettle",
            "version": "1.2",
            "builds": {"46": build(20)},
            "firstLoadBytes": {"all": 140_000},
            "figures": figures(1200),
        },
    ],
}


def cells(table: str) -> list[list[str]]:
    lines = table.splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_a_generator_is_a_row_with_its_version() -> None:
    assert cells(render_reading(RESULTS, "en")) == [
        ["docsite", "70.0", "600", "601", "602", "603"],
        ["Kettle 1.2", "140.0", "1,200", "1,201", "1,202", "1,203"],
    ]


def test_a_build_that_was_not_measured_is_a_dash() -> None:
    assert cells(render_builds(RESULTS, "en")) == [
        ["docsite", "4.0", "2.0", "50.0", "25.0"],
        ["docsite, with compressed copies", "6.0", "3.0", NONE, NONE],
        ["Kettle 1.2", "20.0", "10.0", NONE, NONE],
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_bars_of_a_panel_are_proportional_to_the_figures(language: str) -> None:
    chart = render_chart(RESULTS, language)
    widths = [float(width) for width in re.findall(r'<rect [^>]*width="([\d.]+)"', chart)]
    ratios = [ours / theirs for ours, theirs in zip(widths[::2], widths[1::2], strict=True)]
    expected = [70 / 140, *((600 + n) / (1200 + n) for n in range(4)), 4 / 20]
    assert ratios == pytest.approx(expected, rel=0.01)


def test_only_the_tables_of_the_section_are_replaced() -> None:
    table = "| a |\n| - |\n"
    page = f"## A {{#other}}\n{table}\n## B {{#site-speed}}\n{table}\nText.\n\n{table}\n## C\n"
    updated = render_guide(page, "en", RESULTS)
    assert updated.startswith(f"## A {{#other}}\n{table}")
    assert "Kettle 1.2" in updated
    assert "\nText.\n" in updated
    assert updated == render_guide(updated, "en", RESULTS)


def test_a_section_without_its_tables_is_rejected() -> None:
    with pytest.raises(ValueError, match="needs two tables"):
        render_guide("## B {#site-speed}\nText.\n## C\n", "en", RESULTS)
