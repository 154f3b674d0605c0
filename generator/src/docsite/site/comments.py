"""`comments.toml`: translations of the comments in samples.

Each line of a comment is translated separately, so that samples keep their line numbers.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

from docsite.records import SiteConfig
from docsite.site.scanners import Span, find_comments, has_scanner
from docsite.site.text_files import load_settings
from docsite.site.toml import TomlFile

COMMENTS_FILE = "comments.toml"

Comments = Mapping[str, Mapping[str, str]]
"""The translations, keyed by language tag and original text."""

_BLOCK = "/*"
_OPENING = re.compile(r"//+|/\*+|<!--|#+")
_CLOSING = re.compile(r"\**/\Z|--!?>\Z")
_MARK = re.compile(r"\[!code [\w+-]+\]\s*")
_MARK_OPENING = re.compile(r"(?://|#|--|<!--|/\*)\Z")
_REGION = re.compile(r"#(?:end)?region\b|(?:end)?region\b(?!\s*[:=])")
_NAME = re.compile(r"\w")
_VALUE = re.compile(
    r"""'[^']*'|"[^"]*"|`[^`]*`|-?\d[\w.]*|\b(?:true|false|null|undefined|NaN|Infinity)\b"""
    r"|[\w$]+:(?=\s)|[\w$]+(?:\.[\w$]+)+(?:\(\))?|[\w$]+\(\)"
)
_UNSAFE = re.compile(r"[-/>*]|#?(?:end)?region\b|.*(?:\*/|--!?>|</|\[!code )")
_NO_LINE_BREAKS = re.compile(r"[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")


def load_comments(docs: Path, config: SiteConfig) -> Comments:
    """Reads `comments.toml` of a docs folder. Without it, no comments are translated."""
    return parse_comments(load_settings(docs, COMMENTS_FILE), config, str(docs / COMMENTS_FILE))


def parse_comments(text: str, config: SiteConfig, file: str = COMMENTS_FILE) -> Comments:
    """Parses one table per language. The first language has none."""
    source = TomlFile(text, file)
    tags = [locale.tag for locale in config.locales[1:]]
    source.require_known(tags)
    comments = {tag: source.decode(dict[str, str], tag) for tag in tags if tag in source.values}
    for tag, translations in comments.items():
        _refuse_unsafe(source, tag, translations)
    return comments


def _refuse_unsafe(source: TomlFile, tag: str, translations: Mapping[str, str]) -> None:
    """Rejects translations that would end the comment, add a line or become a mark."""
    for original, translation in translations.items():
        is_line = translation.isprintable() and translation.strip() == translation != ""
        if not is_line or _UNSAFE.match(translation):
            raise source.wrong(
                (tag, original),
                f"{translation!r} can't replace a comment",
                "Write a single line without comment delimiters, tags or marks.",
            )


def language_of(file: str) -> str:
    """Returns the language of a file, according to its suffix."""
    return file.rpartition(".")[2]


def translating(
    load: Callable[[str], str | None], translations: Mapping[str, str]
) -> Callable[[str], str | None]:
    """Returns a function that loads files with translated comments."""

    def load_translated(name: str) -> str | None:
        text = load(name)
        return text and translate_comments(text, language_of(name), translations)

    return load_translated if translations else load


def translate_comments(code: str, language: str, translations: Mapping[str, str]) -> str:
    """Replaces the comments that have a translation.

    A comment before a name on the same line stays unchanged, because hovers find names by column.
    """
    if not has_scanner(language) or not any(original in code for original in translations):
        return code
    parts: list[str] = []
    copied = 0
    for comment in find_comments(code, language):
        for start, end in find_texts(code, comment):
            translation = translations.get(code[start:end])
            if translation and is_last_on_line(code, comment):
                parts += (code[copied:start], translation)
                copied = end
    return "".join([*parts, code[copied:]])


def is_last_on_line(code: str, comment: Span) -> bool:
    """Returns whether only punctuation follows on the line."""
    end = code.find("\n", comment[1])
    return not _NAME.search(code, comment[1], end if end >= 0 else len(code))


def find_texts(code: str, comment: Span) -> Iterator[Span]:
    """Yields the text on each line of a comment, without delimiters and marks such as
    `[!code ++]`."""
    opening = _OPENING.match(code, *comment)
    start = opening.end() if opening else comment[0]
    is_block = code.startswith((_BLOCK, "<!--"), comment[0])
    closing = _CLOSING.search(code, start, comment[1]) if is_block else None
    end = closing.start() if closing else comment[1]
    padding = " \t\r*" if code.startswith(_BLOCK, comment[0]) else " \t\r"
    for line in code[start:end].split("\n"):
        text = _without_mark(line).rstrip().lstrip(padding)
        if text and not _REGION.match(text):
            first = code.index(text, start)
            yield first, first + len(text)
        start += len(line) + 1


def _without_mark(line: str) -> str:
    start = line.rfind("[!code ")
    if start < 0 or not _MARK.fullmatch(line, start):
        return line
    return _MARK_OPENING.sub("", line[:start].rstrip())


def is_prose(text: str) -> bool:
    """Returns whether a comment contains words to translate, and isn't only a value or a name."""
    return bool(re.search(r"[^\W\d_]", _VALUE.sub("", text)))


@dataclass(frozen=True)
class Separated:
    """Code and its comments."""

    code: str
    """The code without comments, with the same number of lines."""
    comments: tuple[str, ...]
    """The text of each line of each comment."""


def separate(
    code: str, language: str, lines: Sequence[int] | None = None, indent: int = 0
) -> Separated:
    """Separates the code and comments of some lines, or of all, without their indentation."""
    bare, comments = _separate_lines(code, language)
    shown = range(len(bare)) if lines is None else lines
    chosen = frozenset(shown)
    return Separated(
        "\n".join(bare[line][indent:].rstrip() for line in shown),
        tuple(text for line, text in comments if line in chosen),
    )


@lru_cache(maxsize=64)  # pages include many regions of the same file
def _separate_lines(code: str, language: str) -> tuple[Sequence[str], Sequence[tuple[int, str]]]:
    """Returns the lines without comments, and each comment with its line number, from 0."""
    starts = list(accumulate(map(len, code.splitlines(keepends=True)), initial=0))
    parts: list[str] = []
    texts: list[tuple[int, str]] = []
    copied = 0
    for comment in find_comments(code, language):
        parts += (code[copied : comment[0]], _NO_LINE_BREAKS.sub("", code[slice(*comment)]))
        copied = comment[1]
        for start, end in find_texts(code, comment):
            texts.append((bisect_right(starts, start) - 1, code[start:end]))
    # `splitlines` drops the last line if it becomes empty.
    bare = [*"".join([*parts, code[copied:]]).splitlines(), ""]
    return bare[: len(starts) - 1], texts
