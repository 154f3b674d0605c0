"""Turns the built packages and the cases into scripts that a page can load."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / "node_modules" / ".bin"
CASES = ROOT / "benchmarks" / "cases"
PACKAGES = ROOT / "packages"

OPTIONS = (
    "--bundle",
    "--minify",
    "--target=es2022",
    '--define:process.env.NODE_ENV="production"',
    "--log-level=warning",
    # Otherwise it would follow the type checker to the sources.
    "--tsconfig-raw={}",
)
"""What every application that cares for speed and size tells its bundler."""


class BundleError(Exception):
    """A bundle cannot be made; the message says what to do."""


def build_packages() -> None:
    _run([str(BIN / "tsdown")])


def check_packages() -> list[str]:
    """Which packages have not been built, each with the way out."""
    manifests = sorted(PACKAGES.glob("*/package.json"))
    missing = [path.parent for path in manifests if not (path.parent / "dist").is_dir()]
    return [f"{path.relative_to(ROOT)} is not built. Run `make build`." for path in missing]


def write_case(case: str, directory: Path) -> None:
    """Bundles `cases/<case>.ts` or `.tsx` to `<case>.js` in the directory."""
    problems = check_packages()
    if problems:
        raise BundleError("\n".join(problems))
    (source,) = CASES.glob(f"{case}.ts*")
    out = f"--outfile={directory / case}.js"
    _run([str(BIN / "esbuild"), str(source), *OPTIONS, "--format=iife", "--jsx=automatic", out])


def _run(command: Sequence[str]) -> None:
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        name = Path(command[0]).name
        raise BundleError(f"{name} failed:\n{done.stdout}{done.stderr}Has `make setup` been run?")
