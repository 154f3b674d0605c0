"""Highlights code, with a cache.

There is one request per block: a round trip takes 0.1 ms and highlighting almost 1 ms, so batches
would save little and need a second pass over every page.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from docsite.errors import RenderError
from docsite.markdown import plain_highlighter
from docsite.node.cache import Cache, digest
from docsite.node.worker import Worker
from docsite.site.languages import PLAIN_LANGUAGES

STAGE = "highlight"

SOURCES = ("highlight.mjs", "token-classes.mjs")
"""The files of a theme that affect highlighting."""


def create_highlighter(worker: Worker, cache: Cache, theme: Path) -> CachedHighlighter:
    return CachedHighlighter(worker, cache, load_highlighter_version(theme))


def load_highlighter_version(theme: Path) -> str:
    """Changes if the same code could be highlighted differently."""
    package = json.loads((theme / "package.json").read_text(encoding="utf-8"))
    sources = ((theme / name).read_bytes() for name in SOURCES)
    return digest(package["dependencies"]["shiki"], *sources)


class CachedHighlighter:
    """A `Highlighter` that calls Node only for code that is not in the cache."""

    def __init__(self, worker: Worker, cache: Cache, version: str) -> None:
        self._worker = worker
        self._cache = cache
        self._version = version

    def __call__(self, code: str, language: str) -> Sequence[str]:
        if language in PLAIN_LANGUAGES:
            return plain_highlighter(code, language)
        key = digest(self._version, language, code)
        found = self._cache.get(STAGE, key)
        if found is None:
            found = self._ask(code, language).encode("utf-8", "surrogatepass")
            self._cache.put(STAGE, key, found)
        return found.decode("utf-8", "surrogatepass").split("\n")

    def _ask(self, code: str, language: str) -> str:
        match self._worker.call("highlight", [{"code": code, "language": language}]):
            case [str(html)]:
                return html
            case other:
                hint = "A theme must return one string per code block."
                raise RenderError(f"the worker made {other!r} out of code", hint=hint)
