"""Converts HTML to Markdown, because pages of docsite can't contain HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser

Attributes = Mapping[str, str]
Renderer = Callable[[Attributes, str], str]

_SUPERSCRIPT = str.maketrans("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ")
_SUBSCRIPT = str.maketrans("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎")
_RAISABLE = re.compile(r"[0-9+\-=()n]+")
_LOWERABLE = re.compile(r"[0-9+\-=()]+")
BREAK = "\ue002"
"""A private-use character that separates the parts of a table cell, which must be a single line."""
_BREAKS = re.compile(rf"\s*{BREAK}[\s{BREAK}]*")


def _wrap(mark: str) -> Renderer:
    def render(_attributes: Attributes, content: str) -> str:
        inner = content.strip()
        before = content[: len(content) - len(content.lstrip())]
        after = content[len(content.rstrip()) :]
        return f"{before}{mark}{inner}{mark}{after}" if inner else content

    return render


def _unwrap(_attributes: Attributes, content: str) -> str:
    return content


def _block(_attributes: Attributes, content: str) -> str:
    return f"\n\n{content.strip()}\n\n"


def _code(_attributes: Attributes, content: str) -> str:
    text = unescape(content).strip()
    mark = _fence(text, 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{mark}{space}{text}{space}{mark}" if text else ""


def _fence(text: str, least: int) -> str:
    """Returns a fence of backticks that is longer than any in the text."""
    return "`" * max(least, 1 + max(map(len, re.findall("`+", text)), default=0))


def _pre(_attributes: Attributes, content: str) -> str:
    text = unescape(content).strip("\n")
    if inner := re.fullmatch(r"(`+)( ?)(.*?)\2\1", text, re.DOTALL):
        text = inner[3]
    fence = _fence(text, 3)
    return f"\n\n{fence}text\n{text}\n{fence}\n\n"


def _link(attributes: Attributes, content: str) -> str:
    href, text = attributes.get("href", ""), " ".join(content.split())
    if href and text:
        return f"[{text}](<{href}>)" if re.search(r"[\s()]", href) else f"[{text}]({href})"
    return content


def _close_link(attributes: Attributes, content: str) -> str:
    """Renders a link that isn't closed. It ends with its paragraph."""
    text, separator, rest = content.partition("\n\n")
    ending = text[len(text.rstrip()) :]
    return _link(attributes, text) + ending + separator + rest


def render_image(attributes: Attributes) -> str:
    source = attributes.get("src", "")
    alt = " ".join(attributes.get("alt", "").split()).replace("[", "(").replace("]", ")")
    target = f"<{source}>" if re.search(r"[\s()]", source) else source
    return f"![{alt}]({target})" if source else alt


def superscript(content: str) -> str:
    return content.translate(_SUPERSCRIPT) if _RAISABLE.fullmatch(content) else f"^{content}"


def subscript(content: str) -> str:
    return content.translate(_SUBSCRIPT) if _LOWERABLE.fullmatch(content) else f"_{content}"


def _explained(attributes: Attributes, content: str) -> str:
    title = attributes.get("title", "").strip()
    return f"{content} ({title})" if title and title.lower() != content.strip().lower() else content


def _heading(level: int) -> Renderer:
    def render(attributes: Attributes, content: str) -> str:
        slug = f" {{#{attributes['id']}}}" if attributes.get("id") else ""
        return f"\n\n{'#' * level} {' '.join(content.split())}{slug}\n\n"

    return render


def _item(_attributes: Attributes, content: str) -> str:
    first, *rest = content.strip().split("\n")
    return "\n- " + "\n".join(
        [first.strip(), *(f"  {row.strip()}" if row.strip() else "" for row in rest)]
    )


def _quote(_attributes: Attributes, content: str) -> str:
    return "\n\n" + "\n".join(f"> {row}".rstrip() for row in content.strip().split("\n")) + "\n\n"


def _cell(_attributes: Attributes, content: str) -> str:
    text = re.sub(r"(?<!\\)\|", r"\\|", _join_parts(" ".join(content.split())).strip())
    return f" {text} |"


def _break_around(_attributes: Attributes, content: str) -> str:
    return f"{BREAK}{content}{BREAK}"


