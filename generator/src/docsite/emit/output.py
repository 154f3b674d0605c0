"""The output folder of a build: which files it consists of, and which of them have changed."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Self

from docsite.cache import Cache
from docsite.digests import FileSignature, signature_of
from docsite.emit.ledger import Ledger
from docsite.emit.stage import Stage, find_file
from docsite.errors import DISK_FULL, ConfigError, OutputError
from docsite.hosts.headers import COMPRESSED_SUFFIXES, DATA_SUFFIXES
from docsite.pages.content import find_symlinks
from docsite.records import Mount
from docsite.site.config import CONFIG_FILE
from docsite.site.text_files import is_hidden

Change = Callable[[str, bytes], bytes]
"""Changes the content of a file with a given name."""


def find_mount(mount: Mount, docs: Path) -> Path:
    """Returns the mounted folder. Raises an error if it isn't built."""
    source = (docs / mount.folder).resolve()
    if not (source / "index.html").is_file():
        raise ConfigError(
            f"mounts: {mount.folder} has no index.html",
            hint=f"Run `{mount.made_by}` first.",
            file=str(docs / CONFIG_FILE),
        )
    return source


class Output:
    """Compares the files of a build with those of the previous one, and replaces them together.

    Names are relative to the folder, with slashes. They are strings: a site has many files, and
    comparing and hashing paths takes longer than reading the files.
    """

    def __init__(
        self, folder: Path, cache: Cache | None = None, *, stage: Stage | None = None
    ) -> None:
        self.folder = folder
        self._cache = cache
        self._stage = stage or Stage(folder)
        self._prefix = f"{folder.relative_to(stage.folder).as_posix()}/" if stage else ""
        self._ledger = Ledger(folder, cache)
        self._written: set[str] = set()
        self._checked: set[str] = {""}
        """Folders that have been checked for symbolic links."""
        self._reused: dict[str, str] = {}
        """Folders of the previous build, keyed by their new names."""
        self._parts: list[Output] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _type: object, error: BaseException | None, _traceback: object) -> None:
        self._stage.close()
        if isinstance(error, OSError) and error.errno in DISK_FULL:
            raise OutputError(
                "the disk is full, so this folder still contains the previous build",
                hint="Free some space, and build again.",
                file=str(self.folder),
            ) from error

    def below(self, folder: str) -> Output:
        """Returns the output of another site in a folder of this one."""
        self._check_folder(folder)
        part = Output(self.folder / folder, self._cache, stage=self._stage)
        self._parts.append(part)
        return part

    def write(self, name: str, content: str | bytes) -> None:
        """Adds a file. If it hasn't changed, the file of the previous build stays."""
        self._check_folder(posixpath.dirname(name))
        path, full = os.path.join(self.folder, name), self.full_name(name)  # noqa: PTH118 - see above
        data = content.encode() if isinstance(content, str) else content
        self._written.add(name)
        if _has_content(path, data):
            self._stage.discard(full)
        elif (known := self._find_reused(name)) and _has_content(known, data):
            self._stage.link(full, known)
        else:
            self._stage.write(full, data)

    def is_current(self, name: str, key: str) -> bool:
        """Returns whether the last build wrote this file from inputs with this key. If so, the file
        stays."""
        self._check_folder(posixpath.dirname(name))
        is_current = self._ledger.is_current(name, key, self._find_signature(name))
        if is_current:
            self._written.add(name)
        return is_current

    def write_generated(self, name: str, key: str, content: str | bytes) -> None:
        """Adds a file that was generated from inputs with this key."""
        self.write(name, content)
        self._ledger.add(name, key, self._find_signature(name))

    def _find_signature(self, name: str) -> FileSignature | None:
        state = find_file(str(self.path_of(name)))
        return signature_of(state) if state else None

    def reuse_folder(self, old: str, new: str) -> None:
        """Takes unchanged files from a folder of the previous build that has another name now."""
        for name in (old, new):
            self._check_folder(name)
        self._reused[new] = old

    def _find_reused(self, name: str) -> str | None:
        folder, _, base = name.rpartition("/")
        return str(self.folder / self._reused[folder] / base) if folder in self._reused else None

    def _check_folder(self, name: str) -> None:
        """Raises an error if a folder, or one of its parents in the output, is a symbolic link."""
        if name not in self._checked:
            self._check_folder(posixpath.dirname(name))
            find_file(os.path.join(self.folder, name))  # noqa: PTH118
            self._checked.add(name)

    def write_all(self, files: Mapping[str, str | bytes]) -> None:
        for name, content in files.items():
            self.write(name, content)

    def copy(
        self, source: Path, below: str = "", change: Change = lambda _name, content: content
    ) -> frozenset[str]:
        """Copies all files of a folder, except hidden ones, into the output. Returns the full
        names."""
        # `check` reports links, but one may have been added since then.
        for link in find_symlinks(source):
            raise OutputError(
                "symbolic links aren't published",
                hint="Replace it with the file or folder itself.",
                file=str(link),
            )
        names = sorted(
            path.relative_to(source).as_posix()
            for path in source.rglob("*")
            if not is_hidden(path.relative_to(source)) and path.is_file()
        )
        for name in names:
            self.write(below + name, change(name, (source / name).read_bytes()))
        return frozenset(self.full_name(below + name) for name in names)

    @property
    def _names(self) -> set[str]:
        """The names of all files of all parts, relative to the folder of the first one."""
        parts = (self, *self._parts)
        return {part.full_name(name) for part in parts for name in part._written}

    def full_name(self, name: str) -> str:
        """Returns a name relative to the folder of the whole site."""
        return self._prefix + name

    def path_of(self, name: str) -> Path:
        """Returns the current path of a file of this build. A commit doesn't change its
        signature."""
        full = self.full_name(name)
        return (self._stage.path if full in self._stage.names else self._stage.folder) / full

    @property
    def copies(self) -> Mapping[Path, Path]:
        """The paths of Brotli copies, keyed by those of their files. Copies of changed files don't
        exist yet."""
        names = sorted(filter(has_copy, self._names))
        return {self.path_of(name): self._copy_of(name) for name in names}

    def _copy_of(self, name: str) -> Path:
        copy = compressed_name(name)
        is_current = name not in self._stage.names and self._stage.owns(copy)
        known = self._stage.folder / copy
        return known if is_current and known.is_file() else self._stage.path / copy

    def commit(self) -> Sequence[str]:
        """Finishes a build: replaces the previous one, and deletes those of its files that this one
        doesn't have. Returns files that an earlier release may have written; they stay."""
        names = self._names
        copied = [name for name in names if has_copy(name) and self._copy_of(name).is_file()]
        names.update(map(compressed_name, copied))
        leftovers = self._stage.find_leftovers(names)
        self._stage.commit(names)
        for part in (self, *self._parts):
            part._ledger.save()
        return leftovers


def _has_content(path: str, data: bytes) -> bool:
    state = find_file(path)
    if state is None or state.st_size != len(data):
        return False
    with open(path, "rb") as file:  # noqa: PTH123
        return file.read() == data


def has_copy(name: str) -> bool:
    """Returns whether files of this type have Brotli copies."""
    suffix = posixpath.splitext(name)[1].removeprefix(".")
    return suffix in COMPRESSED_SUFFIXES and suffix not in DATA_SUFFIXES


def compressed_name(name: str) -> str:
    """Returns the name of the Brotli copy of a file."""
    return f"{name}.br"
