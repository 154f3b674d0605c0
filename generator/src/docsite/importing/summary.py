"""Counts the converted constructs, and collects notes for the author."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum

from docsite.importing.lines import Line


class Outcome(StrEnum):
    CONVERTED = "converted"
    SIMPLIFIED = "simplified"
    """The content is complete, but some styling or behavior is lost."""
    NOT_CONVERTED = "not converted"


class Construct(Enum):
    """The constructs of a project: their names, the effect of simplifying them, and advice if they
    can't be converted."""

    ABBREVIATION = "abbreviation", "explained in parentheses where it is first used", ""
    ADMONITION = (
        "admonition",
        "its kind became tip, warning or danger, with the original kind as the title; an empty "
        "title was replaced, too",
        "",
    )
    ANCHOR = (
        "anchor",
        "",
        "Link to a heading that exists. Until then, links to other pages lead to the top of the "
        "page, and links within a page are plain text.",
    )
    ANNOTATION = "code annotation", "the numbers stay in the code, with a list below it", ""
    API = (
        "API reference (mkdocstrings)",
        "",
        "Generate Markdown from your code with another tool, or link to a separate reference.",
    )
    ATTRIBUTES = "attribute list", "removed; only ids of headings have an equivalent", ""
    BLOCK = (
        "block of an extension",
        "",
        "Write the text that the extension generates into the page, or link to it.",
    )
    CODE = "code block", "options without an equivalent were removed", ""
    CROSS_REFERENCE = (
        "cross-reference to an API",
        "the text stays, without a link; link to a page or to your API reference",
        "",
    )
    COMMENT = "comment of Critic Markup", "", ""
    DEFINITION_LIST = "definition list", "a list with the terms in bold", ""
    DIAGRAM = (
        "diagram",
        "",
        "It is shown as code. Export it as SVG to public/, and show it as an image.",
    )
    EMOJI = "emoji", "", ""
    ENCODING = (
        "encoding",
        "",
        "Convert the page from its current encoding to UTF-8, and import the project again with "
        "--force.",
    )
    FILE = "file", "", "It wasn't imported. Copy its content to the new folder."
    FOOTNOTE = "footnote", "a numbered list at the end of the page", ""
    FRONT_MATTER = (
        "front matter",
        "keys that only affect appearance were removed, and tags were converted to kebab-case",
        "docsite has no such key, so it was removed. If visitors need its content, write it into "
        "the page.",
    )
    HEADING = "heading", "its level changed, because a level was skipped or repeated", ""
    HTML = (
        "HTML",
        "the content stays, without the elements around it",
        "Replace it with Markdown, or link to the content.",
    )
    ICON = "icon", "removed, or replaced with a character such as ✓, or with its name in a link", ""
    IMAGE = (
        "image",
        "a version for the other color mode was removed",
        "Put the file in public/, and show it with its path there: ![Text](/name.png).",
    )
    INCLUDE = "include", "", "Correct the path, or copy the text into the page."
    KEYS = "keys", "inline code", ""
    LINK = (
        "link",
        "",
        "The link was removed, and its text stays. To restore it, link to a page, or to a file in "
        "public/.",
    )
    MACRO = "macro", "", "Replace it with its value."
    MATH = (
        "math",
        "",
        'Run pip install "docsite[math]", set math = true in site.toml, and write formulas as $…$ '
        "or $$…$$.",
    )
    NAVIGATION = (
        "navigation entry",
        "nested sections became groups, and titles come from the pages",
        "",
    )
    REDIRECT = "redirect", "the anchor was removed", "Configure it on your host."
    SETTING = "setting of mkdocs.yml", "", ""
    STYLES = "stylesheet", "", ""
    TABS = "content tabs", "labels in bold, because only code can be in tabs", ""
    TAG_LIST = "list of tags", "its page was left out, because docsite generates tags.html", ""
    TASK = "task list item", "", ""
    TEXT_STYLE = (
        "marked, inserted or deleted text",
        "shown as bold or plain text; check whether deleted text should stay",
        "",
    )
    TRANSLATION = "translation", "", ""

    def __init__(self, label: str, simplified: str, advice: str) -> None:
        self.label = label
        self.simplified = simplified
        self.advice = advice


