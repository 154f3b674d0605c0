"""Definition lists, footnotes, abbreviations, API references and underlined headings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from docsite.importing.context import Context, Converted
from docsite.importing.lines import TAB, Line, indent, strip_blank, take_indented
from docsite.importing.summary import Construct

FOOTNOTE = re.compile(r"\[\^(?P<label>[^\]\s]+)\]:\s*(?P<text>.*)$")
ABBREVIATION = re.compile(r"\*\[(?P<term>[^\]]+)\]:\s*(?P<text>.*)$")
API = re.compile(r":::\s*(?P<name>[A-Za-z_][\w.:/]*)\s*$")
BLOCK = re.compile(r":{3,}\s*(?P<name>\S.*?)\s*$")
BLOCK_END = re.compile(r":{3,}\s*$")
TERM = re.compile(r"(?![:|>#])(?![-*+]\s|\d+[.)]\s)\S")
SETEXT = re.compile(r"(?![-*+>#|]|\d+[.)]\s)\S.*$")

API_LABEL = "API reference: "
_OPTION = re.compile(r":?[\w-]+:(?:\s|$)")
_DEFINITION = re.compile(r":\s{1,4}(?P<text>\S.*)$")
_UNDERLINE = re.compile(r"(?P<mark>=+|-{2,})\s*$")
_MAX_TERMS = 6


def take_footnote(
    found: re.Match[str], lines: Sequence[Line], at: int, context: Context
) -> Converted:
    body, end = take_indented(lines, at + 1, lines[at].indent + TAB)
    # The other lines of the first paragraph don't need to be indented.
    while not body and end < len(lines) and not lines[end].is_blank and lines[end].indent == 0:
        if FOOTNOTE.match(lines[end].text) or ABBREVIATION.match(lines[end].text):
            break
        body.append(lines[end])
        end += 1
    first = [lines[at].to(found["text"])] if found["text"] else []
    context.page.footnotes[found["label"]] = context.convert(strip_blank([*first, *body]))
    return [], end


def take_abbreviation(
    found: re.Match[str], _lines: Sequence[Line], at: int, context: Context
) -> Converted:
    context.page.abbreviations[found["term"]] = found["text"].strip()
    return [], at + 1


def convert_api(
    found: re.Match[str], lines: Sequence[Line], at: int, context: Context
) -> Converted:
    """Converts mkdocstrings blocks: `::: package.module`, followed by options."""
    line = lines[at]
    _, end = take_indented(lines, at + 1, line.indent + TAB)
    context.summary.skip(Construct.API, line, found["name"])
    text = line.to(f"{API_LABEL}`{found['name']}`")
    return indent([text, line.to("")], line.indent), end


def convert_block(
    found: re.Match[str], lines: Sequence[Line], at: int, context: Context
) -> Converted:
    """Converts blocks of other extensions, such as `::: mkdocs-click`. Drops their options."""
    line, name = lines[at], found["name"].replace("`", "'")
    body, end = take_indented(lines, at + 1, line.indent + TAB)
    inner = strip_blank(body)
    if inner and _OPTION.match(inner[0].text):
        inner = []
    context.summary.skip(Construct.BLOCK, line, name)
    text = [line.to(f"Generated content: `{name}`"), line.to(""), *context.convert(inner)]
    return indent([*text, line.to("")], line.indent), end


def drop_block_end(
    _found: re.Match[str], lines: Sequence[Line], at: int, _context: Context
) -> Converted:
    return [lines[at].to("")], at + 1


def convert_definitions(
    _found: re.Match[str], lines: Sequence[Line], at: int, context: Context
) -> Converted | None:
    """Converts terms and their definitions to a list."""
    width = lines[at].indent
    done: list[Line] = []
    end = at
    while (terms := _find_terms(lines, end, width)) is not None:
        names, end = terms
        context.summary.simplify(Construct.DEFINITION_LIST)
        head = ", ".join(f"**{name.text.strip().strip('*')}**" for name in names)
        done += [names[0].to(f"- {head}"), names[0].to("")]
        while end < len(lines) and (found := _DEFINITION.match(lines[end].text[width:])):
            more, after = take_indented(lines, end + 1, width + TAB)
            lazy: list[Line] = []
            while not more and after < len(lines) and _is_lazy(lines[after], width):
                lazy.append(lines[after]._replace(text=lines[after].text.strip()))
                after += 1
            body = [lines[end].to(found["text"]), *lazy, *more]
            done += [*indent(context.convert(body), 2), lines[end].to("")]
            end = _skip_blank(lines, after)
    return (indent(done, width), end) if done else None


def _is_lazy(line: Line, width: int) -> bool:
    text = line.text.lstrip()
    return not line.is_blank and line.indent <= width + 3 and TERM.match(text) is not None


def _skip_blank(lines: Sequence[Line], at: int) -> int:
    while at < len(lines) and lines[at].is_blank:
        at += 1
    return at


def _find_terms(lines: Sequence[Line], at: int, width: int) -> tuple[list[Line], int] | None:
    """Returns the terms on the next lines, and the line of their first definition."""
    names: list[Line] = []
    for end in range(at, min(at + _MAX_TERMS, len(lines))):
        line = lines[end]
        if line.is_blank or line.indent != width:
            break
        if _DEFINITION.match(line.text[width:]) and names:
            return names, end
        if not TERM.match(line.text[width:]):
            return None
        names.append(line)
    after = _skip_blank(lines, at + len(names))
    is_defined = after < len(lines) and _DEFINITION.match(lines[after].text[width:])
    is_near = names and lines[after - 1].is_blank and after <= at + len(names) + 1
    same = is_defined and lines[after].indent == width if is_defined else False
    return (names, after) if is_near and same else None


def convert_setext(
    found: re.Match[str], lines: Sequence[Line], at: int, _context: Context
) -> Converted | None:
    """Converts a heading that is underlined with `===` or `---`."""
    if at + 1 >= len(lines) or (at and not lines[at - 1].is_blank) or "|" in found[0]:
        return None
    under = lines[at + 1]
    mark = _UNDERLINE.match(under.text.strip())
    if not mark or under.indent or lines[at].indent:
        return None
    level = 1 if mark["mark"].startswith("=") else 2
    return [lines[at].to(f"{'#' * level} {found[0].strip()}")], at + 2
