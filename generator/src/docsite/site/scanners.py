"""Finds the comments in code.

Strings, templates, regular expressions, JSX text and here-documents can contain `//` or `#`, so
each scanner knows the literals of its language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

Span = tuple[int, int]
"""Where a comment starts and ends, with its delimiters."""

Scanner = Callable[[str], Iterator[Span]]


_DELIMITER = re.compile(r"//|/\*|<!--|#")


def has_scanner(language: str) -> bool:
    """Whether the comments of a language are found exactly."""
    return language in _SCANNERS


def find_comments(code: str, language: str) -> Iterator[Span]:
    """The comments in order. In other languages, a common delimiter after a space starts one."""
    scan = _SCANNERS.get(language)
    if scan and not _DELIMITER.search(code):
        return iter(())  # most samples: a scan takes fifty times as long
    return (scan or _scan_unknown)(code)


# --- Languages that one pattern can split --------------------------------------------------------

_UNKNOWN = re.compile(
    r"(?P<comment>(?:^|(?<=\s))(?://|\#[ ]|/\*|<!--).*|^[ \t]*\*.*)", re.MULTILINE
)

_CSS = r"""
    (?P<comment>/\*(?:.*?\*/|.*){line_comment})
    | "(?:\\.|[^"\\\n])*+"? | '(?:\\.|[^'\\\n])*+'?
    | (?<![\w-])url\(\s*+(?!["'])(?:\\.|[^)\\])*+
"""

_TOML = r"""
    (?P<comment>\#[^\n]*)
    | \"{3}(?:\\.|(?!\"{3}).)*+(?:\"{3})? | '{3}(?:(?!'{3}).)*+(?:'{3})?
    | "(?:\\.|[^"\\\n])*+"? | '[^'\n]*+'?
"""

# A quote or a # inside a word is an ordinary character.
_NGINX = r"""
    (?P<comment>\#[^\n]*)
    | "(?:\\.|[^"\\])*+"? | '(?:\\.|[^'\\])*+'?
    | [;{}]
    | (?:\\.|\$\{\w*+\}|[^\s;{\\])++
"""


def _scan(pattern: re.Pattern[str], code: str) -> Iterator[Span]:
    return (found.span() for found in pattern.finditer(code) if found.lastgroup == "comment")


def _compile(pattern: str) -> Scanner:
    return partial(_scan, re.compile(pattern, re.VERBOSE | re.DOTALL))


_scan_unknown = partial(_scan, _UNKNOWN)


def _end_of_hashbang(code: str) -> int:
    return f"{code}\n".index("\n") if code.startswith("#!") else 0


# --- JavaScript and TypeScript -------------------------------------------------------------------

_COMMENT = r"(?P<comment>//[^\n\r\u2028\u2029]*|/\*(?:.*?\*/|.*))"
_SCRIPT = re.compile(
    _COMMENT
    + r"""|(?P<string>"(?:\\.|[^"\\\n])*+"?|'(?:\\.|[^'\\\n])*+'?)"""
    + r"|(?P<word>[\w$]+)|(?P<mark>=>|\+\+|--|[^\w\s])",
    re.DOTALL,
)
# The limits keep a line with many unclosed ones from taking quadratic time.
_REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n]){0,999}+\]|[^/\\\[\n]){1,999}+/\w*")
_TEMPLATE_TEXT = re.compile(r"(?:\\.|[^\\`$]|\$(?!\{))*+", re.DOTALL)
_TAG_START = re.compile(r"<(?P<name>[A-Za-z_$][\w$.:-]*)?")
_TAG_MARK = re.compile(
    _COMMENT + r"""|(?P<string>"[^"]*+"?|'[^']*+'?)|(?P<mark>/>|=>|[{<>])""", re.DOTALL
)
_TYPE_PARAMETER = re.compile(r"\s*+(?:,|extends\b|=\s)")
_JSX_TEXT = re.compile(r"[^<{]*+")
_TAG_END = re.compile(r"</[^>]*+>?")
_CLOSED_BY = {"(": ")", "if (": ")", "[": "]", "${": "}", "jsx {": "}", "block {": "}", "{": "}"}

