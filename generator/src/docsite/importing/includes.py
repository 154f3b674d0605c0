"""Includes of other files: snippets (`--8<--`), include-markdown, and `{* file.py *}`."""

from __future__ import annotations

import posixpath
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from docsite.importing.lines import Line, find_fence_end, open_fence, split_lines
from docsite.importing.settings import REFUSED, Project, strings_in
from docsite.importing.summary import Construct, Summary

_EXTENSION = "pymdownx.snippets"
_SNIPPET = re.compile(r'\s*-{1,}8<-{1,}\s+(["\'])(?P<path>.+?)\1\s*')
_SNIPPETS = re.compile(r"\s*-{1,}8<-{1,}\s*")
_ESCAPED = re.compile(r"(\s*);(-{1,}8<-{1,}.*)")
_PLUGIN = re.compile(r"(\s*)\{%-?\s*include(?:-markdown)?\s+(?P<arguments>.*?)-?%\}\s*", re.DOTALL)
_ARGUMENT = re.compile(r"""(?:(\w+)\s*=\s*)?("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\w+)""")
_RANGE = re.compile(r"(?P<path>.*?):(?P<first>-?\d*)(?::(?P<last>-?\d*))?(?:,.*)?")
_SECTION = re.compile(r"(?P<path>.*?):(?P<name>[A-Za-z_][\w.-]*)")
_MARKER = re.compile(r".*-{1,}8<-{1,}\s+\[\s*(?P<side>start|end)\s*:\s*(?P<name>[\w.-]+)\s*\].*")
_MAX_SIZE = 5_000_000
"""In bytes. Larger files aren't content for pages."""
_MAX_INCLUDED = 2_000_000
"""In characters per page. Files that include others repeatedly grow exponentially."""
_COST = 4_000
"""In characters per include, to limit how many small files a page can include."""
_CIRCULAR = "Remove the include, or copy the text into the page."
_LONG = (
    "It and all later includes of this page were left out. Split the page, and import the project "
    "again with --force."
)


@dataclass(frozen=True)
class Snippet:
    """The part of a file that is included."""

    path: str
    section: str = ""
    first: int | None = None
    last: int | None = None

    @property
    def is_whole(self) -> bool:
        return self.first is None and self.last is None


@dataclass
class _Budget:
    left: int = _MAX_INCLUDED
    """The remaining number of characters."""


@dataclass(frozen=True)
class Includer:
    """Reads included files, which must be in the project."""

    project: Project
    summary: Summary
    texts: dict[Path, str | None] = field(default_factory=dict)
    opened: frozenset[Path] = frozenset()
    """The page, and the files through which the current line was included."""
    budget: _Budget = field(default_factory=_Budget)

    def for_page(self, source: str) -> Includer:
        page = (self.project.docs / source).resolve()
        return replace(self, opened=frozenset({page}), budget=_Budget())

    @cached_property
    def _folders(self) -> Sequence[Path]:
        options = self.project.extensions.get(_EXTENSION, {})
        named = strings_in(options.get("base_path")) or ["."]
        return [*((self.project.folder / name) for name in named), self.project.docs]

    def find(self, path: str, file: str | None = None) -> Path | None:
        """Finds a file: first relative to `file`, if it is given, then in the folders for
        snippets."""
        relative = [(self.project.docs / file).parent] if file is not None else []
        for folder in (*relative, *self._folders):
            found = (folder / path).resolve()
            if self.project.allows(found) and found.is_file():
                return found
        return None

    def read(self, path: Path) -> str | None:
        if path not in self.texts:
            try:
                is_small = path.stat().st_size <= _MAX_SIZE
                self.texts[path] = path.read_text(encoding="utf-8-sig") if is_small else None
            except (OSError, UnicodeDecodeError):
                self.texts[path] = None
        return self.texts[path]

    def name_of(self, path: Path) -> str:
        """Returns the path relative to the folder of the pages, as in `Line.file`."""
        return posixpath.normpath(
            posixpath.join(*_climb(path, self.project.docs, self.project.folder))
        )

    def load(self, snippet: Snippet, line: Line, *, is_relative: bool = False) -> list[Line] | None:
        """Returns the lines of a snippet. If it can't be read, adds a note and returns `None`."""
        found = self.open(snippet.path, line, is_relative=is_relative)
        if found is None:
            return None
        path, text = found
        lines = _select(split_lines(text.removesuffix("\n"), self.name_of(path)), snippet)
        if lines is None:
            detail = f"{snippet.path} has no section {snippet.section}"
            self.summary.skip(Construct.INCLUDE, line, detail)
            return None
        return lines if self.spend(snippet.path, lines, line) else None

    def open(self, name: str, line: Line, *, is_relative: bool = False) -> tuple[Path, str] | None:
        """Returns a file and its content. If it can't be included, adds a note and returns
        `None`."""
        if not self.budget.left:
            return None
        path = self.find(name, line.file if is_relative else None)
        text = self.read(path) if path else None
        if path is None or text is None:
            unreadable = f"{name} can't be read as UTF-8, or is larger than {_MAX_SIZE // 10**6} MB"
            missing = f"{name} {REFUSED}"
            self.summary.skip(Construct.INCLUDE, line, unreadable if path else missing)
            return None
        if path in self.opened:
            self.summary.skip(Construct.INCLUDE, line, f"{name} includes itself", _CIRCULAR)
            return None
        return path, text

    def spend(self, name: str, lines: Sequence[Line], line: Line) -> bool:
        """Subtracts the lines from the budget of the page. If they exceed it, adds a note and
        returns `False`."""
        cost = _COST + sum(len(each.text) + line.indent + 1 for each in lines)
        if cost > self.budget.left:
            self.summary.skip(Construct.INCLUDE, line, f"{name} makes the page too long", _LONG)
            self.budget.left = 0
            return False
        self.budget.left -= cost
        return True


