import tomllib
from pathlib import Path

import pytest

from docsite.build import Builder, build_site
from docsite.cli import main
from docsite.load import load_site
from docsite.node.theme import load_theme_strings
from docsite.records import Problem
from docsite.site.routes import split_address
from generator.tests.support import ROOT, SITES, THEME_OPTION, append, copy_site, edit, folders_in

MOUNT = """
[[mounts]]
path = "{path}"
folder = "../demo/dist"
made_by = "make demo"
"""
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
            is_unfinished=problem.get("is_unfinished", False),
        )
        for problem in expected["problems"]
    )
    assert site.problems == problems
    assert site.has_errors == any(problem.severity == "error" for problem in problems)


@pytest.fixture
def mounting(tmp_path: Path) -> Path:
    """A site with a mount and public documents, one of them in each language."""
    docs = copy_site(tmp_path)
    append(docs / "site.toml", MOUNT.format(path="/demo/"))
    for name in ("report.html", "api/index.html", "leaf.html", "zh/leaf.html"):
        path = docs / "public" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return docs


@pytest.mark.parametrize("path", ["/demo/", "/demo/a%20b.html?c#d", "/report.html", "/api/#a"])
def test_every_language_may_link_to_the_same_mount_or_public_document(
    path: str, mounting: Path
) -> None:
    for file in ("guide/pour.md", "zh/guide/pour.md"):
        append(mounting / file, f"\n[Open]({path}).\n")
    edit(mounting / "index.md", "/guide/start.html", path)
    (mounting / "zh/index.md").unlink()
    edit(mounting / "site.toml", "https://tea.example/leaves/", split_address(path)[0])
    assert load_site(mounting).problems == ()


def test_a_public_document_may_exist_in_each_language(mounting: Path) -> None:
    append(mounting / "guide/pour.md", "\n[Leaf](/leaf.html).\n")
    append(mounting / "zh/guide/pour.md", "\n[茶叶](/zh/leaf.html)。\n")
    assert load_site(mounting).problems == ()


def test_a_link_to_another_mount_or_public_document_differs(mounting: Path) -> None:
    append(mounting / "guide/pour.md", "\n[Open](/demo/).\n")
    append(mounting / "zh/guide/pour.md", "\n[打开](/report.html)。\n")
    (problem,) = load_site(mounting).problems
    assert problem.message == "A link target differs from guide/pour.md:9."
    assert problem.hint == "Make both pages match: /demo/ in the original, /report.html here."


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("/demo", "Did you mean /demo/?"),
        ("/dmeo/", "Did you mean /demo/?"),
        ("/api", "Correct the name, or add the missing item."),
    ],
)
def test_a_link_that_only_resembles_a_mount_has_no_target(
    path: str, hint: str, mounting: Path
) -> None:
    for file in ("guide/pour.md", "zh/guide/pour.md"):
        append(mounting / file, f"\n[Open]({path}).\n")
    found = {(problem.message, problem.hint) for problem in load_site(mounting).problems}
    assert found == {(f"The link {path} has no target.", hint)}


@pytest.mark.parametrize(
    ("link", "hint"),
    [
        ("/zh/guide/", 'Write page = "/guide/".'),
        ("/dmeo/", "Did you mean /demo/?"),
        ("/kettle.png", "Link to a path below a mount, to a file in public/, or to a web address."),
    ],
)
def test_a_navigation_link_to_a_page_or_to_nothing_is_reported(
    link: str, hint: str, mounting: Path
) -> None:
    edit(mounting / "site.toml", "https://tea.example/leaves/", link)
    (problem,) = load_site(mounting).problems
    assert problem.file == "site.toml"
    assert problem.message.startswith(f"The navigation links to {link}, ")
    assert problem.hint == hint


def test_a_mount_that_hides_pages_is_reported(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    append(docs / "site.toml", MOUNT.format(path="/zh/guide/"))
    (problem,) = load_site(docs).problems
    assert problem.file == "site.toml"
    assert problem.message == "The folder mounted at /zh/guide/ hides the page /zh/guide/."


def test_a_page_without_a_link_is_an_error_except_in_development(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = folders_in(tmp_path, copy_site(tmp_path, "orphan"))
    assert main(["check", str(folders.docs), *THEME_OPTION]) == 1
    assert capsys.readouterr().err.count("error: No page or navigation entry links to") == 2
    site = build_site(folders)
    assert site.has_errors
    assert not folders.output.exists()
    with Builder(folders, has_drafts=True, is_development=True) as builder:
        site = builder.build(is_compressed=False)
    assert [problem.severity for problem in site.problems] == ["warning", "warning"]
    assert (folders.output / "guide/alone.html").is_file()
