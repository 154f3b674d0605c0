"""Hovers with the types of names in samples, from the TypeScript compiler, with a cache.

The compiler takes seconds and half a gigabyte of memory. It runs in its own process, only for files
that are new or whose inputs have changed, and `docsite dev` doesn't wait for it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from operator import is_
from pathlib import Path
from typing import Any

import msgspec

from docsite.cache import Cache, code_digest, digest
from docsite.digests import FileSignature, file_signature
from docsite.errors import ConfigError, RenderError
from docsite.node.manifest import load_manifest
from docsite.node.references import Imports, References, assemble_references, find_imports
from docsite.node.typescript import TypeScript, find_typescript
from docsite.node.worker import Worker
from docsite.records import (
    CodeBlock,
    Document,
    HoverConfig,
    HoverFile,
    HoverText,
    Json,
    Locale,
    render_compact_json,
)
from docsite.site.config import CONFIG_FILE
from docsite.site.locales import locale_of

STAGE = "hovers"
_PAGE_STAGE = "hovers-page"

SOURCE = "hovers.mjs"
"""The file of a theme that calls the compiler."""

COMPILED = (".ts", ".tsx", ".mts", ".cts", ".vue")
"""The suffixes of files that get hovers."""

_COMPILERS = ("@volar/language-core", "@volar/typescript", "@vue/language-core")
_SMALL_SEMI_SPACE = "--max-semi-space-size=4"
"""An option of Node, in MB. Each sample creates a TypeScript program that becomes garbage: with
Node's default, the compiler takes up to twice as much memory, and is hardly faster."""
_HASH_LENGTH = 16
_POSITION_SIZE = 4


FindReference = Callable[[str, str, HoverText], str | None]
"""Returns the path of a section in the API reference, given a file, a name in it, and its hover."""


@dataclass(frozen=True)
class Compiled:
    """The hovers of one file."""

    texts: tuple[HoverText, ...]
    positions: tuple[int, ...]
    """Line, column, length and index of the text of each hover, from 0."""


@dataclass(frozen=True)
class _Entry:
    """A file in the cache."""

    source: bytes
    """The JSON of the entry."""
    inputs: Mapping[str, str | None]
    """The hash of each file that the compiler read; `None` if it didn't exist."""
    compiled: Compiled


@dataclass(frozen=True)
class _Page:
    """The hovers of a page as JSON, and their inputs."""

    document: Document
    compiled: Sequence[Compiled | None]
    text: str | None

    def is_current(self, document: Document, compiled: Sequence[Compiled | None]) -> bool:
        """Compares identities, because comparing values takes longer."""
        same = len(self.compiled) == len(compiled) and all(map(is_, self.compiled, compiled))
        return same and self.document is document


class FileHashes:
    """Hashes of files. A file is read again only if its signature has changed."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[FileSignature | None, str]] = {}

    def hash_of(self, path: Path) -> str | None:
        """Returns `None` if the file doesn't exist."""
        try:
            signature = file_signature(path)
            known = self._known.get(path)
            if known is None or known[0] != signature:
                known = (signature, sha256(path.read_bytes()).hexdigest()[:_HASH_LENGTH])
                self._known[path] = known
        except OSError:
            return None
        return known[1]


