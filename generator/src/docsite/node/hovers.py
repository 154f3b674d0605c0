"""What readers see when they point at a name in a sample: from the cache, or from the compiler.

A compiler needs seconds and half a gigabyte. So it runs in a process of its own, only for files
that are new or compiled with something that has changed, and `docsite dev` does not wait for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from operator import is_
from pathlib import Path
from typing import Any

from docsite.errors import ConfigError, RenderError
from docsite.node.cache import Cache, digest
from docsite.node.worker import Worker
from docsite.records import (
    CodeBlock,
    Document,
    HoverConfig,
    HoverFile,
    HoverText,
    Json,
    render_compact_json,
)
from docsite.site.config import CONFIG_FILE

STAGE = "hovers"

SOURCE = "hovers.mjs"
"""The file of a theme that asks the compiler."""

COMPILED = (".ts", ".tsx", ".mts", ".cts", ".vue")
"""The endings of files whose names get hovers."""

_COMPILERS = ("typescript", "@volar/language-core", "@volar/typescript", "@vue/language-core")
_HASH_LENGTH = 16
_PLACE_SIZE = 4


@dataclass(frozen=True)
class Compiled:
    """The hovers of one file."""

    texts: tuple[HoverText, ...]
    """What they say."""
    places: tuple[int, ...]
    """Line, column, length and text of each, from 0."""


@dataclass(frozen=True)
class _Entry:
    """What the cache knows about a file."""

    source: bytes
    """As it stands there."""
    inputs: Mapping[str, str | None]
    """The hash of each file it was compiled from; none for one that was not there."""
    compiled: Compiled
    """What came out."""


@dataclass(frozen=True)
class _Page:
    """The hovers of a page, and what they were made of."""

    document: Document
    compiled: Sequence[Compiled | None]
    text: str | None

    def fits(self, document: Document, compiled: Sequence[Compiled | None]) -> bool:
        """Whether those are the same objects: comparing them whole would take longer."""
        same = len(self.compiled) == len(compiled) and all(map(is_, self.compiled, compiled))
        return same and self.document is document


class Contents:
    """Hashes of files; one that looks unchanged is not read again."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[tuple[int, int, int], str]] = {}

    def hash_of(self, path: Path) -> str | None:
        """None: there is no such file."""
        try:
            state = path.stat()
            look = (state.st_mtime_ns, state.st_size, state.st_ino)
            known = self._known.get(path)
            if known is None or known[0] != look:
                known = (look, sha256(path.read_bytes()).hexdigest()[:_HASH_LENGTH])
                self._known[path] = known
        except OSError:
            return None
        return known[1]


