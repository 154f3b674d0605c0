"""Install commands say whether they work yet: on both sites and in all READMEs."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from docsite.load import load_site
from docsite.records import SiteConfig
from docsite.site.config import parse_config
from harness.paths import ROOT
from scripts.docs.readme import ORIGINAL, TRANSLATION, check_readme
from scripts.release.first_release import SWITCH, list_files, publish, remove_notes

SITES = ("docs", "generator/docs")
INSTALL = re.compile(
    r"^(?:\s*- run: )?(?:(?:npm install|pnpm add|yarn add) @tuffet/|pip install docsite)", re.M
)
WORKAROUND = re.compile("make setup (?:&&|&amp;&amp;) make (?:preview|wheel)")
COMMENT = re.compile("<!--.*?-->", re.DOTALL)


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def is_published() -> bool:
    return not parse_config(read(SWITCH)).code_notes


def says_unpublished(text: str) -> bool:
    return bool(WORKAROUND.search(COMMENT.sub("", text)))


def configurations(folder: str) -> Iterator[tuple[SiteConfig, bool]]:
    """The configuration before and after the first release, and whether notes are expected."""
    text = read(f"{folder}/site.toml")
    if not is_published():
        yield parse_config(text), True
    yield parse_config(publish(text)), False


@pytest.mark.parametrize("folder", SITES)
def test_exactly_the_pages_with_install_commands_say_that_nothing_is_published_yet(
    folder: str,
) -> None:
    for config, has_notes in configurations(folder):
        site = load_site(ROOT / folder, config=config)
        assert not site.has_errors
        with_command, with_note = set[str](), set[str]()
        for page in site.pages:
            if INSTALL.search("\n".join(block.text for block in page.document.code_blocks)):
                with_command.add(page.path)
            if says_unpublished(page.document.html):
                with_note.add(page.path)
        assert len(with_command) >= 6
        assert with_note == (with_command if has_notes else set())


def test_all_readmes_agree_with_the_site() -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "*README*.md"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    readmes = tracked.stdout.split()
    expected = {
        name for name in readmes if re.search(rf"^```sh\n{INSTALL.pattern}", read(name), re.M)
    }
    found = {name for name in readmes if says_unpublished(read(name))}
    assert len(expected) == 10
    assert found == (set() if is_published() else expected)
    assert {ROOT / name for name in expected} <= set(list_files(ROOT))


def test_the_first_release_removes_all_notes_and_shows_the_versions_on_npm(tmp_path: Path) -> None:
    for file in list_files(ROOT):
        copy = tmp_path / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    remove_notes(tmp_path)
    texts = {file: file.read_text(encoding="utf-8") for file in list_files(tmp_path)}
    for file, text in texts.items():
        assert "irst release" not in text, file
        assert not says_unpublished(text), file
        assert "\n\n\n" not in text, file
    readmes = [texts[tmp_path / name] for name in (ORIGINAL, TRANSLATION)]
    for text in readmes:
        shown = re.findall(r"^\[!\[@tuffet/([\w-]+)\]\(\S+\)$", text, re.M)
        assert shown == ["react-hooks", "vue-hooks", "hooks", "core"]
    assert list(check_readme(*readmes)) == []
    remove_notes(tmp_path)
    assert {file: file.read_text(encoding="utf-8") for file in texts} == texts, "the second time"