class Hovers:
    """The hovers of one docs folder, reused across builds."""

    def __init__(self, docs: Path, theme: Path) -> None:
        self._docs = docs.resolve()
        self._theme = theme
        self._hashes = FileHashes()
        self._compiler = Worker(())
        self._tsconfig = ""
        self._typescript: TypeScript | None = None
        self._entries: dict[str, _Entry] = {}
        self._pages: dict[str, _Page] = {}
        self._references: Mapping[str, References] = {}
        self.missing: tuple[str, ...] = ()
        """The files on pages whose current version hasn't been compiled yet."""

    def load(
        self,
        config: HoverConfig | None,
        documents: Mapping[str, Document],
        cache: Cache,
        locales: Sequence[Locale] = (),
    ) -> Mapping[str, str]:
        """Returns the hovers that are in the cache, as JSON, keyed by the path of their page."""
        if config is None:
            self.missing = ()
            return {}
        self._tsconfig = self._find_tsconfig(config)
        files = find_compiled(documents.values())
        found = self._find(files, cache)
        self.missing = tuple(file for file in files if file not in found)
        self._update_references(config, documents, locales)
        pages = {
            path: self._render(path, page, found, self._references_of(path, locales), cache)
            for path, page in documents.items()
        }
        return {path: text for path, text in pages.items() if text}

    def _update_references(
        self, config: HoverConfig, documents: Mapping[str, Document], locales: Sequence[Locale]
    ) -> None:
        folder = config.reference
        references = assemble_references(documents, folder, locales) if folder else {}
        if references != self._references:
            self._references = references
            self._pages.clear()

    def _references_of(self, path: str, locales: Sequence[Locale]) -> References | None:
        return self._references[locale_of(path, locales).tag] if self._references else None

    def compile_missing(self, command: Sequence[str], cache: Cache) -> bool:
        """Compiles missing files in a process that ends right after, to free its memory.

        Returns whether there were any. May run at the same time as `load`, in another thread.
        """
        files, self.missing = self.missing, ()
        if not files:
            return False
        with Worker((command[0], _SMALL_SEMI_SPACE, *command[1:])) as self._compiler:
            answers = self._compiler.call("hovers", self._request(files))
        if not isinstance(answers, list) or len(answers) != len(files):
            hint = "A theme must return one list of hovers per file."
            message = f"the worker returned {answers!r:.80} for {len(files)} files"
            raise RenderError(message, hint=hint)
        version = self._version()
        for file, answer in zip(files, answers, strict=True):
            entry = json.dumps(self._to_entry(answer)).encode()
            cache.put(STAGE, self._key_of(file, version), entry)
        return True

    def stop(self) -> None:
        """Ends the compiler, even while another thread waits for it."""
        self.missing = ()
        self._compiler.stop()

    def _find_tsconfig(self, config: HoverConfig) -> str:
        if (self._docs / config.tsconfig).is_file():
            return config.tsconfig
        raise ConfigError(
            f"hovers: there is no file {config.tsconfig}",
            hint="Specify the tsconfig.json of the samples, relative to the docs folder.",
            file=CONFIG_FILE,
        )

    def _render(
        self,
        path: str,
        document: Document,
        found: Mapping[str, Compiled],
        references: References | None,
        cache: Cache,
    ) -> str | None:
        """Returns the hovers of a page. They are only rendered if the page or one of its samples
        has changed."""
        compiled = [found.get(block.file or "") for block in document.code_blocks]
        known = self._pages.get(path)
        if known is None or not known.is_current(document, compiled):
            text = self._load_page(document, found, references, cache) if any(compiled) else None
            known = self._pages[path] = _Page(document, compiled, text)
        return known.text

    def _load_page(
        self,
        document: Document,
        found: Mapping[str, Compiled],
        references: References | None,
        cache: Cache,
    ) -> str | None:
        """Loads the hovers of a page from the cache. They depend on its code, on the files it
        includes, and on the links to the reference."""
        files = sorted({block.file for block in document.code_blocks if block.file})
        hashes = [self._hashes.hash_of(self._docs / file) for file in files]
        compiled = [found.get(file) for file in files]
        inputs = msgspec.msgpack.encode((document.code_blocks, files, hashes, compiled))
        key = digest(code_digest(), references.digest if references else "", inputs)
        known = cache.get(_PAGE_STAGE, key)
        if known is None:
            find_reference = self._finder(references) if references else None
            hovers = assemble_hovers(document, found, find_reference)
            known = render_compact_json(hovers).encode() if hovers else b""
            cache.put(_PAGE_STAGE, key, known)
        return known.decode() or None

    def _finder(self, references: References) -> FindReference:
        imports: dict[str, Imports] = {}

        def find(file: str, name: str, text: HoverText) -> str | None:
            if file not in imports:
                imports[file] = find_imports((self._docs / file).read_text(encoding="utf-8"))
            return references.find(name, text, imports[file])

        return find

    def _find(self, files: Sequence[str], cache: Cache) -> Mapping[str, Compiled]:
        """Returns the hovers of files that are compiled in their current version."""
        if not files:
            return {}
        self._typescript = self._find_typescript()
        version = self._version()
        keys = {self._key_of(file, version): file for file in files}
        entries = {
            keys[key]: self._parse(keys[key], source)
            for key, source in cache.get_many(STAGE, keys).items()
        }
        paths = {path for entry in entries.values() for path in entry.inputs}
        now = {path: self._hashes.hash_of(self._docs / path) for path in paths}
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
        script = str(self._typescript.script) if self._typescript else None
        tsconfig = str(self._docs / self._tsconfig)
        return {"tsconfig": tsconfig, "files": paths, "typescript": script}

    def _to_entry(self, answer: Any) -> Json:
        inputs = {self._name(path): known for path, known in answer["inputs"].items()}
        return {**answer, "inputs": inputs}

    def _name(self, path: str) -> str:
        """Returns a path relative to the docs folder, so that a copy of the folder can use the same
        cache."""
        return path.removeprefix(f"{self._docs.as_posix()}/")

    def _find_typescript(self) -> TypeScript:
        """Finds the compiler in the project, or among the packages of a theme that isn't packed."""
        project = (self._docs / self._tsconfig).parent
        is_packed = load_manifest(self._theme).packed is not None
        return find_typescript([project] if is_packed else [project, self._theme])

    def _version(self) -> str:
        typescript = self._typescript.version if self._typescript else ""
        return digest(load_compiler_version(self._theme), typescript)

    def _key_of(self, file: str, version: str) -> str:
        return digest(version, self._tsconfig, file)


