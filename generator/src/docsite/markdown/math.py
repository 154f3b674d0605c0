r"""Formulas: `$x^2$` in a text, and `$$` around a block.

Dollar signs are text as in Pandoc: if a space follows the first one, if a space precedes the second
one, or if a digit follows it ($5 and $6). `\$` is always text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath.index import math_block_dollar

from docsite.markdown.context import ParseContext, add_renderer, context_of, inline_tokens
from docsite.markdown.mathml import MathConverter, MathError, MathMl
from docsite.records import Formula
from docsite.records.markup import ContentClass, classes

INLINE = "math_inline"
BLOCK = "math_block"

_LATEX = r"(?:[^$\\]|\\.)+"
_INLINE = re.compile(
    rf"\$\$(?P<display>{_LATEX})\$\$|\$(?!\s)(?P<inline>{_LATEX})(?<!\s)\$(?!\d)", re.DOTALL
)
_TEXT = re.compile(r"\\text(?:bf|it|rm|sf|tt|normal)?\s*\{[^{}]*\}")

_parse_block = math_block_dollar(allow_labels=False, allow_blank_lines=False)


def install(parser: MarkdownIt) -> None:
    parser.inline.ruler.before("escape", INLINE, _read_inline)
    interrupted = ["paragraph", "reference", "blockquote", "list"]
    parser.block.ruler.before("fence", BLOCK, _read_block, {"alt": interrupted})
    parser.core.ruler.push("math", _convert_formulas)
    add_renderer(parser, INLINE, _render)
    add_renderer(parser, BLOCK, _render)


def formula_text(token: Token) -> str:
    """The LaTeX code of a formula on one line, for search and titles."""
    return " ".join(token.content.split())


def write_formula(token: Token) -> str:
    """The formula as Markdown."""
    if token.type == INLINE:
        return f"{token.markup}{formula_text(token)}{token.markup}"
    return f"$$\n{token.content.strip()}\n$$"


def read_formulas(tokens: Sequence[Token]) -> Iterator[Formula]:
    for token in _find_formulas(tokens):
        yield token.meta["formula"]


def read_styles(tokens: Sequence[Token]) -> Iterator[str]:
    """The declarations of the classes in formulas."""
    for token in _find_formulas(tokens):
        converted: MathMl = token.meta["mathml"]
        yield from converted.styles


def _find_formulas(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield from (one for one in (token, *(token.children or ())) if "formula" in one.meta)


def _read_inline(state: StateInline, silent: bool) -> bool:
    found = (
        _INLINE.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "$" else None
    )
    if not found:
        return False
    if not silent:
        token = state.push(INLINE, "math", 0)
        token.content = found["display"] or found["inline"]
        token.markup = "$$" if found["display"] else "$"
    state.pos = found.end()
    return True


def _read_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if silent:  # whether it ends a paragraph
        return state.src.startswith("$$", state.bMarks[start] + state.tShift[start])
    return _parse_block(state, start, end, silent)


def _convert_formulas(state: StateCore) -> None:
    context = context_of(state.env)
    positions = [
        *((token, line) for token, line in inline_tokens(state.tokens) if token.type == INLINE),
        *((token, token.map[0]) for token in state.tokens if token.type == BLOCK and token.map),
    ]
    if not positions:
        return
    converter = MathConverter()
    # In the order of the page, because equations are numbered.
    for token, line in sorted(positions, key=lambda position: position[1]):
        is_display = token.markup == "$$"
        key = _TEXT.sub(r"\\text{}", formula_text(token))
        token.meta["formula"] = Formula(formula_text(token), key, context.line_of(line))
        try:
            token.meta["mathml"] = converter.convert(token.content, is_display=is_display)
        except MathError as error:
            token.meta["mathml"] = MathMl(f"<code>{escapeHtml(token.content)}</code>", ())
            line += token.content[: error.position].count("\n")
            _report(token, line, error, context)


def _report(token: Token, line: int, error: MathError, context: ParseContext) -> None:
    shown = formula_text(token)
    name = f"{shown[:40]}…" if len(shown) > 40 else shown
    message = f"The formula {name} can't be converted: {error.message.rstrip('.')}."
    hint = "Correct the LaTeX code. If the dollar signs aren't meant as a formula, write \\$."
    context.report(line, message, hint)


def _render(token: Token, _context: ParseContext) -> str:
    converted: MathMl = token.meta["mathml"]
    if token.type == BLOCK:
        return f'<div {classes(ContentClass.MATH)} tabindex="0">{converted.html}</div>\n'
    return converted.html.replace("<math", f"<math {classes(ContentClass.MATH)}", 1)
