import re

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from scripts.quality.branch_name import MAX_WORDS, NAMESPACES, check_branch_name, main

words = st.from_regex(r"[a-z0-9]+", fullmatch=True)
topics = st.lists(words, min_size=1, max_size=MAX_WORDS).map("-".join)
namespaces = st.sampled_from(NAMESPACES)


@pytest.mark.requirement("contributing-branch-namespace")
def test_there_are_exactly_eleven_namespaces() -> None:
    expected = "feat fix docs style refactor perf test build ci chore revert"
    assert expected.split() == list(NAMESPACES)


@pytest.mark.requirement("contributing-branch-namespace", "contributing-branch-words")
@given(namespaces, topics)
def test_a_namespace_and_one_to_three_words_are_valid(namespace: str, topic: str) -> None:
    assert check_branch_name(f"{namespace}/{topic}") == []


@pytest.mark.requirement("contributing-branch-namespace")
@given(st.text(), topics)
def test_any_other_namespace_is_rejected(namespace: str, topic: str) -> None:
    assume(namespace not in NAMESPACES and "/" not in namespace)
    assert any(
        "is not a namespace" in problem for problem in check_branch_name(f"{namespace}/{topic}")
    )


@pytest.mark.requirement("contributing-branch-namespace")
@given(topics)
def test_a_name_without_a_namespace_is_rejected(topic: str) -> None:
    assume(topic != "main")
    (problem,) = check_branch_name(topic)
    assert "has no namespace" in problem


@pytest.mark.requirement("contributing-branch-words")
@given(namespaces, st.lists(words, min_size=MAX_WORDS + 1, max_size=8))
def test_more_than_three_words_are_rejected_with_their_number(
    namespace: str, many: list[str]
) -> None:
    (problem,) = check_branch_name(f"{namespace}/{'-'.join(many)}")
    assert f"has {len(many)} words" in problem


@pytest.mark.requirement("contributing-branch-words")
@given(namespaces, st.text(min_size=1))
@example("feat", "AddStorage")
@example("feat", "add_storage")
@example("feat", "add--storage")
@example("feat", "-add")
@example("feat", "add-")
@example("feat", "add/storage")
@example("feat", "add storage")
@example("feat", "add\n")
@example("feat", "存储")
@example("feat", "٣")  # a digit, but not an ASCII one
def test_anything_but_kebab_case_is_rejected(namespace: str, topic: str) -> None:
    assume(not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", topic))
    (problem,) = check_branch_name(f"{namespace}/{topic}")
    assert "is not kebab-case" in problem


@pytest.mark.requirement("contributing-branch-words")
def test_a_namespace_alone_is_rejected() -> None:
    (problem,) = check_branch_name("fix/")
    assert "Nothing follows the namespace" in problem


def test_the_trunk_needs_no_namespace() -> None:
    assert check_branch_name("main") == []


@given(st.text())
@example("feature/AddStorageModule")
def test_the_example_in_every_message_is_a_valid_name(name: str) -> None:
    for problem in check_branch_name(name):
        suggested = problem.rpartition("as in '")[2].removesuffix("'.")
        assert check_branch_name(suggested) == []


@pytest.mark.parametrize(
    ("wrong", "near"),
    [("feature/AddStorage", "feat/add-storage"), ("tests/two-tabs", "test/two-tabs")],
)
def test_the_example_is_similar_to_the_invalid_name(wrong: str, near: str) -> None:
    assert f"as in '{near}'" in check_branch_name(wrong)[0]


def test_the_command_fails_on_an_invalid_name_and_explains_how_to_rename_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["stuff"]) == 1
    assert "git branch -m" in capsys.readouterr().err
    assert main(["fix/two-tabs"]) == 0
