"""Links: allowed schemes, paths instead of `.md` files, and safe attributes for external links."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from docsite.markdown.context import ParseContext, context_of, inline_tokens
from docsite.records import Link
from docsite.records.markup import ContentClass
from docsite.site.routes import is_allowed, resolve_link, with_base

_ATTRIBUTES = {"link_open": "href", "image": "src"}


def install(parser: MarkdownIt) -> None:
    # A rejected link remains text, so it can't become an attribute.
    parser.validateLink = is_allowed  # type: ignore[method-assign,assignment]
    parser.core.ruler.push("links", _resolve_links)


def _resolve_links(state: StateCore) -> None:
    context = context_of(state.env)
    before = None
    for token, line in inline_tokens(state.tokens):
        if token.type == "link_close" and before and before.type == "link_open":
            hint = "Write what it leads to between the brackets."
            context.report(line, "The link has no text.", hint)
        before = token
        attribute = _ATTRIBUTES.get(token.type)
        if attribute:
            _resolve_token(token, attribute, line, context)


def _resolve_token(token: Token, attribute: str, line: int, context: ParseContext) -> None:
    href = str(token.attrs[attribute])
    target = resolve_link(href, context.file)
    if target is None:
        hint = "Link to pages by the relative path of their .md file, and to other files as /name."
        context.report(line, f"The link {href} is neither a page nor a path from the root.", hint)
        token.attrs[attribute] = "#"
        return
    target = context.localize(target)
    token.meta["found"] = Link(href, target, context.line_of(line))
    if target.startswith("/"):
        token.attrs[attribute] = href if href.startswith("#") else with_base(target, context.base)
    elif token.type == "image":
        context.report(line, f"The image {href} comes from another site.", "Move it to public/.")
    else:
        token.attrs |= {"class": ContentClass.EXTERNAL, "rel": "noopener noreferrer"}
