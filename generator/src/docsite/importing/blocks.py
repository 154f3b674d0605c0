"""Converts the blocks of a page, outer blocks first."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from docsite.importing import admonitions, definitions, fences, html_blocks, tabs
from docsite.importing.context import Context, Converted, Page
from docsite.importing.includes import Includer, expand_includes
from docsite.importing.lines import TAB, Line, find_fence_end, open_fence
from docsite.importing.settings import Project
from docsite.importing.summary import Summary

Rule = Callable[[re.Match[str], Sequence[Line], int, Context], Converted | None]
"""Converts the block that starts on a line. Returns `None` if the rule doesn't apply."""

_ITEM = re.compile(r"(?:[-*+]|\d+[.)])\s")
_COMMENT_START = re.compile(r"<!--")
_HIDDEN_HEADING = re.compile(r"(?P<marks>#{1,6})\s+<!--\s*(?P<text>[^\n`]+?)\s*-->\s*")
"""A heading whose text a plugin inserts. Without it, two sections would be merged."""
_CODE_SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")


def _convert_quote(
    _found: re.Match[str], lines: Sequence[Line], at: int, context: Context
) -> Converted:
    """Adds the `>` that docsite requires to continuation lines of quoted paragraphs."""
    end, width = at, lines[at].indent
    inner: list[Line] = []
    while end < len(lines) and not lines[end].is_blank:
        text = lines[end].text.strip() if end > at else lines[end].text[width:]
        inner.append(lines[end]._replace(text=re.sub(r"^> ?", "", text)))
        end += 1
    alert = admonitions.convert_alert(inner, context)
    if alert:
        return [line._replace(text=" " * width + line.text) for line in alert], end
    mark = " " * width + ">"
    converted = context.convert(inner)
    return [line._replace(text=f"{mark} {line.text}".rstrip()) for line in converted], end


def _drop_contents(
    _found: re.Match[str], _lines: Sequence[Line], at: int, _context: Context
) -> Converted:
    """Drops `[TOC]`, because docsite shows the headings next to the page."""
    return [], at + 1


RULES: Sequence[tuple[re.Pattern[str], Rule]] = (
    (fences.FENCE, fences.convert_fence),
    (fences.CODE_INCLUDE, fences.convert_code_include),
    (admonitions.ADMONITION, admonitions.convert_admonition),
    (tabs.TAB_MARK, tabs.convert_tabs),
    (admonitions.SLASHES, admonitions.convert_slashes),
    (definitions.FOOTNOTE, definitions.take_footnote),
    (definitions.ABBREVIATION, definitions.take_abbreviation),
    (definitions.API, definitions.convert_api),
    (definitions.BLOCK_END, definitions.drop_block_end),
    (definitions.BLOCK, definitions.convert_block),
    (html_blocks.HTML, html_blocks.convert_html),
    (re.compile(r">"), _convert_quote),
    (re.compile(r"\[TOC\]\s*$"), _drop_contents),
    (definitions.TERM, definitions.convert_definitions),
    (definitions.SETEXT, definitions.convert_setext),
)
"""The first rule that matches a line, ignoring its indentation, converts the block."""


def convert_page(page: Page, project: Project, summary: Summary, includer: Includer) -> None:
    """Converts everything except inline syntax and headings."""
    context = Context(project, summary, includer, page, convert_blocks)
    lines = expand_includes(page.lines, includer)
    page.lines = context.convert(strip_comments(lines))


def convert_blocks(lines: Sequence[Line], context: Context) -> list[Line]:
    done: list[Line] = []
    at, is_in_list = 0, False
    while at < len(lines):
        line = lines[at]
        if line.is_blank or line.is_code:
            done.append(line)
            at += 1
            continue
        is_in_list = _continues_list(line, lines, at, is_in_list)
        if line.indent >= TAB and not is_in_list and (at == 0 or lines[at - 1].is_blank):
            at = _copy_code(lines, at, done)
            continue
        converted = _apply_rules(lines, at, context)
        if converted is None:
            done.append(line)
            at += 1
        else:
            _append_block(done, converted[0])
            at = converted[1]
    return done


def _continues_list(line: Line, lines: Sequence[Line], at: int, was_in_list: bool) -> bool:
    if _ITEM.match(line.text.lstrip()):
        return was_in_list or line.indent < TAB
    is_new = line.indent == 0 and (at == 0 or lines[at - 1].is_blank)
    return was_in_list and not is_new


def _copy_code(lines: Sequence[Line], at: int, done: list[Line]) -> int:
    """Copies an indented code block."""
    while at < len(lines) and (lines[at].is_blank or lines[at].indent >= TAB):
        done.append(lines[at]._replace(is_code=True))
        at += 1
    return at


def _apply_rules(lines: Sequence[Line], at: int, context: Context) -> Converted | None:
    text = lines[at].text.lstrip()
    for pattern, rule in RULES:
        found = pattern.match(text)
        converted = rule(found, lines, at, context) if found else None
        if converted is not None:
            return converted
    return None


def _append_block(done: list[Line], block: list[Line]) -> None:
    """Adds a blank line before containers and code, so that they don't continue a paragraph."""
    if block and done and not done[-1].is_blank and block[0].text.lstrip()[:1] in "`~:*<":
        done.append(block[0].to(""))
    done += block


def strip_comments(lines: Sequence[Line]) -> list[Line]:
    """Removes HTML comments outside code."""
    done: list[Line] = []
    at, is_inside = 0, False
    while at < len(lines):
        line = lines[at]
        if not is_inside and open_fence(line.text):
            end = find_fence_end(lines, at) + 1
            done += lines[at:end]
            at = end
            continue
        text, is_still_inside = _strip_comment(line.text, is_inside)
        if hidden := _HIDDEN_HEADING.fullmatch(line.text):
            text = f"{hidden['marks']} `{hidden['text']}`"
        if text.strip() or (not is_inside and line.is_blank):
            done.append(line._replace(text=text))
        is_inside = is_still_inside
        at += 1
    return done


def _strip_comment(text: str, is_inside: bool) -> tuple[str, bool]:
    """Returns the text without comments, and whether a comment continues on the next line."""
    kept = ""
    while True:
        if is_inside:
            _, end, text = text.partition("-->")
            if not end:
                return kept, True
            is_inside = False
        spans = [found.span() for found in _CODE_SPAN.finditer(text)]
        starts = [found.start() for found in _COMMENT_START.finditer(text)]
        start = next((one for one in starts if not any(a <= one < b for a, b in spans)), None)
        if start is None:
            return kept + text, False
        kept, text, is_inside = kept + text[:start], text[start + 4 :], True
