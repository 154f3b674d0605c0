"""Files for contributors and users match the repository and its tests."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from scripts.local.labels import assemble_commands
from scripts.quality.branch_name import check_branch_name

ROOT = Path(__file__).resolve().parents[2]
GITHUB = ROOT / ".github"
FORMS = [
    path for path in sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")) if path.stem != "config"
]
HAN = re.compile(r"[\u4e00-\u9fff]")
FIELDS = {"checkboxes", "dropdown", "input", "markdown", "textarea"}


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def load(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def labels() -> list[dict[str, str]]:
    found: list[dict[str, str]] = load(GITHUB / "labels.yml")
    return found


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_is_in_both_languages_and_uses_known_labels(path: Path) -> None:
    form = load(path)
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert {field["type"] for field in form["body"]} <= FIELDS
    ids = [field["id"] for field in fields]
    assert len(ids) == len(set(ids)) > 0
    texts = [form["name"], form["description"], *(field["attributes"]["label"] for field in fields)]
    assert [text for text in texts if not HAN.search(text)] == []
    assert set(form["labels"]) <= {label["name"] for label in labels()}


@pytest.mark.parametrize(
    ("form", "sample"), [("bug", "bug-report"), ("feature", "idea"), ("docs", "docs-problem")]
)
def test_a_form_has_the_fields_that_the_documentation_shows(form: str, sample: str) -> None:
    headings = re.findall(r"^# (.*)$", read(f"docs/examples/guide/contribute/{sample}.txt"), re.M)
    fields = [
        field for field in load(GITHUB / f"ISSUE_TEMPLATE/{form}.yml")["body"] if "id" in field
    ]
    asked = [field["attributes"]["label"].split(" · ")[0] for field in fields]
    assert headings
    assert [heading for heading in headings if heading not in asked] == []


def test_labels_have_one_command_each() -> None:
    names = [command[3] for command in assemble_commands(labels())]
    assert names == [label["name"] for label in labels()]
    assert len(names) == len(set(names))
    assert all(re.fullmatch("[0-9a-f]{6}", label["color"]) for label in labels())


def test_the_triage_guide_mentions_labels_that_exist() -> None:
    mentioned = re.findall(r"`([a-z ]+)`", read(".github/TRIAGE.md"))
    known = {label["name"] for label in labels()} | {"main", "make labels"}
    assert set(mentioned) - known == set()


def test_every_path_with_an_owner_exists() -> None:
    lines = [line.split() for line in read(".github/CODEOWNERS").splitlines()]
    rules = [line for line in lines if line and not line[0].startswith("#")]
    assert [rule for rule in rules if len(rule) < 2 or not rule[1].startswith("@")] == []
    paths = [rule[0] for rule in rules if rule[0] != "*"]
    assert [path for path in paths if not (ROOT / path.lstrip("/")).exists()] == []


def test_the_branches_of_renovate_have_valid_names() -> None:
    config = json.loads(read(".github/renovate.json"))
    groups = [rule["groupName"] for rule in config["packageRules"] if "groupName" in rule]
    slugs = [group.replace(" ", "-") for group in groups]
    names = [
        f"{config['branchPrefix']}{prefix}{slug}" for slug in slugs for prefix in ("", "major-")
    ]
    assert len(names) > 4
    assert [problem for name in names for problem in check_branch_name(name)] == []


def test_hooks_call_programs_that_setup_installs() -> None:
    (repository,) = load(ROOT / ".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "local"
    programs = {hook["entry"].split()[0] for hook in repository["hooks"]}
    assert [name for name in programs - {"make"} if not (ROOT / name).exists()] == []


LANGUAGES = ["docs/", "docs/zh/"]


def versions_of(language: str) -> dict[str, list[str]]:
    """The tested versions by name, from the table on the Q&A page."""
    text = read(f"{language}guide/other/questions-and-answers.md")
    section = re.search(r"\{#tested-versions\}(.*?)^### ", text, re.M | re.S)
    assert section
    rows = re.findall(r"^\| (\w+)[^|]*\| ([^|]+?) +\|$", section[1], re.M)
    return {name: re.split("[,、] ?", versions) for name, versions in rows}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["React", "Vue"])
def test_the_oldest_tested_framework_is_the_minimum_of_the_package(
    language: str, name: str
) -> None:
    framework = name.lower()
    folders = sorted((ROOT / "tests/library/frameworks").glob(f"{framework}-*"))
    versions = [folder.name.partition("-")[2].replace("-", ".") for folder in folders]
    assert versions_of(language)[name] == versions
    oldest = json.loads((folders[0] / "package.json").read_text(encoding="utf-8"))
    manifest = json.loads(read(f"packages/{framework}-hooks/package.json"))
    assert manifest["peerDependencies"] == {framework: f">={oldest['dependencies'][framework]}"}


def runtimes_of(name: str) -> list[str]:
    """The versions of a program that `make engines` installs."""
    installed = json.loads(read("tests/library/runtimes/package.json"))["dependencies"]
    return sorted(key.removeprefix(name) for key in installed if key.startswith(name))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tested_versions_of_typescript_are_those_of_make_engines(language: str) -> None:
    (tested,) = versions_of(language)["TypeScript"]
    versions = runtimes_of("typescript-")
    assert re.findall(r"[\d.]+", tested) == [versions[0], versions[-1]]
    pinned = json.loads(read("package.json"))["devDependencies"]["typescript"]
    assert pinned.rpartition(".")[0] in versions


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tested_versions_of_node_match_make_engines_and_the_ci_matrix(language: str) -> None:
    tested = versions_of(language)["Node"]
    assert tested == runtimes_of("node-")
    matrix = load(GITHUB / "workflows/ci.yml")["jobs"]["library"]["strategy"]["matrix"]
    assert {str(version) for version in matrix["node"]} <= {*tested}


def test_the_support_page_lists_the_versions_of_the_ci_matrix() -> None:
    jobs = load(GITHUB / "workflows/ci.yml")["jobs"]
    pythons = jobs["pytest"]["strategy"]["matrix"]["python"]
    postgres = jobs["collector"]["strategy"]["matrix"]["postgres"]
    support = read(".github/SUPPORT.md")
    assert f"Python {pythons[0]} to {pythons[-1]}, " in support
    assert f"PostgreSQL {postgres[0]} to {postgres[-1]} " in support
    for name in ("generator", "collector"):
        project = tomllib.loads(read(f"{name}/pyproject.toml"))["project"]
        assert project["requires-python"] == f">={pythons[0]}"
