"""Keys of answers to "Was this page helpful?"."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collector.errors import KnownError
from collector.feedback import ANSWERS, REASONS, split_feedback
from harness.paths import ROOT

paths = st.from_regex(r"/[^\s?#]{0,40}", fullmatch=True)


def test_the_answers_are_those_of_the_site() -> None:
    contract = tomllib.loads((ROOT / "contracts/analytics-site.toml").read_text(encoding="utf-8"))
    assert contract["feedback"] == {"answers": ["yes", "no"], "reasons": list(REASONS)}
    assert ("yes", "no", *REASONS) == ANSWERS


@given(st.sampled_from(ANSWERS), paths)
def test_every_answer_about_a_path_is_accepted(answer: str, path: str) -> None:
    assert split_feedback(f"{answer} {path}") == (answer, path)


@given(st.text(max_size=20), paths)
def test_any_other_answer_is_rejected(answer: str, path: str) -> None:
    if answer.partition(" ")[0] not in ANSWERS:
        with pytest.raises(KnownError, match="must be one of yes, no, unclear"):
            split_feedback(f"{answer} {path}")


@pytest.mark.parametrize(
    "key",
    [
        *("yes", "yes ", "yes guide", "yes\t/", " yes /", "YES /"),
        *("no  /", "no /a b", "no /a?b", "no /#b"),
    ],
)
def test_an_answer_needs_one_space_and_a_path(key: str) -> None:
    with pytest.raises(KnownError):
        split_feedback(key)
