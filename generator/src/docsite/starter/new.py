"""Creates a small initial site: `docsite new`."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from docsite.errors import ConfigError, OutputError
from docsite.site.config import CONFIG_FILE

_STARTER = Path(__file__).parent
_LANGUAGES = _STARTER / "languages.toml"
_LOGO = "logo.svg"
_DEFAULT_TITLE = "Documentation"
_DEFAULT_REPOSITORY = "https://git.example/{name}"
_SSH_REMOTE = re.compile(r"(?:ssh://)?git@([^:/]+)[:/](.+)")


@dataclass(frozen=True)
class Language:
    """A language of the new site."""

    id: str
    """The name of its folder in `starter/`, if it has pages there."""
    prefix: str
    labels: Mapping[str, str]
    """Its table in `starter/languages.toml`."""


def create_site(folder: Path, languages: Sequence[str] = ("en",)) -> None:
    """Writes the site into a new or empty folder."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OutputError(
            "the folder for the new site isn't empty",
            hint="Choose a new or empty folder.",
            file=str(folder),
        )
    loaded = load_languages(languages)
    values = {"title": guess_title(folder), "folder": folder.name or "."}
    config = "\n\n".join(render_config(folder, values["title"], loaded))
    with _removing(folder):
        _write(folder / CONFIG_FILE, f"{config}\n")
        _write(folder / "public" / _LOGO, (_STARTER / _LOGO).read_text(encoding="utf-8"))
        for language in loaded:
            _write_pages(folder, language, values)


@contextmanager
def _removing(folder: Path) -> Iterator[None]:
    """If writing fails, removes what was written, so that the command can be repeated."""
    existed = folder.exists()
    try:
        yield
    except BaseException:
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        if not existed:
            folder.rmdir()
        raise


def load_known_languages() -> Mapping[str, Mapping[str, str]]:
    """Returns the labels of each language, keyed by id."""
    return tomllib.loads(_LANGUAGES.read_text(encoding="utf-8"))


def load_languages(ids: Sequence[str]) -> list[Language]:
    known = load_known_languages()
    complete = [name for name in known if (_STARTER / name).is_dir()]
    for index, name in enumerate(ids):
        if name not in (known if index else complete) or name in ids[:index]:
            raise ConfigError(
                f"invalid list of languages: {','.join(ids)!r}",
                hint=f"Start with one of {', '.join(complete)}. The others can be any of "
                f"{', '.join(known)}, each at most once.",
            )
    return [
        Language(name, prefix_of(name) if index else "/", known[name])
        for index, name in enumerate(ids)
    ]


def prefix_of(name: str) -> str:
    return f"/{name.lower()}/"


def guess_title(folder: Path) -> str:
    """Returns the words in the name of the folder. Other characters could be Markdown."""
    words = " ".join(re.findall(r"[^\W_]+", folder.resolve().name))
    return words[:1].upper() + words[1:] or _DEFAULT_TITLE


def guess_repository(folder: Path) -> tuple[str, str]:
    """Returns the web address of the Git repository that contains a folder, and the path of the
    folder in it."""
    outer = next(parent for parent in folder.resolve().parents if parent.is_dir())
    remote = _git(outer, "remote", "get-url", "origin")
    root = _git(outer, "rev-parse", "--show-toplevel")
    name = folder.resolve().name
    if not remote or not root:
        return _DEFAULT_REPOSITORY.format(name=name), name
    address = _SSH_REMOTE.sub(r"https://\1/\2", remote).removesuffix(".git")
    directory = folder.resolve().relative_to(Path(root).resolve()).as_posix()
    is_web = re.fullmatch(r"https?://[^\s@]+", address)
    return address if is_web else _DEFAULT_REPOSITORY.format(name=name), directory


def _git(folder: Path, *arguments: str) -> str:
    """Returns the output of Git, or nothing if it fails or isn't installed."""
    command = ["git", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8")
    except OSError:
        return ""
    return "" if done.returncode else done.stdout.strip()


def render_config(folder: Path, title: str, languages: Sequence[Language]) -> Iterator[str]:
    """Yields the parts of `site.toml`."""
    repository, directory = guess_repository(folder)
    yield f"""\
title = {_quote(title)}
address = "https://docs.example" # change it before you publish
repository = {_quote(repository)}
docs_directory = {_quote(directory)}
last_updated = {date.today().isoformat()} # or "git", for the date of the last commit of each page
logo = "/{_LOGO}\""""
    for language in languages:
        yield render_locale(language, title)
    yield f"""\
[[nav]]
label = {_label(languages, "guide")}
page = "/guide/start.html\""""
    yield f"""\
[[sidebars]]
under = "/guide/"

[[sidebars.groups]]
label = {_label(languages, "first_steps")}
pages = ["/guide/start.html", "/guide/writing.html"]"""


def render_locale(language: Language, title: str, strings: Mapping[str, str] | None = None) -> str:
    labels = language.labels
    lines = f"""\
[[locales]]
tag = {_quote(labels["tag"])}
prefix = {_quote(language.prefix)}
label = {_quote(labels["label"])}
description = {_quote(labels["description"].replace("{title}", title))}"""
    return f"{lines}\nstrings = {_table(strings)}" if strings else lines


def _label(languages: Sequence[Language], name: str) -> str:
    return _table({each.labels["tag"]: each.labels[name] for each in languages})


def _table(values: Mapping[str, str]) -> str:
    pairs = (f"{name} = {_quote(text)}" for name, text in values.items())
    return f"{{ {', '.join(pairs)} }}"


def _quote(text: str) -> str:
    """Returns a TOML string, which has the same escapes as JSON."""
    return json.dumps(text, ensure_ascii=False)


def _write_pages(folder: Path, language: Language, values: Mapping[str, str]) -> None:
    source = _STARTER / language.id
    target = folder / language.prefix.strip("/")
    pages = f"{values['folder']}{language.prefix.rstrip('/')}"
    for page in sorted(source.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        for name, value in {**values, "pages": pages}.items():
            text = text.replace(f"{{{name}}}", value)
        # The starter pages link as if every language had a folder, but the first language has none.
        text = text.replace(f'link = "/{language.id}/', f'link = "{language.prefix}')
        _write(target / page.relative_to(source), text)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
