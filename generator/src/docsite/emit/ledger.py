"""Records the inputs of each output file, so that the next build skips files whose inputs haven't
changed. A file that was modified in between has a different signature and is written again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from docsite.cache import Cache, code_digest, digest
from docsite.digests import FileSignature

_STAGE = "output"
_Entries = dict[str, tuple[str, FileSignature]]
"""The key of the inputs and the signature of each file, by name."""


class Ledger:
    """The files of one output folder. Without a cache, no file is considered current."""

    def __init__(self, folder: Path, cache: Cache | None = None) -> None:
        self._cache = cache
        self._key = digest(code_digest(), str(folder.resolve()))
        self._last: Mapping[str, tuple[str, FileSignature]] = self._load()
        self._entries: _Entries = {}

    def is_current(self, name: str, key: str, signature: FileSignature | None) -> bool:
        """Returns whether a file was generated from these inputs and hasn't changed."""
        known = self._last.get(name)
        if signature is None or known != (key, signature):
            return False
        self._entries[name] = known
        return True

    def add(self, name: str, key: str, signature: FileSignature | None) -> None:
        if signature is not None:
            self._entries[name] = (key, signature)

    def save(self) -> None:
        if self._cache and self._entries != self._last:
            self._cache.put(_STAGE, self._key, msgspec.msgpack.encode(self._entries))

    def _load(self) -> _Entries:
        value = self._cache.get(_STAGE, self._key) if self._cache else None
        return msgspec.msgpack.decode(value, type=_Entries) if value else {}
