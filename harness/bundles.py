"""Scripts that contain the built packages, bundled by esbuild."""

from __future__ import annotations

import subprocess
from pathlib import Path

from harness.packages import check_built
from harness.paths import BIN, PACKAGES, ROOT
from harness.programs import run

_COMMON = (
    "--bundle",
    '--define:process.env.NODE_ENV="production"',
    "--log-level=warning",
    # Otherwise esbuild would resolve the workspace's `paths` to the sources.
    "--tsconfig-raw={}",
)
_MINIFIED = ("--minify", "--target=es2022", "--jsx=automatic")


class BundleError(Exception):
    """Bundling failed. The message says how to fix it."""


def bundle_file(file: Path, *options: str) -> bytes:
    """Bundles and minifies a file with its imports, as for production."""
    problems = check_built()
    if problems:
        raise BundleError("\n".join(problems))
    command = [str(BIN / "esbuild"), str(file), *_COMMON, *_MINIFIED, *options]
    try:
        return subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    except FileNotFoundError as error:
        raise BundleError("esbuild is not installed. Run `make setup`.") from error
    except subprocess.CalledProcessError as error:
        raise BundleError(f"esbuild failed:\n{error.stderr.decode()}") from error


def bundle_source(source: str, *, directory: Path = PACKAGES / "hooks") -> bytes:
    """Bundles code into a classic script. Imports are resolved from `directory`."""
    return run(["esbuild", *_COMMON, "--format=iife"], directory=directory, source=source).encode()
