"""Colours for code: from the cache, or else from the worker.

Blocks are asked for one by one. A round trip costs a tenth of a millisecond, colouring a block
almost a whole one: batches would need a second pass over every page and save next to nothing.
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
"""The files of a theme that decide about colours."""


def create_highlighter(worker: Worker, cache: Cache, theme: Path) -> CachedHighlighter:
    """The highlighter of a theme folder."""
    return CachedHighlighter(worker, cache, load_highlighter_version(theme))


def load_highlighter_version(theme: Path) -> str:
    """Another one whenever the same code could get other colours."""
    package = json.loads((theme / "package.json").read_text(encoding="utf-8"))
    sources = ((theme / name).read_bytes() for name in SOURCES)
    return digest(package["dependencies"]["shiki"], *sources)


class CachedHighlighter:
    """A `Highlighter` that asks Node only about code it has not seen before."""

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
