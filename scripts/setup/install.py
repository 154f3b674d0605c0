"""Makes a fresh clone ready to work: `make setup`.

Runs on the system's Python with nothing but its standard library. What it fetches stays inside
the checkout (`.boot/`, `.venv/`, `node_modules/`), apart from a few system packages.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BOOT = ROOT / ".boot"
"""uv and pnpm, and the Node that installs pnpm."""
VENV = ROOT / ".venv"
"""The Python tools of `requirements.lock`."""
MEMBERS = (ROOT / "generator", ROOT / "collector")
"""Our own Python packages, installed so that an edit counts at once."""
BOOT_FILES = ROOT / "scripts" / "setup" / "boot"
"""Which uv, Node and pnpm, with their hashes."""
PNPM = BOOT / "node_modules" / ".bin" / "pnpm"

MINIMUM_PYTHON = (3, 11)
STAMP = "setup-stamp"

RETRY = "Look at the output above; when it was the network, run `make setup` again."


class SetupError(Exception):
    """Setup cannot go on; the message says what to do."""


@dataclass(frozen=True)
class SystemPackage:
    """Something the system must provide."""

    name: str
    """The Debian package."""
    purpose: str
    is_present: Callable[[], bool]
    service: str | None = None
    """What Debian would start by itself, now and whenever the machine starts."""


def _has_command(name: str) -> Callable[[], bool]:
    def is_present() -> bool:
        # Servers lie where only the superuser's path leads.
        places = [os.environ.get("PATH", os.defpath), "/usr/local/sbin", "/usr/sbin"]
        return shutil.which(name, path=os.pathsep.join(places)) is not None

    return is_present


def _has_file(path: str) -> Callable[[], bool]:
    return lambda: Path(path).exists()


def _has_chinese_font() -> bool:
    return any(Path("/usr/share/fonts").rglob("*CJK*"))


SYSTEM_PACKAGES = (
    SystemPackage(
        "python3-venv",
        "virtual environments",
        lambda: importlib.util.find_spec("ensurepip") is not None,
    ),
    SystemPackage("git", "lists the files that checks look at", _has_command("git")),
    SystemPackage(
        "chromium-headless-shell", "browser tests", _has_command("chromium-headless-shell")
    ),
    SystemPackage("firefox-esr", "the second browser", _has_command("firefox-esr")),
    SystemPackage("webkit2gtk-driver", "the third browser", _has_command("WebKitWebDriver")),
    SystemPackage("xvfb", "a screen for the third browser", _has_command("Xvfb")),
    SystemPackage("fonts-noto-cjk", "Chinese text in browsers", _has_chinese_font),
    SystemPackage("nginx", "a server to try the site on", _has_command("nginx"), service="nginx"),
    SystemPackage(
        "libnginx-mod-http-brotli-static",
        "compressed files from nginx",
        _has_file("/usr/lib/nginx/modules/ngx_http_brotli_static_module.so"),
    ),
    SystemPackage(
        "postgresql",
        "where the collector keeps records",
        lambda: any(Path("/usr/lib/postgresql").glob("*/bin/postgres")),
        service="postgresql",
    ),
    SystemPackage(
        "caddy", "the second server to try the site on", _has_command("caddy"), service="caddy"
    ),
)

SERVICE_POLICY = Path("/usr/sbin/policy-rc.d")
"""Debian asks this program, where there is one, whether it may start a service; 101 is no."""


def check_platform(system: str, machine: str) -> list[str]:
    """Whether the pinned tools exist for this machine."""
    if (system, machine) == ("Linux", "x86_64"):
        return []
    return [
        f"The pinned tools are for Linux on x86_64, and this is {system} on {machine}. "
        "Work in a container, a virtual machine or WSL."
    ]


def check_python(version: Sequence[int]) -> list[str]:
    """Whether this Python is new enough."""
    if tuple(version[:2]) >= MINIMUM_PYTHON:
        return []
    found = ".".join(map(str, version[:2]))
    needed = ".".join(map(str, MINIMUM_PYTHON))
    return [
        f"This is Python {found}, and {needed} or later is needed. "
        "Install a newer one and run `make setup PYTHON=<its path>`."
    ]


def require_machine() -> None:
    problems = check_platform(platform.system(), platform.machine())
    problems += check_python(tuple(sys.version_info[:2]))
    if problems:
        raise SetupError("\n".join(problems))


def install_system_packages() -> None:
    missing = [package for package in SYSTEM_PACKAGES if not package.is_present()]
    if not missing:
        return
    if shutil.which("apt-get") is None:
        print(render_missing(missing))
        return
    names = [package.name for package in missing]
    is_root = os.geteuid() == 0
    with services_kept_down([package.service for package in missing], is_root=is_root):
        for command in assemble_apt_commands(names, is_root=is_root):
            run(command, hint=f"Install these packages yourself and try again: {' '.join(names)}")


@contextmanager
def services_kept_down(services: Iterable[str | None], *, is_root: bool) -> Iterator[None]:
    """Tests start the servers they need: what is installed here must not run by itself."""
    names = [service for service in services if service]
    if not names:
        yield
        return
    sudo = [] if is_root else ["sudo"]
    hint = f"Remove {SERVICE_POLICY} if it is still there, and try again."
    is_ours = not SERVICE_POLICY.exists()  # containers bring one
    if is_ours:
        script = f"printf '#!/bin/sh\\nexit 101\\n' > {SERVICE_POLICY}; chmod 755 {SERVICE_POLICY}"
        run([*sudo, "sh", "-c", script], hint=hint)
    try:
        yield
    finally:
        if is_ours:
            run([*sudo, "rm", "--force", str(SERVICE_POLICY)], hint=hint)
    if shutil.which("systemctl"):
        with suppress(SetupError):  # where nothing starts services, nothing needs to be told
            run([*sudo, "systemctl", "disable", "--quiet", *names], hint="")


def render_missing(missing: Iterable[SystemPackage]) -> str:
    """What to install on a system that is not Debian's kin."""
    lines = [f"  {package.name}: {package.purpose}" for package in missing]
    return "\n".join(
        ["Your system has no apt-get. Install these, whatever their names are there:", *lines]
    )


