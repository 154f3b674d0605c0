"""Links from hovers to the API reference, which documents each name under its own heading.

`## Kettle` documents the name `Kettle`, and `### pour()` below it documents `Kettle.pour`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec

from docsite.cache import digest
from docsite.records import Document, HoverText, Locale
from docsite.site.locales import locale_of, localized_path

Imports = Mapping[str, tuple[str, str]]
"""The names that a file imports from packages, each with its original name and the package."""

_HEADING = re.compile(r"([A-Za-z_$][\w$]*)(?:<.*>)?(?:\(.*\))?")
_IMPORT = re.compile(r"import\s+(?:type\s+)?\{([^}]*)\}\s*from\s*['\"]([^'\".][^'\"]*)['\"]")
_MEMBER = re.compile(r"\((?:method|property|accessor|getter|setter)\) ([A-Za-z_$][\w$]*)[<.]")


@dataclass(frozen=True)
class _Section:
    page: str
    """The title of the page, which contains the name of a package."""
    address: str
    """The path and id, without base."""


@dataclass(frozen=True)
class References:
    """The sections of the reference in one language, keyed by name."""

    sections: Mapping[str, Sequence[_Section]]

    @cached_property
    def digest(self) -> str:
        """A digest of the sections."""
        return digest(msgspec.msgpack.encode(self.sections))

    def find(self, name: str, text: HoverText, imports: Imports) -> str | None:
        """Returns the section about a name that a sample imports, or about a member of a known
        type."""
        member = _MEMBER.match("".join(text.tokens[::2]))
        if member:
            packages = {package for _, package in imports.values()}
            found = self.sections.get(f"{member[1]}.{name}", ())
            near = [section for section in found if _is_about(section, packages)]
            return (near or found)[0].address if near or len(found) == 1 else None
        original, package = imports.get(name, ("", ""))
        found = self.sections.get(original, ())
        return next((part.address for part in found if _is_about(part, {package})), None)


def _is_about(section: _Section, packages: set[str]) -> bool:
    """Returns whether the title of the page contains one of the packages, or the package of a
    module."""
    words = section.page.split()
    return any(f"{package}/".startswith(f"{word}/") for package in packages for word in words)


def find_imports(code: str) -> Imports:
    found: dict[str, tuple[str, str]] = {}
    for names, package in _IMPORT.findall(code):
        for entry in filter(str.strip, names.split(",")):
            original, _, alias = entry.strip().removeprefix("type ").partition(" as ")
            found[alias.strip() or original] = (original, package)
    return found


def assemble_references(
    documents: Mapping[str, Document], folder: str, locales: Sequence[Locale]
) -> Mapping[str, References]:
    """Returns the references, keyed by language tag. `folder` is their path without language."""
    sections: dict[str, dict[str, list[_Section]]] = {locale.tag: {} for locale in locales}
    for path, document in sorted(documents.items()):
        locale = locale_of(path, locales)
        if path.startswith(localized_path(folder, locale)):
            for name, slug in _find_names(document):
                section = _Section(document.title, f"{path}#{slug}")
                sections[locale.tag].setdefault(name, []).append(section)
    return {tag: References(found) for tag, found in sections.items()}


def _find_names(document: Document) -> Iterator[tuple[str, str]]:
    """Yields the name and the id of each heading that is a name."""
    parent = ""
    for heading in document.headings:
        found = _HEADING.fullmatch(heading.title)
        name = found[1] if found else ""
        if heading.level == 2:
            parent = name
        if name and heading.level > 1:
            is_member = heading.level > 2 and parent
            yield (f"{parent}.{name}" if is_member else name), heading.slug
