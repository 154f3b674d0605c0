"""HTML blocks, whose content is converted as Markdown or as HTML."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace

from docsite.importing.admonitions import render_admonition
from docsite.importing.context import Context, Converted
from docsite.importing.html_text import PLAIN, Translated, translate_html
from docsite.importing.lines import Line, find_fence_end, indent, open_fence, squeeze, strip_blank
from docsite.importing.summary import Construct, Outcome

_BLOCKS = """
address article aside audio blockquote canvas center details div dl embed fieldset figcaption figure
footer form h1 h2 h3 h4 h5 h6 header hr iframe main nav noscript object ol p picture pre script
section style svg table template ul video
"""
HTML = re.compile(rf"<(?P<tag>{'|'.join(_BLOCKS.split())})(?=[\s>/])", re.IGNORECASE)
_OPENING = re.compile(r"<[A-Za-z][^>]*>", re.DOTALL)
_SUMMARY = re.compile(r"\s*<summary[^>]*>(?P<title>.*?)</summary>", re.DOTALL | re.IGNORECASE)
_MARKDOWN = re.compile(r"""\smarkdown(?:\s*=\s*["']?(?:1|block|span)["']?)?[\s>]""")
_RAW = frozenset({"script", "style", "svg", "table", "pre", "iframe", "video", "ul", "ol"})
_MAX_DEPTH = 50
_ANIMATED = "termy"
_CARDS = re.compile(r"""class=["'][^"']*\bcards\b""")
_CARD_RULE = re.compile(r"\s+(?:-{3,}|\*{3,}|_{3,})\s*")
"""The rule below the title of a card. In a list, it would separate the title from its text."""


def convert_html(
    found: re.Match[str], lines: Sequence[Line], at: int, context: Context
) -> Converted | None:
    tag, line = found["tag"].lower(), lines[at]
    end = _find_end(tag, lines, at)
    block = [
        each._replace(text=each.text[min(line.indent, each.indent) :]) for each in lines[at:end]
    ]
    text = "\n".join(each.text for each in block)
    opening = _OPENING.match(text)
    if not opening:
        return None
    is_markdown = _MARKDOWN.search(opening[0]) is not None
    has_blank = any(each.is_blank or open_fence(each.text) for each in block[1:-1])
    if tag not in _RAW and (is_markdown or has_blank):
        done = _unwrap(tag, opening, text, line, context)
    else:
        translated = translate_html(text)
        count_html(translated, line, context)
        done = _to_lines(translated.text, line)
    return indent([*done, line.to("")], line.indent), end


def _find_end(tag: str, lines: Sequence[Line], start: int) -> int:
    """Returns the line after the element, or the next blank line if the element is never closed."""
    mark = re.compile(rf"<(/?){tag}(?=[\s>/])[^>]*?(/?)>", re.IGNORECASE)
    depth, at = 0, start
    while at < len(lines):
        if at > start and open_fence(lines[at].text):
            at = find_fence_end(lines, at) + 1
            continue
        text = _join_tag(lines, at)
        # Without the rest, in which no tag ends: each of its tags would be searched to the end.
        for found in mark.finditer(text, 0, text.rfind(">") + 1):
            depth += -1 if found[1] else 0 if found[2] else 1
        if depth <= 0 and (at > start or mark.search(text, 0, text.rfind(">") + 1)):
            return at + 1
        if depth > _MAX_DEPTH:  # each of these elements would be searched to the end
            break
        at += 1
    blank = (end for end in range(start, len(lines)) if lines[end].is_blank)
    return next(blank, len(lines))


def _join_tag(lines: Sequence[Line], at: int) -> str:
    """Returns a line, and the rest of a tag that spans several lines."""
    text = lines[at].text
    while text.rpartition("<")[2].count(">") == 0 and "<" in text and at + 1 < len(lines):
        at += 1
        if lines[at].is_blank or len(text) > 2000:
            break
        text += " " + lines[at].text
    return text


def _unwrap(
    tag: str, opening: re.Match[str], text: str, line: Line, context: Context
) -> list[Line]:
    inner = text[opening.end() :]
    inner = re.sub(rf"</{tag}\s*>\s*\Z", "", inner, flags=re.IGNORECASE)
    first = line.number + text[: opening.end()].count("\n")
    if tag == "details":
        found = _SUMMARY.match(inner)
        body = _lines_of(inner[found.end() :] if found else inner, line, first)
        title = translate_html(found["title"]).text if found else None
        return render_admonition(line, "details", title, body, True, context)
    context.summary.count(Construct.HTML, Outcome.CONVERTED if tag in PLAIN else Outcome.SIMPLIFIED)
    animated = replace(context, has_tags_in_code=_ANIMATED in opening[0])
    lines = _lines_of(inner, line, first)
    if _CARDS.search(opening[0]):
        lines = [*_drop_rules(lines)]
    return strip_blank(animated.convert(lines))


def _drop_rules(lines: Sequence[Line]) -> Iterator[Line]:
    """Removes horizontal rules between the paragraphs of cards."""
    at = 0
    while at < len(lines):
        end = find_fence_end(lines, at) + 1 if open_fence(lines[at].text) else at + 1
        around = (*lines[max(at - 1, 0) : at], *lines[end : end + 1])
        is_rule = _CARD_RULE.fullmatch(lines[at].text) and all(line.is_blank for line in around)
        if not is_rule:
            yield from lines[at:end]
        at = end + 1 if is_rule else end  # including the blank line after a rule


def _lines_of(text: str, line: Line, first: int) -> list[Line]:
    rows = _dedent(text).split("\n")
    return strip_blank([Line(row, line.file, first + at) for at, row in enumerate(rows)])


def _dedent(text: str) -> str:
    """Removes common indentation. The first line follows the opening tag."""
    first, separator, rest = text.partition("\n")
    return first.strip() + separator + textwrap.dedent(rest)


def _to_lines(text: str, line: Line) -> list[Line]:
    """Removes indentation, because indented lines would become code."""
    done: list[Line] = []
    is_code = False
    for row in text.strip("\n").split("\n"):
        is_fence = row.startswith("```")
        shown = row if is_code or is_fence else row.strip()
        if re.match(r"\s+- |\s{2}\S", row) and not is_code and done and _is_item(done[-1].text):
            shown = row.rstrip()
        done.append(line.to(shown, is_code=is_code or is_fence))
        is_code ^= is_fence
    return strip_blank(squeeze(done))


def _is_item(text: str) -> bool:
    return text.startswith(("- ", "  "))


def count_html(translated: Translated, line: Line, context: Context) -> None:
    for tag in translated.converted:
        is_same = tag in PLAIN
        context.summary.count(Construct.HTML, Outcome.CONVERTED if is_same else Outcome.SIMPLIFIED)
    for tag in translated.unsupported:
        context.summary.skip(Construct.HTML, line, f"<{tag}>")
