"""Notes below code blocks that contain a string: `[[code_notes]]` in `site.toml`.

They are inserted before paragraphs are parsed, so every other rule treats them as part of the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from docsite.markdown.containers import CODE_GROUP
from docsite.markdown.context import ParseContext, context_of
from docsite.records import CodeNote


def install(parser: MarkdownIt) -> None:
    parser.core.ruler.before("inline", "code_notes", _add_notes)


def _add_notes(state: StateCore) -> None:
    context = context_of(state.env)
    if context.notes:
        state.tokens = [*_insert_notes(state.tokens, context)]


def _insert_notes(tokens: Sequence[Token], context: ParseContext) -> Iterator[Token]:
    """Inserts the notes after their block, or after the code group that contains it."""
    group: Token | None = None
    notes: list[CodeNote] = []
    for token in tokens:
        yield token
        if group is None and _opens_group(token):
            group = token
        elif group and token.type == "container_any_close" and token.level == group.level:
            group = None
        if token.type in ("fence", "code_block"):
            notes += [note for note in context.notes if note not in notes and _matches(note, token)]
        if group is None:
            for note in notes:
                yield from _create_paragraph(note.text[context.locale], token)
            notes = []


def _opens_group(token: Token) -> bool:
    return token.type == "container_any_open" and token.info.split()[:1] == [CODE_GROUP]


def _matches(note: CodeNote, token: Token) -> bool:
    return any(part in token.content for part in note.code)


def _create_paragraph(text: str, after: Token) -> Iterator[Token]:
    """Creates a paragraph whose problems are reported at the token before it."""
    level, place = after.level, after.map
    yield Token("paragraph_open", "p", 1, map=place, level=level, block=True)
    yield Token("inline", "", 0, map=place, level=level + 1, block=True, content=text, children=[])
    yield Token("paragraph_close", "p", -1, level=level, block=True)
