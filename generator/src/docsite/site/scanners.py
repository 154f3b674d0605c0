"""Finds the comments in code with lexers of Pygments.

Strings, templates, regular expressions, JSX text and here-documents can contain `//` or `#`.
Pygments' own lexers for scripts, markup, CSS and nginx mistake some of these for comments or miss
comments, so this module defines its own rules. They only distinguish comments from everything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import ClassVar

from pygments.lexer import Lexer, RegexLexer, bygroups, include, inherit, this, using
from pygments.lexers.configs import TOMLLexer
from pygments.lexers.shell import BashLexer
from pygments.token import Comment, Other, _TokenType, is_token_subtype

Span = tuple[int, int]
"""The start and end of a comment, including its delimiters."""

Tokens = Iterator[tuple[int, _TokenType, str]]

_DELIMITER = re.compile(r"//|/\*|<!--|#")
_UNKNOWN = re.compile(r"(?:^|(?<=\s))(?://|# |/\*|<!--).*|^[ \t]*\*.*", re.MULTILINE)


def has_scanner(language: str) -> bool:
    """Returns whether the comments of a language are found exactly."""
    return language in _LEXERS


def find_comments(code: str, language: str) -> Iterator[Span]:
    """Yields the comments in order. In languages without a scanner, a common delimiter at the start
    of a line or after a space starts a comment."""
    if not has_scanner(language):
        return (found.span() for found in _UNKNOWN.finditer(code))
    if not _DELIMITER.search(code):
        return iter(())  # the case for most samples: scanning takes a hundred times as long
    return _find_tokens(code, language)


def _find_tokens(code: str, language: str) -> Iterator[Span]:
    # Some lexers only recognize comments that end with a line break.
    for start, kind, text in _lexer_of(language).get_tokens_unprocessed(f"{code}\n"):
        if is_token_subtype(kind, Comment) and kind is not Comment.Hashbang:
            yield start, start + len(text.rstrip("\n"))


@cache
def _lexer_of(language: str) -> Lexer:
    return _LEXERS[language]()


class _ScriptLexer(RegexLexer):
    """JavaScript and TypeScript.

    The state describes what may come next: a statement, a value or an operator. After a value, `/`
    divides and `<` compares; elsewhere, they start a regular expression or JSX. An opening bracket
    pushes the state after the closing bracket below the inner state.
    """

    flags = re.DOTALL
    tokens: ClassVar = {
        "comment": [(r"//[^\n\r\u2028\u2029]*|/\*(?:.*?\*/|.*)", Comment)],
        "root": [
            (r"\A#![^\n]*", Other),
            include("statement"),
        ],
        "token": [
            (r"\s+", Other),
            include("comment"),
            (r"(?:for|if|while|with)\b\s*\(", Other, ("#pop", "statement", "value")),
            (r"(?:do|else)\b|;|=>", Other, ("#pop", "statement")),
            (
                r"(?:await|case|default|delete|in|instanceof|new|of|return|throw|typeof|void|yield)"
                r"\b|\.{3}",
                Other,
                ("#pop", "value"),
            ),
            (r"\.\s*[\w$]+|[\w$]+", Other, ("#pop", "operator")),
            (r'"(?:\\.|[^"\\\n])*+"?' + r"|'(?:\\.|[^'\\\n])*+'?", Other, ("#pop", "operator")),
            (r"`", Other, ("#pop", "operator", "template")),
            (r"[(\[]", Other, ("#pop", "operator", "value")),
            (r"[)\]}]", Other, "#pop"),
        ],
        "statement": [
            (r"\{", Other, "statement"),
            include("value"),
        ],
        "value": [
            (r"\{", Other, ("#pop", "operator", "statement")),
            include("jsx"),
            include("token"),
            # The limits prevent quadratic time for lines with many unclosed regular expressions.
            (
                r"/(?:\\.|\[(?:\\.|[^\]\\\n]){0,999}+\]|[^/\\\[\n]){1,999}+/\w*",
                Other,
                ("#pop", "operator"),
            ),
            (r".", Other, ("#pop", "value")),
        ],
        "operator": [
            (r"\{", Other, ("#pop", "statement", "statement")),
            include("token"),
            # `x++` and TypeScript's `x!` are values, like `x`.
            (r"\+\+|--|!", Other),
            (r".", Other, ("#pop", "value")),
        ],
        "template": [
            (r"(?:\\.|[^\\`$]|\$(?!\{))++", Other),
            (r"\$\{", Other, "value"),
            (r"`", Other, "#pop"),
            (r".", Other),
        ],
        "jsx": [],
    }


class _JsxLexer(_ScriptLexer):
    tokens: ClassVar = {
        "jsx": [
            (
                # Doesn't match type parameters of functions: `<T,>`, `<T extends U>`,
                # `<T>(a: T) => T`.
                r"<(?=>|(?P<name>[A-Za-z_$][\w$.:-]*+)(?!\s*+(?:,|extends\b|=\s))"
                r"(?!>\s*+\([^)]{0,999}\)\s*(?:=>|:)(?!.{0,999}?</(?P=name)\b)))",
                Other,
                ("#pop", "operator", "tag"),
            )
        ],
        "tag": [
            include("comment"),
            (r"""[^"'/=<>{]+|"[^"]*+"?|'[^']*+'?|=>""", Other),
            (r"\{", Other, "value"),
            (r"<", Other, "type arguments"),
            (r"/>", Other, "#pop"),
            (r">", Other, ("#pop", "text")),
            (r".", Other),
        ],
        "type arguments": [
            (r"<", Other, "#push"),
            (r">", Other, "#pop"),
            include("tag"),
        ],
        "text": [
            (r"[^<{]+", Other),
            (r"</[^>]*+>?", Other, "#pop"),
            (r"\{", Other, "value"),
            (r"<", Other, "tag"),
        ],
    }


