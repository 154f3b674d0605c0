"""The output folder: only changed files are written, and stale ones are removed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from docsite.errors import ConfigError, OutputError
from docsite.pages.content import find_symlinks
from docsite.records import Mount
from docsite.site.config import CONFIG_FILE

Change = Callable[[str, bytes], bytes]
"""Changes the content of a file, given its name."""


def check_output(folder: Path, record: str, sources: Iterable[Path] = ()) -> None:
    """Raises an error unless a build may delete all other files of a folder.

    It may if the folder is new, empty, or contains the record of an earlier build. `sources` are
    the folders that a build reads; the first contains the pages.
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
    """The mounted folder. Raises an error if it isn't built."""
    source = (docs / mount.folder).resolve()
    if not (source / "index.html").is_file():
        raise ConfigError(
            f"mounts: {mount.folder} has no index.html",
            hint=f"Run `{mount.made_by}` first.",
            file=str(docs / CONFIG_FILE),
        )
    return source


class Output:
    """Tracks the files of a build, so that all others can be removed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._written: set[Path] = set()
        self._checked: set[Path] = set()
        """Folders that no symbolic link leads to."""

    @property
    def files(self) -> tuple[Path, ...]:
        return tuple(sorted(self._written))

    def write(self, name: str, content: str | bytes) -> None:
        """Writes a file if it has changed. Otherwise its compressed copy is kept, too."""
        path = self.folder / name
        self._refuse_symlinks(path)
        data = content.encode() if isinstance(content, str) else content
        self._written.add(path)
        if path.is_file() and path.read_bytes() == data:
            return
        # Removed first: a compressed copy must never be older than its file.
        compressed_path(path).unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def _refuse_symlinks(self, path: Path) -> None:
        """Raises an error if a symbolic link leads out of the folder."""
        for parent in (path, *path.parents):
            if parent == self.folder or parent in self._checked:
                break
            if parent.is_symlink():
                raise OutputError(
                    "the site can't be written through a symbolic link",
                    hint="Remove the link, and build again.",
                    file=str(parent),
                )
        self._checked.add(path.parent)

    def write_all(self, files: Mapping[str, str | bytes]) -> None:
        for name, content in files.items():
            self.write(name, content)

    def copy(
        self, source: Path, below: str = "", change: Change = lambda _name, content: content
    ) -> frozenset[Path]:
        """Copies every file of a folder into the output, and returns the new paths."""
        # `check` reports links, but one may have been added since.
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
        """Removes all files that this build didn't write."""
        kept = self._written | set(map(compressed_path, self._written))
        for path in sorted(self.folder.rglob("*"), reverse=True):
            if path.is_dir() and not path.is_symlink():
                if not any(path.iterdir()):
                    path.rmdir()
            elif path not in kept:
                path.unlink()


def compressed_path(path: Path) -> Path:
    """The Brotli copy of a file."""
    return path.with_name(f"{path.name}.br")
