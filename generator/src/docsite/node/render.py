"""Renders page records to documents in the theme's Node process, and caches the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import NewType

from docsite.cache import Cache, code_digest, digest
from docsite.errors import RenderError
from docsite.node.worker import Worker
from docsite.records import (
    Chrome,
    LayoutFiles,
    LinkedFolder,
    NotFoundRequest,
    Page,
    PrintRequest,
    RenderContext,
    RenderRequest,
    render_compact_json,
    to_json,
)

PLACEHOLDER = "<!--docsite:text-->"
"""Replaces the content of a page while the theme renders the layout, so that layouts can be
cached."""

LINKS_PLACEHOLDER = "docsite:links"
"""The placeholder for the scripts of linked pages, as a JSON string in the data of a document."""

HeadsByLanguage = NewType("HeadsByLanguage", Mapping[str, str])
"""HTML for the end of the head of every document, keyed by language tag."""

HeadsByPath = NewType("HeadsByPath", Mapping[str, str])
"""Additional HTML for the end of the head of individual pages, keyed by path."""

_STAGE = "document"
_BATCH_SIZE = 64


@dataclass(frozen=True)
class Renderer:
    """Renders documents, or loads them from the cache."""

    context: RenderContext
    sources: str
    """The hash of the theme's sources."""
    worker: Worker
    cache: Cache
    heads_by_language: HeadsByLanguage
    heads_by_path: HeadsByPath

    def render_pages(
        self,
        pages: Sequence[Page],
        chromes: Mapping[str, Chrome],
        links: Mapping[str, Mapping[str, LinkedFolder]],
    ) -> Iterator[tuple[Page, str]]:
        """Yields the document of each page. `chromes` and `links` are keyed by path."""
        rendered = _render_distinct(links)
        for chrome, group in groupby(pages, key=lambda page: chromes[page.path]):
            members = list(group)
            for start in range(0, len(members), _BATCH_SIZE):
                batch = members[start : start + _BATCH_SIZE]
                for page, frame in zip(batch, self._render_batch(batch, chrome), strict=True):
                    data = rendered[id(links[page.path])]
                    headed = self._insert_head(frame, page.locale, page.path)
                    linked = _insert_links(headed, data)
                    yield page, _insert_text(linked, page)

    def key_pages(
        self,
        pages: Sequence[Page],
        chromes: Mapping[str, Chrome],
        links: Mapping[str, Mapping[str, LinkedFolder]],
    ) -> Mapping[str, str]:
        """Returns keys that change with the documents, keyed by path."""
        shared = digest(code_digest(), *self.heads_by_language.values())
        rendered = {key: digest(shared, data) for key, data in _render_distinct(links).items()}
        return {
            page.path: digest(
                rendered[id(links[page.path])],
                self.heads_by_path.get(page.path, ""),
                self._key_of(chromes[page.path].id, page.path, page.hash),
            )
            for page in pages
        }

    def render_not_found(self, chromes: Sequence[Chrome]) -> str:
        """Returns the document for unknown paths, in the language of the first chrome."""
        key = self._key_of("not found", *(chrome.id for chrome in chromes))
        request = NotFoundRequest(self.context, tuple(chromes))
        document = self._render_rare("notFound", key, request)
        return self._insert_head(document, chromes[0].locale)

    def key_print(self, chrome: Chrome, files: LayoutFiles, title: str) -> str:
        """Returns a key that changes with the document around the pages of a section."""
        return self._key_of("print", chrome.id, digest(files.styles, files.policy), title)

    def render_print(self, chrome: Chrome, files: LayoutFiles, title: str, html: str) -> str:
        """Returns a document with all pages of a section. Its head has none of the site's elements,
        because they may be scripts."""
        request = PrintRequest(self.context, chrome, files, title, PLACEHOLDER)
        frame = self._render_rare("print", self.key_print(chrome, files, title), request)
        return frame.replace(PLACEHOLDER, html, 1)

    def _render_rare(self, method: str, key: str, request: NotFoundRequest | PrintRequest) -> str:
        known = self.cache.get(_STAGE, key)
        if known is not None:
            return known.decode()
        document = str(self.worker.call(method, to_json(request)))
        self.cache.put(_STAGE, key, document.encode())
        return document

    def _insert_head(self, document: str, locale: str, path: str = "") -> str:
        added = self.heads_by_path.get(path, "") + self.heads_by_language.get(locale, "")
        return document.replace("</head>", f"{added}</head>", 1) if added else document

    def _render_batch(self, pages: Sequence[Page], chrome: Chrome) -> list[str]:
        keys = [self._key_of(chrome.id, page.path, page.hash) for page in pages]
        known = self.cache.get_many(_STAGE, keys)
        frames = {key: frame.decode() for key, frame in known.items()}
        missing = [(key, page) for key, page in zip(keys, pages, strict=True) if key not in frames]
        if missing:
            made = self._ask_worker([page for _, page in missing], chrome)
            fresh = {key: frame for (key, _), frame in zip(missing, made, strict=True)}
            self.cache.put_many(_STAGE, {key: frame.encode() for key, frame in fresh.items()})
            frames |= fresh
        return [frames[key] for key in keys]

    def _ask_worker(self, pages: Sequence[Page], chrome: Chrome) -> list[str]:
        layouts = tuple(replace(page, html=PLACEHOLDER) for page in pages)
        request = RenderRequest(self.context, chrome, layouts, LINKS_PLACEHOLDER)
        frames = self.worker.call("render", to_json(request))
        if not isinstance(frames, list) or len(frames) != len(pages):
            raise RenderError(
                f"the theme returned {frames!r:.80} for {len(pages)} pages",
                hint="`render` of the theme's server bundle must return one document per page.",
            )
        return [str(frame) for frame in frames]

    def _key_of(self, *parts: str) -> str:
        return digest(self.sources, self._context_hash, *parts)

    @cached_property
    def _context_hash(self) -> str:
        return digest(render_compact_json(self.context))


def _render_distinct(links: Mapping[str, Mapping[str, LinkedFolder]]) -> Mapping[int, str]:
    """Renders each mapping once, keyed by its id, because the pages of a sidebar share a
    mapping."""
    distinct = {id(one): one for one in links.values()}
    return {key: _render_links(one) for key, one in distinct.items()}


def _render_links(links: Mapping[str, LinkedFolder]) -> str:
    return render_compact_json(links).replace("<", "\\u003c")


def _insert_links(frame: str, data: str) -> str:
    """Inserts the links after caching, so that an edited page doesn't re-render the pages that link
    to it."""
    return frame.replace(f'"{LINKS_PLACEHOLDER}"', data, 1)


def _insert_text(frame: str, page: Page) -> str:
    if frame.count(PLACEHOLDER) != 1:
        raise RenderError(
            f"the theme renders the content of {page.path} {frame.count(PLACEHOLDER)} times",
            hint="Each layout must render `page.html` exactly once.",
        )
    return frame.replace(PLACEHOLDER, page.html)
