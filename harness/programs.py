"""Programs of the system and of the workspace."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from harness.paths import BIN, ROOT

_BOOT_BIN = ROOT / ".boot" / "node_modules" / ".bin"

TIMEOUT_S = 300
"""No program of a test takes that long: it hangs."""


def find_program(name: str) -> str:
    """The path of a program. Debian's servers are in folders that aren't on every user's path."""
    places = [os.environ.get("PATH", os.defpath), "/usr/local/sbin", "/usr/sbin"]
    found = shutil.which(name, path=os.pathsep.join(places))
    if not found:
        raise RuntimeError(f"{name} is not installed. Run `make setup`.")
    return found


def find_browser(*names: str) -> str | None:
    """The path of the first browser that is installed; on macOS, names can be applications."""
    applications = [f"/Applications/{name}.app/Contents/MacOS/{name}" for name in names]
    return next(filter(None, map(shutil.which, (*names, *applications))), None)


def run(command: Sequence[str], *, directory: Path = ROOT, source: str | None = None) -> str:
    """The output of a command that finds the workspace's tools on its path and must succeed."""
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
