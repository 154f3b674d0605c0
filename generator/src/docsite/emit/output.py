"""The folder that a build writes: only what has changed, and nothing that is left over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from docsite.errors import ConfigError, OutputError
from docsite.pages.content import find_symlinks
from docsite.records import Mount
from docsite.site.config import CONFIG_FILE

COMPRESSED = (".br", ".gz")

Change = Callable[[str, bytes], bytes]
"""Changes a file on its way, given its name and its content."""


def check_output(folder: Path, record: str, sources: Iterable[Path] = ()) -> None:
    """Stops unless a folder is ours to write: everything else in it goes.

    It is ours when it is new or empty, or holds the record that a build leaves. `sources` are
    folders that a build reads; the first holds the pages.
    """
    for index, source in enumerate(sources):
        is_inside = index == 0 and _contains(source, folder)
        if is_inside or _contains(folder, source):
            raise OutputError(
                f"the output folder and {source} overlap",
                hint="Choose an empty or new folder outside of it.",
                file=str(folder),
            )
    is_empty = not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))
    if not is_empty and not (folder / record).is_file():
        raise OutputError(
            "this folder contains files that docsite did not write and would delete",
            hint="Choose an empty or new folder, or empty this one yourself.",
            file=str(folder),
        )


def _contains(outer: Path, inner: Path) -> bool:
    return inner.resolve().is_relative_to(outer.resolve())


def find_mount(mount: Mount, docs: Path) -> Path:
    """The folder that something else has built; stops when nothing has."""
    source = (docs / mount.folder).resolve()
    if not (source / "index.html").is_file():
        raise ConfigError(
            f"mounts: {mount.folder} has no index.html",
            hint=f"Run `{mount.made_by}` first.",
            file=str(docs / CONFIG_FILE),
        )
    return source


class Output:
    """Remembers what a build wrote, so that the rest can go."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._written: set[Path] = set()

    @property
    def files(self) -> tuple[Path, ...]:
        return tuple(sorted(self._written))

    def write(self, name: str, content: str | bytes) -> None:
        """Writes a file unless it is there already, so that what depends on it stays too."""
        path = self.folder / name
        self._check_place(path)
        data = content.encode() if isinstance(content, str) else content
        self._written.add(path)
        if path.is_file() and path.read_bytes() == data:
            return
        # Gone before the file changes: a compressed form is never older than what it stands for.
        for suffix in COMPRESSED:
            compressed_path(path, suffix).unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def _check_place(self, path: Path) -> None:
        """Stops where a symbolic link would lead out of the folder."""
        for place in (path, *path.parents):
            if place == self.folder:
                return
            if place.is_symlink():
                raise OutputError(
                    "the site cannot be written through a symbolic link",
                    hint="Remove the link, and build again.",
                    file=str(place),
                )

    def write_all(self, files: Mapping[str, str | bytes]) -> None:
        for name, content in files.items():
            self.write(name, content)

    def copy(
        self, source: Path, below: str = "", change: Change = lambda _name, content: content
    ) -> frozenset[Path]:
        """Takes over every file of a folder, `below` another if so; tells where they are now."""
        # `check` reports these; a link may also have come since.
        for link in find_symlinks(source):
            raise OutputError(
                "a symbolic link is not published",
                hint="Replace it by the file or folder itself.",
                file=str(link),
            )
        names = sorted(
            path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()
        )
        for name in names:
            self.write(below + name, change(name, (source / name).read_bytes()))
        return frozenset(self.folder / (below + name) for name in names)

    def remove_rest(self) -> None:
        """Removes what this build did not write."""
        kept = self._written | {
            compressed_path(path, suffix) for path in self._written for suffix in COMPRESSED
        }
        for path in sorted(self.folder.rglob("*"), reverse=True):
            if path.is_dir() and not path.is_symlink():
                if not any(path.iterdir()):
                    path.rmdir()
            elif path not in kept:
                path.unlink()


def compressed_path(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)
