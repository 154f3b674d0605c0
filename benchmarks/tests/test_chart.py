"""The charts of the docs show the results of the library."""

from __future__ import annotations

import json
import re

import pytest

from benchmarks.chart import CHARTS, RESULTS, render_chart


@pytest.mark.parametrize("language", CHARTS)
def test_the_charts_of_the_docs_match_the_results(language: str) -> None:
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    assert CHARTS[language].read_text(encoding="utf-8") == render_chart(results, language)


@pytest.mark.parametrize("ratio", [0.02, 1, 40])
def test_a_faster_library_is_further_left_than_the_baseline(ratio: float) -> None:
    figures = [
        {"contender": "raw", "measure": "read", "ratio": 1},
        {"contender": "Kettle", "measure": "read", "ratio": ratio},
    ]
    series = [{"case": "access", "shape": "small", "entryBytes": 200, "figures": figures}]
    chart = render_chart({"series": series}, "en")
    (baseline,) = re.findall(r'<line x1="([\d.]+)"[^>]*class="one"', chart)
    mark = re.findall(r'<circle class="mark" cx="([\d.]+)"', chart)[-1]
    assert (float(mark) > float(baseline)) == (ratio > 1)
    assert (float(mark) < float(baseline)) == (ratio < 1)
