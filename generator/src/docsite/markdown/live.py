"""Boxes for something that runs: `::: live demos/timer Title`.

What stands in the box is for readers without scripts, and for all before they open it.
"""

from __future__ import annotations

from difflib import get_close_matches

from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token

from docsite.markdown.context import ParseContext
from docsite.records import LiveBox
from docsite.records.markup import ContentAttribute, ContentClass, classes


def read_live(token: Token, context: ParseContext) -> None:
    """Finds what a container asks for; the first word of its title names that."""
    name, _, title = token.meta["title"].partition(" ")
    line = token.map[0] if token.map else 0
    run = context.live.runs.get(name, "") if context.live else ""
    if not run:
        _report(name, line, context)
    found = LiveBox(name, context.line_of(line))
    token.meta |= {"title": title.strip(), "run": run, "found": found}


def _report(name: str, line: int, context: ParseContext) -> None:
    if context.live is None:
        message = "Live samples aren't configured on this site."
        context.report(line, message, "Describe it in site.toml, as [live].")
    elif not name:
        message = "This live box doesn't name a sample."
        context.report(line, message, "Name a sample: ::: live name.")
    elif context.live.is_built:
        near = get_close_matches(name, context.live.runs, n=1)
        again = f"Run `{context.live.config.made_by}` if it is new."
        hint = f"Did you mean {near[0]}? {again}" if near else f"Correct its name. {again}"
        context.report(line, f"There is no sample called {name}.", hint)


def render_live(token: Token) -> str:
    title = escapeHtml(token.meta["title"])
    head = f"<p><strong>{title}</strong></p>" if title else ""
    # Looks like details that are open: styles of its own would come to every page.
    names = classes(ContentClass.CONTAINER, ContentClass.DETAILS, ContentClass.LIVE)
    run = f'{ContentAttribute.RUN}="{token.meta["run"]}"'
    return f"<div {names} {run}>{head}\n"
