"""Code groups: `::: code-group`, or `::: code-group framework` with a choice.

A group is a list of radio buttons, each before the code that it shows, so it works without
scripts, including with the arrow keys. The last one is marked: while a document loads, a group
isn't shown until it is complete, because a missing tab may be the selected one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from docsite.markdown.containers import CODE_GROUP
from docsite.markdown.context import ParseContext, context_of
from docsite.records import Choice, CodeGroup, Option
from docsite.records.markup import ContentAttribute
from docsite.site.suggestions import did_you_mean


def install(parser: MarkdownIt) -> None:
    parser.core.ruler.push("groups", _read_groups)


def _read_groups(state: StateCore) -> None:
    context = context_of(state.env)
    for number, (group, members) in enumerate(_find_groups(state.tokens), start=1):
        choice = _find_choice(group, context)
        label = choice.label[context.locale] if choice else context.strings.code_group
        tabs = _find_tabs(members, choice, context)
        # Scripts use the part before the colon.
        name = f"{choice.id if choice else ''}:{number}"
        for member, (value, text) in zip(members, tabs, strict=True):
            checked = " checked" if member is members[0] else ""
            last = f" {ContentAttribute.LAST}" if member is members[-1] else ""
            member.meta["name"] = text
            member.meta["tab"] = _render_tab(name, value, text, checked + last)
        values = tuple(value for value, _ in tabs)
        found = CodeGroup(choice.id if choice else "", values, context.line_of(group))
        group.meta |= {"label": escapeHtml(label), "found": found}


def _find_groups(tokens: Sequence[Token]) -> Iterator[tuple[Token, list[Token]]]:
    """Yields each group with its code blocks."""
    group: Token | None = None
    members: list[Token] = []
    for token in tokens:
        if token.type == "container_any_open" and token.meta["kind"] == CODE_GROUP and not group:
            group, members = token, []
        elif group and token.type == "fence":
            members.append(token)
        elif group and token.type == "container_any_close" and token.level == group.level:
            yield group, members
            group = None


def _find_choice(group: Token, context: ParseContext) -> Choice | None:
    name = group.meta["title"]
    found = next((choice for choice in context.choices if choice.id == name), None)
    if name and not found:
        known = [choice.id for choice in context.choices]
        hint = did_you_mean(name, known, "Define it in site.toml, under [[choices]].")
        context.report(group, f"There is no choice called {name}.", hint)
    return found


def _find_tabs(
    members: Sequence[Token], choice: Choice | None, context: ParseContext
) -> list[tuple[str, str]]:
    """Returns the value and the label of each tab."""
    tabs: list[tuple[str, str]] = []
    for number, member in enumerate(members, start=1):
        title = member.meta["code"].title
        option = choice and _find_option(member, choice, context)
        tab = (option.id, option.label[context.locale]) if option else (str(number), title)
        if tab in tabs:
            message = f"This code group has two code blocks for {tab[0]}."
            context.report(member, message, "Remove one, or use another option.")
        tabs.append(tab)
    return tabs


def _find_option(member: Token, choice: Choice, context: ParseContext) -> Option | None:
    title = member.meta["code"].title
    for option in choice.options:
        if title in (option.id, *option.label.values()):
            return option
    names = ", ".join(option.label[context.locale] for option in choice.options)
    if title:  # missing titles are reported elsewhere
        message = f"{title} is not an option of {choice.id}."
        context.report(member, message, f"Use one of {names}, or add an option in site.toml.")
    return None


def _render_tab(name: str, value: str, text: str, attributes: str) -> str:
    return (
        f'<label><input type="radio" name="{name}" value="{value}"{attributes}>'
        f"{escapeHtml(text)}</label>"
    )
