"""The syntax of other tools, and what to write instead.

Patterns apply to the text of one paragraph, heading or cell, in which `foreign.mask` has replaced
the parts that docsite understands. They are in order: text that one has found is hidden from the
following ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from docsite.records import Severity

CODE, OPEN_FORMULA, CLOSE_FORMULA = "\1", "\2", "\3"
r"""Replace inline code, and the escaped brackets `\(`, `\[`, `\)` and `\]`."""


@dataclass(frozen=True)
class Syntax:
    name: str
    """Completes "This is …"."""
    trigger: str
    """A part of any match, which is faster to find than a match."""
    pattern: re.Pattern[str]
    hint: str
    """What to write instead."""
    parent: str = ""
    """The token that contains the paragraph, if it matters."""
    severity: Severity = "warning"
    """Text that isn't meant to be published is an error."""

    @property
    def is_block(self) -> bool:
        """Whether the rest of the paragraph is a part of it."""
        return self.severity == "error" or self.pattern.pattern.startswith(("^", r"\A"))


def _list(
    *rows: tuple[str, str, str, str], parent: str = "", severity: Severity = "warning"
) -> tuple[Syntax, ...]:
    return tuple(
        Syntax(name, trigger, re.compile(pattern, re.MULTILINE), hint, parent, severity)
        for name, trigger, pattern, hint in rows
    )


_COMMENT = "Write it between <!-- and -->, which are never published."
_CALLOUT = "Write ::: tip Title, the text, and ::: on separate lines; or warning, or danger."
_HEADINGS = "Remove it. The sidebar shows the headings of each page."
_INCLUDE = "Write the text here. To include code, write <<< examples/file.ts."
_LINK = "Write a link to the source of the page: [text](page.md#id)."
_MACRO = "Write the text itself. docsite has no macros."
_FORMULA = "Set math = true in site.toml, and write $x^2$ or $$x^2$$."
_HTML = "Write it in Markdown. For literal text, put it in backticks: `<div>`."
_TABLE = "Write the rows as | a | b |, with | --- | --- | below the first."
_PLAIN = "Remove the marks, or put the words in **bold**."
_ATTRIBUTE = r"""(?:[.#][\w-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s{}"']+))"""

COMMENTS = _list(
    ("a comment of MDX", "{/*", r"\{/\*", _COMMENT),
    ("a comment of Jinja", "{#", r"\{#-?(?=\s)", _COMMENT),
    ("a comment of CriticMarkup", "{>>", r"\{>>", _COMMENT),
    ("a comment of kramdown", "{::", r"\{::comment", _COMMENT),
    ("a comment of Obsidian", "%%", r"(?<!\S)%%[^%\n]+%%(?!\S)", _COMMENT),
    ("a comment of MyST", "%", r"\A%(?=[ \t])", _COMMENT),
    ("a comment of reStructuredText", "..", r"\A\.\.[ \t]+(?!_|\||[\w:+.-]+::)", _COMMENT),
    severity="error",
)

