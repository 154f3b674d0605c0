"""Collects the new files of an output folder, and then replaces the old ones.

Until then, the folder contains the previous build. Only a commit that the system interrupts leaves
files of both; the next build repairs them.
"""

from __future__ import annotations

import os
import posixpath
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator, Set
from contextlib import ExitStack, suppress
from pathlib import Path

from docsite.emit.manifest import (
    Manifest,
    fold,
    list_files,
    list_visible,
    load_manifest,
    render_manifest,
)
from docsite.errors import OutputError
from docsite.records.assets import MANIFEST_FILE, STAGE_FOLDER

if sys.platform != "win32":
    import fcntl


class Stage:
    """The new files of a folder. A second stage of a folder waits until the first is closed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: set[str] = set()
        """The files that differ from the previous build."""
        self._exit = ExitStack()
        try:
            self._reserved = _reserve(folder, self._exit)
        except BaseException:
            self._exit.close()
            raise
        self.path = self._reserved / "files"
        self.path.mkdir()
        self._own = load_manifest(folder) or Manifest(frozenset())

    def close(self) -> None:
        """Removes the files that weren't committed."""
        self._exit.close()

    def owns(self, name: str) -> bool:
        """Returns whether an earlier build wrote a file."""
        return name in self._own

    def find_leftovers(self, names: Set[str]) -> list[str]:
        """Returns files that an earlier release may have written, which had no manifest. They
        stay."""
        if not self._own.is_assumed:
            return []
        known = self._own.names | set(map(fold, names))
        return sorted(name for name in list_visible(self.folder) if fold(name) not in known)

    def write(self, name: str, data: bytes) -> None:
        self._prepare(name).write_bytes(data)

    def link(self, name: str, source: str) -> None:
        """Adds a file of the previous build under a new name."""
        target = self._prepare(name)
        target.unlink(missing_ok=True)
        try:
            os.link(source, target)
        except OSError:  # the file system has no hard links
            shutil.copy2(source, target)

    def discard(self, name: str) -> None:
        """Removes a file, because the previous build has the same."""
        if name in self.names:
            self.names.remove(name)
            (self.path / name).unlink()

    def _prepare(self, name: str) -> Path:
        path = self.path / name
        with suppress(FileExistsError, NotADirectoryError):
            path.parent.mkdir(parents=True, exist_ok=True)
        if not path.parent.is_dir() or path.is_dir():
            raise self._clash(name)
        self.names.add(name)
        return path

    def _clash(self, name: str) -> OutputError:
        return OutputError(
            "the site has both a file and a folder with this path",
            hint="Rename a page, or a file in public/ or in a mounted folder.",
            file=str(self.folder / name),
        )

    def commit(self, names: Set[str]) -> None:
        """Replaces the files of the previous build. `names` are those of all files of this one."""
        for name in sorted(names & set(_parents_of(names))):
            raise self._clash(name)
        stale = self._own.names - set(map(fold, names))
        files = set(list_files(self.path))
        folders = set(_parents_of(files))
        self._check_targets(files, folders, stale)
        # Lists the files of both builds first, in case the commit is interrupted.
        self._save({*self._own.names, *names})
        paths = set(map(fold, files | folders))
        blocking = {name for name in stale if not paths.isdisjoint((name, *_parents_of([name])))}
        self._delete(blocking)
        # New files first, because replacing files takes no space.
        _move(self.path, self.folder, is_replacing=False)
        _move(self.path, self.folder, is_replacing=True)
        self._delete(stale - blocking)
        self._save(names)

    def _check_targets(self, files: Set[str], folders: Set[str], stale: Set[str]) -> None:
        """Raises an error if a file that docsite didn't write is in the way of a new one."""
        for name in sorted(files | folders):
            path = self.folder / name
            if path.is_dir():
                inner = {fold(f"{name}/{each}") for each in list_files(path)}
                is_free = name in folders or (bool(inner) and inner <= stale)
            elif path.exists():
                is_free = fold(name) in stale if name in folders else self.owns(name)
            else:
                continue
            if not is_free:
                raise OutputError(
                    "the build would replace this, but docsite didn't write it",
                    hint="Delete it or move it elsewhere, and build again.",
                    file=str(path),
                )

    def _delete(self, names: Iterable[str]) -> None:
        """Deletes files, and folders that are empty then."""
        found = [name for name in names if not self._is_linked(name)]
        for name in found:
            with suppress(FileNotFoundError, IsADirectoryError):
                (self.folder / name).unlink()
        for folder in sorted(_parents_of(found), key=len, reverse=True):
            with suppress(OSError):  # it isn't empty
                (self.folder / folder).rmdir()

    def _is_linked(self, name: str) -> bool:
        """Returns whether a file is in a linked folder, or a link itself. Both are someone
        else's."""
        return any((self.folder / each).is_symlink() for each in (name, *_parents_of([name])))

    def _save(self, names: Iterable[str]) -> None:
        content, file = render_manifest(names), self.folder / MANIFEST_FILE
        if not file.is_file() or file.read_bytes() != content:
            draft = self._reserved / MANIFEST_FILE
            draft.write_bytes(content)
            draft.replace(file)


def _reserve(folder: Path, leave: ExitStack) -> Path:
    """Creates an empty folder for new files, and removes it at the end."""
    if not folder.exists():
        folder.mkdir(parents=True)
        leave.callback(_remove_empty, folder)
    stage = folder / STAGE_FOLDER
    if sys.platform != "win32":
        descriptor = os.open(folder, os.O_RDONLY)
        leave.callback(os.close, descriptor)
        with suppress(OSError):  # the file system has no locks
            fcntl.flock(descriptor, fcntl.LOCK_EX)
    _remove(stage)  # of a build that was killed
    leave.callback(_remove, stage)
    stage.mkdir()
    if sys.platform == "win32":
        # Windows doesn't delete an open file, so another build ends with an error.
        leave.enter_context((stage / "lock").open("wb"))
    return stage


def _remove(folder: Path) -> None:
    if folder.is_symlink():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):  # it isn't empty
        folder.rmdir()


def _move(source: Path, target: Path, *, is_replacing: bool) -> None:
    for path in sorted(source.iterdir()):
        inner = target / path.name
        if inner.is_dir():
            _move(path, inner, is_replacing=is_replacing)
        elif is_replacing or not inner.exists():
            path.replace(inner)


def _parents_of(names: Iterable[str]) -> Iterator[str]:
    folders = set(map(posixpath.dirname, names))
    while folders := folders - {""}:
        yield from folders
        folders = set(map(posixpath.dirname, folders))


def find_file(path: str) -> os.stat_result | None:
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
