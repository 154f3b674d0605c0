"""Installs other generators in the versions of peers.toml, each into its own folder."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

from benchmarks.site.processes import CommandError
from harness.paths import ROOT

PINS = Path(__file__).with_name("peers.toml")
TOOLS = "tools"
"""The virtual environment of a generator in Python."""
_INSTALLED = "installed.json"
"""Contains the pins of the last complete installation."""
_WORKSPACE = "allowBuilds:\n  core-js: false\n  esbuild: true\n  sharp: true\n"
_UV = str(ROOT / ".boot/bin/uv")
_PNPM = str(ROOT / ".boot/node_modules/.bin/pnpm")

Pins = Mapping[str, Mapping[str, str]]
"""Versions by package, by registry: `npm` or `pypi`. `overrides` are indirect dependencies."""


def load_pins(name: str) -> Pins:
    pins: Pins = tomllib.loads(PINS.read_text(encoding="utf-8"))[name]
    return pins


def version_of(name: str) -> str:
    """Returns the version of the first package of a generator."""
    return next(version for pins in load_pins(name).values() for version in pins.values())


def install(name: str, folder: Path) -> None:
    """Installs a generator, unless the folder already contains these versions."""
    pins = load_pins(name)
    record = folder / _INSTALLED
    if record.exists() and json.loads(record.read_text(encoding="utf-8")) == pins:
        return
    folder.mkdir(parents=True, exist_ok=True)
    if "npm" in pins:
        _install_npm(folder, pins["npm"], pins.get("overrides", {}))
    if "pypi" in pins:
        _install_pypi(folder, pins["pypi"])
    record.write_text(json.dumps(pins), encoding="utf-8")


def _install_npm(folder: Path, pins: Mapping[str, str], overrides: Mapping[str, str]) -> None:
    manifest = {"private": True, "dependencies": dict(pins)}
    (folder / "package.json").write_text(json.dumps(manifest, indent=2), encoding="utf-8")
    # Its own workspace, because the folder is inside ours.
    # JSON is YAML.
    workspace = f"{_WORKSPACE}overrides: {json.dumps(dict(overrides))}\n"
    (folder / "pnpm-workspace.yaml").write_text(workspace, encoding="utf-8")
    _run(folder, _PNPM, "install", "--no-frozen-lockfile")


def _install_pypi(folder: Path, pins: Mapping[str, str]) -> None:
    _run(folder, _UV, "venv", "--quiet", "--clear", "--python", sys.executable, TOOLS)
    packages = [f"{name}=={version}" for name, version in pins.items()]
    _run(folder, _UV, "pip", "install", "--quiet", "--python", f"{TOOLS}/bin/python", *packages)


def _run(folder: Path, *command: str) -> None:
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if result.returncode:
        raise CommandError(f"{' '.join(command)} failed:\n{result.stdout}{result.stderr}")