_BEFORE_VALUE = frozenset(
    (
        *("await", "case", "default", "delete", "do", "else", "in", "instanceof", "new", "of"),
        *("return", "throw", "typeof", "void", "yield"),
    )
)
"""Words after which a value starts, so that a slash starts a regular expression."""
_BEFORE_CONDITION = frozenset({"for", "if", "while", "with"})
_BEFORE_BLOCK = frozenset({"", ";", "{", "}", "=>", "else", "do", ")"})


class _ScriptScanner:
    """Tracks what is open, and whether the last token ended a value.

    After a value, `/` divides and `<` compares. Elsewhere they start a regular expression and JSX.
    """

    def __init__(self, code: str, *, has_jsx: bool) -> None:
        self._code = code
        self._has_jsx = has_jsx
        self._at = _end_of_hashbang(code)
        self._open: list[str] = []
        self._last = ""
        self._is_value = False
        self._readers: Mapping[str, Callable[[], Span | None]] = {
            "`": self._read_template,
            "tag": self._read_tag,
            "type arguments": self._read_tag,
            "text": self._read_text,
        }

    def find(self) -> Iterator[Span]:
        while self._at < len(self._code):
            mode = self._open[-1] if self._open else ""
            comment = self._readers.get(mode, self._read_code)()
            if comment:
                yield comment

    def _read_code(self) -> Span | None:
        found = _SCRIPT.search(self._code, self._at)
        self._at = found.end() if found else len(self._code)
        if not found:
            return None
        if found["comment"]:
            return found.span()
        if found["word"]:
            is_property = self._last == "."
            self._note(found[0], is_value=is_property or found[0] not in _BEFORE_VALUE)
        elif found["string"]:
            self._note("value", is_value=True)
        else:
            self._read_mark(found[0], found.start())
        return None

    def _read_mark(self, mark: str, start: int) -> None:
        if mark == "/" and not self._is_value:
            self._read_regex(start)
        elif mark == "<" and self._opens_tag(start):
            self._open.append("tag")
        elif mark == "`":
            self._open.append(mark)
        elif mark in ("(", "[", "{"):
            self._open_bracket(mark)
        elif mark in (")", "]", "}"):
            self._close_bracket(mark)
        else:
            # `x++` and TypeScript's `x!` are values as x is.
            self._note(mark, is_value=self._is_value and mark in ("++", "--", "!"))

    def _read_regex(self, start: int) -> None:
        found = _REGEX.match(self._code, start)
        if found:
            self._at = found.end()
        self._note("value", is_value=bool(found))

    def _open_bracket(self, mark: str) -> None:
        if mark == "(" and self._last in _BEFORE_CONDITION:
            self._open.append("if (")
        elif mark == "{" and (self._is_value or self._last in _BEFORE_BLOCK):
            self._open.append("block {")
        else:
            self._open.append(mark)
        self._note(mark, is_value=False)

    def _close_bracket(self, mark: str) -> None:
        opened = self._open[-1] if self._open else ""
        if _CLOSED_BY.get(opened) == mark:
            self._open.pop()
        self._note(mark, is_value=opened not in ("if (", "block {"))

    def _note(self, token: str, *, is_value: bool) -> None:
        self._last, self._is_value = token, is_value

    def _read_template(self) -> None:
        found = _TEMPLATE_TEXT.match(self._code, self._at)
        self._at = found.end() if found else self._at
        if self._code.startswith("${", self._at):
            self._open_expression("${")
        else:
            if self._code.startswith("`", self._at):
                self._open.pop()
                self._note("value", is_value=True)
            self._at += 1

    def _open_expression(self, opening: str) -> None:
        self._open.append(opening)
        self._at += 2 if opening == "${" else 1
        self._note("", is_value=False)

    # --- JSX

    def _opens_tag(self, start: int) -> bool:
        found = _TAG_START.match(self._code, start)
        if not self._has_jsx or self._is_value or not found:
            return False
        name, after = found["name"], found.end()
        if not name:
            return self._code.startswith(">", after)
        if _TYPE_PARAMETER.match(self._code, after):
            return False
        # `<T>(value: T) => T` is a function type unless something closes T.
        return not self._code.startswith(">", after) or self._code.find(f"</{name}", after) >= 0

    def _read_tag(self) -> Span | None:
        found = _TAG_MARK.search(self._code, self._at)
        self._at = found.end() if found else len(self._code)
        if not found or found["string"]:
            return None
        if found["comment"]:
            return found.span()
        if found[0] == "{":
            self._at = found.start()
            self._open_expression("jsx {")
        elif found[0] == "<":
            self._open.append("type arguments")
        elif found[0] == "/>":
            self._end_element()
        elif found[0] == ">":
            is_tag = self._open.pop() == "tag"
            self._open += ["text"] if is_tag else []
        return None

    def _read_text(self) -> None:
        text = _JSX_TEXT.match(self._code, self._at)
        at = self._at = text.end() if text else self._at
        closing = _TAG_END.match(self._code, at)
        if closing:
            self._at = closing.end()
            self._end_element()
        elif self._code.startswith("{", at):
            self._open_expression("jsx {")
        else:
            self._at += 1
            self._open += ["tag"] if at < len(self._code) else []

    def _end_element(self) -> None:
        self._open.pop()
        self._note("value", is_value=True)


