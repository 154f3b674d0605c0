"""Highlights code, with a cache. The snippets of a page are one request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from docsite.cache import Cache, digest
from docsite.errors import RenderError
from docsite.markdown import Snippet, escape_lines
from docsite.node.manifest import load_manifest
from docsite.node.worker import Worker
from docsite.records import Json
from docsite.site.languages import PLAIN_LANGUAGES

STAGE = "highlight"

SOURCES = ("highlight.mjs", "token-classes.mjs")
"""The files of a theme that affect highlighting."""


def create_highlighter(worker: Worker, cache: Cache, theme: Path) -> CachedHighlighter:
    return CachedHighlighter(worker, cache, load_highlighter_version(theme))


def load_highlighter_version(theme: Path) -> str:
    """Returns a version that changes if the same code could be highlighted differently."""
    manifest = load_manifest(theme)
    if manifest.packed:
        return manifest.packed
    sources = ((theme / name).read_bytes() for name in SOURCES)
    return digest(manifest.dependencies["shiki"], *sources)


class CachedHighlighter:
    """A `Highlighter` that only calls Node for code that is not in the cache."""

    def __init__(self, worker: Worker, cache: Cache, version: str) -> None:
        self._worker = worker
        self._cache = cache
        self.version = version

    def __call__(self, snippets: Sequence[Snippet]) -> Sequence[Sequence[str]]:
        keys = {
            snippet: digest(self.version, snippet.language, snippet.code)
            for snippet in snippets
            if snippet.language not in PLAIN_LANGUAGES
        }
        known = self._find(keys) if keys else {}
        return [
            known[keys[snippet]].decode("utf-8", "surrogatepass").split("\n")
            if snippet in keys
            else escape_lines(snippet.code)
            for snippet in snippets
        ]

    def _find(self, keys: Mapping[Snippet, str]) -> Mapping[str, bytes]:
        """Returns the HTML of snippets, keyed by cache key."""
        known = self._cache.get_many(STAGE, keys.values())
        missing = [snippet for snippet, key in keys.items() if key not in known]
        if not missing:
            return known
        made = {
            keys[snippet]: html.encode("utf-8", "surrogatepass")
            for snippet, html in zip(missing, self._ask(missing), strict=True)
        }
        self._cache.put_many(STAGE, made)
        return {**known, **made}

    def _ask(self, snippets: Sequence[Snippet]) -> Sequence[str]:
        blocks: list[Json] = [{"code": code, "language": language} for code, language in snippets]
        answer = self._worker.call("highlight", blocks)
        made = answer if isinstance(answer, list) else []
        html = [one for one in made if isinstance(one, str)]
        if len(html) != len(snippets) or len(made) != len(snippets):
            hint = "A theme must return one string per code block."
            message = f"the worker returned {answer!r:.80} for {len(snippets)} code blocks"
            raise RenderError(message, hint=hint)
        return html
