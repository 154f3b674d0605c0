"""Lighthouse reports are parsed correctly, and a score one point too low fails."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.lighthouse import (
    MINIMUM_SCORES,
    OURS,
    REACT,
    TIMES,
    LighthouseError,
    Outcome,
    Run,
    Subject,
    read_report,
    render_failed_audits,
    render_scores,
)


def make_run(**scores: int) -> Run:
    points = {name.replace("_", "-"): score for name, score in scores.items()}
    return Run(
        {**dict.fromkeys(MINIMUM_SCORES, 100), **points}, dict.fromkeys(TIMES, 1), frozenset()
    )


def make_outcome(*runs: Run, name: str = OURS) -> Outcome:
    return Outcome(Subject(name, "/"), runs)


def report(**audits: float | None) -> dict[str, Any]:
    """Returns a report of Lighthouse with some SEO audits."""
    named = {name.replace("_", "-"): score for name, score in audits.items()}
    references = [{"id": name, "weight": 1} for name in named] + [{"id": "a-hint", "weight": 0}]
    found = {name: {"title": f"About {name}", "score": score} for name, score in named.items()}
    times: dict[str, Any] = {name: {"score": 1, "numericValue": 750.4} for name in TIMES}
    return {
        "requestedUrl": "http://localhost/",
        "categories": {
            **{name: {"score": 0.985, "auditRefs": []} for name in MINIMUM_SCORES},
            "seo": {"score": 0.9, "auditRefs": references},
        },
        "audits": {**times, **found, "a-hint": {"title": "Only a hint", "score": 0}},
    }


def test_the_performance_score_is_the_median() -> None:
    runs = [make_run(performance=score) for score in (60, 98, 99)]
    assert make_outcome(*runs).score("performance") == 98
    assert make_outcome(*runs).missed == []


@pytest.mark.parametrize(
    ("scores", "missed"),
    [
        ({"performance": 97}, ["performance"]),
        ({"accessibility": 99}, ["accessibility"]),
        ({"best_practices": 99, "seo": 99}, ["best-practices", "seo"]),
    ],
)
def test_a_score_one_point_too_low_fails(scores: dict[str, int], missed: list[str]) -> None:
    assert make_outcome(make_run(**scores)).missed == missed
    assert f"**FAIL**: {', '.join(missed)}" in render_scores([make_outcome(make_run(**scores))])


def test_other_scores_are_those_of_the_worst_run() -> None:
    runs = [make_run(), make_run(seo=90), make_run()]
    assert make_outcome(*runs).missed == ["seo"]


def test_a_bare_page_has_no_minimum_scores() -> None:
    assert make_outcome(make_run(performance=10, seo=10), name=REACT).missed == []


def test_a_report_is_parsed_into_scores_and_milliseconds() -> None:
    found = read_report(report())
    assert found.scores == {**dict.fromkeys(MINIMUM_SCORES, 98), "seo": 90}
    assert set(found.times.values()) == {750.4}


def test_only_audits_that_lower_a_score_are_reported() -> None:
    found = read_report(report(meta_description=0, hreflang=1, does_not_apply=None))
    assert found.failed_audits == {"meta-description: About meta-description"}
    assert "About meta-description" in render_failed_audits([make_outcome(found)])


def test_a_page_that_lighthouse_cannot_open_is_an_error() -> None:
    broken = {**report(), "runtimeError": {"message": "Lighthouse was unable to load the page."}}
    with pytest.raises(LighthouseError, match="unable to load"):
        read_report(broken)
