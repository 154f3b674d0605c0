import tomllib
from pathlib import Path

import pytest

from docsite.load import load_site
from docsite.node.theme import load_theme_strings
from docsite.records import Problem
from generator.tests.support import ROOT, SITES, copy_site

CASES = sorted(path.parent.name for path in SITES.glob("*/expected.toml"))


def test_a_valid_site_has_no_problems(tmp_path: Path) -> None:
    site = load_site(copy_site(tmp_path))
    assert site.problems == ()
    assert not site.has_errors


@pytest.mark.parametrize(
    ("original", "translated", "is_equal"),
    [
        ("a = 1 // one", "a = 1 // 一", True),
        ("# one\na", "# 一\na", True),
        ("/**\n * One,\n * two.\n */\na", "/** 一，二。 */\na", True),
        ("<p> <!-- one -->", "<p> <!-- 一 -->", True),
        ("a = 1", "a = 2", False),
        ("  a", "a", False),
        ("get('https://a')", "get('https://b')", False),
        ("#a {}", "#b {}", False),
    ],
)
def test_comments_may_be_translated_and_code_may_not(
    original: str, translated: str, is_equal: bool, tmp_path: Path
) -> None:
    docs = copy_site(tmp_path)
    for file, code in (("guide/pour.md", original), ("zh/guide/pour.md", translated)):
        with (docs / file).open("a", encoding="utf-8") as page:
            page.write(f"\n```\n{code}\n```\n")
    assert (load_site(docs).problems == ()) == is_equal


def test_a_site_can_require_samples_in_files(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    (docs / "examples").mkdir(exist_ok=True)
    (docs / "examples" / "two.ts").write_text("const a = 1;\nconst b = 2;\n", encoding="utf-8")
    page = docs / "guide" / "pour.md"
    before = page.read_text(encoding="utf-8").count("\n")
    written = "```ts\nconst a = 1;\nconst b = 2;\n```"
    texts = ("<<< examples/two.ts", "```sh\npour\n```", written, "    indented\n    twice")
    for file in ("guide/pour.md", "zh/guide/pour.md"):
        with (docs / file).open("a", encoding="utf-8") as source:
            source.write("".join(f"\n{text}\n" for text in texts))
    assert load_site(docs).problems == ()
    config = docs / "site.toml"
    config.write_text(f"samples_are_files = true\n{config.read_text('utf-8')}", encoding="utf-8")
    found = [
        (problem.line, problem.message)
        for problem in load_site(docs).problems
        if problem.file == "guide/pour.md" and (problem.line or 0) > before
    ]
    message = "A code block with more than one line is inline on the page."
    assert found == [(before + 8, message), (before + 13, message)]


@pytest.mark.parametrize("case", CASES)
def test_every_problem_has_its_location_and_a_hint(case: str, tmp_path: Path) -> None:
    site = load_site(copy_site(tmp_path, case), theme=load_theme_strings(ROOT / "theme"))
    expected = tomllib.loads((SITES / case / "expected.toml").read_text(encoding="utf-8"))
    problems = tuple(
        Problem(
            severity=problem.get("severity", "error"),
            file=problem["file"],
            line=problem.get("line"),
            message=problem["message"],
            hint=problem["hint"],
        )
        for problem in expected["problems"]
    )
    assert site.problems == problems
    assert site.has_errors == any(problem.severity == "error" for problem in problems)