def _join_parts(text: str) -> str:
    """Joins the parts of a cell with semicolons, except after other punctuation."""

    def render(found: re.Match[str]) -> str:
        before, after = text[: found.start()][-1:], text[found.end() :][:1]
        is_inside = before not in ("", "|") and after not in ("", "|")
        return "; " if is_inside and before not in ".,:;!?。，：；！？" else " "

    return _BREAKS.sub(render, text)


def _row(_attributes: Attributes, content: str) -> str:
    return f"\n| {content.strip()}"


def _table(_attributes: Attributes, content: str) -> str:
    rows = [row.strip() for row in content.split("\n") if row.strip().startswith("|")]
    if not rows:
        return _block({}, content)
    columns = max(len(re.findall(r"(?<!\\)\|", row)) - 1 for row in rows)
    padded = [row + "  |" * (columns + 1 - len(re.findall(r"(?<!\\)\|", row))) for row in rows]
    outside = [row.strip() for row in content.split("\n") if row.strip() and row.strip()[0] != "|"]
    table = "\n".join([padded[0], "|" + " --- |" * columns, *padded[1:]])
    return "\n\n".join(["", *outside, table, ""])


def _drop(_attributes: Attributes, _content: str) -> str:
    return ""


def _embed(attributes: Attributes, content: str) -> str:
    source = attributes.get("src") or attributes.get("data") or ""
    title = (attributes.get("title") or source).replace("[", "(").replace("]", ")")
    link = _link({"href": source}, title) if source else ""
    return f"\n\n{link}\n\n{content.strip()}\n\n"


RENDERERS: Mapping[str, Renderer] = {
    **dict.fromkeys(("b", "strong", "mark"), _wrap("**")),
    **dict.fromkeys(("em", "i", "cite", "var"), _wrap("*")),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), _code),
    **dict.fromkeys(("span", "font", "small", "big", "u", "ins", "del", "s", "strike"), _unwrap),
    **dict.fromkeys(("label", "button", "time", "bdi", "nobr", "picture", "markdown"), _unwrap),
    **dict.fromkeys(("p", "div", "section", "article", "center", "figure", "aside"), _block),
    **dict.fromkeys(("header", "footer", "main", "nav", "ul", "ol", "dl", "dd", "form"), _block),
    **dict.fromkeys(("thead", "tbody", "tfoot", "colgroup"), _unwrap),
    **dict.fromkeys(("abbr", "dfn", "acronym"), _explained),
    **dict.fromkeys(("th", "td"), _cell),
    **dict.fromkeys(("figcaption", "caption"), lambda _, text: f"\n\n*{text.strip()}*\n\n"),
    **dict.fromkeys(("summary", "dt"), lambda _, text: f"\n\n**{text.strip()}**\n\n"),
    **{f"h{level}": _heading(level) for level in range(1, 7)},
    "a": _link,
    "blockquote": _quote,
    "details": _block,
    "li": _item,
    "pre": _pre,
    "q": lambda _, text: f"“{text}”",
    "sub": lambda _, text: subscript(text),
    "sup": lambda _, text: superscript(text),
    "table": _table,
    "tr": _row,
}
"""Elements with an equivalent in Markdown, or of which only the content is needed."""

_IN_CELL: Mapping[str, Renderer] = dict.fromkeys(
    ("p", "div", "ul", "ol", "li", "dl", "dt", "dd", "blockquote"), _break_around
)
"""Block elements in a table cell."""

UNSUPPORTED: Mapping[str, Renderer] = {
    **dict.fromkeys(("script", "style", "svg", "template", "canvas", "noscript"), _drop),
    **dict.fromkeys(("iframe", "video", "audio", "object", "embed"), _embed),
}
"""Elements that have to be replaced manually."""

PLAIN = frozenset(
    {"a", "img", "br", "b", "strong", "em", "i", "code", "kbd", "p", "pre", "li", "hr"}
)
"""Elements that look the same in Markdown."""

_VOID = frozenset({"br", "img", "hr", "wbr", "input", "source", "col", "link", "meta"})


LINK_START = re.compile(r"<a\s[^<>]*?\b(?:href|id|name)\s*=", re.IGNORECASE)
"""Matches tags that are links or anchors even if they aren't closed."""

_AMPERSAND = "\ue00f"
"""Replaces ampersands that don't start a complete reference, because `HTMLParser` would complete
`&branch`, and convert `&copy=2` in an address."""


