"""`docsite new`: the site passes all checks, in one language or in more."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

from docsite.cli import main
from docsite.errors import ConfigError, OutputError
from docsite.load import load_site
from docsite.site.config import load_config
from docsite.starter.new import create_site, guess_repository, guess_title
from generator.tests.support import PRODUCT_WORDS, THEME_OPTION

LANGUAGES = ("en", "zh")
CHOICES = [chosen for count in (1, 2) for chosen in permutations(LANGUAGES, count)]

Git = Callable[..., None]


def test_the_next_command_can_be_copied_even_if_the_folder_has_spaces(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    docs = tmp_path / "My Docs"
    assert main(["new", str(docs)]) == 0
    assert f'Next: docsite dev "{docs}"\n' in capsys.readouterr().out


def test_a_missing_folder_says_how_to_create_a_site(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    docs = tmp_path / "nope"
    assert main(["dev", str(docs), *THEME_OPTION]) == 1
    assert f"Run docsite new {docs}, or specify the folder" in capsys.readouterr().err
    docs.mkdir()
    (docs / "page.md").touch()
    assert main(["dev", str(docs), *THEME_OPTION]) == 1
    assert f"Create {docs / 'site.toml'}, or specify the folder" in capsys.readouterr().err


@pytest.mark.parametrize("languages", CHOICES)
def test_a_new_site_passes_strict_checks(languages: tuple[str, ...], tmp_path: Path) -> None:
    docs = tmp_path / "my-demo"
    assert main(["new", str(docs), "--languages", ",".join(languages)]) == 0
    assert main(["check", "--strict", str(docs), *THEME_OPTION]) == 0
    site = load_site(docs)
    assert len(site.pages) == 3 * len(languages)
    assert [locale.tag[:2] for locale in site.config.locales] == [*languages]
    for file in docs.rglob("*.md"):
        text = file.read_text(encoding="utf-8")
        assert "{title}" not in text
        assert "{folder}" not in text
        assert file.name != "start.md" or f"`{file.relative_to(tmp_path).as_posix()}`" in text
        assert not PRODUCT_WORDS.search(text)


def test_a_new_site_is_in_english_and_named_like_its_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", str(tmp_path / "tea_time")]) == 0
    config = load_config(tmp_path / "tea_time")
    assert (config.title, [locale.tag for locale in config.locales]) == ("Tea time", ["en-US"])
    assert "docsite dev" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "title"),
    [("docs", "Docs"), ("API-docs_v2", "API docs v2"), ("文档", "文档"), ("__", "Documentation")],
)
def test_a_title_has_the_words_of_the_folder(name: str, title: str, tmp_path: Path) -> None:
    assert guess_title(tmp_path / name) == title


def test_only_a_new_or_empty_folder_is_used(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    create_site(tmp_path / "empty")
    before = sorted(tmp_path.rglob("*"))
    (tmp_path / "file").touch()
    for name in ("empty", "file"):
        with pytest.raises(OutputError, match="isn't empty"):
            create_site(tmp_path / name)
    assert sorted(tmp_path.rglob("*")) == sorted([*before, tmp_path / "file"])


@pytest.mark.parametrize("languages", [["xx"], ["en", "en"], [""], ["en", "../en"]])
def test_unknown_and_repeated_languages_are_reported(languages: list[str], tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="invalid list of languages") as caught:
        create_site(tmp_path / "demo", languages)
    assert "en, zh" in caught.value.hint
    assert not (tmp_path / "demo").exists()


@pytest.fixture
def git(tmp_path: Path) -> Git:
    def run(*arguments: str) -> None:
        subprocess.run(["git", "-C", str(tmp_path), *arguments], check=True, capture_output=True)

    run("init")
    return run


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("https://code.example/tea/kettle.git", "https://code.example/tea/kettle"),
        ("git@code.example:tea/kettle.git", "https://code.example/tea/kettle"),
        ("ssh://git@code.example/tea/kettle", "https://code.example/tea/kettle"),
        ("../kettle.git", "https://git.example/docs"),
        ("https://name:secret@code.example/kettle", "https://git.example/docs"),
    ],
)
def test_edit_links_lead_to_the_git_repository_of_the_folder(
    remote: str, address: str, git: Git, tmp_path: Path
) -> None:
    git("remote", "add", "origin", remote)
    assert guess_repository(tmp_path / "web/docs") == (address, "web/docs")


def test_without_git_the_repository_is_an_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert guess_repository(tmp_path / "docs") == ("https://git.example/docs", "docs")
