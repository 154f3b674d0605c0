"""Reports syntax of other tools, which would be published as plain text."""

from __future__ import annotations

import re
import string
from bisect import bisect_left
from collections.abc import Sequence
from functools import partial

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.rules_core import StateCore

from docsite.markdown import comments
from docsite.markdown.context import ParseContext, context_of, inline_tokens
from docsite.markdown.foreign_syntax import CLOSE_FORMULA, CODE, OPEN_FORMULA, SYNTAX, Syntax

_SHOWN, _LISTED = 40, 10
"""The maximum number of characters and lines in a message."""
_SPECIAL = re.compile(r"[\\`<$]|\](?=\()")
_BACKTICKS = re.compile("`+")
_AUTOLINK = re.compile(r"<(?i:https?|mailto):[^<>\s]*>|<[^\s<>@]+@[^\s<>@]+>")
_TARGET = re.compile(
    r"\]\([ \n]{0,9}(?:<[^<>\n]*>|[^\s()<]*(?:\([^\s()]*\)[^\s()]*)*)"
    r"""(?:[ \n]{1,9}(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \n]{0,9}\)"""
)
_FORMULA = re.compile(r"\$\$?(?:\\.|[^$\\])+\$\$?", re.DOTALL)
_REFERENCE = re.compile(r"(?<![\w\]\\!])!?\[([^\[\]]+)\]\[([^\[\]]*)\]")
_URL = re.compile(r"(?<![\w@/.])(?:https?://|www\.(?=\w+\.\w))[^\s<>\"'`()\[\]{}]*\w/?")
_ESCAPES = {"(": OPEN_FORMULA, "[": OPEN_FORMULA, ")": CLOSE_FORMULA, "]": CLOSE_FORMULA}
_MASK = "\0"
_ADDRESS = Syntax(
    "an address without a link",
    "",
    _URL,
    "Write <https://…>, or [text](https://…). For literal text, put it in backticks.",
)
_UNDEFINED = Syntax(
    "a link without a target",
    "][",
    _REFERENCE,
    "Write [text](page.md), or define the target on a separate line: [name]: page.md.",
)
_SESSION = Syntax(
    "an interactive session of Python",
    "",
    re.compile(r"^>>> .*", re.MULTILINE),
    "Put it between two lines of ```: ```python above it, and ``` below.",
)
_LANGUAGE = Syntax(
    "a language of inline code",
    "",
    re.compile(r"\A#!(?!/)[\w+.-]+(?=\s)"),
    "Remove it. Only code blocks are highlighted.",
)
_TRIGGERS = [(syntax.trigger, syntax) for syntax in SYNTAX]
_FOOTNOTE = next(syntax for syntax in SYNTAX if syntax.name == "a footnote")


def install(parser: MarkdownIt) -> None:
    parser.core.ruler.push("foreign", _report_foreign)


class _Findings:
    """The places of each syntax on a page. Each is reported once, with all its lines."""

    def __init__(self) -> None:
        self._found: dict[Syntax, list[tuple[int, str]]] = {}

    def add(self, syntax: Syntax, line: int, text: str) -> None:
        self._found.setdefault(syntax, []).append((line, text))

    def report(self, context: ParseContext) -> None:
        for syntax, places in self._found.items():
            line, text = min(places)
            others = sorted(
                {context.line_of(other) for other, _ in places} - {context.line_of(line)}
            )
            also = f" Also on {_name_lines(others)}." if others else ""
            end = " as plain text." if syntax.severity == "warning" else "."
            message = f"“{_shorten(text)}” is {syntax.name}, and would be published{end}{also}"
            context.report(line, message, syntax.hint, syntax.severity)


def _name_lines(lines: Sequence[int]) -> str:
    if len(lines) == 1:
        return f"line {lines[0]}"
    shown, hidden = lines[:_LISTED], len(lines) - _LISTED
    more = f" and {hidden} more" if hidden > 0 else ""
    return f"lines {', '.join(map(str, shown))}{more}"


def _shorten(text: str) -> str:
    line, *rest = text.split("\n", 1)
    return f"{line[:_SHOWN]}…" if rest or len(line) > _SHOWN else line


def _report_foreign(state: StateCore) -> None:
    context, found, start = context_of(state.env), _Findings(), 0
    for index, token in enumerate(state.tokens):
        start = token.map[0] if token.map else start
        if token.type == "inline":
            parent = state.tokens[index - 2].type if index > 1 else ""
            _search(token.content, start, parent, found, state)
    if ">>> " in state.src:
        _search_sessions(state, found)
    if "://" in state.src or "www." in state.src or "#!" in state.src:
        _search_inline(state, found)
    for label, reference in state.env.get("references", {}).items():
        if label.startswith("^"):
            text = f"[{label.lower()}]: {reference['href']}"
            found.add(_FOOTNOTE, reference["map"][0], text)
    found.report(context)


