"""Publishes the tarballs in `build/release/npm`, dependencies first.

npm's configuration defines the registry and its credentials. In CI, npm authenticates with the
identity of the workflow and adds provenance. Versions that are already published are skipped, so
that a failed run can be repeated.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from harness.packages import NAMES, load_manifest
from scripts.release.artifacts import NPM


def main() -> int:
    publish_npm(os.environ, *sys.argv[1:])
    return 0


def publish_npm(environment: Mapping[str, str], *options: str) -> None:
    for name in NAMES:
        manifest = load_manifest(name)
        if is_published(f"{manifest['name']}@{manifest['version']}", environment):
            print(f"{manifest['name']} {manifest['version']} is already published.")
            continue
        command = ["npm", "publish", str(find_tarball(name, manifest["version"])), *options]
        subprocess.run(command, env=environment, check=True)


def is_published(package: str, environment: Mapping[str, str]) -> bool:
    command = ["npm", "view", package, "version"]
    return subprocess.run(command, env=environment, capture_output=True).returncode == 0


def find_tarball(name: str, version: str) -> Path:
    file = NPM / f"tuffet-{name}-{version}.tgz"
    if not file.is_file():
        raise SystemExit(f"{file} is missing. Run `make release-artifacts` first.")
    return file


if __name__ == "__main__":
    sys.exit(main())
