from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.packages import NAMES, load_manifest
from harness.paths import ROOT
from scripts.release.artifacts import PYTHON_PROJECTS
from scripts.release.versions import (
    Change,
    copy_version,
    date_changelog,
    load_changes,
    main,
    read_notes,
)

CHANGELOG = """# Changelog

## Unreleased

This will be 0.1.0, the first release.

### Library

- A line.

## 0.0.1 - 2026-01-01

- An older line.
"""


def test_unreleased_changes_become_a_section_with_version_and_date() -> None:
    assert date_changelog(CHANGELOG, "0.1.0", "2026-11-16", []) == (
        "# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-11-16\n\n### Library\n\n- A line.\n\n"
        "## 0.0.1 - 2026-01-01\n\n- An older line.\n"
    )


def test_changesets_become_list_items() -> None:
    changes = [Change(("@tuffet/core", "@tuffet/hooks"), "Adds `clear`.\nIt clears.")]
    text = date_changelog("## Unreleased\n", "0.2.0", "2026-12-01", changes)
    assert text == (
        "## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n"
        "- `@tuffet/core`, `@tuffet/hooks`: Adds `clear`.\n  It clears.\n"
    )


def test_a_version_can_only_be_released_once() -> None:
    once = date_changelog(CHANGELOG, "0.1.0", "2026-11-16", [])
    with pytest.raises(SystemExit, match=r"already has 0\.1\.0\. Add a changeset"):
        date_changelog(once, "0.1.0", "2026-11-17", [])


def test_the_notes_of_a_release_are_its_section() -> None:
    dated = date_changelog(CHANGELOG, "0.1.0", "2026-11-16", [])
    assert read_notes(dated, "0.1.0") == "### Library\n\n- A line.\n"
    with pytest.raises(SystemExit, match=r"no section for 0\.2\.0\. Run `make release-version`"):
        read_notes(dated, "0.2.0")


def test_a_tag_of_another_version_is_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--tag", "v9.9.9"]) == 1
    assert "The tag is v9.9.9, but this commit is version" in capsys.readouterr().err


@given(st.lists(st.text("ab -\n", min_size=1).map(str.strip).filter(bool)))
def test_no_text_is_lost(texts: list[str]) -> None:
    changes = [Change(("docsite",), text) for text in texts]
    dated = date_changelog(CHANGELOG, "0.1.0", "2026-11-16", changes)
    words = " ".join(dated.split())
    assert all(" ".join(text.split()) in words for text in [*texts, "A line.", "An older line."])


def test_changesets_are_read_with_their_packages(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Changesets\n", encoding="utf-8")
    source = "---\n\"@tuffet/core\": minor\n'docsite': patch\n---\n\nFixes a bug.\n"
    (tmp_path / "kind-hats-sing.md").write_text(source, encoding="utf-8")
    assert load_changes(tmp_path) == [Change(("@tuffet/core", "docsite"), "Fixes a bug.")]


@pytest.mark.parametrize("source", ["", "---\n---\n\nText\n", '---\n"docsite": patch\n---\n\n'])
def test_a_changeset_without_packages_or_text_is_rejected(tmp_path: Path, source: str) -> None:
    (tmp_path / "broken.md").write_text(source, encoding="utf-8")
    with pytest.raises(SystemExit, match=r"\.changeset/broken\.md needs packages"):
        load_changes(tmp_path)


def test_the_python_project_gets_the_version_of_its_manifest(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"version": "2.0.0"}', encoding="utf-8")
    project = '[project]\nname = "x"\nversion = "1.9.2"\n\n[tool.x]\nversion = "7"\n'
    (tmp_path / "pyproject.toml").write_text(project, encoding="utf-8")
    copy_version(tmp_path)
    assert (tmp_path / "pyproject.toml").read_text("utf-8") == project.replace("1.9.2", "2.0.0")


@pytest.mark.parametrize("name", PYTHON_PROJECTS)
def test_both_manifests_of_a_python_project_agree(name: str) -> None:
    manifest = json.loads((ROOT / name / "package.json").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / name / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (manifest["name"], manifest["version"]) == (project["name"], project["version"])


def test_packages_that_are_released_together_have_one_version() -> None:
    config = json.loads((ROOT / ".changeset/config.json").read_text(encoding="utf-8"))
    braces, collector = config["fixed"][0]
    names = braces.removeprefix("@tuffet/{").removesuffix("}").split(",")
    assert sorted(names) == sorted(NAMES)
    manifest = json.loads((ROOT / "collector/package.json").read_text(encoding="utf-8"))
    assert manifest["name"] == collector
    assert {load_manifest(name)["version"] for name in NAMES} == {manifest["version"]}