@dataclass(frozen=True)
class Note:
    """A task for the author."""

    file: str
    """Relative to the project."""
    line: int | None
    construct: Construct
    detail: str
    advice: str

    def render(self) -> str:
        location = f"{self.file}:{self.line}" if self.line else self.file
        return f"{location}: {self.construct.label}: {self.detail}\n  {self.advice}"


@dataclass
class Summary:
    docs: str = "docs"
    """The folder of the pages, relative to the project."""
    counts: dict[Construct, Counter[Outcome]] = field(default_factory=dict)
    unfinished: dict[str, Sequence[str]] = field(default_factory=dict)
    """How translations differ from their originals, keyed by new file."""
    derived: list[str] = field(default_factory=list)
    """New pages whose summary wasn't written by the author."""
    _notes: dict[Note, None] = field(default_factory=dict)

    def count(
        self, construct: Construct, outcome: Outcome = Outcome.CONVERTED, times: int = 1
    ) -> None:
        if times:
            self.counts.setdefault(construct, Counter())[outcome] += times

    def simplify(self, construct: Construct) -> None:
        self.count(construct, Outcome.SIMPLIFIED)

    def skip(self, construct: Construct, where: Line | str, detail: str, advice: str = "") -> None:
        """`where` is a line of a page, or a file of the project."""
        self.count(construct, Outcome.NOT_CONVERTED)
        file, line = (where, None) if isinstance(where, str) else (self._name(where), where.number)
        note = Note(file, line, construct, detail, advice or construct.advice)
        self._notes[note] = None

    def add_unfinished(self, file: str, differences: Sequence[str]) -> None:
        """Records how a translation differs from its original."""
        self.count(Construct.TRANSLATION, Outcome.NOT_CONVERTED)
        self.unfinished[file] = differences

    @property
    def notes(self) -> Sequence[Note]:
        """The notes, without duplicates."""
        return [*self._notes]

    def _name(self, line: Line) -> str:
        parts: list[str] = []
        for part in f"{self.docs}/{line.file}".split("/"):
            if part == ".." and parts and parts[-1] != "..":
                parts.pop()
            elif part not in ("", "."):
                parts.append(part)
        return "/".join(parts)

    @property
    def total(self) -> Counter[Outcome]:
        return sum(self.counts.values(), Counter[Outcome]())

    def render_counts(self) -> Iterator[str]:
        """Yields a table with a row for each construct."""
        rows = sorted(self.counts.items(), key=lambda row: -row[1].total())
        yield _row("Construct", *Outcome)
        for construct, counts in rows:
            yield _row(construct.label, *(str(counts[outcome]) for outcome in Outcome))
        yield _row("Total", *(str(self.total[outcome]) for outcome in Outcome))

    def render_meanings(self) -> Iterator[str]:
        """Yields the effect of simplification for each simplified construct."""
        for construct, counts in self.counts.items():
            if counts[Outcome.SIMPLIFIED] and construct.simplified:
                yield f"{construct.label}: {construct.simplified}"

    def render_notes(self) -> Iterator[str]:
        notes = sorted(self.notes, key=lambda note: (note.file, note.line or 0))
        return (note.render() for note in notes)

    def render_unfinished(self) -> Iterator[str]:
        """Yields all differences for each translation, and its name after they have been
        corrected."""
        for file, differences in sorted(self.unfinished.items()):
            yield file
            yield from (f"  {difference}" for difference in differences)
            name = file.rpartition(".")[0]
            yield f"  Make it match its original, then rename this file to {name}."


def _row(name: str, *cells: str) -> str:
    return f"{name:<34}" + "".join(f"{cell:>15}" for cell in cells)
