"""A build reads and publishes no hidden files, such as `.env` and `.git/config`, and none outside
the docs folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from docsite.build import build_site
from docsite.cli import main
from docsite.emit.cards import _load_logo
from docsite.load import load_site
from docsite.site.config import load_config
from generator.tests.support import THEME_OPTION, append, copy_site, folders_in, prepend

MARKER = "xyzzy"
PAGE = f'+++\nsummary = "{MARKER}"\n+++\n\n# {MARKER}\n'
HIDDEN = (
    ".env", ".git/config", "../.env", "../.git/config", "public/.env", "public/.git/config",
    "public/deep/.hidden/note.txt", ".git/note.md", ".hidden/note.md", "guide/.note.md",
    "zh/.hidden/note.md", "examples/.env", "../secret.ts",
)  # fmt: skip


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    docs = copy_site(tmp_path / "outer")
    for name in HIDDEN:
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(PAGE, encoding="utf-8")
    (docs / "public/.well-known").mkdir()
    (docs / "public/.well-known/security.txt").write_text("Contact: …", encoding="utf-8")
    return docs


def test_a_build_publishes_no_hidden_files(docs: Path, tmp_path: Path) -> None:
    folders = folders_in(tmp_path, docs)
    site = build_site(folders, is_compressed=False)
    assert not site.has_errors
    assert [(problem.severity, problem.file) for problem in site.problems] == [
        ("warning", "public/.env"),
        ("warning", "public/.git/config"),
        ("warning", "public/deep/.hidden/note.txt"),
    ]
    published = [path for path in folders.output.rglob("*") if path.is_file()]
    assert not [path for path in published if MARKER.encode() in path.read_bytes()]
    assert (folders.output / ".well-known/security.txt").is_file()


@pytest.mark.parametrize("name", [*HIDDEN, "examples/link.ts"])
def test_pages_include_no_hidden_files_and_none_outside(
    name: str, docs: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (docs / "examples/link.ts").symlink_to(docs / ".env")
    append(docs / "guide/pour.md", f"\n<<< {name}\n\n![Image](/../{name})\n")
    problems = [problem.message for problem in load_site(docs).problems]
    assert f"There is no file {name} to include." in problems
    assert main(["build", str(docs), *THEME_OPTION]) == 1
    assert MARKER not in "".join(capfd.readouterr())


@pytest.mark.parametrize("name", [".env", "../.env"])
@pytest.mark.parametrize("key", ["styles", "cards.fonts"])
def test_settings_name_no_hidden_files_and_none_outside(
    name: str, key: str, docs: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    value = {"styles": f'"{name}"', "cards.fonts": f'["{name}"]'}[key]
    prepend(docs / "site.toml", f"{key} = {value}\n")
    assert main(["build", str(docs), "--output", str(tmp_path / "dist"), *THEME_OPTION]) == 1
    assert MARKER not in "".join(capfd.readouterr())
    assert not (tmp_path / "dist").exists()


@pytest.mark.parametrize("name", ["../.env.svg", "../../secret.svg", ".logo.svg", "link.svg"])
def test_cards_show_no_other_file_as_a_logo(name: str, docs: Path) -> None:
    (docs / "public/link.svg").symlink_to(docs / ".env.svg")
    for each in (docs / ".env.svg", docs.parent / "secret.svg", docs / "public/.logo.svg"):
        each.write_text(MARKER, encoding="utf-8")
    prepend(docs / "site.toml", f'logo = "/{name}"\n')
    assert (docs / "public" / name).is_file()
    assert _load_logo(load_config(docs), docs) == ""


@pytest.mark.parametrize("name", ["site.toml", "glossary.toml", "comments.toml"])
@pytest.mark.parametrize("target", [".env", "../.env"])
def test_a_file_of_settings_that_is_a_link_is_not_read(
    name: str, target: str, docs: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (docs / target).write_text(f"[{MARKER}]\n", encoding="utf-8")
    (docs / name).unlink(missing_ok=True)
    (docs / name).symlink_to(docs / target)
    assert main(["check", str(docs), *THEME_OPTION]) == 1
    messages = "".join(capfd.readouterr())
    assert name in messages
    assert MARKER not in messages
