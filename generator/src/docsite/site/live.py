"""Live samples: files that another tool has built, published with hashed names.

`manifest.json` lists the frames that samples run in, the workers that compile visitors' edits and
check their types, and the samples. Each sample is a JSON file with the names of its frame and its
workers, which are replaced with their URLs.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any

import msgspec

from docsite.cache import digest
from docsite.digests import file_signature, short_hash
from docsite.errors import ConfigError
from docsite.records import LiveConfig, SiteConfig
from docsite.records.assets import LIVE_FOLDER, WORKER_FOLDER, Asset
from docsite.site.comments import Comments, language_of, translate_comments
from docsite.site.config import CONFIG_FILE
from docsite.site.routes import with_base

MANIFEST = "manifest.json"

_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', re.I)


@dataclass(frozen=True)
class Live:
    """The live samples of a site."""

    config: LiveConfig
    runs: Mapping[str, str] = field(default_factory=dict)
    """The hash in the file name of each sample, keyed by the name of the sample."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """The code that each sample was compiled from; empty if there is none to show."""
    translated_runs: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The hashes of samples with translated comments, keyed by language tag and name."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """The files to publish, keyed by path."""
    policies: tuple[str, ...] = ()
    """The content security policy of each frame."""
    is_built: bool = True
    """Whether the folder has a manifest."""

    @cached_property
    def digest(self) -> str:
        """A digest of the data that pages contain."""
        parts = (self.config, self.runs, self.translated_runs, self.is_built)
        return digest(msgspec.json.encode(parts))

    def name_of(self, file: str | None) -> str | None:
        """Returns the name of the sample in a file of the docs folder, or `None` if the file isn't
        a sample."""
        name = (file or "").removeprefix(f"{self.config.samples}/")
        return name if name != file and name in self.runs else None

    def run_of(self, file: str | None, locale: str = "") -> str | None:
        """Returns the hash of the sample in a file of the docs folder, for pages in a language."""
        name = self.name_of(file)
        if not name:
            return None
        return self.translated_runs.get(locale, {}).get(name, self.runs[name])


def load_live(
    docs: Path, config: SiteConfig, comments: Comments = MappingProxyType({})
) -> Live | None:
    """Reads the folder if the site has live samples."""
    if config.live is None:
        return None
    folder = docs / config.live.folder
    if not (folder / MANIFEST).is_file():
        return Live(config.live, is_built=False)
    try:
        return _Loader(folder, config.live, config.base, comments).load()
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise ConfigError(
            f"live: {config.live.folder} is invalid: {error!r}",
            hint=f"Run `{config.live.made_by}` again.",
            file=str(docs / CONFIG_FILE),
        ) from error


class LiveMemo:
    """Re-reads the folder only if it has changed."""

    def __init__(self) -> None:
        self._known: tuple[object, Live | None] = (None, None)

    def load(
        self, docs: Path, config: SiteConfig, comments: Comments = MappingProxyType({})
    ) -> Live | None:
        """Returns the same object until the configuration, the translated comments or the manifest
        change. Each build of the samples writes the manifest."""
        if config.live is None:
            return None
        manifest = docs / config.live.folder / MANIFEST
        inputs = (config.live, config.base, comments, file_signature(manifest))
        if self._known[0] != inputs:
            self._known = (inputs, load_live(docs, config, comments))
        return self._known[1]


class _Loader:
    """Reads a folder and adds hashes to its file names."""

    def __init__(self, folder: Path, config: LiveConfig, base: str, comments: Comments) -> None:
        self._folder = folder
        self._config = config
        self._base = base
        self._comments = comments
        self._files: dict[str, bytes] = {}

    def load(self) -> Live:
        manifest = json.loads(self._read(MANIFEST))
        frames = self._add_all(manifest["frames"], LIVE_FOLDER)
        policies = tuple(_policy_of(content) for content in self._files.values())
        addresses = {
            "frame": frames,
            "compiler": {"": "", **self._add_all(manifest["compilers"], WORKER_FOLDER)},
            "checker": {"": "", **self._add_all(manifest["checkers"], WORKER_FOLDER)},
        }
        runs: dict[str, str] = {}
        sources: dict[str, str] = {}
        translated: dict[str, dict[str, str]] = {tag: {} for tag in self._comments}
        for name, file in manifest["samples"].items():
            sample = json.loads(self._read(file))
            source = sources[name] = sample["source"]
            runs[name] = self._add_sample(sample, addresses)
            for tag, translations in self._comments.items():
                # The editor shows the same comments as the page.
                text = translate_comments(source, language_of(name), translations)
                if text != source:
                    translated[tag][name] = self._add_sample({**sample, "source": text}, addresses)
        return Live(self._config, runs, sources, translated, self._files, policies)

    def _add_all(self, names: Mapping[str, str], folder: str) -> Mapping[str, str]:
        """Adds files and returns their URLs."""
        return {key: self._add(name, folder) for key, name in names.items()}

    def _add(self, name: str, folder: str) -> str:
        content = self._read(name)
        path = PurePosixPath(name)
        file = f"{folder}/{path.stem}.{short_hash(content)}{path.suffix}"
        self._files[file] = content
        return with_base(f"/{file}", self._base)

    def _add_sample(self, sample: Any, addresses: Mapping[str, Mapping[str, str]]) -> str:
        urls = {key: known[sample[key]] for key, known in addresses.items()}
        text = json.dumps({**sample, **urls}, ensure_ascii=False, separators=(",", ":"))
        name = short_hash(text)
        self._files[Asset.SAMPLE.format(hash=name)] = text.encode()
        return name

    def _read(self, name: str) -> bytes:
        return (self._folder / name).read_bytes()


def _policy_of(frame: bytes) -> str:
    """Returns the policy of a frame. It is required, because frames run code that visitors
    write."""
    found = _POLICY.search(frame.decode())
    if not found:
        raise ValueError("a frame has no Content-Security-Policy")
    return html.unescape(found[1])
