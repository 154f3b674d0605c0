"""The target folder of an import.

The folder stores a list of the written files and their digests. With it, a later import only
replaces files that an earlier one wrote and that are unchanged.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

import msgspec

from docsite.errors import OutputError

LIST_FILE = ".docsite-import.json"
Digests = Mapping[str, Sequence[str]]
"""The possible digests of each unchanged file, keyed by path. While files are replaced, there are
two for each, so that an interrupted import can be repeated."""
_MAX_NAMED = 10


def check_target(target: Path, inputs: Sequence[Path], is_forced: bool) -> None:
    """Rejects targets that can't be written, before anything is converted."""
    folder = target.resolve()
    if any(folder.is_relative_to(one) or one.is_relative_to(folder) for one in inputs):
        hint = (
            "Choose a folder outside of the project. After the import, you can move it into the "
            "project."
        )
        raise OutputError("the target overlaps with the project", hint=hint, file=str(target))
    if target.exists() and not target.is_dir():
        hint = "Choose a new or empty folder."
        raise OutputError("the target isn't a folder", hint=hint, file=str(target))
    if not target.is_dir() or not any(target.iterdir()):
        return
    earlier = _load(folder)
    if earlier is None:
        hint = "Choose a new or empty folder."
        raise OutputError("the target isn't empty", hint=hint, file=str(target))
    if not is_forced:
        hint = "Choose another folder, or use --force to replace files that you haven't changed."
        raise OutputError("the target contains an earlier import", hint=hint, file=str(target))
    _refuse(target, _find_changed(folder, earlier, ()))


def move_import(source: Path, target: Path) -> None:
    """Moves the files of a finished import from `source` to `target`. Removes files that only the
    earlier import wrote. Other files stay unchanged."""
    folder = target.resolve()
    earlier = _load(folder) or {}
    new = {name: [_digest(source / name)] for name in _list_files(source)}
    _refuse(target, _find_changed(folder, earlier, [*new]))
    folder.mkdir(parents=True, exist_ok=True)
    names = sorted({*earlier, *new})
    _save(folder, {name: [*earlier.get(name, ()), *new.get(name, ())] for name in names}, source)
    for name in earlier.keys() - new.keys():
        _remove(folder, name)
    for name in new:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        (source / name).replace(path)
    _save(folder, new, source)


def _refuse(target: Path, changed: Sequence[str]) -> None:
    if changed:
        more = len(changed) - _MAX_NAMED
        names = ", ".join(changed[:_MAX_NAMED]) + (f" and {more} more" if more > 0 else "")
        hint = (
            "Import to another folder and copy your changes, or move these files elsewhere and "
            "apply your changes again after the import."
        )
        message = f"the import would overwrite your changes: {names}"
        raise OutputError(message, hint=hint, file=str(target))


def _find_changed(folder: Path, earlier: Digests, new: Sequence[str]) -> list[str]:
    """Returns the files that differ from those of the earlier import, or that it didn't write."""
    names = sorted({*earlier, *new})
    return [name for name in names if not _is_replaceable(folder, name, earlier.get(name, ()))]


def _is_replaceable(folder: Path, name: str, digests: Sequence[str]) -> bool:
    path = folder / name
    if path.is_symlink() or path.resolve() != path:
        return False
    parents = path.parents[: len(Path(name).parts) - 1]
    if any(parent.exists() and not parent.is_dir() for parent in parents):
        return False
    return not path.exists() or (path.is_file() and _digest(path) in digests)


def _list_files(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix()


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _load(folder: Path) -> Digests | None:
    """Returns `None` if the folder contains no import."""
    try:
        found = msgspec.json.decode((folder / LIST_FILE).read_bytes(), type=dict[str, list[str]])
    except (OSError, msgspec.DecodeError):
        return None
    paths = map(PurePosixPath, found)
    is_inside = all(not path.is_absolute() and ".." not in path.parts for path in paths)
    return found if is_inside else None


def _save(folder: Path, digests: Digests, source: Path) -> None:
    """Writes the list to `source` first, so that `folder` never contains an incomplete one."""
    draft = source / LIST_FILE
    draft.write_bytes(msgspec.json.format(msgspec.json.encode(digests)) + b"\n")
    draft.replace(folder / LIST_FILE)


def _remove(folder: Path, name: str) -> None:
    """Removes a file, and the folders that become empty."""
    path = folder / name
    path.unlink(missing_ok=True)
    while (path := path.parent) != folder and path.is_dir() and not any(path.iterdir()):
        path.rmdir()
