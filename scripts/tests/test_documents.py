"""The claims of the documents match the repository."""

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from markdown_it import MarkdownIt

from scripts.quality.branch_name import MAX_WORDS, NAMESPACES, check_branch_name
from scripts.release.size import load_size

ROOT = Path(__file__).resolve().parents[2]
NODE = ROOT / "node_modules/.bin/node"
DOCUMENTS = sorted(
    str(path.relative_to(ROOT))
    for folder in (ROOT, ROOT / ".github")
    for path in folder.glob("*.md")
)


READMES = {"README.md": "", "README.zh-CN.md": "zh/"}
"""Each README with the folder of its language, in docs and on the site."""
PICTURES = ".github/pictures"
PUBLISHED = ("react-hooks", "vue-hooks", "hooks", "core")


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def section(name: str, title: str) -> str:
    """The text below a heading, up to the next one."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", read(name), re.M | re.S)
    assert found, f"{name} has no section called {title!r}"
    return found[1]


def read_pnpm_version() -> str:
    manifest = json.loads(read("scripts/setup/boot/package.json"))
    return str(manifest["optionalDependencies"]["@pnpm/exe.linux-x64"])


@pytest.mark.requirement("contributing-branch-guidance")
def test_the_guide_explains_exactly_the_namespaces_that_the_check_accepts() -> None:
    text = section("CONTRIBUTING.md", "Name a branch")
    assert tuple(re.findall(r"^\| `(\w+)`", text, re.M)) == NAMESPACES
    assert MAX_WORDS == 3
    assert "one to three words in kebab-case" in text


@pytest.mark.requirement("contributing-branch-guidance")
def test_every_branch_name_in_the_guide_is_valid() -> None:
    shown = re.findall(r"[`=]([a-z]+/[\w-]+)`", section("CONTRIBUTING.md", "Name a branch"))
    assert len(shown) >= 3
    assert [problem for name in shown for problem in check_branch_name(name)] == []


@pytest.mark.requirement("contributing-directory-naming")
def test_the_guide_explains_directory_names() -> None:
    text = section("CONTRIBUTING.md", "Name a directory")
    assert "kebab-case" in text
    assert "snake_case" in text


PULL_REQUEST = (
    ("Change one thing per pull request",),
    ("`.ci/run` passes on your machine", "only changed text, `make check`"),
    ("Describe which problem you solve and how you verified", "Link the issue"),
    ("add screenshots from before and after",),
)
"""Phrases of each step."""


@pytest.mark.requirement("contributing-pull-requests")
def test_the_guide_explains_how_to_open_a_pull_request() -> None:
    text = section("CONTRIBUTING.md", "Open a pull request")
    steps = re.findall(r"^\d\. (.+)$", text, re.M)
    assert [
        [phrase for phrase in phrases if phrase not in step]
        for phrases, step in zip(PULL_REQUEST, steps, strict=True)
    ] == [[]] * len(PULL_REQUEST)
    assert "A maintainer reviews it, asks questions, and merges it" in text
    assert "Add a test that fails without your change" in section(
        "CONTRIBUTING.md", "Write a change"
    )


@pytest.mark.requirement("contributing-issues")
def test_the_guide_asks_for_everything_that_the_bug_form_requires() -> None:
    form = yaml.safe_load(read(".github/ISSUE_TEMPLATE/bug.yml"))["body"]
    required = {field["id"] for field in form if field.get("validations", {}).get("required")}
    phrases = {
        "reproduction": "ten lines that reproduce the problem",
        "expected": "what you expected",
        "actual": "what happened instead",
        "part": "which package or service",
        "versions": "the versions of Tuffet, of React or Vue, and of the browser",
    }
    assert phrases.keys() == required
    text = " ".join(section("CONTRIBUTING.md", "Report an issue").split())
    assert [phrase for phrase in phrases.values() if phrase not in text] == []


@pytest.mark.requirement("contributing-issues")
def test_the_guide_explains_what_to_check_before_an_issue_and_what_not_to_report_in_one() -> None:
    text = " ".join(section("CONTRIBUTING.md", "Report an issue").split())
    assert "Check whether it has already been reported" in text
    assert "For a feature request, describe the problem before the solution" in text
    assert re.search(
        r"Don't report a security vulnerability in a public issue: .*SECURITY\.md", text
    )


@pytest.mark.requirement("contributing-pnpm-minimum")
def test_the_guide_mentions_the_minimum_pnpm_and_the_pinned_one() -> None:
    pinned = read_pnpm_version()
    text = " ".join(section("CONTRIBUTING.md", "Set up").split())
    assert "pnpm 7.1.0 or later" in text.replace("*", "")
    assert f"The lock file needs the pinned pnpm {pinned}. `make setup` installs it" in text


@pytest.mark.requirement("contributing-pnpm-minimum")
def test_the_pinned_pnpm_is_not_older_than_the_minimum() -> None:
    pinned = read_pnpm_version()
    assert tuple(map(int, pinned.split("."))) >= (7, 1, 0)


@pytest.mark.requirement("contributing-node-lts")
def test_the_guide_requires_a_node_lts_release() -> None:
    assert "Node release with long-term support" in section("CONTRIBUTING.md", "Set up")


@pytest.mark.requirement("contributing-node-lts")
def test_the_pinned_node_is_an_lts_release() -> None:
    command = [str(NODE), "-p", "process.release.lts ?? 'none'"]
    name = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    assert name != "none"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_to_a_file_has_a_target(document: str) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", read(document))
    folder = (ROOT / document).parent
    assert [target for target in targets if not (folder / target).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_make_command_in_a_document_exists(document: str) -> None:
    targets = set(re.findall(r"^([a-z0-9]+):", read("Makefile"), re.M))
    mentioned = set(re.findall(r"(?:`|^)make ([a-z0-9]+)", read(document), re.M))
    assert mentioned - targets == set()


def test_help_describes_every_command() -> None:
    text = subprocess.run(
        ["make", "help"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    targets = re.findall(r"^([a-z0-9]+):", read("Makefile"), re.M)
    described = re.findall(r"^  make (\w+) +(\S.*)$", text, re.M)
    assert [name for name, _ in described] == targets
    assert len({description for _, description in described}) == len(targets)


def test_the_readme_shows_every_package_and_a_first_test() -> None:
    imported = re.findall(r"from '(@tuffet/[\w-]+)'", read("README.md"))
    packages = [*["react-hooks"] * 2, *["vue-hooks"] * 2, "hooks", "core", "hooks", "hooks"]
    assert imported == [f"@tuffet/{name}" for name in packages]


@pytest.mark.parametrize(("readme", "folder"), READMES.items())
def test_links_from_a_readme_to_the_site_point_to_pages_in_its_language(
    readme: str, folder: str
) -> None:
    site = tomllib.loads(read("docs/site.toml"))
    demos = tuple(mount["path"].removeprefix("/") for mount in site["mounts"])
    links = re.findall(rf"\]\({re.escape(site['address'])}/([^)#]*)#?([^)]*)\)", read(readme))
    pages = [(path, anchor) for path, anchor in links if not path.startswith(demos)]
    assert len(pages) >= 8
    for path, anchor in pages:
        assert path.startswith(folder), path
        source = re.sub(r"(^|/)$", r"\1index.html", path).removesuffix(".html")
        text = read(f"docs/{source}.md")
        assert f"{{#{anchor}" in text, f"{path}#{anchor}"


def test_every_screenshot_is_used_in_its_language_and_small() -> None:
    shown = [
        name for readme in READMES for name in re.findall(rf"{PICTURES}/([\w.-]+)", read(readme))
    ]
    assert sorted(shown) == sorted(file.name for file in (ROOT / PICTURES).iterdir())
    for readme, language in (("README.md", "en"), ("README.zh-CN.md", "zh")):
        sources = re.findall(
            rf'dark\)" srcset="{PICTURES}/(.+)-dark.webp">\n.*/(.+)-light', read(readme)
        )
        assert sources == [(f"{name}-{language}",) * 2 for name in ("home", "live")]
    assert [
        file.name for file in (ROOT / PICTURES).iterdir() if file.stat().st_size > 120_000
    ] == []


@pytest.mark.parametrize("readme", READMES)
def test_code_hosts_render_all_bold_text(readme: str) -> None:
    """CommonMark doesn't end bold text between a Chinese full stop and a character."""
    html = MarkdownIt("commonmark").render(read(readme))
    text = re.sub(r"<(pre|code)\b.*?</\1>", "", html, flags=re.S)
    assert re.findall(r".*\*\*.*", text) == []


@pytest.mark.parametrize("readme", READMES)
def test_badges_are_accurate(readme: str) -> None:
    text = read(readme)
    assert (ROOT / ".github/workflows/ci.yml").exists()
    assert "/actions/workflows/ci.yml/badge.svg?branch=main" in text
    packages = [f"packages/{name}/package.json" for name in PUBLISHED]
    manifests = [json.loads(read(package)) for package in packages]
    assert {manifest["license"] for manifest in manifests} == {"MIT"}
    names = {name for manifest in manifests for name in manifest.get("dependencies", {})}
    assert {name for name in names if not name.startswith("@tuffet/")} == set()
    sizes = [load_size(name).gzip / 1000 for name in PUBLISHED]
    assert f"badge/gzip-{min(sizes):.1f}–{max(sizes):.1f}_kB-" in text