def _climb(path: Path, docs: Path, root: Path) -> Iterator[str]:
    folder = docs
    while not path.is_relative_to(folder) and folder != root:
        yield ".."
        folder = folder.parent
    yield path.relative_to(folder).as_posix()


def parse_snippet(path: str) -> Snippet:
    """Parses `file.py`, `file.py:name`, `file.py:3:5` or `file.py::5`."""
    if found := _RANGE.fullmatch(path):
        first, last = (int(found[key] or 0) or None for key in ("first", "last"))
        return Snippet(found["path"], first=first or 1, last=last)
    if found := _SECTION.fullmatch(path):
        return Snippet(found["path"], found["name"])
    return Snippet(path)


def _select(lines: list[Line], snippet: Snippet) -> list[Line] | None:
    if snippet.section:
        inside, is_inside, was_found = [], False, False
        for line in lines:
            marker = _MARKER.fullmatch(line.text)
            if marker and marker["name"] == snippet.section:
                is_inside = marker["side"] == "start"
                was_found = True
            elif is_inside and not marker:
                inside.append(line)
        return inside if was_found else None
    first = snippet.first or 1
    start = first - 1 if first > 0 else len(lines) + first
    chosen = lines[max(start, 0) : snippet.last]
    return [line for line in chosen if not _MARKER.fullmatch(line.text)]


def read_snippet(line: Line) -> Snippet | None:
    """Returns the snippet that a line includes."""
    found = _SNIPPET.fullmatch(line.text)
    return parse_snippet(found["path"]) if found else None


def expand_includes(lines: Sequence[Line], includer: Includer) -> list[Line]:
    """Inserts the content of other files. Skips code blocks, which `fences.py` handles."""
    done: list[Line] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if open_fence(line.text):
            end = find_fence_end(lines, at) + 1
            done += lines[at:end]
            at = end
        elif _SNIPPETS.fullmatch(line.text):
            end = _find_block_end(lines, at)
            done += _expand_block(lines[at + 1 : end], line, includer)
            at = end + 1
        else:
            done += _expand_line(line, includer)
            at += 1
    return done


def _find_block_end(lines: Sequence[Line], start: int) -> int:
    for at in range(start + 1, len(lines)):
        if _SNIPPETS.fullmatch(lines[at].text):
            return at
    return start


def _expand_block(names: Sequence[Line], opening: Line, includer: Includer) -> list[Line]:
    done: list[Line] = []
    for name in names:
        path = name.text.strip()
        if path and not path.startswith(";"):
            done += _insert(parse_snippet(path), name, opening.indent, includer)
    return done