BLOCKS = (
    *_list(
        ("an admonition of MkDocs", "!!!", r'^!!!\+?[ \t]+["\w]', _CALLOUT),
        (
            "a collapsible block of MkDocs",
            "???",
            r'^\?\?\?\+?[ \t]+["\w]',
            "Write ::: details Title, the text, and ::: on separate lines.",
        ),
        (
            "a tab of MkDocs",
            "===",
            r"""^===[!+]?[ \t]+["']""",
            "Write ::: code-group, one named code block for each tab (```sh [npm]), and :::. Use "
            "headings for tabs with text.",
        ),
        ("a block of MkDocs", "///", r"^///+[ \t]+[\w-]+(?=[ \t]*(?:\||$))", _CALLOUT),
        ("an include of MkDocs", "8<", r"^;?-+8<-+", _INCLUDE),
        ("an include of VitePress", "<!--", r"<!--[ \t]*@include:", _INCLUDE),
        (
            "a definition list",
            ":",
            r"^:[ \t]+(?=\S)",
            "Write a list, **Term**: definition, or a table.",
        ),
        (
            "an abbreviation",
            "*[",
            r"^\*\[[^\]\n]+\]:",
            "Write its meaning where it is used first.",
        ),
        (
            "a footnote",
            "[^",
            r"\[\^[\w.:-]+\]",
            "Write the note in parentheses, or in a paragraph or ::: details below.",
        ),
        ("a footnote", "^[", r"\^\[(?=[^\]\n])", "Write the note in parentheses."),
        ("a table of contents", "[", r"\A(?i:\[TOC\]|\[\[_?TOC_?\]\])\Z", _HEADINGS),
        ("a table of contents", "{", r"^(?:\$\{toc\}|\{:toc\})\Z", _HEADINGS),
        (
            "an import or export of MDX",
            "port",
            r"""\A(?:import\s(?:[\w\s{},*]{1,200}\sfrom\s)?["']|export\s+(?:const|default|function)\b)""",
            "Remove it. Pages contain no code that runs.",
        ),
        (
            "a directive of reStructuredText",
            "..",
            r"\A\.\.[ \t]+[\w:+.-]+::",
            "Write it in Markdown, a note as ::: tip.",
        ),
        (
            "a target of reStructuredText",
            "..",
            r"\A\.\.[ \t]+[_|]",
            "Add an id to the heading ({#id}), and link to it.",
        ),
        (
            "a target of MyST",
            ")=",
            r"\A\([\w-]+\)=(?=\s|\Z)",
            "Add an id to the heading ({#id}), and link to it.",
        ),
        (
            "a separator",
            "+++",
            r"\A\+\+\+(?=[ \t]*(?:\{|\Z))",
            "Remove it. Front matter starts on the first line of the file.",
        ),
        ("a callout of docsify", ">", r"\A[!?]>(?=[ \t])", _CALLOUT),
        (
            "a field list of reStructuredText",
            ":",
            r"\A:[A-Za-z][\w -]{0,40}:(?=[ \t]+\S)",
            "Write a list or a table.",
        ),
        (
            "a literal block of reStructuredText",
            "::",
            r"(?<=\s)\w+::\Z",
            "Write one colon, and the code between two lines of ```.",
        ),
        ("a list of reStructuredText", "#.", r"\A#\.(?=[ \t])", "Write 1. before each item."),
        (
            "a table of reStructuredText",
            "=",
            r"\A=+(?:[ \t]+=+)+[ \t]*$",
            _TABLE,
        ),
        (
            "a grid table",
            "+",
            r"^\+[-=]+(?:\+[-=]+)*\+[ \t]*$",
            _TABLE,
        ),
    ),
    *_list(
        ("an alert of GitHub", "[!", r"\A\[!\w+\]", _CALLOUT),
        parent="blockquote_open",
    ),
    *_list(
        (
            "a task list",
            "]",
            r"\A\[[ xX]\](?=\s|\Z)",
            "Write a plain list. A checkmark can be typed: ✓.",
        ),
        parent="list_item_open",
    ),
)

INLINE = _list(
    ("a role of MyST", f"}}{CODE}", rf"\{{[\w:+.-]+\}}{CODE}+", _LINK),
    ("a role of reStructuredText", f":{CODE}", rf"(?<!\w):[\w:+.-]+:{CODE}+", _LINK),
    ("a link of reStructuredText", f"{CODE}_", rf"{CODE}+__?(?!\w)", _LINK),
    ("a formula", f"${CODE}", rf"\${CODE}+\$", _FORMULA),
    (
        "a substitution of reStructuredText",
        "|",
        r"(?<![\w|])\|[a-z][\w-]{2,30}\|(?![\w|])",
        _MACRO,
    ),
    ("a directive", "[", r"(?<![\w:]):{1,2}[a-z][\w-]*\[[^\[\]\n]*\]", _HTML),
    (
        "a citation",
        "[",
        r"\[-?@\w[^\[\]\n]*\](?!\()",
        "Write the name of the source, and a link to it.",
    ),
    ("a progress bar", "[=", r"\[=\d+%[^\[\]\n]*\]", "Write the number: 85%."),
    ("an extension of kramdown", "{:", r"\{::\w[^{}\n]*\}|\{:/\w*\}", "Remove it."),
    ("a macro", "{{", r"\{\{[^{}\n]*\}\}", _MACRO),
    ("a tag of Jinja or Liquid", "{%", r"\{%[-+]?\s*\w+", _MACRO),
    ("CriticMarkup", "{", r"\{(?:\+\+|--|~~|==)(?=\S)", "Write the text that applies."),
    (
        "an attribute list",
        "{",
        rf"(?!\{{#[\w-]+\}})\{{:?[ \t]*{_ATTRIBUTE}(?:[ \t]+{_ATTRIBUTE})*[ \t]*\}}",
        "Remove it. Only headings can have an id: ## Title {#title}.",
    ),
    ("highlighted text", "==", r"(?<![=\w])==(?=[^\s=])[^=\n]*(?<=[^\s=])==(?![=\w])", _PLAIN),
    (
        "deleted text",
        "~~",
        r"(?<!~)~~(?=[^\s~])[^~\n]*(?<=[^\s~])~~(?!~)",
        "Delete it, or write that it no longer applies.",
    ),
    (
        "deleted text",
        "~",
        r"(?<![\w~])~(?=[^\s~/\d])[^~\n]{1,80}(?<=[^\s~])~(?![\w~/])",
        "Delete it, or write that it no longer applies.",
    ),
    ("inserted text", "^^", r"(?<!\^)\^\^(?=[^\s^])[^^\n]*(?<=[^\s^])\^\^(?!\^)", _PLAIN),
    ("a subscript", "~", r"(?<=\w)~[^\s~]{1,20}~(?!\w*~)", "Type the character: H₂O."),
    ("a superscript", "^", r"(?<=\w)\^[^\s^]{1,20}\^", "Type the character: m²."),
    (
        "a key combination of MkDocs",
        "++",
        r'(?<![\w+])\+\+[a-z0-9"](?:[\w"-]|\+(?!\+))*\+\+(?![\w+])',
        "Write it as code: `Ctrl+C`.",
    ),
    (
        "an icon or emoji code",
        ":",
        r"(?<![\w:/.])(?::[+-]1:|:[a-z][a-z0-9_+-]*:)(?![\w:])",
        "Type the emoji itself, or remove it.",
    ),
    # Except names such as [[Prototype]] in specifications.
    ("a wiki link", "[[", r"!?\[\[(?![A-Z]\w*\]\])[^\[\]\n]+\]\](?![\[(])", _LINK),
    ("a formula", "\\begin", r"\\begin\{\w+\*?\}", _FORMULA),
    ("a formula", "$$", r"\$\$[^$]+\$\$", _FORMULA),
    (
        "a formula",
        "$",
        r"(?<![\w$])\$(?=[^\s\d$])[^$\n]*[\\^][^$\n]*(?<=\S)\$(?![\w$])",
        _FORMULA,
    ),
    (
        "a formula",
        OPEN_FORMULA,
        rf"{OPEN_FORMULA}[^{OPEN_FORMULA}{CLOSE_FORMULA}]{{0,400}}?(?:\\[A-Za-z]|\^)"
        rf"[^{OPEN_FORMULA}{CLOSE_FORMULA}]{{0,400}}{CLOSE_FORMULA}.",
        _FORMULA,
    ),
)

