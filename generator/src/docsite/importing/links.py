"""Resolves the targets of links and images in the new docs folder."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote, unquote, urlsplit

from docsite.importing.context import Page
from docsite.importing.files import Files, PageFile
from docsite.importing.languages import Language
from docsite.importing.lines import Line
from docsite.site.routes import SCHEMES, is_allowed, split_address


@dataclass(frozen=True)
class Target:
    href: str
    """Empty if the link has no target."""
    lost_anchor: str = ""
    is_external: bool = False


NO_TARGET = Target("")


@dataclass(frozen=True)
class Links:
    files: Files
    pages: Mapping[str, Page]
    """Keyed by source."""
    docs: str = "/"
    """The absolute path of the folder with the pages."""
    site_url: str = ""

    @cached_property
    def _by_url(self) -> Mapping[str, PageFile]:
        return {_normalize(page.url): page for page in self.files.targets.values()}

    @cached_property
    def _by_target(self) -> Mapping[str, Page]:
        return {page.file.target: page for page in self.pages.values()}

    @cached_property
    def _first(self) -> str:
        """The folder of the first language, if every language has its own folder."""
        pages = self.files.pages.values()
        return next((f"{page.language.locale}/" for page in pages if not page.language.folder), "")

    def resolve(self, href: str, line: Line, page: Page) -> Target:
        href = href.strip()
        if href.startswith("//"):
            href = f"https:{href}"
        scheme = urlsplit(href).scheme.lower() if ":" in href.split("/")[0] else ""
        if scheme:
            return self._resolve_external(href, scheme, line, page)
        address, rest = split_address(href)
        anchor = unquote(rest.partition("#")[2])
        path = unquote(address)
        if not path:
            return self._to_anchor("", anchor, page, page)
        return self._find_page(path, anchor, line, page) or self._find_asset(path, line, page)

    def _resolve_external(self, href: str, scheme: str, line: Line, page: Page) -> Target:
        """Converts URLs of the site itself to links to its pages, if they exist."""
        own = self.site_url.rstrip("/")
        inside = href.removeprefix(own) if own and href.startswith(f"{own}/") else ""
        found = self.resolve(inside, line, page) if inside.startswith("/") else NO_TARGET
        if found.href and not found.lost_anchor:
            return found
        is_safe = scheme in SCHEMES and is_allowed(href)
        return Target(href, is_external=True) if is_safe else NO_TARGET

    def _find_page(self, path: str, anchor: str, line: Line, page: Page) -> Target | None:
        sources = [self._join(path, file) for file in (line.file, page.file.source)]
        sources += self._in_first_language(sources, page)
        names = (f"{source}{suffix}" for source in sources for suffix in ("", ".md", "/index.md"))
        known = self.files.targets
        found = next((known[name] for name in names if name in known), None)
        found = found or self._by_url.get(_normalize(posixpath.join(page.file.url, path)))
        if found is None:
            return None
        # Pages with a language suffix link to file names without it.
        target = found.target
        own = page.file.language.folder + found.neutral
        if not found.language.folder and page.file.language.folder:
            target = own
        start = posixpath.dirname(page.file.target) or "."
        href = posixpath.relpath(target, start)
        other = self._by_target.get(target) or self._by_target.get(found.target)
        return self._to_anchor(href, anchor, other, page)

    def _to_anchor(self, href: str, anchor: str, other: Page | None, page: Page) -> Target:
        if not anchor:
            own = posixpath.basename(page.file.target)
            return Target(href or own)
        slug = _find_anchor(anchor, other.anchors if other else {})
        if slug:
            return Target(f"{href}#{slug}")
        return Target(href, lost_anchor=anchor)

    def _join(self, path: str, file: str) -> str:
        """Returns a path relative to the folder of the pages. The file can be elsewhere in the
        project."""
        if path.startswith("/"):
            return posixpath.normpath(path.lstrip("/"))
        joined = posixpath.join(self.docs, posixpath.dirname(file), path)
        return posixpath.normpath(joined).removeprefix(f"{self.docs}/")

    def _in_first_language(self, names: Sequence[str], page: Page) -> list[str]:
        """Returns the names in the first language, which the i18n plugin uses for pages and files
        without a translation."""
        own = f"{page.file.language.locale}/"
        return [self._first + name.removeprefix(own) for name in names if name.startswith(own)]

    def _find_asset(self, path: str, line: Line, page: Page) -> Target:
        candidates = [
            self._join(path, line.file),
            _normalize(posixpath.join(page.file.url, path)),
            self._join(path, page.file.source),
            path.lstrip("/"),
        ]
        translated = [_add_suffix(name, page.file.language) for name in candidates]
        others = self._in_first_language(candidates, page)
        for name in (*translated, *candidates, *others):
            if name in self.files.assets:
                return Target(f"/{quote(self.files.assets[name], safe='/+@,')}")
        return NO_TARGET


def _add_suffix(name: str, language: Language) -> str:
    """Inserts the language: `img/tea.png` -> `img/tea.zh.png`."""
    stem, suffix = posixpath.splitext(name)
    return f"{stem}.{language.locale}{suffix}" if language.source == "suffix" else name


def _normalize(url: str) -> str:
    """Returns the same result for `/a/b/`, `/a/b/index.html`, `/a/b.html` and `a/b`."""
    path = posixpath.normpath(url).strip("/")
    path = path.removesuffix("index.html").rstrip("/").removesuffix(".html")
    return "" if path == "." else path


def _find_anchor(anchor: str, anchors: Mapping[str, str]) -> str:
    for name in (anchor, anchor.lower(), anchor.lower().replace("_", "-")):
        if name in anchors:
            return anchors[name]
    return ""
