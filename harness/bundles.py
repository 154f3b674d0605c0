"""Scripts that contain the built packages, bundled by esbuild."""

from __future__ import annotations

import subprocess
from pathlib import Path

from harness.packages import check_built
from harness.paths import BIN, PACKAGES, ROOT
from harness.programs import run

_COMMON = ("--bundle", "--log-level=warning")
_BUILT = "--tsconfig-raw={}"
"""Ignores the `paths` of the workspace, which would resolve imports to the sources."""
_PRODUCTION = '--define:process.env.NODE_ENV="production"'
_DEVELOPMENT = '--define:process.env.NODE_ENV="development"'
_MINIFIED = ("--minify", "--target=es2022", "--jsx=automatic")


class BundleError(Exception):
    """Bundling failed. The message says how to fix it."""


def bundle_file(file: Path, *options: str, is_development: bool = False) -> bytes:
    """Bundles and minifies a file with its imports, by default as for production."""
    mode = _DEVELOPMENT if is_development else _PRODUCTION
    return _minify_built("", ROOT, str(file), mode, *options)


def bundle_sources(file: Path, *options: str) -> bytes:
    """Bundles and minifies a file for production with the sources of the packages."""
    return _minify("", ROOT, str(file), _PRODUCTION, *options)


def bundle_exports(source: str, directory: Path, *options: str) -> bytes:
    """Bundles and minifies code for production. Imports are resolved from `directory`."""
    return _minify_built(source, directory, _PRODUCTION, *options)


def _minify_built(source: str, directory: Path, *options: str) -> bytes:
    problems = check_built()
    if problems:
        raise BundleError("\n".join(problems))
    return _minify(source, directory, _BUILT, *options)


def _minify(source: str, directory: Path, *options: str) -> bytes:
    command = [str(BIN / "esbuild"), *_COMMON, *_MINIFIED, *options]
    try:
        return subprocess.run(
            command, cwd=directory, input=source.encode(), check=True, capture_output=True
        ).stdout
    except FileNotFoundError as error:
        raise BundleError("esbuild is not installed. Run `make setup`.") from error
    except subprocess.CalledProcessError as error:
        raise BundleError(f"esbuild failed:\n{error.stderr.decode()}") from error


def bundle_source(
    source: str, *, directory: Path = PACKAGES / "hooks", is_development: bool = False
) -> bytes:
    """Bundles code into a classic script. Imports are resolved from `directory`."""
    mode = _DEVELOPMENT if is_development else _PRODUCTION
    command = ["esbuild", *_COMMON, _BUILT, mode, "--format=iife"]
    return run(command, directory=directory, source=source).encode()
