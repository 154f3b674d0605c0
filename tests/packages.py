"""The built packages: where they are, and bundles of them for a browser."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "packages"
LIBRARY = ("shared", "core", "hooks", "vue-hooks", "react-hooks")
NAMES = (*LIBRARY, "analytics")
BIN = ROOT / "node_modules" / ".bin"

_BOOT_BIN = ROOT / ".boot" / "node_modules" / ".bin"


def load_manifest(name: str) -> dict[str, Any]:
    """The `package.json` of a package."""
    manifest: dict[str, Any] = json.loads(
        (PACKAGES / name / "package.json").read_text(encoding="utf-8")
    )
    return manifest


def entry_points(name: str) -> list[str]:
    """What a user may import: `@tuffet/core`, `@tuffet/core/testing`, …"""
    manifest = load_manifest(name)
    paths = [path for path in manifest["exports"] if path != "./package.json"]
    return [manifest["name"] + path.removeprefix(".") for path in paths]


def check_built() -> list[str]:
    """Packages whose output is missing, or older than what it is built from."""
    problems = []
    for name in NAMES:
        outputs = [file.stat().st_mtime for file in (PACKAGES / name / "dist").glob("*")]
        sources = [file.stat().st_mtime for file in (PACKAGES / name / "src").rglob("*.ts")]
        if not outputs or min(outputs) < max(sources):
            problems.append(f"packages/{name}/dist is missing or out of date: run `make build`.")
    return problems


def run(command: Sequence[str], *, directory: Path = ROOT, source: str | None = None) -> str:
    """The output of a command with the workspace's own tools in reach; it must succeed."""
    path = os.pathsep.join([str(BIN), str(_BOOT_BIN), os.environ.get("PATH", os.defpath)])
    done = subprocess.run(
        command,
        cwd=directory,
        env={**os.environ, "PATH": path},
        input=source,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout


def bundle(source: str, *, directory: Path = PACKAGES / "hooks") -> bytes:
    """One classic script of some code that imports built packages, as seen from that folder."""
    # Without a configuration of its own, esbuild would follow the workspace's paths to the sources.
    command = ["esbuild", "--bundle", "--format=iife", "--tsconfig-raw={}", "--log-level=warning"]
    define = '--define:process.env.NODE_ENV="production"'
    return run([*command, define], directory=directory, source=source).encode()
