"""Runs the commands of setup, with the downloaded Node on their path."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BOOT = ROOT / ".boot"
"""uv, Node and pnpm."""


class SetupError(Exception):
    """Setup can't continue; the message says what to do."""


def run(command: Sequence[str], *, hint: str, directory: Path = ROOT) -> None:
    """Runs a command; raises `SetupError` with the hint if it fails."""
    try:
        code = subprocess.run(
            command, cwd=directory, env=assemble_environment(os.environ)
        ).returncode
    except OSError as error:
        raise SetupError(f"Couldn't start {command[0]}: {error.strerror}.\n{hint}") from error
    if code != 0:
        raise SetupError(f"This command failed (exit code {code}): {' '.join(command)}\n{hint}")


def assemble_environment(environment: Mapping[str, str]) -> dict[str, str]:
    path = f"{BOOT / 'bin'}{os.pathsep}{environment.get('PATH', os.defpath)}"
    return {
        **environment,
        "PATH": path,
        "CI": "true",  # setup asks its own questions; these programs must not prompt
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "UV_PYTHON_DOWNLOADS": "never",
        # Otherwise pnpm tries to add itself to the lock file, which fails because it is frozen.
        "pnpm_config_pm_on_fail": "ignore",
    }
