"""Virtual environments with a wheel and its locked dependencies, from uv's cache.

`make setup` has filled the cache, so nothing is downloaded.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement

from harness.paths import ROOT, UV

_LOCK = ROOT / "requirements.lock"


def install_wheel(wheel: Path, environment: Path) -> Path:
    """Creates the environment and returns the folder with its programs."""
    name = wheel.name.partition("-")[0]
    _uv("venv", "--python", sys.executable, str(environment))
    programs = environment / ("Scripts" if sys.platform == "win32" else "bin")
    python = f"--python={environment}"
    pins = environment / "requirements.txt"
    pins.write_text("\n".join(_list_pins(name)), encoding="utf-8")
    install = ("pip", "install", "--offline", "--no-deps", python)
    _uv(*install, "--require-hashes", "--requirement", str(pins))
    _uv(*install, str(wheel))
    # Fails if a requirement of the wheel or of a dependency isn't met.
    _uv("pip", "check", python)
    return programs


def _list_pins(name: str) -> list[str]:
    """The entries of the lock file that a package depends on, directly or not."""
    blocks = re.split(r"\n(?=\S)", _LOCK.read_text(encoding="utf-8"))
    pins = {re.split(r"[=\s]", block, maxsplit=1)[0]: block for block in blocks}
    needed: set[str] = set()
    waiting = [name]
    while waiting:
        found = {
            re.sub(r"[-_.]+", "-", requirement.name).lower()
            for requirement in map(Requirement, requires(waiting.pop()) or ())
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        }
        waiting += found - needed
        needed |= found
    return [pins[each] for each in sorted(needed)]


def _uv(*arguments: str) -> None:
    command = [str(UV), *arguments, "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