class Hovers:
    """The hovers of one docs folder, for builds that follow each other."""

    def __init__(self, docs: Path, theme: Path) -> None:
        self._docs = docs.resolve()
        self._theme = theme
        self._contents = Contents()
        self._compiler = Worker(())
        self._tsconfig = ""
        self._entries: dict[str, _Entry] = {}
        self._pages: dict[str, _Page] = {}
        self.missing: tuple[str, ...] = ()
        """The files that the last pages show and nobody has compiled as they are."""

    def load(
        self, config: HoverConfig | None, documents: Mapping[str, Document], cache: Cache
    ) -> Mapping[str, str]:
        """The hovers that are known, as JSON, by the path of their page."""
        if config is None:
            self.missing = ()
            return {}
        self._tsconfig = self._find_tsconfig(config)
        files = find_compiled(documents.values())
        found = self._find(files, cache)
        self.missing = tuple(file for file in files if file not in found)
        pages = {path: self._render(path, page, found) for path, page in documents.items()}
        return {path: text for path, text in pages.items() if text}

    def compile_missing(self, command: Sequence[str], cache: Cache) -> bool:
        """Asks the compiler, in a process of its own: its memory is soon needed elsewhere.

        Says whether there was something to ask. May run beside `load`, in another thread.
        """
        files, self.missing = self.missing, ()
        if not files:
            return False
        with Worker(command) as self._compiler:
            answers = self._compiler.call("hovers", self._request(files))
        if not isinstance(answers, list) or len(answers) != len(files):
            hint = "A theme must return one list of hovers per file."
            raise RenderError(f"the worker made {answers!r:.80} of {len(files)} files", hint=hint)
        version = load_compiler_version(self._theme)
        for file, answer in zip(files, answers, strict=True):
            entry = json.dumps(self._to_entry(answer)).encode()
            cache.put(STAGE, self._key_of(file, version), entry)
        return True

    def stop(self) -> None:
        """Ends the compiler, also while another thread waits for it."""
        self.missing = ()
        self._compiler.stop()

    def _find_tsconfig(self, config: HoverConfig) -> str:
        if (self._docs / config.tsconfig).is_file():
            return config.tsconfig
        raise ConfigError(
            f"hovers: there is no file {config.tsconfig}",
            hint="Name the tsconfig.json of the samples, as a path from the docs folder.",
            file=CONFIG_FILE,
        )

    def _render(self, path: str, document: Document, found: Mapping[str, Compiled]) -> str | None:
        """The hovers of a page, made again only when it has changed or one of its samples has."""
        compiled = [found.get(block.file or "") for block in document.code_blocks]
        known = self._pages.get(path)
        if known is None or not known.fits(document, compiled):
            hovers = assemble_hovers(document, found)
            text = render_compact_json(hovers) if hovers else None
            known = self._pages[path] = _Page(document, compiled, text)
        return known.text

    def _find(self, files: Iterable[str], cache: Cache) -> Mapping[str, Compiled]:
        """The hovers of those files that were compiled as they are now."""
        version = load_compiler_version(self._theme)
        keys = {self._key_of(file, version): file for file in files}
        entries = {
            keys[key]: self._parse(keys[key], source)
            for key, source in cache.get_many(STAGE, keys).items()
        }
        paths = {path for entry in entries.values() for path in entry.inputs}
        now = {path: self._contents.hash_of(self._docs / path) for path in paths}
        return {
            file: entry.compiled
            for file, entry in entries.items()
            if all(now[path] == known for path, known in entry.inputs.items())
        }

    def _parse(self, file: str, source: bytes) -> _Entry:
        known = self._entries.get(file)
        if known is None or known.source != source:
            raw = json.loads(source)
            known = self._entries[file] = _Entry(source, raw["inputs"], _parse_compiled(raw))
        return known

    def _request(self, files: Iterable[str]) -> Json:
        paths: list[Json] = [str(self._docs / file) for file in files]
        return {"tsconfig": str(self._docs / self._tsconfig), "files": paths}

    def _to_entry(self, answer: Any) -> Json:
        inputs = {self._name(path): known for path, known in answer["inputs"].items()}
        return {**answer, "inputs": inputs}

    def _name(self, path: str) -> str:
        """A copy of the docs elsewhere has the same files, compiled with the same ones outside."""
        return path.removeprefix(f"{self._docs.as_posix()}/")

    def _key_of(self, file: str, version: str) -> str:
        return digest(version, self._tsconfig, file)


def load_compiler_version(theme: Path) -> str:
    """Another one whenever the same files could get other hovers."""
    package = json.loads((theme / "package.json").read_text(encoding="utf-8"))
    versions = (str(package["dependencies"].get(name)) for name in _COMPILERS)
    return digest((theme / SOURCE).read_bytes(), *versions)


def _parse_compiled(entry: Any) -> Compiled:
    texts = (HoverText(tuple(text["tokens"]), tuple(text["comment"])) for text in entry["texts"])
    return Compiled(tuple(texts), tuple(entry["places"]))


def find_compiled(documents: Iterable[Document]) -> tuple[str, ...]:
    """The files on pages whose names get hovers."""
    blocks = (block for document in documents for block in document.code_blocks)
    return tuple(sorted({block.file for block in blocks if block.file and _is_compiled(block)}))


def _is_compiled(block: CodeBlock) -> bool:
    return block.file is not None and block.file.endswith(COMPILED)


def assemble_hovers(document: Document, compiled: Mapping[str, Compiled]) -> HoverFile | None:
    """The hovers of a page; none where no name on it has any."""
    numbers: dict[HoverText, int] = {}
    blocks: dict[str, tuple[int, ...]] = {}
    for position, block in enumerate(document.code_blocks):
        known = compiled.get(block.file or "")
        shown = tuple(_show(block, known)) if known else ()
        places: list[int] = []
        for line, column, length, text in shown:
            places += (line, column, length, numbers.setdefault(text, len(numbers)))
        if places:
            blocks[str(position)] = tuple(places)
    return HoverFile(tuple(numbers), blocks) if blocks else None


def _show(block: CodeBlock, compiled: Compiled) -> Iterator[tuple[int, int, int, HoverText]]:
    """The hovers of those lines of a file that a block shows."""
    lengths = [_utf16_length(line) for line in block.text.split("\n")]
    shown = {line: at for at, line in enumerate(block.lines)}
    for line, column, length, text in _in_fours(compiled.places):
        start = column - block.indent
        # What a mark such as [!code ++] took away from the end of a line has none.
        if line in shown and start >= 0 and start + length <= lengths[shown[line]]:
            yield shown[line], start, length, compiled.texts[text]


def _in_fours(places: Sequence[int]) -> Iterator[tuple[int, int, int, int]]:
    for at in range(0, len(places), _PLACE_SIZE):
        line, column, length, text = places[at : at + _PLACE_SIZE]
        yield line, column, length, text


def _utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
