"""All published text by source: pages, strings of programs, messages, comments."""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import tokenize
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any

from docsite.markdown import ParseContext, create_parser, parse
from docsite.pages.content import parse_source
from docsite.records import Prose, SiteConfig
from docsite.site.config import load_config
from docsite.site.strings import text_strings_of
from harness.paths import ROOT
from scripts.quality.repository import load_files
from scripts.quality.vocabulary.rules import Passage

DOCS = ROOT / "docs"
CHINESE = "zh-CN"
LANGUAGES = ("en", "zh")
PAGE_FOLDERS = ("docs", "generator/docs")

UNREAD = ("docs/reference/", "generator/tests/")
"""Folders with Markdown that is generated or intentionally wrong."""

_CODE_FOLDERS = (
    *("packages/", "generator/", "collector/", "theme/", "live/", "demos/"),
    *("scripts/", "harness/", "benchmarks/", "tests/"),
)
_TEST = re.compile(r"\.test\.tsx?$|(^|/)tests?/|/test_\w+\.py$|/testing/|/testing\.ts$")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_CODE = re.compile(r"`[^`\n]+`")
_TWO_WORDS = re.compile(r"[A-Za-z]{2,}[,:;’']*\s+[A-Za-z…]{2,}")
_SQL = re.compile(r"(\A|\n)\s*(alter|create|delete|drop|insert|select|update|with)\s|\)::\w")


@dataclass(frozen=True)
class Text:
    """A Markdown text and its first line."""

    file: str
    """Relative to the root of the repository."""
    line: int
    text: str


# --- Markdown -------------------------------------------------------------------------------------


def find_files(files: Iterable[PurePosixPath]) -> tuple[list[str], list[str]]:
    """The Markdown files in English and in Chinese."""
    texts = [
        str(file)
        for file in files
        if file.suffix == ".md"
        and not str(file).startswith(UNREAD)
        and not file.name.endswith(".api.md")
    ]
    chinese = [file for file in texts if is_chinese(file)]
    return [file for file in texts if file not in chinese], chinese


def is_chinese(file: str) -> bool:
    folders = tuple(f"{folder}/zh/" for folder in PAGE_FOLDERS)
    return file.startswith(folders) or file.endswith(f".{CHINESE}.md")


@cache
def _load_config() -> SiteConfig:
    return load_config(DOCS)


def split_file(file: str, text: str) -> list[Text]:
    """The strings of the front matter, then the content."""
    source = parse_source(file, text, _load_config(), date.min)
    head = text.split("\n")[: source.first_line - 1]
    strings = [
        Text(file, number, found)
        for number, line in enumerate(head, start=1)
        for found in re.findall(r'\w+ = "([^"]*)"', line)
        if not re.match(r"\w+ = \"[0-9a-f]{8}\"", line)
    ]
    return [*strings, Text(file, source.first_line, source.text)]


def load_markdown(names: Iterable[str]) -> list[Text]:
    return [text for name in names for text in split_file(name, (ROOT / name).read_text("utf-8"))]


def read_prose(texts: Iterable[Text]) -> list[tuple[str, Prose]]:
    """Paragraphs, headings and cells, without code."""
    strings = text_strings_of(_load_config().locales[0])
    parser = create_parser()
    return [
        (text.file, prose)
        for text in texts
        for prose in parse(text.text, ParseContext(text.file, strings, text.line), parser).prose
    ]


def _read_markdown(names: Sequence[str]) -> Iterator[Passage]:
    for file, prose in read_prose(load_markdown(names)):
        yield Passage(file, prose.line, prose.text, "zh" if is_chinese(file) else "en")


def _is_page(name: str) -> bool:
    return name.startswith(tuple(f"{folder}/" for folder in PAGE_FOLDERS))


# --- Strings and comments of programs -------------------------------------------------------------


@dataclass(frozen=True)
class Piece:
    """A string or a comment of a program."""

    file: str
    line: int
    text: str
    is_comment: bool


@cache
def read_python(name: str) -> list[Piece]:
    text = (ROOT / name).read_text("utf-8")
    return [*_python_strings(name, ast.parse(text)), *_python_comments(name, text)]


