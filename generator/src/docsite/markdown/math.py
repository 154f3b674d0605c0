r"""Formulas: inline (`$x^2$`) and display (`$$`).

As in Pandoc, dollar signs are plain text if a space follows the opening one, or if a space precedes
or a digit follows the closing one. `\$` is always plain text.
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
_MARK = "$$"
_BEFORE_MARK = re.compile(r"(?:[^$\\]|\\.?|\$(?!\$))*")
_TEXT = re.compile(
    r"\\(?:mbox|operatorname\*?|text(?:bf|it|normal|rm|sc|sf|tt)?)\s*"
    r"\{(?:[^{}\\]|\\.|\{(?:[^{}\\]|\\.)*\})*\}",
    re.DOTALL,
)
"""Matches text in a formula, with at most one level of nested braces."""


def install(parser: MarkdownIt) -> None:
    parser.inline.ruler.before("escape", INLINE, _read_inline)
    interrupted = ["paragraph", "reference", "blockquote", "list"]
    parser.block.ruler.before("fence", BLOCK, _read_block, {"alt": interrupted})
    parser.core.ruler.push("math", _convert_formulas)
    add_renderer(parser, INLINE, _render)
    add_renderer(parser, BLOCK, _render)


def formula_text(token: Token) -> str:
    """Returns the LaTeX code of a formula on one line, for search and titles."""
    return " ".join(token.content.split())


def write_formula(token: Token) -> str:
    """Returns the formula as Markdown."""
    if token.type == INLINE:
        return f"{token.markup}{formula_text(token)}{token.markup}"
    return f"$$\n{token.content.strip()}\n$$"


def read_formulas(tokens: Sequence[Token]) -> Iterator[Formula]:
    for token in _find_formulas(tokens):
        yield token.meta["formula"]


def read_styles(tokens: Sequence[Token]) -> Iterator[str]:
    """Yields the declarations of the classes in formulas."""
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
    latex = _find_block(state, start, end)
    if latex is None:
        return False
    # In silent mode, markdown-it only checks whether a formula would interrupt the paragraph.
    if not silent:
        state.line = start + latex.count("\n") + 1
        token = state.push(BLOCK, "math", 0)
        token.block, token.markup, token.content = True, _MARK, latex
        token.map = [start, state.line]
    return True


def _find_block(state: StateBlock, start: int, end: int) -> str | None:
    """Returns the LaTeX code of a formula that starts here, if its lines contain nothing else."""
    first = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    if not first.startswith(_MARK) or state.is_code_block(start):
        return None
    text = first.removeprefix(_MARK)
    parts: list[str] = []
    # Stops at the first mark, because markdown-it calls this for every line of a paragraph.
    for line in range(start, end):
        if not _is_inside(state, line):
            return None
        if line > start:
            text = state.src[state.bMarks[line] : state.eMarks[line]]
        before, after = _split_at_mark(text)
        parts.append(before)
        if after:
            return "\n".join(parts) if after.strip() == _MARK and any(parts) else None
    return None


def _split_at_mark(text: str) -> tuple[str, str]:
    found = _BEFORE_MARK.match(text)
    length = found.end() if found else 0
    return text[:length], text[length:]


def _is_inside(state: StateBlock, line: int) -> bool:
    """Returns whether a line isn't empty and belongs to the same list item."""
    return not state.isEmpty(line) and state.sCount[line] >= state.blkIndent


def _restore_alt_texts(tokens: Sequence[Token], *, is_image: bool = False) -> None:
    """Converts formulas in the `alt` attributes of images back to text."""
    for token in tokens:
        if is_image and token.type == INLINE:
            token.content, token.type, token.tag = write_formula(token), "text", ""
        _restore_alt_texts(token.children or (), is_image=is_image or token.type == "image")


def _convert_formulas(state: StateCore) -> None:
    context = context_of(state.env)
    _restore_alt_texts(state.tokens)
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
            token.meta["mathml"] = converter.convert(
                token.content,
                is_display=is_display,
                root_class=ContentClass.MATH if token.type == INLINE else "",
            )
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
    return converted.html
