"""Headings: an explicit ASCII id for each, the same in every language, and a permalink.

Ids are kebab-case: browsers expose an element with an id as a global variable, so an id in camel
case could be mistaken for a variable that a script hasn't set.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from docsite.markdown.context import ParseContext, add_renderer, context_of
from docsite.records import Heading
from docsite.records.markup import ContentClass, classes

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def install(parser: MarkdownIt) -> None:
    parser.core.ruler.push("headings", _read_headings)
    add_renderer(parser, "permalink", _render_permalink)


def _read_headings(state: StateCore) -> None:
    context = context_of(state.env)
    seen: set[str] = set()
    levels: list[int] = []
    for token, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if token.type == "heading_open":
            heading = _read_heading(token, inline, context)
            _check_level(heading.level, levels, token, context)
            if heading.slug in seen:
                hint = "Use a different id for each heading of a page."
                context.report(token, f"The id {heading.slug} is used twice.", hint)
            elif heading.slug:
                seen.add(heading.slug)
                _add_permalink(token, inline, heading, context)
            levels.append(heading.level)
    if 1 not in levels:
        context.report(0, "The page has no title.", "Start the page with # Title {#title}.")


def _read_heading(token: Token, inline: Token, context: ParseContext) -> Heading:
    slug = _take_id(inline)
    title = _plain_text(inline)
    if not _ID.fullmatch(slug):
        proposal = "-".join(re.findall("[a-z0-9]+", title.lower())) or "section"
        wrong = f"has the id {slug}, which is not kebab-case" if slug else "has no id"
        hint = f"Write one after the text, the same in every language: {{#{proposal}}}."
        context.report(token, f"The heading “{title}” {wrong}.", hint)
        slug = ""
    heading = Heading(int(token.tag[1:]), title, slug, context.line_of(token))
    token.meta = {"found": heading}
    return heading


def _take_id(inline: Token) -> str:
    """Removes `{#id}` from the end of a heading and returns the id."""
    last = inline.children[-1] if inline.children else None
    if last is None or last.type != "text" or not last.content.endswith("}"):
        return ""
    text, mark, slug = last.content.removesuffix("}").rpartition("{#")
    if not mark or "}" in slug:
        return ""
    last.content = text.rstrip()
    return slug


def _plain_text(inline: Token) -> str:
    parts = (
        child.content if child.type in ("text", "code_inline", "math_inline") else " "
        for child in inline.children or ()
        if child.type not in ("badge", "strong_open", "strong_close", "em_open", "em_close")
        and not child.type.startswith("link_")
    )
    return " ".join("".join(parts).split())


def _check_level(level: int, before: list[int], token: Token, context: ParseContext) -> None:
    if level == 1 and before:
        hint = "A page has one title, at its top. Use ## for sections."
        context.report(token, "A title follows another heading.", hint)
    elif before and level > before[-1] + 1:
        hint = f"Use {'#' * (before[-1] + 1)} here: screen readers rely on the order of headings."
        context.report(token, f"The heading skips from level {before[-1]} to {level}.", hint)


def _add_permalink(token: Token, inline: Token, heading: Heading, context: ParseContext) -> None:
    token.attrs |= {"id": heading.slug, "tabindex": "-1"}
    if heading.level > 1 and inline.children is not None:
        label = context.strings.permalink.replace("{title}", heading.title)
        permalink = Token("permalink", "a", 0, content=label, info=heading.slug)
        inline.children.append(permalink)


def _render_permalink(token: Token, _context: ParseContext) -> str:
    label = escapeHtml(token.content)
    head = f'{classes(ContentClass.PERMALINK)} href="#{escapeHtml(token.info)}"'
    return f' <a {head} aria-label="{label}"></a>'
