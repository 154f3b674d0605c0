"""The code blocks of a page as their author wrote them, read without docsite."""

from __future__ import annotations

import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

_BLOCK = re.compile(
    r"^(?:```(?P<fence>\w+)[^\n]*\n(?P<code>.*?)^```"
    r"|<<< (?P<path>[^\s#]+)(?:#(?P<region>[\w-]+))?[^\n]*)$",
    re.M | re.S,
)
_COMMENT = re.compile(
    r"(?P<start>(?://|/\*\*?|<!--|#) )(?P<text>.+?)(?P<end>(?: \*/| -->)?)$", re.M
)
_MARK = re.compile(r"\s*(?://|#|--|<!--|/\*)\s*\[!code (?P<mark>\S+)\].*")


def read_typed_code(docs: Path, source: str) -> list[str]:
    """What one would type to have each block of a page, in their order."""
    text = (docs / source).read_text(encoding="utf-8")
    comments = _load_comments(docs) if source.startswith("zh/") else {}
    return [type_code(code, language) for language, code in _read_blocks(docs, text, comments)]


def _load_comments(docs: Path) -> Mapping[str, str]:
    """The comments of samples in Chinese."""
    table: dict[str, dict[str, str]]
    table = tomllib.loads((docs / "comments.toml").read_text(encoding="utf-8"))
    return table["zh-CN"]


def type_code(code: str, language: str) -> str:
    """Without lines that are to be removed, without marks, and without the prompts of a shell."""
    kept = []
    for line in code.split("\n"):
        mark = _MARK.search(line)
        if not mark or mark["mark"] != "--":
            kept.append(line[: mark.start()] if mark else line)
    return "\n".join(line.removeprefix("$ ") if language == "sh" else line for line in kept)


def _read_blocks(docs: Path, text: str, comments: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    def translate(found: re.Match[str]) -> str:
        return found["start"] + comments.get(found["text"], found["text"]) + found["end"]

    for found in _BLOCK.finditer(text):
        if found["fence"]:
            yield found["fence"], found["code"].removesuffix("\n")
        else:
            path = docs / found["path"]
            code = _read_region(path.read_text(encoding="utf-8"), found["region"])
            yield path.suffix[1:], _COMMENT.sub(translate, code)


def _read_region(text: str, name: str | None) -> str:
    if name:
        _, text = re.split(rf"#region {name}(?![\w-]).*\n", text)
        text, _ = re.split(rf"^.*#endregion {name}(?![\w-])", text, flags=re.M)
    lines = [line for line in text.splitlines() if not re.search(r"#(end)?region\b", line)]
    return textwrap.dedent("\n".join(lines)).strip("\n")