def _read_block(_lexer: Lexer, found: re.Match[str], _context: object = None) -> Tokens:
    """Yields the tokens of an element such as `<script>`, in its own language."""
    name, attributes = found["name"].lower(), dict(_ATTRIBUTE.findall(found["attributes"]))
    default = {"script": "js", "style": "css"}.get(name, "")
    is_data = name == "script" and attributes.get("type", "module") not in _SCRIPT_TYPES
    language = "" if is_data else attributes.get("lang", default)
    if has_scanner(language):
        for start, kind, text in _lexer_of(language).get_tokens_unprocessed(found["content"]):
            yield found.start("content") + start, kind, text


_ATTRIBUTE = re.compile(r"""\b(lang|type)\s*=\s*["']?([\w/+.-]+)""")
_ATTRIBUTES = r"""(?P<attributes>(?:"[^"]*+"|'[^']*+'|[^"'>])*+)"""
_SCRIPT_TYPES = frozenset({"module", "text/javascript", "application/javascript"})


def _block(name: str) -> tuple[str, Callable[..., Tokens]]:
    start = rf"<(?P<name>{name}){_ATTRIBUTES}(?<!/)>"
    return rf"{start}(?P<content>.*?)(?=</(?P=name)\b|\Z)", _read_block


class _MarkupLexer(RegexLexer):
    """HTML and XML."""

    flags = re.DOTALL | re.IGNORECASE
    tokens: ClassVar = {
        "comment": [(r"<!--(?:-?>|.*?--!?>|.*)", Comment)],
        "tag": [(rf"</?[a-z]{_ATTRIBUTES}>?", Other)],
        "root": [
            (r"[^<{]+", Other),
            include("comment"),
            _block(r"(?:script|style|textarea|title)\b"),
            include("tag"),
            (r".", Other),
        ],
    }


class _VueLexer(_MarkupLexer):
    """A single-file component: each top-level block has its own language."""

    tokens: ClassVar = {
        "root": [
            (r"[^<]+", Other),
            include("comment"),
            (rf"<template\b(?![^>]*\slang\b){_ATTRIBUTES}(?<!/)>", Other, "template"),
            _block(r"[a-z][\w:.-]*+"),
            include("tag"),
            (r".", Other),
        ],
        "template": [
            (r"\{\{(?:(?!\}\}).)*+", Other),
            (rf"<template\b{_ATTRIBUTES}(?<!/)>", Other, "#push"),
            (r"</template\b[^>]*+>?", Other, "#pop"),
            include("html"),
        ],
        "html": _MarkupLexer.tokens["root"],
    }


class _ShellLexer(BashLexer):
    """Unlike Pygments, supports `#` inside words, and comments after the start of a
    here-document."""

    tokens: ClassVar = {
        "basic": [
            (r"(?<=[^\s;&|()<>`])#", Other),
            (
                r"""(<<-?[ \t]*["'\\]?(\w+)["']?)(.*\n)((?:.*\n){0,999}?\t*\2$)""",
                bygroups(Other, None, using(this), Other),  # type: ignore[no-untyped-call]
            ),
            inherit,
        ],
    }


class _CssLexer(RegexLexer):
    flags = re.DOTALL
    tokens: ClassVar = {
        "root": [
            (r"/\*(?:.*?\*/|.*)", Comment),
            (r""""(?:\\.|[^"\\\n])*+"?|'(?:\\.|[^'\\\n])*+'?""", Other),
            (r"""(?<![\w-])url\(\s*+(?!["'])(?:\\.|[^)\\])*+""", Other),
            (r"\s+|[\w-]+|.", Other),
        ]
    }


class _ScssLexer(_CssLexer):
    """SCSS and Less. Pygments' lexers miss comments after a declaration."""

    tokens: ClassVar = {"root": [(r"(?<!:)//[^\n]*", Comment), inherit]}


class _NginxLexer(RegexLexer):
    """A quote or a `#` inside a word is an ordinary character."""

    flags = re.DOTALL
    tokens: ClassVar = {
        "root": [
            (r"#[^\n]*", Comment),
            (r""""(?:\\.|[^"\\])*+"?|'(?:\\.|[^'\\])*+'?""", Other),
            (r"(?:\\.|\$\{\w*+\}|[^\s;{\\])++|.", Other),
        ]
    }


_LEXERS: Mapping[str, type[Lexer]] = {
    **dict.fromkeys(("js", "mjs", "cjs", "jsx", "tsx", "javascript"), _JsxLexer),
    **dict.fromkeys(("ts", "mts", "cts", "typescript", "json", "jsonc", "json5"), _ScriptLexer),
    **dict.fromkeys(("html", "xml", "svg"), _MarkupLexer),
    **dict.fromkeys(("sh", "bash", "zsh", "shell", "shellscript"), _ShellLexer),
    **dict.fromkeys(("scss", "less"), _ScssLexer),
    "css": _CssLexer,
    "nginx": _NginxLexer,
    "toml": TOMLLexer,
    "vue": _VueLexer,
}