_ADDRESSES = _list(
    (
        "an address that can't be linked",
        ":",
        r"<[A-Za-z][A-Za-z0-9+.-]{1,31}:(?!:)[^<>\s]+>",
        "Only http, https and mailto addresses, paths and .md files can be linked.",
    ),
)

_ENDS = r"(?:\s*/?>|(?=\s[^<>]*(?:=|\b(?:markdown|open|setup)\b))[^<>]*>)"
"""With attributes, because `<b and c>` may be a comparison. The lookahead is never repeated."""
_NAMES = (
    "abbr|audio|b|big|blockquote|br|button|canvas|center|cite|colgroup|dd|del|dfn|dialog|div|dl|dt|em|"
    "embed|fieldset|figcaption|figure|font|footer|h[1-6]|header|hr|i|iframe|ins|li|mark|nav|noscript|"
    "ol|p|picture|pre|q|s|samp|script|small|span|strike|strong|style|sub|sup|svg|table|tbody|td|"
    "textarea|tfoot|th|thead|tr|tt|u|ul|video|wbr"
)

TAGS = _list(
    ("HTML", "<", r"<(?:\?[a-z]|!\[CDATA\[|(?i:!doctype)\b)", _HTML),
    ("HTML", "<br", rf"<br{_ENDS}", "End the line with a backslash for a line break."),
    (
        "HTML",
        "<",
        rf"</?(?:details|summary){_ENDS}",
        "Write ::: details Title, the text, and ::: on separate lines.",
    ),
    ("HTML", "<", rf"</?kbd{_ENDS}", "Write keys as code: `Ctrl+C`."),
    (
        "HTML",
        "<img",
        rf"<img{_ENDS}",
        "Write ![Description](/image.svg), with the file in public/.",
    ),
    ("HTML", "<", r"(?:<a\s[^<>]*>|</a>)", "Write a link: [text](page.md)."),
    ("HTML", "<", rf"</?(?i:{_NAMES}){_ENDS}", _HTML),
    # Names that are also placeholders, such as <title>, need more evidence.
    ("HTML", "<", r"""<[a-z][a-z0-9-]*\s+[a-z:@-]+=(?:"[^"<>]*"|'[^'<>]*')[^<>]*>""", _HTML),
    ("HTML", "</", r"</[a-z][a-z0-9-]*>", _HTML),
    (
        "a component of MDX or Vue",
        "<",
        r"</(?:[A-Z][\w.]*)?>|(?<!\w)<[A-Z][\w.]*(?:(?:\s[^<>]*)?/>|\s+[\w:@-]+=[^<>]*>)",
        "Write it in Markdown. Tabs with code are ::: code-group, notes are ::: tip.",
    ),
    (
        "an expression of MDX",
        "{",
        r"(?<![\w$/}])\{[A-Za-z_$]\w*(?:\.[A-Za-z_$]\w*)+\}",
        "Write the value itself. Pages contain no code that runs.",
    ),
)

SYNTAX = (*COMMENTS, *BLOCKS, *_ADDRESSES, *INLINE, *TAGS)
