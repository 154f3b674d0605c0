"""The TypeScript compiler of the project that a site documents. docsite contains none."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from docsite.errors import ConfigError
from docsite.site.config import CONFIG_FILE

_PACKAGE = "node_modules/typescript"
_FIRST_NATIVE = 7
"""The first major version of the package without a compiler API for JavaScript."""
_INSTALL = "Install it with `npm install --save-dev typescript@6`, or remove `hovers`."


@dataclass(frozen=True)
class TypeScript:
    """An installed compiler."""

    script: Path
    """The path of the module with its API."""
    version: str


def find_typescript(folders: Iterable[Path]) -> TypeScript:
    """Returns the first compiler in `node_modules` of a folder or its parents, like Node's
    resolution."""
    searched = [folder.resolve() for folder in folders]
    for parent in (parent for folder in searched for parent in (folder, *folder.parents)):
        manifest = parent / _PACKAGE / "package.json"
        if manifest.is_file():
            version = str(json.loads(manifest.read_text(encoding="utf-8"))["version"])
            return _require_api(TypeScript(manifest.parent / "lib/typescript.js", version))
    raise ConfigError(
        f"hovers: TypeScript isn't installed in {searched[0]} or a parent folder",
        hint=_INSTALL,
        file=CONFIG_FILE,
    )


def _require_api(found: TypeScript) -> TypeScript:
    if int(found.version.partition(".")[0]) >= _FIRST_NATIVE:
        raise ConfigError(
            f"hovers: TypeScript {found.version} has no compiler API for other programs",
            hint=_INSTALL,
            file=CONFIG_FILE,
        )
    return found
