"""Converts inline syntax: links, images, HTML, keys, emoji, attribute lists and marked text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rich.emoji import Emoji

from docsite.importing.context import Page
from docsite.importing.footnotes import FOOTNOTES_ID
from docsite.importing.html_text import (
    BREAK,
    LINK_START,
    PLAIN,
    subscript,
    superscript,
    translate_html,
)
from docsite.importing.icons import name_icons, replace_icon
from docsite.importing.keys import name_key
from docsite.importing.lines import Line
from docsite.importing.links import Links, Target
from docsite.importing.settings import Project
from docsite.importing.summary import Construct, Outcome, Summary

_OPEN, _CLOSE = "\ue000", "\ue001"
"""Private-use characters around the index of a masked string."""
PRIVATE = str.maketrans("", "", _OPEN + _CLOSE + BREAK)
"""Removes these characters from the input."""
_LAST_MASK = re.compile(f"{_OPEN}(\\d+){_CLOSE}\\Z")
_MASK = re.compile(f"{_OPEN}(\\d+){_CLOSE}")
_MASKED = (
    re.compile(r"(?<!`)(`+)(?!`)(?:.|\n)+?(?<!`)\1(?!`)"),
    re.compile(r"\\[!-/:-@\[-`{-~]"),
    re.compile(r"<(?:https?://|mailto:)[^<>\s]*>|<[\w.+-]+@[\w.-]+>"),
)
_HILITE = re.compile(r"(`+)(?:#!|:::)[\w+-]+ ")
_LABEL = r"(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)"
_TARGET = r"""\(\s*(?:<(?P<angle>[^<>\n]*)>|(?P<href>[^\s()]*(?:\([^\s()]*\)[^\s()]*)*))"""
_TITLE = r"""(?:\s+(?P<title>"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)"""
_ATTRIBUTES = r"(?P<attributes>\s?\{:?\s*[^{}\n]*\})?"
_IMAGE = re.compile(rf"!\[{_LABEL}\]{_TARGET}{_TITLE}{_ATTRIBUTES}")
_IMAGE_REFERENCE = re.compile(rf"!\[{_LABEL}\](?!\()(?:\[(?P<label>[^\[\]\n]*)\])?{_ATTRIBUTES}")
_LINK = re.compile(rf"(?<!!)\[{_LABEL}\]{_TARGET}{_TITLE}{_ATTRIBUTES}")
_DEFINITION = re.compile(
    r"""^\s{0,3}\[(?P<label>[^\]^]+)\]:\s*<?(?P<href>[^\s<>]+)>?(?P<rest>.*)$"""
)
_REFERENCE = re.compile(rf"(?<![!\]])\[{_LABEL}\]\[(?P<label>(?!\^)[^\[\]\n]*)\]{_ATTRIBUTES}")
_KEYS = re.compile(r"""(?<!\{)\+\+((?:[\w-]+|"[^"]+")(?:\+(?:[\w-]+|"[^"]+"))*)\+\+(?!\})""")
_CRITIC = re.compile(
    r"(?P<open>\{(?P<mark>\+\+|--|==|~~|>>))(?P<text>[^{}]+?)(?P<close>(?:(?P=mark)|<<)\})"
)
_CRITIC_ADVICE = "Remove the marks of Critic Markup, and keep the text that you want to publish."
_DEFINITION_ADVICE = (
    "Links with this label now lead to the top of a page. Replace the target with a page, a "
    "heading, or a file in public/."
)
_LIST = re.compile(r"\s?\{:?\s*(?:[.#:][\w-]|[\w-]+\s*=\s*[\"'\w])[^{}\n]*\}|\s?\{:\s*[^{}\n]*\}")
_EMOJI = re.compile(r"(?<![A-Za-z0-9:])(?P<mark>:(?P<name>[a-z0-9_+-]+):)(?!\w)(?P<space> *)")
_NESTED = re.compile(rf"(?<!!)\[([^\[\]]*)\]{_OPEN}\d+{_CLOSE}")
"""A link that replaced an image inside another link."""
_HEADING_ID = re.compile(r" \{#[a-z0-9-]+\}$")
_FOOTNOTE = re.compile(r"\[\^(?P<label>[^\]\s]+)\]")
_TASK = re.compile(r"^(?P<item>\s*(?:>\s*)*(?:[-*+]|\d+[.)])\s+)\[(?P<state>[ xX])\]\s")
_MACRO = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")
_MATH = re.compile(
    r"\$\$|\\\((?:(?!\]\(|\\\)).)+\\\)|^[\s>*+-]*\\\[(?:(?!\]\(|\\\]).)+\\\]",
    re.DOTALL | re.MULTILINE,
)
"""Doesn't match escaped brackets around a link. Matches square brackets only at the start of a
line, or after marks of quotes and bullet lists there, because in sentences they are text."""
_BARE_URL = re.compile(r"(?<![\w(<\"'=/\]`])https?://[^\s<>`|]+[^\s<>`|.,;:!?)\]*_\"']")
_TAG = re.compile(r"</?[A-Za-z!]")
_PAIRED = re.compile(r"<(?P<tag>[A-Za-z][\w-]*)\b[^<>]*?(?P<void>/?)>")
_VOID = frozenset({"br", "img", "hr", "wbr", "input"})
_MAX_SHOWN = 60
"""The maximum length of URLs in notes. Data URLs can contain a whole image."""
_STYLES: Sequence[tuple[str, re.Pattern[str], Callable[[str], str]]] = (
    ("pymdownx.critic", re.compile(r"\{(?:\+\+|==)(.+?)(?:\+\+|==)\}"), lambda text: f"**{text}**"),
    ("pymdownx.critic", re.compile(r"\{--(.+?)--\}"), lambda text: text),
    ("pymdownx.mark", re.compile(r"==(?=\S)(.+?)(?<=\S)=="), lambda text: f"**{text}**"),
    ("pymdownx.caret", re.compile(r"\^\^(?=\S)(.+?)(?<=\S)\^\^"), lambda text: text),
    ("pymdownx.tilde", re.compile(r"~~(?=\S)(.+?)(?<=\S)~~"), lambda text: text),
    ("pymdownx.caret", re.compile(r"(?<!\[)\^([^\s^\[\]]+)\^"), superscript),
    ("pymdownx.tilde", re.compile(r"(?<!~)~([^\s~]+)~(?!~)"), subscript),
)
"""Extensions, their syntax, and its replacement."""


@dataclass
class Inline:
    """Converts the inline syntax of a page."""

    page: Page
    links: Links
    project: Project
    summary: Summary
    labels: Mapping[str, str]
    """The URLs of link definitions, keyed by label in lower case."""
    masked: list[str] = field(default_factory=list)
    used_footnotes: list[str] = field(default_factory=list)
    pending: dict[str, str] = field(default_factory=dict)
    """Abbreviations that haven't been explained on the page yet."""

    def convert(self, text: str, line: Line) -> str:
        """Converts a paragraph, a heading or a row of a table."""
        definition = _DEFINITION.match(text)
        if definition and "\n" not in text:
            return self._convert_definition(definition, line)
        heading = _HEADING_ID.search(text) if text.lstrip("> ").startswith("#") else None
        text, slug = (text[: heading.start()], heading[0]) if heading else (text, "")
        text = self._mask(text)
        for rule in (
            self._convert_task,
            self._note_templates,
            self._keep_critic,
            self._convert_html,
            self._convert_keys,
            self._convert_images,
            self._convert_links,
            self._convert_references,
            self._convert_footnotes,
            self._drop_attributes,
            self._convert_emoji,
            self._convert_styles,
            self._link_addresses,
            self._explain_abbreviations,
        ):
            text = rule(text, line)
        return self._unmask(text.rstrip() if slug else text) + slug

    def _keep(self, text: str) -> str:
        """Replaces a string with a placeholder, so that later rules skip it."""
        self.masked.append(text)
        return f"{_OPEN}{len(self.masked) - 1}{_CLOSE}"

    def _mask(self, text: str) -> str:
        code, *others = _MASKED
        text = code.sub(lambda found: self._keep(_HILITE.sub(r"\1", found[0], count=1)), text)
        for pattern in others:
            text = pattern.sub(lambda found: self._keep(found[0]), text)
        return text

    def _unmask(self, text: str) -> str:
        while _MASK.search(text):
            text = _MASK.sub(lambda found: self.masked[int(found[1])], text)
        return text

    def _convert_task(self, text: str, _line: Line) -> str:
        found = _TASK.match(text)
        if not found:
            return text
        self.summary.count(Construct.TASK)
        return f"{found['item']}{'☐' if found['state'] == ' ' else '☑'} {text[found.end() :]}"

    def _note_templates(self, text: str, line: Line) -> str:
        if self.project.plugin("macros", "jinja", "markdownextradata") is not None:
            for found in _MACRO.findall(text):
                self.summary.skip(Construct.MACRO, line, self._unmask(found))
        has_math = self.project.extensions.keys() & {"pymdownx.arithmatex", "mdx_math"}
        if has_math and _MATH.search(shown := self._unmask(text)):
            self.summary.skip(Construct.MATH, line, " ".join(shown.split())[:40])
        return text

    def _keep_critic(self, text: str, line: Line) -> str:
        """Masks only the delimiters, so that links between them are converted. Comments become HTML
        comments, which aren't published."""
        is_enabled = "pymdownx.critic" in self.project.extensions

        def render(found: re.Match[str]) -> str:
            if found["mark"] == ">>":
                self.summary.count(Construct.COMMENT)
                comment = self._unmask(found["text"]).strip().replace("--", "- -")
                return self._keep(f"<!-- {comment} -->")
            if is_enabled and found["mark"] != "~~":
                return found[0]
            detail = self._unmask(found[0])[:40]
            self.summary.skip(Construct.TEXT_STYLE, line, detail, _CRITIC_ADVICE)
            return self._keep(found["open"]) + found["text"] + self._keep(found["close"])

        return _CRITIC.sub(render, text)

    def _convert_html(self, text: str, line: Line) -> str:
        if not _TAG.search(text):
            return text
        hidden = _PAIRED.sub(lambda found: self._hide_placeholder(found, text, line), text)
        is_row = text.lstrip("> ").startswith("|")
        translated = translate_html(hidden, is_row=is_row)
        for tag in translated.converted:
            outcome = Outcome.CONVERTED if tag in PLAIN else Outcome.SIMPLIFIED
            self.summary.count(Construct.HTML, outcome)
        for tag in translated.unsupported:
            self.summary.skip(Construct.HTML, line, f"<{tag}>")
        is_heading = text.lstrip().startswith("#")
        result = translated.text.replace("\\\n", " ") if is_heading else translated.text
        return re.sub(r"\\\n\n", "\\\n", result)

    def _hide_placeholder(self, found: re.Match[str], text: str, line: Line) -> str:
        """Masks tags such as `<name>` that are never closed, because they are text."""
        tag = found["tag"]
        if self.project.code and tag.isupper() and "_" in tag:
            self.summary.skip(Construct.MACRO, line, found[0])
        is_closed = f"</{tag}" in text or found["void"] or tag.lower() in _VOID
        return found[0] if is_closed or LINK_START.match(found[0]) else self._keep(found[0])

    def _convert_keys(self, text: str, _line: Line) -> str:
        if "pymdownx.keys" not in self.project.extensions:
            return text

        def render(found: re.Match[str]) -> str:
            self.summary.simplify(Construct.KEYS)
            names = re.findall(r"\"[^\"]+\"|[\w-]+", found[1])
            shown = (f"`{name_key(name)}`" for name in names)
            return self._keep("+".join(shown))

        return _KEYS.sub(render, text)

    def _convert_images(self, text: str, line: Line) -> str:
        text = _IMAGE.sub(lambda found: self._convert_image(found, line), text)
        return _IMAGE_REFERENCE.sub(lambda found: self._convert_image_reference(found, line), text)

    def _convert_image_reference(self, found: re.Match[str], line: Line) -> str:
        label = " ".join((found["label"] or found["text"]).lower().split())
        href = self.labels.get(self._unmask(label))
        inline = href and _IMAGE.fullmatch(f"![{found['text']}](<{href}>)")
        return self._convert_image(inline, line) if inline else found[0]

    def _convert_image(self, found: re.Match[str], line: Line) -> str:
        self._count_attributes(found)
        href = found["angle"] or found["href"] or ""
        address, _, mode = href.partition("#")
        if mode in ("only-dark", "gh-dark-mode-only"):
            self.summary.simplify(Construct.IMAGE)
            return ""
        target = self.links.resolve(address, line, self.page)
        alt = found["text"]
        if target.is_external:
            self.summary.skip(Construct.IMAGE, line, f"{href} is on another site")
            return self._render_link(alt or "Image", target.href, "")
        if not target.href.startswith("/"):
            self.summary.skip(
                Construct.IMAGE, line, f"{href[:_MAX_SHOWN]} isn't in the docs folder"
            )
            return alt
        self.summary.count(Construct.IMAGE)
        return "!" + self._render_link(alt, target.href, found["title"] or "")

    def _render_link(self, text: str, href: str, title: str) -> str:
        shown = f"<{href}>" if re.search(r"[\s()]", href) else href
        address = self._keep(f"({shown}{' ' + title if title else ''})")
        return f"[{text}]{address}"

    def _convert_links(self, text: str, line: Line) -> str:
        return _LINK.sub(lambda found: self._convert_link(found, line), text)

    def _convert_link(self, found: re.Match[str], line: Line) -> str:
        self._count_attributes(found)
        href = self._unmask(found["angle"] or found["href"] or "")
        text = _NESTED.sub(r"\1", _LINK.sub(lambda inner: inner["text"], found["text"]))
        text = self._name_icons(text)
        if not text.strip():
            return ""  # an anchor without content
        target = self.links.resolve(href, line, self.page)
        if not self._note_target(href, target, line):
            return text
        return self._render_link(text, target.href, found["title"] or "")

    def _name_icons(self, text: str) -> str:
        """Replaces icons with their names, because links need text."""
        named = name_icons(_LIST.sub("", text))
        if named:
            self.summary.simplify(Construct.ICON)
        return named or text

    def _note_target(self, href: str, target: Target, line: Line, advice: str = "") -> bool:
        """Records the result of a link. Returns whether it has a target."""
        if target.lost_anchor:
            detail = f"{href}: the page has no such heading"
            self.summary.skip(Construct.ANCHOR, line, detail, advice)
        elif target.href:
            self.summary.count(Construct.LINK)
        if not target.href and not target.lost_anchor:
            detail = (
                f"{href[:_MAX_SHOWN]} isn't part of the new site"
                if href
                else "the address is empty"
            )
            self.summary.skip(Construct.LINK, line, detail, advice)
        return bool(target.href)

    def _convert_definition(self, found: re.Match[str], line: Line) -> str:
        target = self.links.resolve(found["href"], line, self.page)
        if not self._note_target(found["href"], target, line, _DEFINITION_ADVICE):
            return f"[{found['label']}]: #{next(iter(self.page.anchors.values()), '')}"
        return f"[{found['label']}]: {target.href}{found['rest']}"

    def _convert_references(self, text: str, _line: Line) -> str:
        return _REFERENCE.sub(self._convert_reference, text)

    def _convert_reference(self, found: re.Match[str]) -> str:
        self._count_attributes(found)
        label = " ".join((found["label"] or found["text"]).lower().split())
        if self._unmask(label) in self.labels:
            self.summary.count(Construct.LINK)
            return f"[{self._name_icons(found['text'])}][{found['label']}]"
        self.summary.simplify(Construct.CROSS_REFERENCE)
        return found["text"] or found["label"]

    def _convert_footnotes(self, text: str, _line: Line) -> str:
        def render(found: re.Match[str]) -> str:
            label = found["label"]
            if label not in self.page.footnotes:
                return found[0]
            if label not in self.used_footnotes:
                self.used_footnotes.append(label)
            self.summary.simplify(Construct.FOOTNOTE)
            number = self.used_footnotes.index(label) + 1
            space = " " if self._ends_in_link(text[: found.start()]) else ""
            return space + self._keep(f"[\\[{number}\\]](#{FOOTNOTES_ID})")

        return _FOOTNOTE.sub(render, text)

    def _ends_in_link(self, text: str) -> bool:
        """Returns whether a footnote needs a space before it: after a link, it would become a part
        of it."""
        last = _LAST_MASK.search(text)
        is_link = last is not None and self.masked[int(last[1])].startswith(("(", "["))
        return is_link or text.endswith("]")

    def _count_attributes(self, found: re.Match[str]) -> None:
        if found["attributes"]:
            self.summary.simplify(Construct.ATTRIBUTES)

    def _drop_attributes(self, text: str, _line: Line) -> str:
        if "attr_list" not in self.project.extensions:
            return text
        kept, found = _LIST.subn("", text)
        self.summary.count(Construct.ATTRIBUTES, Outcome.SIMPLIFIED, found)
        return kept

    def _convert_emoji(self, text: str, _line: Line) -> str:
        def render(found: re.Match[str]) -> str:
            emoji = Emoji.replace(found["mark"])
            if emoji != found["mark"]:
                self.summary.count(Construct.EMOJI)
                return emoji + found["space"]
            icon = replace_icon(found["name"])
            if icon is None:
                return found[0]
            self.summary.simplify(Construct.ICON)
            return icon + found["space"] if icon or not _is_space_extra(found) else ""

        return _EMOJI.sub(render, text)

    def _convert_styles(self, text: str, _line: Line) -> str:
        for extension, pattern, render in _STYLES:
            if extension in self.project.extensions:
                text, found = pattern.subn(_replacing(render), text)
                self.summary.count(Construct.TEXT_STYLE, Outcome.SIMPLIFIED, found)
        return text

    def _link_addresses(self, text: str, _line: Line) -> str:
        if "pymdownx.magiclink" not in self.project.extensions:
            return text
        return _BARE_URL.sub(lambda found: self._keep(f"<{found[0]}>"), text)

    def _explain_abbreviations(self, text: str, _line: Line) -> str:
        if text.lstrip("> ").startswith("#"):
            return text
        for term in [*self.pending]:
            found = re.search(rf"(?<![\w\[]){re.escape(term)}(?![\w\]])", text)
            if found:
                self.summary.simplify(Construct.ABBREVIATION)
                explained = f"{term} ({self.pending.pop(term)})"
                text = text[: found.start()] + self._keep(explained) + text[found.end() :]
        return text


def _is_space_extra(icon: re.Match[str]) -> bool:
    """Returns whether the space after an icon has to be removed: at the start of a list item, it
    would turn indented paragraphs into code."""
    is_last = icon.string[icon.end() : icon.end() + 1] in ("", "\n")
    before = icon.string[max(icon.start() - 1, 0) : icon.start()]
    return not is_last and before in ("", " ", "\n", "(", "[")


def _replacing(render: Callable[[str], str]) -> Callable[[re.Match[str]], str]:
    return lambda found: render(found[1])
