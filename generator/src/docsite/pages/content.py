"""Finds the sources and reads their front matter."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from docsite.markdown.comments import OPEN as COMMENT
from docsite.pages.history import FileHistory, load_history
from docsite.pages.sections import RECORDED
from docsite.records import (
    Action,
    Fact,
    Feature,
    FrontMatter,
    LinkCard,
    Problem,
    SiteConfig,
    Source,
)
from docsite.records.frontmatter import NonBlank
from docsite.records.values import TagId
from docsite.site.locales import locale_of
from docsite.site.routes import SCHEMES, is_allowed, route_for
from docsite.site.suggestions import did_you_mean
from docsite.site.text_files import is_hidden, load_text
from docsite.site.toml import parse_toml

FENCE = "+++"
"""Delimits front matter, which is TOML like `site.toml`, because Python contains a TOML parser."""

_FRONT_MATTER = re.compile(r"\+\+\+[ \t]*\n(.*?^)\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)

_YAML = re.compile(
    r"---[ \t]*\n((?:#.*\n)*[A-Za-z][\w-]*:(?:[ \t].*)?\n(?:.*\n)*?)---[ \t]*(?:\n|\Z)"
)
_YAML_SUMMARY = re.compile(
    r"""^(?:summary|description):[ \t]*(?![|>])(['"]?)(.+?)\1[ \t]*$""", re.MULTILINE
)

_RECORDED_TABLE = re.compile(rf"^\[{RECORDED}\][ \t]*\n(?:(?!\[).*(?:\n|\Z))*", re.MULTILINE)

IGNORED_FOLDERS = frozenset({"public", "examples"})
"""Top-level folders that contain no pages."""

_MAX_SOURCES = 20_000
"""The maximum number of sources whose front matter is cached for the next build, because TOML is
slow to parse."""

_Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{8}\Z")]
# `/index.html` always redirects to its folder. Backslashes, quotes and control characters have a
# meaning in server configurations.
_OldPath = Annotated[
    str, Meta(pattern=r"""\A/(?!/)[^?#\s\\"'`\x00-\x1f\x7f-\x9f]*(?<!/index\.html)\Z""")
]


_LINKS = f"a link is a path of the site or an address with {', '.join(sorted(SCHEMES))}"

FRONT_MATTER: Mapping[str, tuple[Any, str]] = {
    "summary": (NonBlank, 'one sentence about the page: summary = "…"'),
    "layout": (Literal["doc", "home"], 'layout = "doc" or layout = "home"'),
    "last_updated": (date, "a day: last_updated = 2026-01-31"),
    "draft": (bool, "draft = true for a page that isn't published yet"),
    "redirect_from": (
        tuple[_OldPath, ...],
        'earlier paths of the page: redirect_from = ["/old.html"], without quotes, backslashes, '
        "spaces, control characters, ? and #",
    ),
    "feed": (bool, "feed = true for a page whose second-level headings are entries of a feed"),
    "tags": (tuple[TagId, ...], 'tags in kebab-case: tags = ["first-steps"]'),
    "action": (
        Action,
        f'the button of the home page: action = {{ text = "…", link = "/…" }}; {_LINKS}',
    ),
    "ways": (tuple[LinkCard, ...], f"[[ways]] with title, text, note and link; {_LINKS}"),
    RECORDED: (dict[str, _Hash], f"[{RECORDED}] with docsite translated"),
    "features": (
        tuple[Feature, ...],
        f'[[features]] with title = "…", text = "…" and an optional proof like action; {_LINKS}',
    ),
    "facts": (tuple[Fact, ...], '[[facts]] with value = "…" and text = "…"'),
    "image": (NonBlank, 'a public file: image = "/image.svg"'),
}
"""The type of each key, and a hint for invalid values."""


def load_sources(docs: Path, config: SiteConfig) -> tuple[Source, ...]:
    """Reads all Markdown files of a docs folder, sorted by path."""
    files = sorted(
        path.relative_to(docs).as_posix() for path in _find_markdown(docs) if not path.is_symlink()
    )
    find_history = load_history(docs, config)
    return tuple(_load_source(docs, file, config, find_history(file)) for file in files)


def _load_source(docs: Path, file: str, config: SiteConfig, history: FileHistory) -> Source:
    source = parse_source(file, load_text(docs / file), config, history.last_updated)
    return replace(source, contributors=history.authors)


def _find_markdown(docs: Path) -> Iterator[Path]:
    for path in docs.rglob("*.md"):
        relative = path.relative_to(docs)
        if relative.parts[0] not in IGNORED_FOLDERS and not is_hidden(relative):
            yield path


def find_symlinks(folder: Path) -> tuple[Path, ...]:
    """Returns the symbolic links in a published folder, without resolving them."""
    if folder.is_symlink():
        return (folder,)
    return tuple(sorted(path for path in folder.rglob("*") if path.is_symlink()))


def find_source_symlinks(docs: Path) -> tuple[Path, ...]:
    """Returns the symbolic links in pages and public files."""
    pages = (path for path in _find_markdown(docs) if path.is_symlink())
    return (*sorted(pages), *find_symlinks(docs / "public"))


def parse_source(file: str, text: str, config: SiteConfig, last_updated: date) -> Source:
    """Separates front matter and content."""
    head, body, first_line = _split_front_matter(text)
    yaml = None if head else _YAML.match(text)
    if yaml:
        body, first_line = text[yaml.end() :], yaml[0].count("\n") + 1
    values, problems = (
        ({}, [_describe_yaml(file, yaml[1])]) if yaml else parse_front_matter(file, head)
    )
    own_date = values.get("last_updated")
    recorded = values.get(RECORDED)
    return Source(
        file=file,
        locale=locale_of(route_for(file), config.locales).tag,
        text=body,
        first_line=first_line,
        frontmatter=to_front_matter(values),
        last_updated=own_date if isinstance(own_date, date) else last_updated,
        recorded=recorded,
        keys=frozenset(values),
        problems=tuple(problems),
    )


def to_front_matter(values: Mapping[str, Any]) -> FrontMatter:
    return msgspec.convert({"summary": "", **values}, FrontMatter)


def _split_front_matter(text: str) -> tuple[str, str, int]:
    found = _FRONT_MATTER.match(text)
    if not found:
        return "", text, 1
    return found[1], text[found.end() :], found[0].count("\n") + 1


def _describe_yaml(file: str, text: str) -> Problem:
    found = _YAML_SUMMARY.search(text)
    summary = found[2].replace('"', "'") if found else "One sentence."
    hint = (
        f'Write {FENCE}, summary = "{summary}" and {FENCE} on separate lines. '
        "The title is the first heading, and the order of pages is in site.toml."
    )
    return Problem("error", file, 1, "The front matter is YAML instead of TOML.", hint)


@lru_cache(_MAX_SOURCES)
def parse_front_matter(file: str, text: str) -> tuple[Mapping[str, Any], Sequence[Problem]]:
    """Returns the valid values, and a problem for each invalid one."""
    try:
        values = parse_toml(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) + 1 if found else 1
        hint = "Front matter is TOML between two lines of +++."
        return {}, [
            Problem("error", file, line, f"The front matter is not valid TOML: {error}.", hint)
        ]
    valid = {key: value for key, value in values.items() if _is_valid(key, value)}
    problems = [_describe_mistake(file, text, key) for key in values if key not in valid]
    if COMMENT in text:
        line = text[: text.index(COMMENT)].count("\n") + 2
        hint = "Remove it, or write a comment of TOML on its own line: # …"
        message = (
            "The front matter contains an HTML comment, which would be published as plain text."
        )
        problems.append(Problem("warning", file, line, message, hint))
    if "summary" not in values:
        hint = f"Begin the file with {FENCE}, {FRONT_MATTER['summary'][1]} and {FENCE}."
        problems.append(Problem("error", file, 1, "The front matter has no summary.", hint))
    return valid, problems


def _is_valid(key: str, value: object) -> bool:
    try:
        decoded = msgspec.convert(value, FRONT_MATTER[key][0], builtin_types=[date])
    except (KeyError, msgspec.ValidationError):
        return False
    listed = decoded if isinstance(decoded, tuple) else (decoded,)
    items = [item.proof if isinstance(item, Feature) else item for item in listed]
    return all(is_allowed(item.link) for item in items if isinstance(item, Action | LinkCard))


def _describe_mistake(file: str, text: str, key: str) -> Problem:
    lines = text.splitlines()
    line = next((i for i, row in enumerate(lines, 2) if row.lstrip('["').startswith(key)), 1)
    if key in FRONT_MATTER:
        message = f"The front matter has an invalid value for {key}."
        return Problem("error", file, line, message, f"Write {FRONT_MATTER[key][1]}.")
    hint = did_you_mean(key, FRONT_MATTER, f"Use one of {', '.join(FRONT_MATTER)}.")
    return Problem("error", file, line, f"The front matter has an unknown key, {key}.", hint)


def replace_recorded(text: str, hashes: Mapping[str, str]) -> str:
    """Replaces the table of hashes at the end of the front matter."""
    found = _FRONT_MATTER.match(text)
    if not found:
        return text
    head = _RECORDED_TABLE.sub("", found[1]).rstrip("\n")
    rows = "".join(f'{slug} = "{value}"\n' for slug, value in hashes.items())
    table = f"\n\n[{RECORDED}]\n{rows}" if rows else "\n"
    return f"{text[: found.start(1)]}{head}{table}{text[found.end(1) :]}"


def load_public_files(docs: Path) -> frozenset[str]:
    """Returns the paths of files that are published unchanged."""
    return frozenset(f"/{path}" for path in _list_public(docs) if not is_hidden(PurePath(path)))


def find_hidden_files(docs: Path) -> Sequence[str]:
    """Returns the hidden files in `public/`, which aren't published."""
    return sorted(f"public/{path}" for path in _list_public(docs) if is_hidden(PurePath(path)))


def _list_public(docs: Path) -> Iterator[str]:
    public = docs / "public"
    for path in public.rglob("*"):
        if path.is_file() and not path.is_symlink():
            yield path.relative_to(public).as_posix()
