"""Reports syntax that wasn't parsed and would be visible on the page."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

from docsite.markdown.context import context_of, inline_tokens

_LEFTOVERS = {
    "**": (
        "The text contains literal asterisks (**).",
        "Put them directly next to the bold words, or put code in backticks.",
    ),
    "](": (
        "The text contains link syntax that wasn't parsed.",
        "Only http, https and mailto addresses, paths and .md files can be linked.",
    ),
    "{badge": (
        "The text contains badge syntax that wasn't parsed.",
        "Write {badge: text} or {badge warning: text}.",
    ),
    "{#": (
        "The text contains an id that wasn't parsed.",
        "An id goes at the end of a heading: ## Title {#title}.",
    ),
}


_MATH = (
    "The text contains dollar signs ($$) that don't enclose a formula.",
    "Close the formula with $$ before the next empty line, or write \\$ for a literal dollar sign.",
)


def install(parser: MarkdownIt) -> None:
    parser.core.ruler.push("leftovers", _report_leftovers)


def _report_leftovers(state: StateCore) -> None:
    context = context_of(state.env)
    for token, line in inline_tokens(state.tokens):
        if token.type == "text":
            for mark, (message, hint) in _LEFTOVERS.items():
                if mark in token.content:
                    context.report(line, message, hint)
            if context.math and "$$" in token.content:
                context.report(line, *_MATH)
