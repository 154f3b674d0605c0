"""Boxes for live samples: `::: live demos/timer Title`.

The content of a box is shown until the visitor opens the sample, and if scripts are disabled.
"""

from __future__ import annotations

from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token

from docsite.markdown.context import ParseContext
from docsite.records import LiveBox
from docsite.records.markup import ContentAttribute, ContentClass, classes
from docsite.site.suggestions import did_you_mean


def read_live(token: Token, context: ParseContext) -> None:
    """Resolves the sample of a container. The first word of the title is its name."""
    name, _, title = token.meta["title"].partition(" ")
    run = context.live.runs.get(name, "") if context.live else ""
    if not run:
        _report(name, token, context)
    found = LiveBox(name, context.line_of(token))
    token.meta |= {"title": title.strip(), "run": run, "found": found}


def _report(name: str, token: Token, context: ParseContext) -> None:
    if context.live is None:
        message = "Live samples aren't configured on this site."
        context.report(token, message, "Configure them in site.toml, under [live].")
    elif not name:
        message = "This live box doesn't name a sample."
        context.report(token, message, "Name a sample: ::: live name.")
    elif context.live.is_built:
        near = did_you_mean(name, context.live.runs, "Correct its name.")
        hint = f"{near} Run `{context.live.config.made_by}` if it is new."
        context.report(token, f"There is no sample called {name}.", hint)


def render_live(token: Token) -> str:
    title = escapeHtml(token.meta["title"])
    head = f"<p><strong>{title}</strong></p>" if title else ""
    # Reuses the styles of open details, because other styles would enlarge every page.
    names = classes(ContentClass.CONTAINER, ContentClass.DETAILS, ContentClass.LIVE)
    run = f'{ContentAttribute.RUN}="{token.meta["run"]}"'
    return f"<div {names} {run}>{head}\n"