def load_compiler_version(theme: Path) -> str:
    """Returns a version that changes if the compiler could return different hovers for the same
    files."""
    manifest = load_manifest(theme)
    if manifest.packed:
        return manifest.packed
    versions = (str(manifest.dependencies.get(name)) for name in _COMPILERS)
    return digest((theme / SOURCE).read_bytes(), *versions)


def _parse_compiled(entry: Any) -> Compiled:
    texts = (HoverText(tuple(text["tokens"]), tuple(text["comment"])) for text in entry["texts"])
    return Compiled(tuple(texts), tuple(entry["places"]))


def find_compiled(documents: Iterable[Document]) -> tuple[str, ...]:
    """Returns the files on pages that get hovers."""
    blocks = (block for document in documents for block in document.code_blocks)
    return tuple(sorted({block.file for block in blocks if block.file and _is_compiled(block)}))


def _is_compiled(block: CodeBlock) -> bool:
    return block.file is not None and block.file.endswith(COMPILED)


def assemble_hovers(
    document: Document, compiled: Mapping[str, Compiled], find_reference: FindReference | None
) -> HoverFile | None:
    """Returns the hovers of a page, or `None` if it has none."""
    numbers: dict[HoverText, int] = {}
    blocks: dict[str, tuple[int, ...]] = {}
    for index, block in enumerate(document.code_blocks):
        known = compiled.get(block.file or "")
        shown = tuple(_show(block, known)) if known else ()
        positions: list[int] = []
        for line, column, length, plain in shown:
            text = plain
            if find_reference:
                name = _name_at(block, line, column, length)
                text = replace(plain, reference=find_reference(block.file or "", name, plain))
            positions += (line, column, length, numbers.setdefault(text, len(numbers)))
        if positions:
            blocks[str(index)] = tuple(positions)
    return HoverFile(tuple(numbers), blocks) if blocks else None


def _show(block: CodeBlock, compiled: Compiled) -> Iterator[tuple[int, int, int, HoverText]]:
    """Yields the hovers on the visible lines of a block."""
    lengths = [_utf16_length(line) for line in block.text.split("\n")]
    shown = {line: at for at, line in enumerate(block.lines)}
    for line, column, length, text in _split_positions(compiled.positions):
        start = column - block.indent
        # Comments such as [!code ++] are removed from the end of a line.
        if line in shown and start >= 0 and start + length <= lengths[shown[line]]:
            yield shown[line], start, length, compiled.texts[text]


def _split_positions(positions: Sequence[int]) -> Iterator[tuple[int, int, int, int]]:
    for at in range(0, len(positions), _POSITION_SIZE):
        line, column, length, text = positions[at : at + _POSITION_SIZE]
        yield line, column, length, text


def _name_at(block: CodeBlock, line: int, column: int, length: int) -> str:
    data = block.text.split("\n")[line].encode("utf-16-le", "surrogatepass")
    return data[2 * column : 2 * (column + length)].decode("utf-16-le", "replace")


def _utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
