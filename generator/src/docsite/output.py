"""The folder that a build writes: only what has changed, and nothing that is left over."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from docsite.config import CONFIG_FILE
from docsite.errors import ConfigError
from docsite.records import Mount

COMPRESSED = (".br", ".gz")


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
        data = content.encode() if isinstance(content, str) else content
        self._written.add(path)
        if path.is_file() and path.read_bytes() == data:
            return
        # Gone before the file changes: a compressed form is never older than what it stands for.
        for suffix in COMPRESSED:
            compressed_path(path, suffix).unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def write_all(self, files: Mapping[str, str]) -> None:
        for name, text in files.items():
            self.write(name, text)

    def copy(self, source: Path, below: str = "") -> frozenset[Path]:
        """Takes over every file of a folder, `below` another if so; tells where they are now."""
        names = sorted(
            path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()
        )
        for name in names:
            self.write(below + name, (source / name).read_bytes())
        return frozenset(self.folder / (below + name) for name in names)

    def copy_mount(self, mount: Mount, docs: Path) -> None:
        """Takes over what something else has built."""
        source = (docs / mount.folder).resolve()
        if not (source / "index.html").is_file():
            raise ConfigError(
                f"mounts: {mount.folder} has no index.html",
                hint=f"Run `{mount.made_by}` first.",
                file=str(docs / CONFIG_FILE),
            )
        self.copy(source, mount.path.removeprefix("/"))

    def remove_rest(self) -> None:
        """Removes what this build did not write."""
        kept = self._written | {
            compressed_path(path, suffix) for path in self._written for suffix in COMPRESSED
        }
        for path in sorted(self.folder.rglob("*"), reverse=True):
            if path.is_dir():
                if not any(path.iterdir()):
                    path.rmdir()
            elif path not in kept:
                path.unlink()


def compressed_path(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)