def _python_strings(name: str, node: ast.AST, is_statement: bool = False) -> Iterator[Piece]:
    """Placeholders in f-strings become `…`; a string that is a statement is a docstring."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield Piece(name, node.lineno, node.value, is_statement)
    elif isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else "…" for part in node.values]
        yield Piece(name, node.lineno, "".join(map(str, parts)), is_statement)
    else:
        for child in ast.iter_child_nodes(node):
            yield from _python_strings(name, child, isinstance(node, ast.Expr))


def _python_comments(name: str, text: str) -> Iterator[Piece]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield Piece(name, token.start[0], token.string.lstrip("# "), is_comment=True)


@cache
def read_typescript(names: tuple[str, ...]) -> list[Piece]:
    node = ["node", str(Path(__file__).with_name("strings.ts"))]
    work = "\n".join(names)
    run = subprocess.run(node, input=work, cwd=ROOT, capture_output=True, text=True, check=True)
    found: list[dict[str, Any]] = json.loads(run.stdout)
    return [
        Piece(piece["file"], piece["line"], piece["text"], piece["isComment"]) for piece in found
    ]


def _read_strings(pieces: Iterable[Piece]) -> Iterator[Passage]:
    """Skips tests, whose strings are mostly examples."""
    return (
        to_passage(piece)
        for piece in pieces
        if not piece.is_comment and not _TEST.search(piece.file) and is_prose(piece.text)
    )


def is_prose(text: str) -> bool:
    """Whether a string is a sentence, not a name, a key or SQL."""
    return bool(_HAN.search(text) or (_TWO_WORDS.search(text) and not _SQL.search(text)))


def to_passage(piece: Piece) -> Passage:
    language = "zh" if _HAN.search(piece.text) else "en"
    return Passage(piece.file, piece.line, _CODE.sub("`…`", piece.text), language)


def _read_toml(name: str) -> Iterator[Passage]:
    for number, line in enumerate((ROOT / name).read_text("utf-8").split("\n"), start=1):
        for found in re.findall(r'"([^"]*)"', line):
            yield to_passage(Piece(name, number, found, is_comment=False))


def find_string_files(language: str) -> list[str]:
    """The files with UI strings, which are next to the code that shows them: `strings/en.json`."""
    return [
        str(file)
        for file in load_files()
        if file.parent.name == "strings" and file.name == f"{language}.json"
    ]


def load_ui_strings(language: str) -> list[Text]:
    """Skips strings with escaped quotes, which are commands and not sentences."""
    return [
        Text(name, number, found)
        for name in find_string_files(language)
        for number, line in enumerate((ROOT / name).read_text("utf-8").split("\n"), start=1)
        for found in re.findall(r'": "([^"\\]*)"', line)
    ]


def _read_ui_strings() -> Iterator[Passage]:
    for language in LANGUAGES:
        for text in load_ui_strings(language):
            yield Passage(text.file, text.line, _CODE.sub("`…`", text.text), language)


def _read_folder(*folders: str) -> list[Piece]:
    if not all(folder.startswith(_CODE_FOLDERS) for folder in folders):
        raise ValueError(f"Only code in {', '.join(_CODE_FOLDERS)} are read.")
    names = [name for name in list_code_files() if name.startswith(folders)]
    python = [piece for name in names if name.endswith(".py") for piece in read_python(name)]
    return [*python, *(piece for piece in _read_typescript() if piece.file.startswith(folders))]


@cache
def list_code_files() -> list[str]:
    """The code whose strings and comments are read."""
    return [
        name
        for name in map(str, load_files())
        if name.startswith(_CODE_FOLDERS) and name.endswith((".py", ".ts", ".tsx", ".js", ".mjs"))
    ]


def _read_typescript() -> list[Piece]:
    """Reads all folders with one process, because starting a compiler takes longer than reading."""
    return read_typescript(tuple(name for name in list_code_files() if not name.endswith(".py")))


def _read_comments() -> Iterator[Passage]:
    return (to_passage(piece) for piece in _read_folder(*_CODE_FOLDERS) if piece.is_comment)


# --- Sources --------------------------------------------------------------------------------------


def _markdown(is_wanted: Callable[[str], bool]) -> Iterator[Passage]:
    english, chinese = find_files(load_files())
    yield from _read_markdown([name for name in [*english, *chinese] if is_wanted(name)])


SOURCES: Mapping[str, Callable[[], Iterator[Passage]]] = {
    "pages": lambda: _markdown(_is_page),
    "markdown": lambda: _markdown(lambda name: not _is_page(name)),
    "site": lambda: chain.from_iterable(
        _read_toml(f"{folder}/site.toml") for folder in PAGE_FOLDERS
    ),
    "strings": _read_ui_strings,
    "theme": lambda: _read_strings(_read_folder("theme/src/")),
    "live": lambda: _read_strings(_read_folder("live/")),
    "docsite": lambda: _read_strings(_read_folder("generator/src/")),
    "collector": lambda: _read_strings(_read_folder("collector/src/")),
    "errors": lambda: _read_strings(_read_folder("packages/")),
    "comments": _read_comments,
}
"""READMEs and other Markdown outside docs are `markdown`; `errors` are those of the packages."""

STRINGS = ("site", "strings")
"""Sources with text in several languages, except Markdown."""


def load_strings(language: str) -> list[Text]:
    return [
        Text(passage.file, passage.line, passage.text)
        for source in STRINGS
        for passage in SOURCES[source]()
        if passage.language == language
    ]
