"""Runs programs of the system and of the workspace."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from harness.paths import BIN, ROOT

_BOOT_BIN = ROOT / ".boot" / "node_modules" / ".bin"

TIMEOUT_S = 300
"""The limit for programs that hang."""


def find_program(name: str) -> str:
    """Returns the path of a program. Debian's servers are in folders that may not be in `PATH`."""
    folders = [os.environ.get("PATH", os.defpath), "/usr/local/sbin", "/usr/sbin"]
    found = shutil.which(name, path=os.pathsep.join(folders))
    if not found:
        raise RuntimeError(f"{name} is not installed. Run `make setup`.")
    return found


def find_browser(*names: str) -> str | None:
    """Returns the path of the first installed browser. On macOS, a name can be an application."""
    applications = [f"/Applications/{name}.app/Contents/MacOS/{name}" for name in names]
    return next(filter(None, map(shutil.which, (*names, *applications))), None)


def run(command: Sequence[str], *, directory: Path = ROOT, source: str | None = None) -> str:
    """Runs a command with the workspace's tools in `PATH`. Fails if it does; returns its output."""
    path = os.pathsep.join([str(BIN), str(_BOOT_BIN), os.environ.get("PATH", os.defpath)])
    done = subprocess.run(
        command,
        cwd=directory,
        env={**os.environ, "PATH": path},
        input=source,
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT_S,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout
