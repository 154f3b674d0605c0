"""Containers: `::: tip Title`, warning, danger, details, `::: code-group`, `::: live` and lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.container import container_plugin

from docsite.markdown.comments import check_title
from docsite.markdown.context import ParseContext, add_renderer, context_of
from docsite.markdown.live import read_live, render_live
from docsite.records import Callout, Heading
from docsite.records.markup import ContentClass, classes
from docsite.site.suggestions import did_you_mean

CODE_GROUP = ContentClass.CODE_GROUP
LIVE = ContentClass.LIVE
TITLED = (ContentClass.TIP, ContentClass.WARNING, ContentClass.DANGER, ContentClass.DETAILS)
LISTS = {
    ContentClass.STEPS: ("ordered_list_open", "a numbered list"),
    ContentClass.LINK_CARDS: ("bullet_list_open", "a list with a link in each item"),
    ContentClass.FILE_TREE: ("bullet_list_open", "a list of names"),
}
"""Containers for a single list: the token type of the list, and its description."""
KINDS = (*TITLED, CODE_GROUP, LIVE, *LISTS)
_OTHER_NAMES = {
    **dict.fromkeys(("note", "info", "hint", "important", "seealso", "admonition"), "tip"),
    **dict.fromkeys(("caution", "attention"), "warning"),
    "error": "danger",
    "dropdown": "details",
    **dict.fromkeys(("tabs", "tab-set"), "code-group"),
}
"""The names in other tools."""
_ATTRIBUTES = re.compile(r"\{(?:open|[.#][\w-]+|[\w-]+=)[^{}]*\}\Z")


def install(parser: MarkdownIt) -> None:
    # Any name opens a container, so that unknown names are reported, not published.
    parser.use(container_plugin, "any", validate=lambda *_: True)
    add_renderer(parser, "container_any_open", _render)
    add_renderer(parser, "container_any_close", _render)
    parser.core.ruler.push("containers", _name_containers)


def _name_containers(state: StateCore) -> None:
    """Adds the kind and the title of each container to both its tokens."""
    context = context_of(state.env)
    lines = state.src.split("\n")
    elements: list[Token] = []
    before = None
    for token in state.tokens:
        if token.type == "container_any_open":
            kind, _, title = token.info.strip().partition(" ")
            token.meta = {"kind": kind, "title": title.strip() or _default_title(kind, context)}
            _check_container(token, lines, context)
            check_title(token.info, token, context)
            _check_attributes(token, context)
            if kind == LIVE:
                read_live(token, context)
            if kind in LISTS and title:
                hint = "Write the title above the container."
                context.report(token, f"The container {kind} can't have a title.", hint)
            elements.append(token)
        elif token.type == "container_any_close":
            opened = elements.pop().meta
            token.meta = {"kind": opened["kind"], "title": opened["title"]}
        elif elements and elements[-1].meta["kind"] == CODE_GROUP:
            _check_member(token, before, context)
        elif elements and elements[-1].meta["kind"] in LISTS:
            _check_list(token, elements[-1], context)
        before = token


def read_callouts(tokens: Sequence[Token], context: ParseContext) -> Iterator[Callout]:
    """Yields tips, warnings, dangers and details, each with the id of the heading above it."""
    section, is_after_callout = "", False
    for token in tokens:
        found = token.meta.get("found")
        if isinstance(found, Heading):
            section = found.slug
        is_callout = token.meta.get("kind") in TITLED
        if is_callout and token.nesting == 1:
            yield Callout(token.meta["kind"], section, is_after_callout, context.line_of(token))
        is_after_callout = is_callout and token.nesting == -1


def _default_title(kind: str, context: ParseContext) -> str:
    return str(getattr(context.strings, kind)) if kind in TITLED else ""


def _check_container(token: Token, lines: list[str], context: ParseContext) -> None:
    end = token.map[1] if token.map else 0
    kind = token.meta["kind"]
    if not kind:
        hint = "Remove it, or add the kind of container that it opens: ::: tip."
        context.report(token, "This ::: doesn't close a container.", hint)
    elif kind not in KINDS:
        name, bracket, _ = kind.strip("{}").partition("[")
        known = name if name in TITLED else _OTHER_NAMES.get(name, "")
        title = " Title" if bracket or token.meta["title"] else ""
        usual = did_you_mean(kind, KINDS, f"Use one of {', '.join(KINDS)}.")
        hint = f"Write ::: {known}{title}." if known else usual
        shown = token.info.strip() if bracket else kind
        context.report(token, f"There is no container called {shown}.", hint)
    elif end >= len(lines) or set(lines[end].strip(" >")) != {":"}:
        hint = "Close it with a line that contains only :::."
        context.report(token, f"The container {kind} is never closed.", hint)


def _check_attributes(token: Token, context: ParseContext) -> None:
    found = _ATTRIBUTES.search(token.meta["title"])
    if found:
        message = f"{found[0]} would be published as a part of the title."
        context.report(token, message, "Remove it. Containers have no attributes.", "warning")


def _check_member(token: Token, before: Token | None, context: ParseContext) -> None:
    is_named_code = token.type == "fence" and "[" in token.info
    is_note = token.type == "paragraph_open" and before is not None and before.type == "fence"
    if not (is_named_code or is_note) and token.map and token.type != "inline":
        hint = "Use named code blocks (```sh [npm]), each followed by at most one paragraph."
        context.report(token, "This is not allowed in a code group.", hint)


def _check_list(token: Token, container: Token, context: ParseContext) -> None:
    """Reports everything except the expected list directly inside the container."""
    expected, hint = LISTS[container.meta["kind"]]
    is_inside = token.level == container.level + 1 and token.nesting >= 0
    if is_inside and token.type != expected and token.map:
        message = f"This is not allowed in {container.meta['kind']}."
        context.report(token, message, f"Write {hint} in it, and everything else outside.")


def _render(token: Token, _context: ParseContext) -> str:
    kind, is_open = token.meta["kind"], token.nesting == 1
    title = escapeHtml(token.meta["title"])
    if kind == CODE_GROUP:
        label = token.meta.get("label", "")
        head = f'<div {classes(ContentClass.CODE_GROUP)} role="group" aria-label="{label}">\n'
        return head if is_open else "</div>\n"
    if kind == "details":
        names = classes(ContentClass.CONTAINER, ContentClass.DETAILS)
        head = f"<details {names}><summary>{title}</summary>\n"
        return head if is_open else "</details>\n"
    if kind in LISTS:
        return f"<div {classes(ContentClass(kind))}>\n" if is_open else "</div>\n"
    if kind == LIVE:
        return render_live(token) if is_open else "</div>\n"
    names = classes(ContentClass.CONTAINER, *((kind,) if kind in KINDS else ()))
    head = f"<div {names}><p {classes(ContentClass.CONTAINER_TITLE)}>{title}</p>\n"
    return head if is_open else "</div>\n"