def _search(text: str, start: int, parent: str, found: _Findings, state: StateCore) -> None:
    """Searches a string that starts on a line."""
    context = context_of(state.env)
    masked = Mask(text, has_math=context.math).replace()
    breaks = [at for at, char in enumerate(text) if char == "\n"] if "\n" in text else []

    def add(syntax: Syntax, match: re.Match[str]) -> str:
        end = match.start() + _SHOWN + 1 if syntax.is_block else match.end()
        line = start + bisect_left(breaks, match.start())
        found.add(syntax, line, text[match.start() : end])
        return _hide(match[0])

    for syntax in [one for trigger, one in _TRIGGERS if trigger in masked]:
        # In a site with formulas, `leftovers` reports dollar signs.
        is_parsed = context.math and "$" in syntax.trigger
        if not is_parsed and syntax.parent in ("", parent):
            masked = syntax.pattern.sub(partial(add, syntax), masked)
    for match in _REFERENCE.finditer(masked) if "][" in masked else ():
        label = text[slice(*match.span(2))] or text[slice(*match.span(1))]
        if normalizeReference(label) not in state.env.get("references", {}):
            add(_UNDEFINED, match)
    if comments.OPEN in masked:
        line = start + bisect_left(breaks, masked.index(comments.OPEN))
        hint = "Write --> in the same paragraph. A comment with empty lines starts on its own line."
        context.report(line, comments.UNCLOSED, hint)


def _search_sessions(state: StateCore, found: _Findings) -> None:
    """Searches prompts, which become quotes in quotes in quotes."""
    lines = state.src.split("\n")
    for token in state.tokens:
        if token.type == "blockquote_open" and not token.level and token.map:
            start = token.map[0]
            if prompt := _SESSION.pattern.match(lines[start].lstrip()):
                found.add(_SESSION, start, prompt[0])


def _search_inline(state: StateCore, found: _Findings) -> None:
    """Searches inline code, and the text that isn't part of a link."""
    depth = 0
    for token, line in inline_tokens(state.tokens):
        depth += token.nesting if token.type.startswith("link_") else 0
        if token.type == "text" and not depth:
            for match in _URL.finditer(token.content):
                found.add(_ADDRESS, line, match[0])
        elif token.type == "code_inline":
            for match in _LANGUAGE.pattern.finditer(token.content):
                found.add(_LANGUAGE, line, match[0])


class Mask:
    """Replaces the parts of a string that docsite understands, with as many characters and
    lines: escaped characters, inline code, comments, addresses, link targets and formulas."""

    def __init__(self, text: str, *, has_math: bool) -> None:
        self._text = text
        self._has_math = has_math
        self._last_comment = text.rfind(comments.CLOSE)
        self._runs: dict[int, list[int]] = {}
        """The positions of backticks, keyed by their number, in reverse order."""
        if "`" in text:
            for run in reversed([*_BACKTICKS.finditer(text)]):
                self._runs.setdefault(len(run[0]), []).append(run.start())

    def replace(self) -> str:
        parts: list[str] = []
        at = 0
        while match := _SPECIAL.search(self._text, at):
            start = match.start()
            end, replacement = self._replace_at(start)
            parts += self._text[at:start], replacement or self._text[start:end]
            at = end
        return "".join((*parts, self._text[at:]))

    def _replace_at(self, start: int) -> tuple[int, str]:
        """Returns the end of the part that starts here, and its replacement, which is empty if the
        text stays."""
        text, after = self._text, self._text[start + 1 : start + 2]
        match text[start]:
            case "\\":
                if after and after in string.punctuation:
                    return start + 2, _ESCAPES.get(after, _MASK) + _MASK
                return start + 1, ""
            case "`":
                end, is_code = self._find_code_end(start)
                return end, _hide(text[start:end], CODE) if is_code else ""
        end = self._find_end(start)
        return (end, _hide(text[start:end])) if end > start else (start + 1, "")

    def _find_code_end(self, start: int) -> tuple[int, bool]:
        """Returns the end of inline code, or of backticks that nothing closes."""
        end = start
        while self._text[end : end + 1] == "`":
            end += 1
        closing = self._runs.get(end - start, [])
        while closing and closing[-1] <= start:
            closing.pop()
        return (closing[-1] + end - start, True) if closing else (end, False)

    def _find_end(self, start: int) -> int:
        """Returns the end of a comment, address, formula or link target, or -1."""
        text = self._text
        if comments.starts_at(text, start):
            is_closed = start < self._last_comment
            return comments.find_end(text, start, len(text)) if is_closed else -1
        patterns = {"<": _AUTOLINK, "]": _TARGET, "$": _FORMULA if self._has_math else None}
        pattern = patterns[text[start]]
        found = pattern.match(text, start) if pattern else None
        return found.end() if found else -1


def _hide(text: str, char: str = _MASK) -> str:
    return "\n".join(char * len(line) for line in text.split("\n"))