def _scan_script(code: str, *, has_jsx: bool) -> Iterator[Span]:
    return _ScriptScanner(code, has_jsx=has_jsx).find()


# --- HTML and Vue --------------------------------------------------------------------------------

_MARKUP = re.compile(
    r"""
    (?P<comment><!--(?:-?>|.*?--!?>|.*))
    | </(?P<closed>[A-Za-z][\w:.-]*)[^>]*+>?
    | <(?P<opened>[A-Za-z][\w:.-]*)(?P<attributes>(?:"[^"]*+"|'[^']*+'|[^"'>])*+)>?
    | (?P<mustache>\{\{)
    """,
    re.VERBOSE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""\b(lang|type)\s*=\s*["']?([\w/+.-]+)""")
_RAW_ELEMENTS = frozenset({"script", "style", "textarea", "title"})
_SCRIPT_TYPES = frozenset({"module", "text/javascript", "application/javascript"})


class _MarkupScanner:
    """HTML, or a single-file component: there, each top-level block has its own language."""

    def __init__(self, code: str, *, is_vue: bool) -> None:
        self._code = code
        self._is_vue = is_vue
        self._at = 0
        self._templates = 0

    def find(self) -> Iterator[Span]:
        while found := _MARKUP.search(self._code, self._at):
            self._at = found.end()
            if found["comment"]:
                yield found.span()
            elif found["opened"]:
                yield from self._read_element(found["opened"].lower(), found["attributes"])
            elif (found["closed"] or "").lower() == "template":
                self._templates = max(0, self._templates - 1)
            elif found["mustache"] and self._is_vue and self._templates:
                end = self._code.find("}}", self._at)
                self._at = end if end >= 0 else self._at

    def _read_element(self, name: str, attributes: str) -> Iterator[Span]:
        if attributes.endswith("/"):
            return
        options = dict(_ATTRIBUTE.findall(attributes))
        is_block = self._is_vue and not self._templates
        is_template = name == "template" and not (is_block and "lang" in options)
        if is_template:
            self._templates += 1
        elif is_block or name in _RAW_ELEMENTS:
            yield from self._read_raw(name, options)

    def _read_raw(self, name: str, options: Mapping[str, str]) -> Iterator[Span]:
        closing = re.compile(rf"</{re.escape(name)}\b", re.IGNORECASE).search(self._code, self._at)
        start, self._at = self._at, closing.start() if closing else len(self._code)
        scan = _SCANNERS.get(_language_of(name, options))
        for first, last in scan(self._code[start : self._at]) if scan else ():
            yield start + first, start + last


def _language_of(name: str, options: Mapping[str, str]) -> str:
    if name == "script":
        is_script = options.get("type", "module") in _SCRIPT_TYPES
        return options.get("lang", "js") if is_script else ""
    return options.get("lang", "css" if name == "style" else "")


def _scan_markup(code: str, *, is_vue: bool) -> Iterator[Span]:
    return _MarkupScanner(code, is_vue=is_vue).find()


# --- Shell ---------------------------------------------------------------------------------------

_SHELL = re.compile(
    r"""
    (?P<comment>(?<![^\s;&|()<>`])\#[^\n]*)
    | \\. | \$'(?:\\.|[^'\\])*+'? | '[^']*+'? | <<<
    | (?P<heredoc><<-?[ \t]*(?:\\|["'])?(?P<end>[A-Za-z_]\w*)["']?)
    | (?P<open>\$\(|\$\{|[("`])
    | (?P<close>[)}])
    | (?P<line>\n)
    """,
    re.VERBOSE | re.DOTALL,
)
_SHELL_QUOTED = re.compile(r"""\\.|(?P<open>\$\(|\$\{|`)|(?P<close>")""", re.DOTALL)
_SHELL_PARAMETER = re.compile(
    r"""\\.|'[^']*+'?|(?P<open>\$\(|\$\{|["`])|(?P<close>\})""", re.DOTALL
)
_SHELL_PATTERNS = {'"': _SHELL_QUOTED, "${": _SHELL_PARAMETER}
_SHELL_CLOSED_BY = {"$(": ")", "(": ")", "${": "}", '"': '"', "`": "`"}


class _ShellScanner:
    def __init__(self, code: str) -> None:
        self._code = code
        self._at = _end_of_hashbang(code)
        self._open: list[str] = []
        self._heredocs: list[str] = []
        self._endless: set[str] = set()

    def find(self) -> Iterator[Span]:
        while found := self._search():
            self._at = found.end()
            groups = found.groupdict()
            if groups.get("comment"):
                yield found.span()
            elif groups.get("heredoc"):
                self._heredocs.append(found["end"])
            elif groups.get("line"):
                self._skip_heredocs()
            elif groups.get("open") or groups.get("close"):
                self._read_bracket(found[0])

    def _search(self) -> re.Match[str] | None:
        mode = self._open[-1] if self._open else ""
        return _SHELL_PATTERNS.get(mode, _SHELL).search(self._code, self._at)

    def _read_bracket(self, mark: str) -> None:
        if self._open and _SHELL_CLOSED_BY[self._open[-1]] == mark:
            self._open.pop()
        elif mark in _SHELL_CLOSED_BY:
            self._open.append(mark)

    def _skip_heredocs(self) -> None:
        for end in self._heredocs:
            pattern = re.compile(rf"^\t*{end}$", re.MULTILINE)
            line = None if end in self._endless else pattern.search(self._code, self._at)
            if line:
                self._at = line.end()
            else:
                self._endless.add(end)
        self._heredocs.clear()


def _scan_shell(code: str) -> Iterator[Span]:
    return _ShellScanner(code).find()


# --- All of them ---------------------------------------------------------------------------------

_SCANNERS: Mapping[str, Scanner] = {
    **dict.fromkeys(
        ("js", "mjs", "cjs", "jsx", "tsx", "javascript"), partial(_scan_script, has_jsx=True)
    ),
    **dict.fromkeys(
        ("ts", "mts", "cts", "typescript", "json", "jsonc", "json5"),
        partial(_scan_script, has_jsx=False),
    ),
    "css": _compile(_CSS.replace("{line_comment}", "")),
    **dict.fromkeys(("scss", "less"), _compile(_CSS.replace("{line_comment}", r"|(?<!:)//[^\n]*"))),
    **dict.fromkeys(("html", "xml", "svg"), partial(_scan_markup, is_vue=False)),
    "vue": partial(_scan_markup, is_vue=True),
    **dict.fromkeys(("sh", "bash", "zsh", "shell", "shellscript"), _scan_shell),
    "toml": _compile(_TOML),
    "nginx": _compile(_NGINX),
}
