from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.quality.directory_names import check_directory_names

pytestmark = pytest.mark.requirement("contributing-directory-naming")


def check(*files: str) -> list[str]:
    return check_directory_names(map(PurePosixPath, files))


@pytest.mark.parametrize(
    "file",
    [
        "README.md",
        "packages/react-hooks/src/index.ts",
        "tests/library/frameworks/react-16-8/package.json",
        ".ci/run",
        ".github/ISSUE_TEMPLATE/bug.yml",
        "packages/core/tests/__snapshots__/errors.snap",
        "generator/src/docsite/__init__.py",
    ],
)
def test_kebab_case_and_names_required_by_tools_are_valid(file: str) -> None:
    assert check(file) == []


@pytest.mark.parametrize(
    ("file", "better"),
    [
        ("packages/reactHooks/index.ts", "packages/react-hooks/"),
        ("packages/React_Hooks/index.ts", "packages/react-hooks/"),
        ("docs/type definition/core.md", "docs/type-definition/"),
        ("packages/core-/index.ts", "packages/core/"),
        ("docs/type_definition/core.md", "docs/type-definition/"),
    ],
)
def test_any_other_name_is_rejected_with_a_suggestion(file: str, better: str) -> None:
    (problem,) = check(file)
    assert problem.endswith(better)


def test_a_python_package_must_be_in_snake_case() -> None:
    assert check("scripts/page_views/__init__.py") == []
    (problem,) = check("scripts/page-views/__init__.py")
    assert problem.endswith("scripts/page_views/")


def test_an_invalid_directory_is_reported_once() -> None:
    assert len(check("docs/Guide/one.md", "docs/Guide/two.md", "docs/Guide/more/three.md")) == 1


@given(st.from_regex(r"[A-Za-z0-9_ .-]+", fullmatch=True).filter(lambda name: name.strip(".")))
def test_the_suggested_name_is_valid(name: str) -> None:
    for problem in check(f"{name}/file.ts"):
        suggested = problem.rpartition(": ")[2]
        assert check(f"{suggested}file.ts") == []
