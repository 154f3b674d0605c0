"""The platforms that setup supports, with npm's names."""

from __future__ import annotations

import platform as system_platform
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from scripts.setup.commands import SetupError

MINIMUM_PYTHON = (3, 11)

_OPERATING_SYSTEMS = {"Linux": "linux", "Darwin": "darwin"}
_PROCESSORS = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}


@dataclass(frozen=True)
class Platform:
    """An operating system and a processor."""

    os: str
    cpu: str

    def __str__(self) -> str:
        return f"{self.os}-{self.cpu}"

    @property
    def pnpm_package(self) -> str:
        """The npm package with the pnpm executable."""
        return f"@pnpm/exe.{self}"


PLATFORMS = tuple(Platform(os, cpu) for os in ("linux", "darwin") for cpu in ("x64", "arm64"))


def find_platform(system: str, machine: str) -> Platform | None:
    """Returns the platform for what Python's `platform` module reports, if it is supported."""
    found = Platform(_OPERATING_SYSTEMS.get(system, ""), _PROCESSORS.get(machine.lower(), ""))
    return found if found in PLATFORMS else None


def check_python(version: Sequence[int]) -> list[str]:
    """Returns a problem if this Python is too old."""
    if tuple(version[:2]) >= MINIMUM_PYTHON:
        return []
    found = ".".join(map(str, version[:2]))
    needed = ".".join(map(str, MINIMUM_PYTHON))
    return [
        f"This is Python {found}, but setup requires {needed} or later. "
        "Install a newer version and run `make setup PYTHON=<path>`."
    ]


def require_platform() -> Platform:
    """Returns the platform of this machine; raises `SetupError` if setup can't support it."""
    system, machine = system_platform.system(), system_platform.machine()
    found = find_platform(system, machine)
    problems = check_python(sys.version_info[:2])
    if not found:
        problems.append(
            f"This is {system} on {machine}, but setup requires Linux or macOS on x86-64 or arm64. "
            "On Windows, use Debian in WSL. On other systems, use the dev container."
        )
    if problems or not found:
        raise SetupError("\n".join(problems))
    return found