def _expand_line(line: Line, includer: Includer) -> list[Line]:
    if escaped := _ESCAPED.fullmatch(line.text):
        return [line._replace(text=escaped[1] + escaped[2])]
    if snippet := read_snippet(line):
        return _insert(snippet, line, line.indent, includer)
    found = _PLUGIN.fullmatch(line.text)
    if not found:
        return [line]
    return _include_markdown(found["arguments"], line, includer)


def _insert(snippet: Snippet, line: Line, width: int, includer: Includer) -> list[Line]:
    loaded = includer.load(snippet, line)
    path = includer.find(snippet.path) if loaded is not None else None
    if loaded is None or path is None:
        return []
    includer.summary.count(Construct.INCLUDE)
    return _nest(path, loaded, width, includer)


def _nest(path: Path, loaded: list[Line], width: int, includer: Includer) -> list[Line]:
    inner = replace(includer, opened=includer.opened | {path})
    expanded = expand_includes(_without_front_matter(loaded), inner)
    return [each._replace(text=" " * width + each.text) if each.text else each for each in expanded]


def _without_front_matter(lines: list[Line]) -> list[Line]:
    if lines and lines[0].text.rstrip() == "---" and lines[0].number == 1:
        for at, line in enumerate(lines[1:], 1):
            if line.text.rstrip() in ("---", "..."):
                return lines[at + 1 :]
    return lines


def _include_markdown(arguments: str, line: Line, includer: Includer) -> list[Line]:
    options: dict[str, str] = {}
    for name, value in _ARGUMENT.findall(arguments):
        options.setdefault(name or "path", value.strip("\"'").replace("\\n", "\n"))
    path = options.get("path", "")
    is_relative = path.startswith(("./", "../"))
    opened = includer.open(path or arguments.strip(), line, is_relative=is_relative)
    if opened is None:
        return []
    source, text = opened
    start, end = options.get("start", ""), options.get("end", "")
    before, found, after = text.partition(start) if start and start in text else ("", "", text)
    after = after.partition(end)[0] if end else after
    body = after.lstrip("\n")
    first = before.count("\n") + found.count("\n") + len(after) - len(body) + 1
    lines = split_lines(body.rstrip("\n"), includer.name_of(source), first)
    if not includer.spend(path, lines, line):
        return []
    includer.summary.count(Construct.INCLUDE)
    return _nest(source, lines, line.indent, includer)


def load_appended(includer: Includer, page: str) -> list[Line]:
    """Loads the files that the extension appends to every page: abbreviations and link
    definitions."""
    done: list[Line] = []
    for snippet in _list_appended(includer):
        found = includer.find(snippet.path) is not None
        loaded = includer.load(snippet, Line("", page, 1)) if found else None
        done += [Line("", page, 1), *(loaded or ())]
    return done


def note_missing(includer: Includer) -> None:
    """Adds notes about appended files that don't exist, once for all pages."""
    project = includer.project
    options = project.extensions.get(_EXTENSION, {})
    folders = ", ".join(strings_in(options.get("base_path")) or ["."])
    for snippet in _list_appended(includer):
        if includer.find(snippet.path) is None:
            detail = f"auto_append: {snippet.path} isn't in base_path ({folders})"
            advice = "Correct auto_append or base_path, and import the project again with --force."
            includer.summary.skip(Construct.INCLUDE, project.config.name, detail, advice)


def _list_appended(includer: Includer) -> Sequence[Snippet]:
    names = strings_in(includer.project.extensions.get(_EXTENSION, {}).get("auto_append"))
    return [parse_snippet(name) for name in names]


def mark_regions(text: str) -> str:
    """Replaces the section markers with those of docsite."""
    rows = []
    for row in text.splitlines():
        found = _MARKER.fullmatch(row)
        if found:
            name = re.sub(r"[^\w-]", "-", found["name"])
            region = "#region" if found["side"] == "start" else "#endregion"
            opener = row.partition("-8<-")[0].rstrip("- ")
            row = f"{opener} {region} {name}"
        rows.append(row)
    return "\n".join(rows) + "\n"


def dedent_code(lines: Sequence[Line]) -> list[Line]:
    """Removes common indentation."""
    if not lines:
        return []
    rows = textwrap.dedent("\n".join(line.text for line in lines)).split("\n")
    return [line.to(row, is_code=True) for line, row in zip(lines, rows, strict=True)]
