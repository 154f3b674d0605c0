"""Converts the English pages of a docs folder to Markdown that all generators support.

Front matter, callouts, code groups, ids and images are removed, and samples become code blocks.
Links lead to pages, because generators derive different ids from the same heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus import find_files
from docsite.markdown.includes import extract_region
from docsite.site.config import load_config

_FRONT_MATTER = re.compile(r"\A\+\+\+\n.*?\n\+\+\+\n", re.DOTALL)
_CODE = re.compile(
    r"^(?P<fence>`{3,})(?P<language>[\w-]*)[^\n]*\n(?P<code>.*?)^(?P=fence)$"
    r"|^<<< (?P<path>[^\s#{\[]+)(?:#(?P<region>[\w-]+))?[^\n]*$",
    re.DOTALL | re.MULTILINE,
)
_TITLE = re.compile(r"^# (.+)\n", re.MULTILINE)
_TEXT_RULES = (
    (re.compile(r"^(#+ .*?) \{#[\w-]+\}$", re.MULTILINE), r"\1"),
    (re.compile(r"^::: (?:danger|live \S+|tip|warning) (.+)$", re.MULTILINE), r"**\1**"),
    (re.compile(r"^:::.*\n", re.MULTILINE), ""),
    (re.compile(r"^!\[.*\]\(.*\)\n", re.MULTILINE), ""),
    (re.compile(r"\[((?:[^\[\]]|\[\])*)\]\(#[^)]*\)"), r"\1"),
    (re.compile(r"(?<=\.md)#[\w-]+(?=\))"), ""),
)
"""Replacements outside of code, in this order."""


@dataclass(frozen=True)
class PlainPage:
    """One page."""

    file: str
    """The path of the source, such as `guide/quick-start.md`."""
    title: str
    body: str
    """The Markdown below the title."""

    @property
    def text(self) -> str:
        return f"# {self.title}\n\n{self.body}"

    @property
    def section(self) -> str:
        """The first folder; empty for the home page."""
        return self.file.rpartition("/")[0].partition("/")[0]


def load_plain_pages(docs: Path) -> tuple[PlainPage, ...]:
    """Returns all pages in the first language of a docs folder, sorted by file."""
    return tuple(_load_page(docs, file) for file in find_files(docs, load_config(docs)))


def _load_page(docs: Path, file: str) -> PlainPage:
    text = _FRONT_MATTER.sub("", (docs / file).read_text(encoding="utf-8"))
    text = "".join(_render_parts(docs, text))
    title = _TITLE.search(text)
    if title is None:
        raise ValueError(f"{file} has no title.")
    body = text[: title.start()] + text[title.end() :]
    return PlainPage(file, title[1], body.strip() + "\n")


def _render_parts(docs: Path, text: str) -> Iterator[str]:
    start = 0
    for found in _CODE.finditer(text):
        yield _render_text(text[start : found.start()])
        yield _render_code(docs, found)
        start = found.end()
    yield _render_text(text[start:])


def _render_text(text: str) -> str:
    for pattern, replacement in _TEXT_RULES:
        text = pattern.sub(replacement, text)
    return text


def _render_code(docs: Path, found: re.Match[str]) -> str:
    if found["path"]:
        sample = (docs / found["path"]).read_text(encoding="utf-8")
        code = extract_region(sample, found["region"]) or ""
        return f"```{found['path'].rpartition('.')[2]}\n{code}```"
    return f"{found['fence']}{found['language']}\n{found['code']}{found['fence']}"
