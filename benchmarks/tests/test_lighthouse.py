"""What Lighthouse says is read right, and one missing point is enough to fail."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.lighthouse import (
    LEAST,
    OURS,
    REACT,
    TIMES,
    Judgement,
    LighthouseError,
    Outcome,
    Subject,
    read_report,
    render_faults,
    render_scores,
)


def judgement(**scores: int) -> Judgement:
    points = {name.replace("_", "-"): score for name, score in scores.items()}
    return Judgement({**dict.fromkeys(LEAST, 100), **points}, dict.fromkeys(TIMES, 1), frozenset())


def outcome(*judgements: Judgement, name: str = OURS) -> Outcome:
    return Outcome(Subject(name, "/"), judgements)


def report(**audits: float | None) -> dict[str, Any]:
    """As Lighthouse writes it, with some audits of the search engines' category."""
    named = {name.replace("_", "-"): score for name, score in audits.items()}
    references = [{"id": name, "weight": 1} for name in named] + [{"id": "a-hint", "weight": 0}]
    found = {name: {"title": f"About {name}", "score": score} for name, score in named.items()}
    times: dict[str, Any] = {name: {"score": 1, "numericValue": 750.4} for name in TIMES}
    return {
        "requestedUrl": "http://localhost/",
        "categories": {
            **{name: {"score": 0.985, "auditRefs": []} for name in LEAST},
            "seo": {"score": 0.9, "auditRefs": references},
        },
        "audits": {**times, **found, "a-hint": {"title": "Only a hint", "score": 0}},
    }


def test_the_median_of_the_performance_counts() -> None:
    runs = [judgement(performance=score) for score in (60, 98, 99)]
    assert outcome(*runs).score("performance") == 98
    assert outcome(*runs).missed == []


@pytest.mark.parametrize(
    ("scores", "missed"),
    [
        ({"performance": 97}, ["performance"]),
        ({"accessibility": 99}, ["accessibility"]),
        ({"best_practices": 99, "seo": 99}, ["best-practices", "seo"]),
    ],
)
def test_one_missing_point_is_a_failure(scores: dict[str, int], missed: list[str]) -> None:
    assert outcome(judgement(**scores)).missed == missed
    assert f"**FAIL**: {', '.join(missed)}" in render_scores([outcome(judgement(**scores))])


def test_apart_from_speed_one_bad_run_is_enough() -> None:
    runs = [judgement(), judgement(seo=90), judgement()]
    assert outcome(*runs).missed == ["seo"]


def test_a_bare_page_is_only_there_to_compare_with() -> None:
    assert outcome(judgement(performance=10, seo=10), name=REACT).missed == []


def test_a_report_is_read_in_points_and_milliseconds() -> None:
    found = read_report(report())
    assert found.scores == {**dict.fromkeys(LEAST, 98), "seo": 90}
    assert set(found.times.values()) == {750.4}


def test_only_audits_that_cost_points_are_faults() -> None:
    found = read_report(report(meta_description=0, hreflang=1, does_not_apply=None))
    assert found.faults == {"meta-description: About meta-description"}
    assert "About meta-description" in render_faults([outcome(found)])


def test_a_page_that_lighthouse_could_not_open_is_no_result() -> None:
    broken = {**report(), "runtimeError": {"message": "Lighthouse was unable to load the page."}}
    with pytest.raises(LighthouseError, match="unable to load"):
        read_report(broken)
