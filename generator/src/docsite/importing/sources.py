"""Reads the pages of a project, with values from front matter and settings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from docsite.errors import ConfigError
from docsite.importing.front import INHERITED, read_front_matter
from docsite.importing.inline import PRIVATE
from docsite.importing.lines import Line
from docsite.importing.settings import REFUSED, Project, Values, parse_yaml
from docsite.importing.summary import Construct, Summary

_META_FILE = ".meta.yml"
_UNREADABLE = (
    "Its values are missing from the pages of this folder. Correct the file, and import the "
    "project again with --force."
)


def read_page(project: Project, source: str, summary: Summary) -> tuple[Values, list[Line]]:
    """Returns the values, and the lines after them."""
    own, lines = read_front_matter(_read_text(project, source, summary), source, summary)
    front: Values = {}
    for values in (*_read_meta_files(project, source, summary), own):
        front = _add(front, values)
    is_draft = project.draft_docs.match_file(source)
    return ({**front, "draft": True} if is_draft else front), lines


def _read_text(project: Project, source: str, summary: Summary) -> str:
    content = (project.docs / source).read_bytes()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        detail = "the page isn't UTF-8, so some characters were replaced with �"
        summary.skip(Construct.ENCODING, Line("", source, line), detail)
        text = content.decode("utf-8-sig", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(PRIVATE)


def _read_meta_files(project: Project, source: str, summary: Summary) -> Iterator[Values]:
    """Yields the values that Material's meta plugin adds to all pages of a folder, outer folders
    first."""
    options = project.plugin("meta")
    if options is None:
        return
    name = str(options.get("meta_file") or _META_FILE)
    for folder in reversed(PurePosixPath(source).parents):
        file = (folder / name).as_posix()
        path = project.docs / file
        is_usual = name == _META_FILE and not path.is_symlink()  # although it is hidden
        if not path.is_file():
            continue
        if not project.allows(path.parent if is_usual else path):
            summary.skip(Construct.FRONT_MATTER, Line("", file, 1), f"it {REFUSED}", _UNREADABLE)
            continue
        try:
            values = parse_yaml(path.read_text(encoding="utf-8-sig"), file)
        except ConfigError as error:
            where = Line("", file, error.line or 1)
            summary.skip(Construct.FRONT_MATTER, where, error.message, _UNREADABLE)
        except (OSError, UnicodeDecodeError) as error:
            summary.skip(Construct.FRONT_MATTER, Line("", file, 1), str(error), _UNREADABLE)
        else:
            yield {key: values[key] for key in INHERITED if key in values}


def _add(first: Values, second: Values) -> Values:
    """Merges values like the plugin: lists are concatenated, and other values replaced."""
    joined = {
        key: [*first[key], *value]
        for key, value in second.items()
        if isinstance(value, list) and isinstance(first.get(key), list)
    }
    return {**first, **second, **joined}
