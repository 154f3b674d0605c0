"""Watches folders, which other tools can create, delete and replace in the meantime."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing, suppress
from pathlib import Path

from watchfiles import Change, DefaultFilter, awatch

from docsite.errors import DocsiteError

_LONGEST_WAIT_MS = 50
_QUIET_MS = 10
"""How long files must be unchanged before a build starts, because editors write in several
steps."""
_POLL_MS = 500
"""How often to look for new and replaced folders."""


class Watched:
    """The folders whose changes start a build."""

    def __init__(
        self,
        sources: Sequence[Path],
        find_built: Callable[[], Sequence[Path]] = tuple,
        written: Sequence[Path] = (),
    ) -> None:
        """`find_built` returns the folders that other tools build, and raises an error if the
        configuration is invalid. Changes in `written`, the folders of builds, are ignored."""
        self.sources = sources
        self.written = written
        self._find_built = find_built
        self._built = find_built()

    def find(self) -> Sequence[Path]:
        """Returns all folders, also those that don't exist."""
        with suppress(DocsiteError):  # the build reports it
            self._built = self._find_built()
        return (*self.sources, *self._built)


async def watch_folders(watched: Watched) -> AsyncGenerator[None, None]:
    """Yields after changes, also if they happened between two iterations."""
    is_restarted = False
    while True:
        existing = _identify(watched.find())
        batches = awatch(
            *existing,
            watch_filter=create_filter(existing, watched.written),
            debounce=_LONGEST_WAIT_MS,
            step=_QUIET_MS,
            rust_timeout=_POLL_MS,
            yield_on_timeout=True,
        )
        # A folder can be deleted before it is watched.
        with suppress(FileNotFoundError):
            async with aclosing(batches):
                async for changes in batches:
                    # A new folder can have the inode of the deleted one.
                    is_deleted = any(
                        change == Change.deleted and Path(path) in existing
                        for change, path in changes
                    )
                    if is_deleted or _identify(watched.find()) != existing:
                        break
                    # Nothing was watched while it restarted.
                    if changes or is_restarted:
                        yield
                    is_restarted = False
        is_restarted = True


def _identify(folders: Iterable[Path]) -> Mapping[Path, int]:
    """Returns the inodes of the folders that exist."""
    found: dict[Path, int] = {}
    for folder in folders:
        with suppress(OSError):
            found[folder.resolve()] = folder.stat().st_ino
    return found


def create_filter(
    watched: Iterable[Path], written: Iterable[Path]
) -> Callable[[Change, str], bool]:
    """Returns a function that accepts a change if the innermost of these folders is watched."""
    is_source = DefaultFilter()
    ignored = {folder.resolve() for folder in written}.difference(watched)
    folders = sorted(ignored.union(watched), key=lambda folder: len(folder.parts), reverse=True)

    def accept(change: Change, path: str) -> bool:
        inner = next((folder for folder in folders if Path(path).is_relative_to(folder)), None)
        return inner not in ignored and is_source(change, path)

    return accept
