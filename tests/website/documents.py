"""Built documents as trees, parsed without a browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

_VOID = frozenset(["br", "hr", "img", "input", "link", "meta", "wbr"])


@dataclass
class Element:
    """An element with its contents."""

    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    def __getitem__(self, name: str) -> str:
        """An attribute, or an empty string."""
        return self.attributes.get(name, "")

    @property
    def text(self) -> str:
        """The text, with each run of white space as one space."""
        return " ".join(self.raw_text.split())

    @property
    def raw_text(self) -> str:
        return "".join(self._texts())

    @property
    def classes(self) -> set[str]:
        return set(self["class"].split())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, Element):
                yield from child._texts()
            else:
                yield child

    def walk(self) -> Iterator[Element]:
        """The descendants, in document order."""
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.walk()

    def all(self, *tags: str, **attributes: str) -> list[Element]:
        """The descendants with one of these tags and these attributes; `_` means a hyphen."""
        wanted = {name.strip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            element
            for element in self.walk()
            if (not tags or element.tag in tags)
            and all(element.attributes.get(name) == value for name, value in wanted.items())
        ]

    def one(self, *tags: str, **attributes: str) -> Element:
        """The only such element."""
        found = self.all(*tags, **attributes)
        assert len(found) == 1, f"{len(found)} elements are {tags} {attributes}"
        return found[0]

    def links(self) -> list[str]:
        return [link["href"] for link in self.all("a")]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("", {})
        self._open = [self.root]

    @property
    def is_complete(self) -> bool:
        return self._open == [self.root]

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self._open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open[-1].tag == tag, f"</{tag}> closes <{self._open[-1].tag}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


def parse_html(html: str) -> Element:
    """Parses HTML. Fails if an element isn't closed in its place."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.is_complete, "an element is left open"
    return reader.root


@cache
def read_document(file: Path) -> Element:
    """Parses a file."""
    return parse_html(file.read_text(encoding="utf-8"))
