"""Bundles the built packages as an application that cares for size and speed does."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "packages"
BIN = ROOT / "node_modules" / ".bin"

OPTIONS = (
    "--bundle",
    "--minify",
    "--target=es2022",
    "--jsx=automatic",
    '--define:process.env.NODE_ENV="production"',
    "--log-level=warning",
    # Otherwise it would follow the type checker to the sources.
    "--tsconfig-raw={}",
)


class BundleError(Exception):
    """A bundle cannot be made; the message says what to do."""


def check_packages() -> list[str]:
    """Which packages have not been built, each with the way out."""
    folders = sorted(manifest.parent for manifest in PACKAGES.glob("*/package.json"))
    return [
        f"packages/{folder.name} is not built. Run `make build`."
        for folder in folders
        if not (folder / "dist" / "index.mjs").is_file()
    ]


def bundle(source: Path, *options: str) -> bytes:
    """The minified script that a file and all it imports make."""
    problems = check_packages()
    if problems:
        raise BundleError("\n".join(problems))
    command = [str(BIN / "esbuild"), str(source), *OPTIONS, *options]
    try:
        return subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    except FileNotFoundError as error:
        raise BundleError("esbuild is not installed. Run `make setup`.") from error
    except subprocess.CalledProcessError as error:
        raise BundleError(f"esbuild failed:\n{error.stderr.decode()}") from error
