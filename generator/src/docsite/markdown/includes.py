"""Includes of example files: `<<< examples/theme.ts#region [theme.ts] {2}`.

The path is relative to the docs folder, so that it is the same in every language. A region is
between two comments, `#region name` and `#endregion name`. A colon or an equals sign after the word
means that the comment contains a setting instead.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

from docsite.markdown.context import context_of
from docsite.site.comments import Separated, language_of, separate

_INCLUDE = re.compile(r"<<< (?P<path>[^\s#{\[]+)(?:#(?P<region>[\w-]+))?(?P<rest>.*)")
_MARKER = re.compile(
    r"\s*(?:(?://|--|<!--|/\*)\s*(?P<mark>#)?|#\s*#?)(?P<end>end)?region\b"
    r"(?(mark)|(?!\s*[:=]))\s*(?P<name>[\w-]*)"
)


@dataclass(frozen=True)
class Excerpt:
    """The visible lines of a file."""

    code: str
    """The code without common indentation."""
    lines: tuple[int, ...]
    """The line numbers in the file, from 0."""
    indent: int
    """The width of the removed indentation."""


def install(parser: MarkdownIt) -> None:
    interrupted = ["paragraph", "reference", "blockquote", "list"]
    parser.block.ruler.before("fence", "include", _include, {"alt": interrupted})


def _include(state: StateBlock, start: int, _end: int, silent: bool) -> bool:
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    found = _INCLUDE.match(line)
    if not found or state.is_code_block(start):
        return False
    if silent:
        return True
    state.line = start + 1
    file = found["path"]
    loaded = _load(state, start, file, found["region"])
    if loaded is not None:
        excerpt, separated = loaded
        token = state.push("fence", "code", 0)
        token.info = f"{language_of(file)} {found['rest']}"
        token.content = excerpt.code
        token.meta = {"file": file, "excerpt": excerpt, "separated": separated}
        token.map = [start, state.line]
    return True


def _load(
    state: StateBlock, line: int, path: str, region: str | None
) -> tuple[Excerpt, Separated] | None:
    context = context_of(state.env)
    text = context.load_example(path)
    if text is None:
        hint = "The path is relative to the docs folder, and hidden files can't be included."
        context.report(line, f"There is no file {path} to include.", hint)
        return None
    excerpt = find_excerpt(text, region)
    if excerpt is None:
        hint = f"Put the lines between #region {region} and #endregion {region}."
        context.report(line, f"{path} has no region {region}.", hint)
        return None
    # Comments are found in the whole file: a region alone doesn't show whether it belongs to a
    # script or a template.
    return excerpt, separate(text, language_of(path), excerpt.lines, excerpt.indent)


def extract_region(text: str, region: str | None) -> str | None:
    """Returns the code of a region, or of the whole file, without the comments that mark
    regions."""
    excerpt = find_excerpt(text, region)
    return excerpt.code if excerpt else None


def find_excerpt(text: str, region: str | None) -> Excerpt | None:
    """Returns the code of a region, or of the whole file, with its line numbers; `None` if there is
    no such region."""
    lines: list[tuple[int, str]] = []
    is_inside, was_found = region is None, region is None
    for number, line in enumerate(text.splitlines()):
        marker = _MARKER.match(line) if "region" in line else None
        if marker is None:
            if is_inside:
                lines.append((number, line))
        elif region is not None and marker["name"] == region:
            is_inside = marker["end"] is None
            was_found = True
    return _cut(lines) if was_found else None


def _cut(lines: Sequence[tuple[int, str]]) -> Excerpt:
    """Removes empty lines at both ends, and common indentation."""
    whole = textwrap.dedent("\n".join(line for _, line in lines))
    code = whole.strip("\n") + "\n"
    first = len(whole) - len(whole.lstrip("\n"))
    shown = lines[first : first + code.count("\n")]
    pairs = zip(shown, code.splitlines(), strict=False)
    indents = (len(line) - len(kept) for (_, line), kept in pairs if kept)
    return Excerpt(code, tuple(number for number, _ in shown), next(indents, 0))
