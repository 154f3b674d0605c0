"""The list of the files that docsite wrote to an output folder. A build deletes and replaces no
others."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath

import msgspec

from docsite.errors import OutputError
from docsite.records.assets import ASSETS_FOLDER, MANIFEST_FILE, RECORD_FILE

_HASHED = re.compile(rf"(.+/)?{ASSETS_FOLDER}/(.*[./])?[0-9a-f]{{8,16}}([./].*)?")


@dataclass(frozen=True)
class Manifest:
    """The files that docsite wrote. Names are relative to the folder, with slashes."""

    names: Set[str]
    is_assumed: bool = False
    """Whether an earlier release, which had no manifest, wrote the folder. Its builds deleted all
    other files, so any file that a build replaces was written by one."""

    def __contains__(self, name: object) -> bool:
        return self.is_assumed or (isinstance(name, str) and fold(name) in self.names)


def load_manifest(folder: Path) -> Manifest | None:
    """Returns `None` if docsite didn't write to the folder."""
    try:
        names = msgspec.convert(json.loads((folder / MANIFEST_FILE).read_bytes()), list[str])
    except (OSError, ValueError):
        if not (folder / RECORD_FILE).is_file():
            return None
        # All of them are from docsite: `public/assets/` is reserved.
        own = filter(_HASHED.fullmatch, list_visible(folder))
        return Manifest(frozenset(map(fold, own)), is_assumed=True)
    return Manifest(frozenset(map(fold, filter(_is_inner, names))))


def _is_inner(name: str) -> bool:
    """Returns whether a path can't leave the folder, on any system."""
    return (
        not name.startswith("/")
        and not {"", ".", ".."} & set(name.split("/"))
        and not PureWindowsPath(name).drive
        and "\\" not in name
    )


def render_manifest(names: Iterable[str]) -> bytes:
    """One name per line, so that a site in a Git branch has readable changes."""
    return json.dumps(sorted(names), indent=0).encode()


def list_files(folder: Path) -> Iterator[str]:
    """Yields the names of all files. Links to folders aren't followed."""
    for path, _, files in os.walk(folder):
        inner = Path(path).relative_to(folder)
        yield from ((inner / name).as_posix() for name in files)


def list_visible(folder: Path) -> Iterator[str]:
    """Yields the names that don't start with a dot and aren't in such a folder."""
    return (name for name in list_files(folder) if "/." not in f"/{name}")


def fold(name: str) -> str:
    """Windows and macOS ignore case, and preserve the case of an existing file."""
    return name.casefold() if sys.platform in ("win32", "darwin") else name


def check_output(folder: Path, sources: Iterable[Path] = ()) -> None:
    """Raises an error unless a build may write to a folder.

    It may if the folder is new, empty, contains only entries whose name starts with a dot, such as
    `.git`, or has a manifest. `sources` are the folders that a build reads; the first one contains
    the pages.
    """
    for index, source in enumerate(sources):
        is_inside = index == 0 and _contains(source, folder)
        if is_inside or _contains(folder, source):
            raise OutputError(
                f"the output folder and {source} overlap",
                hint="Choose a new or empty folder outside it.",
                file=str(folder),
            )
    if folder.exists() and not folder.is_dir():
        raise OutputError("this is a file", hint="Choose a new or empty folder.", file=str(folder))
    found = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
    others = [name for name in found if not name.startswith(".")]
    if others and load_manifest(folder) is None:
        raise OutputError(
            f"this folder contains files that docsite didn't write, such as {others[0]}",
            hint="Choose a new or empty folder, or move them elsewhere. Files to publish with the "
            "site, such as CNAME, belong in public/.",
            file=str(folder),
        )


def _contains(outer: Path, inner: Path) -> bool:
    return inner.resolve().is_relative_to(outer.resolve())
