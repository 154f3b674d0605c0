"""Includes of example files: `<<< examples/theme.ts#region [theme.ts] {2}`.

The path begins at the docs folder, so that it is the same in every language. A region lies between
two comments, `#region name` and `#endregion name`.
"""

from __future__ import annotations

import re
import textwrap

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

from docsite.markdown.context import context_of

_INCLUDE = re.compile(r"<<< (?P<path>[^\s#{\[]+)(?:#(?P<region>[\w-]+))?(?P<rest>.*)")
_MARKER = re.compile(r"\s*(?://|#|--|<!--|/\*)?\s*#?(?P<end>end)?region\b\s*(?P<name>[\w-]*)")


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
    code = _load(state, start, found["path"], found["region"])
    if code is not None:
        token = state.push("fence", "code", 0)
        token.info = f"{found['path'].rpartition('.')[2]} {found['rest']}"
        token.content = code
        token.meta = {"file": found["path"]}
        token.map = [start, state.line]
    return True


def _load(state: StateBlock, line: int, path: str, region: str | None) -> str | None:
    context = context_of(state.env)
    text = context.load_example(path)
    if text is None:
        hint = "Correct the path; it begins at the docs folder and may not leave it."
        context.report(line, f"There is no file {path} to include.", hint)
        return None
    code = extract_region(text, region)
    if code is None:
        hint = f"Put the lines between #region {region} and #endregion {region}."
        context.report(line, f"{path} has no region {region}.", hint)
    return code


def extract_region(text: str, region: str | None) -> str | None:
    """The lines of a region, or of the whole file, without the comments that mark regions."""
    lines: list[str] = []
    is_inside, was_found = region is None, region is None
    for line in text.splitlines():
        marker = _MARKER.match(line) if "region" in line else None
        if marker is None:
            if is_inside:
                lines.append(line)
        elif region is not None and marker["name"] == region:
            is_inside = marker["end"] is None
            was_found = True
    return textwrap.dedent("\n".join(lines)).strip("\n") + "\n" if was_found else None
