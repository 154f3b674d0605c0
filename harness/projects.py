"""Projects of readers: the built packages installed somewhere else, and some files of their own."""

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
"""What the templates of today's build tools begin with."""


def write_project(
    folder: Path, files: Mapping[str, str], packages: Iterable[str] = LIBRARY
) -> Path:
    """A project with some packages, what these need, and the frameworks."""
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
    """These packages and all that they bring along."""
    found: set[str] = set()
    waiting = [*packages]
    while waiting:
        name = waiting.pop()
        found.add(name)
        dependencies: dict[str, Any] = load_manifest(name).get("dependencies", {})
        waiting += [
            other.removeprefix("@tuffet/")
            for other in dependencies
            if other.removeprefix("@tuffet/") not in found
        ]
    return found


def change_package(project: Path, pattern: str, before: str, after: str) -> None:
    """Replaces code that exactly one file of the installed library contains once."""
    files = (project / "node_modules/@tuffet").glob(pattern)
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    counts = {file.name: text.count(before) for file, text in texts.items() if before in text}
    assert list(counts.values()) == [1], f"{before!r} in {pattern}: {counts}"
    for file, text in texts.items():
        file.write_text(text.replace(before, after), encoding="utf-8")