def assemble_apt_commands(names: Sequence[str], *, is_root: bool) -> list[list[str]]:
    prefix = [] if is_root else ["sudo"]
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet"]
    return [[*apt, "update"], [*apt, "install", "--yes", "--no-install-recommends", *names]]


def install_boot_tools() -> None:
    """uv by pip; pnpm by the npm of a Node that also comes by pip, so no Node is needed before."""
    digest = digest_files(BOOT_FILES.iterdir())
    if is_fresh(BOOT, digest):
        return
    print("Fetching uv, Node and pnpm into .boot/ …", flush=True)
    run([sys.executable, "-m", "venv", "--clear", str(BOOT)], hint="Is python3-venv installed?")
    pip = [str(BOOT / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    run([*pip, "--require-hashes", "-r", str(BOOT_FILES / "requirements.lock")], hint=RETRY)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(BOOT_FILES / name, BOOT / name)
    npm = [str(BOOT / "bin" / "npm"), "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    run(npm, hint=RETRY, directory=BOOT)
    # The package is the bare executable and tells npm nothing of a command.
    PNPM.parent.mkdir(exist_ok=True)
    PNPM.symlink_to("../@pnpm/exe.linux-x64/pnpm")
    write_stamp(BOOT, digest)


def install_python_tools() -> None:
    lock = ROOT / "requirements.lock"
    digest = digest_files([lock, *(member / "pyproject.toml" for member in MEMBERS)])
    if is_fresh(VENV, digest):
        return
    print("Installing the Python tools into .venv/ …", flush=True)
    uv = str(BOOT / "bin" / "uv")
    run([uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(VENV)], hint=RETRY)
    target = ["--quiet", "--python", str(VENV / "bin" / "python")]
    run(
        [uv, "pip", "sync", *target, "--require-hashes", str(lock)],
        hint=f"{RETRY} After a change of versions: `make lock`.",
    )
    # After the lock: it does not name our own packages, and a sync removes what it does not name.
    for member in MEMBERS:
        run([uv, "pip", "install", *target, "--no-deps", "--editable", str(member)], hint=RETRY)
    write_stamp(VENV, digest)


def install_node_packages() -> None:
    # No stamp: pnpm sees by itself, and at once, that nothing has changed.
    hint = f"{RETRY} After a change of dependencies: `make lock`."
    run([str(PNPM), "install", "--frozen-lockfile", "--reporter=append-only"], hint=hint)


def run(command: Sequence[str], *, hint: str, directory: Path = ROOT) -> None:
    """Runs a command with our own Node in reach; failing raises `SetupError` with the hint."""
    try:
        code = subprocess.run(
            command, cwd=directory, env=assemble_environment(os.environ)
        ).returncode
    except OSError as error:
        raise SetupError(f"Cannot start {command[0]}: {error.strerror}.\n{hint}") from error
    if code != 0:
        raise SetupError(f"This command failed ({code}): {' '.join(command)}\n{hint}")


def assemble_environment(environment: Mapping[str, str]) -> dict[str, str]:
    path = f"{BOOT / 'bin'}{os.pathsep}{environment.get('PATH', os.defpath)}"
    return {
        **environment,
        "PATH": path,
        "CI": "true",  # nobody is there to answer questions
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "UV_PYTHON_DOWNLOADS": "never",
        # Otherwise pnpm wants to lock itself too, which a frozen lock file refuses.
        "pnpm_config_pm_on_fail": "ignore",
    }


def digest_files(files: Iterable[Path]) -> str:
    """Changes with the files, with this Python and with the place of the checkout."""
    digest = hashlib.sha256(f"{sys.executable}\n{sys.version}\n{ROOT}".encode())
    for file in sorted(files):
        digest.update(f"\n{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}".encode())
    return digest.hexdigest()


def is_fresh(directory: Path, digest: str) -> bool:
    stamp = directory / STAMP
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == digest


def write_stamp(directory: Path, digest: str) -> None:
    (directory / STAMP).write_text(digest, encoding="utf-8")


def main() -> int:
    try:
        require_machine()
        install_system_packages()
        install_boot_tools()
        install_python_tools()
        install_node_packages()
    except SetupError as error:
        print(f"setup: {error}", file=sys.stderr)
        return 1
    print("Ready. Try `make test`; `make help` lists the rest.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
