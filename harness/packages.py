"""The built packages: names, manifests, and whether they are built."""

from __future__ import annotations

import json
from typing import Any

from harness.paths import PACKAGES

LIBRARY = ("shared", "core", "hooks", "vue-hooks", "react-hooks")
NAMES = (*LIBRARY, "analytics", "devtools")


def load_manifest(name: str) -> dict[str, Any]:
    """Returns the `package.json` of a package."""
    manifest: dict[str, Any] = json.loads(
        (PACKAGES / name / "package.json").read_text(encoding="utf-8")
    )
    return manifest


def entry_points(name: str) -> list[str]:
    """Returns the import specifiers of a package: `@tuffet/core`, `@tuffet/core/testing`, …"""
    manifest = load_manifest(name)
    paths = [path for path in manifest["exports"] if path != "./package.json"]
    return [manifest["name"] + path.removeprefix(".") for path in paths]


def check_built() -> list[str]:
    """Returns one problem per package that isn't built."""
    return [
        f"packages/{name} is not built. Run `make build`."
        for name in NAMES
        if not (PACKAGES / name / "dist" / "index.mjs").is_file()
    ]


def check_current() -> list[str]:
    """Returns one problem per package whose output is missing or older than its sources."""
    problems = []
    for name in NAMES:
        outputs = [file.stat().st_mtime for file in (PACKAGES / name / "dist").glob("*")]
        sources = [file.stat().st_mtime for file in (PACKAGES / name / "src").rglob("*.ts")]
        if not outputs or min(outputs) < max(sources):
            problems.append(f"packages/{name}/dist is missing or out of date: run `make build`.")
    return problems
