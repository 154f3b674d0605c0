"""The built site before and after the first release."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from docsite.site.config import parse_config
from harness.paths import ROOT
from harness.variants import build_variant
from scripts.release.first_release import SWITCH, publish
from tests.website.documents import read_document

NOTE = "make setup && make preview"
COMMANDS = ("npm install @tuffet/", "pnpm add @tuffet/", "yarn add @tuffet/")


def read_pages(folder: Path) -> Iterator[tuple[str, str, bool]]:
    """Each document of the site, its text, and whether a sample installs a package."""
    for file in [
        *folder.glob("*.html"),
        *folder.glob("zh/**/*.html"),
        *folder.glob("[ag]*/**/*.html"),
    ]:
        document = read_document(file)
        samples = [sample.text for sample in document.all("pre")]
        installs = any(text.startswith(COMMANDS) for text in samples)
        yield str(file.relative_to(folder)), document.text, installs


def release(docs: Path) -> None:
    file = docs / "site.toml"
    file.write_text(publish(file.read_text(encoding="utf-8")), encoding="utf-8")


def test_only_before_the_first_release_each_page_with_an_install_command_has_a_note(
    dist: Path, tmp_path: Path
) -> None:
    is_published = not parse_config((ROOT / SWITCH).read_text(encoding="utf-8")).code_notes
    before, after = [*read_pages(dist)], [*read_pages(build_variant(tmp_path, release))]
    installing = {path for path, _, installs in before if installs}
    assert installing == {path for path, _, installs in after if installs}
    assert len(installing) >= 14
    assert {path for path, text, _ in before if NOTE in text} == (
        set() if is_published else installing
    )
    assert not [path for path, text, _ in after if NOTE in text]
