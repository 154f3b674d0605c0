"""Temporary projects with the built packages in `node_modules`, like the projects of users."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from harness.packages import LIBRARY, load_manifest
from harness.paths import PACKAGES, ROOT

_FRAMEWORKS = ("react", "react-dom", "vue", "@types/react", "@types/react-dom")

_TSCONFIG = {
    "compilerOptions": {
        "target": "ES2022",
        "module": "ESNext",
        "moduleResolution": "Bundler",
        "moduleDetection": "force",
        "lib": ["ES2022", "DOM", "DOM.Iterable"],
        "jsx": "react-jsx",
        "types": [],
        "strict": True,
        "skipLibCheck": True,
        "noEmit": True,
    },
    "include": ["**/*"],
}
"""The settings of current project templates."""


def write_project(
    folder: Path, files: Mapping[str, str], packages: Iterable[str] = LIBRARY
) -> Path:
    """Creates a project with some packages, their dependencies and the frameworks."""
    modules = folder / "node_modules"
    for name in find_dependencies(packages):
        shutil.copytree(PACKAGES / name / "dist", modules / "@tuffet" / name / "dist")
        shutil.copy(PACKAGES / name / "package.json", modules / "@tuffet" / name)
    for name in _FRAMEWORKS:
        (modules / name).parent.mkdir(exist_ok=True)
        (modules / name).symlink_to(ROOT / "node_modules" / name)
    (folder / "tsconfig.json").write_text(json.dumps(_TSCONFIG), encoding="utf-8")
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def find_dependencies(packages: Iterable[str]) -> set[str]:
    """Returns the packages and their transitive dependencies."""
    found: set[str] = set()
    queue = [*packages]
    while queue:
        name = queue.pop()
        found.add(name)
        dependencies: dict[str, Any] = load_manifest(name).get("dependencies", {})
        queue += [
            other.removeprefix("@tuffet/")
            for other in dependencies
            if other.removeprefix("@tuffet/") not in found
        ]
    return found


def change_package(project: Path, pattern: str, before: str, after: str) -> None:
    """Replaces code in the installed library. It must occur exactly once."""
    files = (project / "node_modules/@tuffet").glob(pattern)
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    counts = {file.name: text.count(before) for file, text in texts.items() if before in text}
    assert list(counts.values()) == [1], f"{before!r} in {pattern}: {counts}"
    for file, text in texts.items():
        file.write_text(text.replace(before, after), encoding="utf-8")