_LESS_THAN = "\ue010"
"""Replaces `<` of tags and comments without an end, for which `HTMLParser` would search the rest of
the text each time."""
_MAX_DEPTH = 50
"""Deeper elements stay text, because the time and the output grow with the depth."""


@dataclass
class _Element:
    tag: str
    attributes: Attributes
    start: str
    """The opening tag as written."""
    content: list[str] = field(default_factory=list)


class _Writer(HTMLParser):
    def __init__(self, is_row: bool) -> None:
        super().__init__(convert_charrefs=False)
        self.is_row = is_row
        self.stack = [_Element("", {}, "")]
        self.converted: list[str] = []
        self.unsupported: list[str] = []

    def write(self, text: str) -> None:
        self.stack[-1].content.append(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        start = self.get_starttag_text() or f"<{tag}>"
        attributes = {name: value or "" for name, value in attrs}
        if tag in _VOID:
            self.write(self._render_void(tag, attributes))
        elif len(self.stack) <= _MAX_DEPTH and (tag in RENDERERS or tag in UNSUPPORTED):
            self.stack.append(_Element(tag, attributes, start))
        else:
            self.write(start)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if self.stack[-1].tag == tag and tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in (element.tag for element in self.stack):
            if tag not in _VOID:
                self.write(f"</{tag}>")
            return
        while self.stack[-1].tag != tag:
            self._flatten()
        element = self.stack.pop()
        is_unsupported = tag in UNSUPPORTED
        (self.unsupported if is_unsupported else self.converted).append(tag)
        renderers = {**RENDERERS, **_IN_CELL} if self._is_in_cell else RENDERERS
        render = UNSUPPORTED[tag] if is_unsupported else renderers[tag]
        self.write(render(element.attributes, "".join(element.content)))

    @property
    def _is_in_cell(self) -> bool:
        return self.is_row or any(element.tag in ("td", "th") for element in self.stack)

    def handle_data(self, data: str) -> None:
        self.write(data)

    def handle_entityref(self, name: str) -> None:
        self.write(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.write(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self.write(f"<!{decl}>")

    def handle_pi(self, data: str) -> None:
        self.write(f"<?{data}>")

    def unknown_decl(self, data: str) -> None:
        self.write(f"<![{data}]>")

    def finish(self) -> str:
        self.close()
        while len(self.stack) > 1:
            self._flatten()
        return "".join(self.stack[0].content)

    def _flatten(self) -> None:
        """Converts an unclosed element to text."""
        element = self.stack.pop()
        content = "".join(element.content)
        if LINK_START.match(element.start):
            self.converted.append("a")
            self.write(_close_link(element.attributes, content))
            return
        is_text = element.tag not in ("p", "li", "td", "th", "tr")
        self.write((element.start if is_text else " ") + content)

    def _render_void(self, tag: str, attributes: Attributes) -> str:
        self.converted.append(tag)
        match tag:
            case "img":
                return render_image(attributes)
            case "br":
                is_inline = self.stack[-1].tag in ("a", "li")
                return BREAK if self._is_in_cell else " " if is_inline else "\\\n"
            case "hr":
                return "\n\n---\n\n"
            case "input":
                return "☐" if attributes.get("type") == "checkbox" else ""
        return ""


@dataclass(frozen=True)
class Translated:
    text: str
    converted: tuple[str, ...]
    unsupported: tuple[str, ...]


def _hide_unfinished(text: str) -> str:
    for opening, end in (("<", ">"), ("<!--", "-->"), ("<![", "]]>")):
        at = text.rfind(end) + 1
        text = text[:at] + text[at:].replace(opening, _LESS_THAN + opening[1:])
    return text


def translate_html(text: str, *, is_row: bool = False) -> Translated:
    """Converts the elements in Markdown text, which stays unchanged otherwise. A table row remains
    a single line."""
    writer = _Writer(is_row)
    writer.feed(_hide_unfinished(re.sub(r"&(?!#?\w+;)", _AMPERSAND, text)))
    result = writer.finish().replace(_AMPERSAND, "&").replace(_LESS_THAN, "<")
    if is_row:
        result = re.sub(r"\s*\n\s*", " ", _join_parts(result)).strip()
    return Translated(result, tuple(writer.converted), tuple(writer.unsupported))
