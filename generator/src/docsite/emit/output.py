"""The output folder: only writes changed files, and removes stale ones."""

from __future__ import annotations

import os
import posixpath
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from docsite.cache import Cache
from docsite.digests import FileSignature, signature_of
from docsite.emit.ledger import Ledger
from docsite.errors import ConfigError, OutputError
from docsite.hosts.headers import COMPRESSED_SUFFIXES, DATA_SUFFIXES
from docsite.pages.content import find_symlinks
from docsite.records import Mount
from docsite.site.config import CONFIG_FILE

Change = Callable[[str, bytes], bytes]
"""Changes the content of a file with a given name."""


def check_output(folder: Path, record: str, sources: Iterable[Path] = ()) -> None:
    """Raises an error unless a build may delete all other files of a folder.

    It may if the folder is new, empty, or contains the record of an earlier build. `sources` are
    the folders that a build reads; the first one contains the pages.
    """
    for index, source in enumerate(sources):
        is_inside = index == 0 and _contains(source, folder)
        if is_inside or _contains(folder, source):
            raise OutputError(
                f"the output folder and {source} overlap",
                hint="Choose a new or empty folder outside it.",
                file=str(folder),
            )
    is_empty = not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))
    if not is_empty and not (folder / record).is_file():
        raise OutputError(
            "this folder contains files that docsite didn't write and would delete",
            hint="Choose a new or empty folder, or empty this one yourself.",
            file=str(folder),
        )


def _contains(outer: Path, inner: Path) -> bool:
    return inner.resolve().is_relative_to(outer.resolve())


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
    """Tracks the files of a build, so that all other files can be removed.

    Names are relative to the folder, with slashes. They are strings: a site has many files, and
    comparing and hashing paths takes longer than reading the files.
    """

    def __init__(self, folder: Path, cache: Cache | None = None) -> None:
        self.folder = folder
        self._cache = cache
        self._ledger = Ledger(folder, cache)
        self._written: set[str] = set()
        self._checked: set[str] = {""}
        """Folders that have been checked for symbolic links."""
        self._parts: dict[str, Output] = {}

    @property
    def files(self) -> Iterator[Path]:
        return (self.folder / name for name in sorted(self._names))

    @property
    def _names(self) -> set[str]:
        inner = (f"{folder}/{name}" for folder, part in self._parts.items() for name in part._names)
        return self._written.union(inner)

    def below(self, folder: str) -> Output:
        """Returns the output of another site in a folder of this one."""
        self._check_folder(folder)
        self._parts[folder] = Output(self.folder / folder, self._cache)
        return self._parts[folder]

    def write(self, name: str, content: str | bytes) -> None:
        """Writes a file if it has changed. Otherwise, its compressed copy also stays."""
        self._check_folder(posixpath.dirname(name))
        path = os.path.join(self.folder, name)  # noqa: PTH118 - see above
        state = _find_file(path)
        data = content.encode() if isinstance(content, str) else content
        self._written.add(name)
        if state and state.st_size == len(data) and _read_bytes(path) == data:
            return
        if has_copy(name):
            # Removed first, because a compressed copy must never be older than its file.
            Path(compressed_name(path)).unlink(missing_ok=True)
        if state is None:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(data)

    def is_current(self, name: str, key: str) -> bool:
        """Returns whether the last build wrote this file from inputs with this key. If so, the file
        stays."""
        self._check_folder(posixpath.dirname(name))
        is_current = self._ledger.is_current(name, key, self._find_signature(name))
        if is_current:
            self._written.add(name)
        return is_current

    def write_generated(self, name: str, key: str, content: str | bytes) -> None:
        """Writes a file that was generated from inputs with this key."""
        self.write(name, content)
        self._ledger.add(name, key, self._find_signature(name))

    def _find_signature(self, name: str) -> FileSignature | None:
        state = _find_file(os.path.join(self.folder, name))  # noqa: PTH118
        return signature_of(state) if state else None

    def rename_folder(self, old: str, new: str) -> None:
        """Renames a folder of an earlier build, to reuse files that are mostly unchanged. `write`
        replaces the changed files."""
        for name in (old, new):
            self._check_folder(name)
        source, target = self.folder / old, self.folder / new
        if source.is_dir() and not target.exists():
            # Windows can't rename a folder while another process has one of its files open.
            with suppress(OSError):
                source.rename(target)

    def _check_folder(self, name: str) -> None:
        """Raises an error if a folder, or one of its parents in the output, is a symbolic link."""
        if name not in self._checked:
            self._check_folder(posixpath.dirname(name))
            _find_file(os.path.join(self.folder, name))  # noqa: PTH118
            self._checked.add(name)

    def write_all(self, files: Mapping[str, str | bytes]) -> None:
        for name, content in files.items():
            self.write(name, content)

    def copy(
        self, source: Path, below: str = "", change: Change = lambda _name, content: content
    ) -> frozenset[Path]:
        """Copies all files of a folder into the output. Returns the new paths."""
        # `check` reports links, but one may have been added since then.
        for link in find_symlinks(source):
            raise OutputError(
                "symbolic links aren't published",
                hint="Replace it with the file or folder itself.",
                file=str(link),
            )
        names = sorted(
            path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()
        )
        for name in names:
            self.write(below + name, change(name, (source / name).read_bytes()))
        return frozenset(self.folder / (below + name) for name in names)

    def remove_stale(self) -> None:
        """Finishes a build by removing all files that it didn't write."""
        for one in (self, *self._parts.values()):
            one._ledger.save()
        written = self._names
        copies = {compressed_name(name) for name in written if has_copy(name)}
        folders = set(map(posixpath.dirname, written))
        folders = set(map(_fold, {""}.union(folders, *map(_parents_of, folders))))
        kept = set(map(_fold, written | copies))
        for folder, below, names in os.walk(self.folder, topdown=False):
            inner = "/".join(Path(folder).relative_to(self.folder).parts)
            # Links to folders are not followed.
            links = [name for name in below if Path(folder, name).is_symlink()]
            for name in (*names, *links):
                if _fold(posixpath.join(inner, name)) not in kept:
                    Path(folder, name).unlink()
            if _fold(inner) not in folders:
                Path(folder).rmdir()


def _fold(name: str) -> str:
    """Windows and macOS ignore case, and preserve the case of an existing file."""
    return name.casefold() if sys.platform in ("win32", "darwin") else name


def _parents_of(name: str) -> Iterator[str]:
    while name := posixpath.dirname(name):
        yield name


def _read_bytes(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123
        return file.read()


def _find_file(path: str) -> os.stat_result | None:
    """Returns `None` if the file doesn't exist. Raises an error if it is a symbolic link."""
    try:
        state = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if stat.S_ISLNK(state.st_mode):
        raise OutputError(
            "the site can't be written through a symbolic link",
            hint="Remove the link, and build again.",
            file=path,
        )
    return state if stat.S_ISREG(state.st_mode) else None


def has_copy(name: str) -> bool:
    """Returns whether files of this type have Brotli copies."""
    suffix = posixpath.splitext(name)[1].removeprefix(".")
    return suffix in COMPRESSED_SUFFIXES and suffix not in DATA_SUFFIXES


def compressed_name(name: str) -> str:
    """Returns the name of the Brotli copy of a file."""
    return f"{name}.br"
