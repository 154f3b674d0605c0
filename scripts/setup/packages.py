"""System packages from apt or Homebrew: browsers, servers and fonts."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from scripts.setup.commands import SetupError, run
from scripts.setup.platforms import Platform


@dataclass(frozen=True)
class SystemPackage:
    """A package that the system must provide."""

    purpose: str
    is_present: Callable[[], bool]
    apt: str | None = None
    """The Debian package; None if Linux doesn't need one."""
    brew: str | None = None
    """The Homebrew formula or cask; None if macOS already has it, or if there is none."""
    service: str | None = None
    """The service that Debian would start on installation and at boot."""

    def name_on(self, platform: Platform) -> str | None:
        return self.apt if platform.os == "linux" else self.brew


def _has_command(*names: str) -> Callable[[], bool]:
    def is_present() -> bool:
        # Debian installs servers in folders that aren't on every user's path.
        path = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/local/sbin", "/usr/sbin"])
        return any(shutil.which(name, path=path) for name in names)

    return is_present


def _has_file(*patterns: str) -> Callable[[], bool]:
    """Patterns are relative to the root of the file system."""
    return lambda: any(any(Path("/").glob(pattern)) for pattern in patterns)


def _has_any(*checks: Callable[[], bool]) -> Callable[[], bool]:
    return lambda: any(check() for check in checks)


SYSTEM_PACKAGES = (
    SystemPackage(
        "virtual environments",
        lambda: importlib.util.find_spec("ensurepip") is not None,
        apt="python3-venv",
    ),
    SystemPackage("version control", _has_command("git"), apt="git", brew="git"),
    SystemPackage("a newer GNU Make, named gmake", _has_command("gmake"), brew="make"),
    SystemPackage(
        "browser tests",
        _has_any(
            _has_command("chromium-headless-shell", "chromium", "google-chrome"),
            _has_file("Applications/Chromium.app", "Applications/Google Chrome.app"),
        ),
        apt="chromium-headless-shell",
        brew="google-chrome",
    ),
    SystemPackage(
        "browser tests",
        _has_any(_has_command("firefox-esr", "firefox"), _has_file("Applications/Firefox.app")),
        apt="firefox-esr",
        brew="firefox",
    ),
    SystemPackage("browser tests", _has_command("WebKitWebDriver"), apt="webkit2gtk-driver"),
    SystemPackage("a virtual display for WebKit", _has_command("Xvfb"), apt="xvfb"),
    SystemPackage(
        "Chinese fonts for browser tests",
        _has_file("usr/share/fonts/**/*CJK*"),
        apt="fonts-noto-cjk",
    ),
    SystemPackage(
        "tests of the site", _has_command("nginx"), apt="nginx", brew="nginx", service="nginx"
    ),
    SystemPackage(
        "Brotli compression in nginx",
        _has_file("usr/lib/nginx/modules/ngx_http_brotli_static_module.so"),
        apt="libnginx-mod-http-brotli-static",
    ),
    SystemPackage(
        "the collector's database",
        _has_file(
            "usr/lib/postgresql/*/bin/postgres",
            "opt/homebrew/opt/postgresql@*/bin/postgres",
            "usr/local/opt/postgresql@*/bin/postgres",
        ),
        apt="postgresql",
        brew="postgresql@18",
        service="postgresql",
    ),
    SystemPackage(
        "tests of the site", _has_command("caddy"), apt="caddy", brew="caddy", service="caddy"
    ),
)

SERVICE_POLICY = Path("/usr/sbin/policy-rc.d")
"""If this program exists, Debian runs it to decide whether a service may start; 101 means no."""


def find_missing(platform: Platform) -> list[SystemPackage]:
    return [
        package
        for package in SYSTEM_PACKAGES
        if package.name_on(platform) and not package.is_present()
    ]


def render_packages(platform: Platform, packages: Iterable[SystemPackage]) -> str:
    return "\n".join(f"  {package.name_on(platform)}: {package.purpose}" for package in packages)


def install_system_packages(
    platform: Platform, missing: Sequence[SystemPackage], *, is_confirmed: bool
) -> None:
    """Installs packages, or lists the ones to install."""
    manager = "apt-get" if platform.os == "linux" else "brew"
    if shutil.which(manager) is None:
        print(f"{manager} isn't available. Install these packages, or your system's equivalents:")
    elif is_confirmed or _needs_no_question(platform) or ask(f"Install them with {manager}?"):
        if platform.os == "linux":
            missing = install_with_apt(missing)
        else:
            missing = install_with_brew(missing)
        if not missing:
            return
        print("Your distribution doesn't have these packages. Install equivalent ones:")
    else:
        print("Continuing without these packages. Tests that need them will fail:")
    print(render_packages(platform, missing), flush=True)


def _needs_no_question(platform: Platform) -> bool:
    """As root on Linux, typically in a container or a CI job, apt needs no password."""
    return platform.os == "linux" and os.geteuid() == 0


def ask(question: str) -> bool:
    """Asks in a terminal. Returns false without one."""
    if not sys.stdin.isatty():
        print(f"{question} This needs a terminal. To confirm without one, run `make setup YES=1`.")
        return False
    return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")


def install_with_brew(missing: Sequence[SystemPackage]) -> list[SystemPackage]:
    names = [package.brew for package in missing if package.brew]
    run(["brew", "install", *names], hint=_hint(names))
    return []


def install_with_apt(missing: Sequence[SystemPackage]) -> list[SystemPackage]:
    """Returns the packages that this distribution doesn't have."""
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    apt = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet"]
    run([*apt, "update"], hint=_hint([package.apt or "" for package in missing]))
    known = list_apt_names()
    available = [package for package in missing if package.apt in known]
    names = [package.apt for package in available if package.apt]
    if names:
        with block_services([package.service for package in available], sudo=sudo):
            run([*apt, "install", "--yes", "--no-install-recommends", *names], hint=_hint(names))
    return [package for package in missing if package not in available]


def list_apt_names() -> set[str]:
    """Returns the names of all packages in apt's index: Ubuntu lacks some of Debian's."""
    listed = subprocess.run(["apt-cache", "pkgnames"], capture_output=True, text=True, check=False)
    return set(listed.stdout.split())


def _hint(names: Iterable[str]) -> str:
    return f"Install these packages yourself and try again: {' '.join(names)}"


@contextmanager
def block_services(services: Iterable[str | None], *, sudo: Sequence[str]) -> Iterator[None]:
    """Prevents services from starting on installation: tests start the servers they need."""
    names = [service for service in services if service]
    if not names:
        yield
        return
    hint = f"Remove {SERVICE_POLICY} if it is still there, and try again."
    is_ours = not SERVICE_POLICY.exists()  # containers often have one
    if is_ours:
        script = f"printf '#!/bin/sh\\nexit 101\\n' > {SERVICE_POLICY}; chmod 755 {SERVICE_POLICY}"
        run([*sudo, "sh", "-c", script], hint=hint)
    try:
        yield
    finally:
        if is_ours:
            run([*sudo, "rm", "--force", str(SERVICE_POLICY)], hint=hint)
    if shutil.which("systemctl"):
        with suppress(SetupError):  # without systemd as the init process, nothing starts anyway
            run([*sudo, "systemctl", "disable", "--quiet", *names], hint="")
