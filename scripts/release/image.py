"""Builds the collector's container image: `make image`.

Requires buildah and a built dashboard (`make dashboard`). The layers depend only on the commit and
the base image: all timestamps are the time of the commit.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence

from harness.paths import ROOT, UV
from scripts.release.artifacts import read_commit_time

DEPLOY = ROOT / "collector" / "deploy"
CONTEXT = ROOT / "build" / "image"
DEBIAN_BASE = "localhost/debian-python"
DEBIAN_PACKAGES = ("ca-certificates", "python3-venv")


def build_image(name: str, base: str | None, flags: Sequence[str]) -> None:
    """Builds an image. Without a base, it uses the default of the Containerfile."""
    shutil.rmtree(CONTEXT, ignore_errors=True)
    CONTEXT.mkdir(parents=True)
    uv = [str(UV), "build", "--quiet", "--wheel"]
    _run([*uv, "--out-dir", str(CONTEXT), str(ROOT / "collector")])
    for file in ("Containerfile", "requirements.lock"):
        shutil.copy(DEPLOY / file, CONTEXT / file)
    base_flags = ["--build-arg", f"BASE={base}"] if base else []
    command = ["buildah", "bud", "--format", "docker", "--timestamp", read_time(os.environ)]
    _run([*command, *base_flags, *flags, "--tag", name, str(CONTEXT)])


def build_debian_base(suite: str) -> str:
    """Builds a base image from Debian packages, for machines that can't reach an image registry."""
    folder = ROOT / "build" / "image-base"
    folder.mkdir(parents=True, exist_ok=True)
    archive = folder / "base.tar"
    environment = {"SOURCE_DATE_EPOCH": read_time(os.environ)}
    packages = f"--include={','.join(DEBIAN_PACKAGES)}"
    _run(["mmdebstrap", "--variant=minbase", packages, suite, str(archive)], environment)
    (folder / "Containerfile").write_text("FROM scratch\nADD base.tar /\n", encoding="utf-8")
    command = ["buildah", "bud", "--format", "docker", "--timestamp", read_time(os.environ)]
    _run([*command, "--tag", DEBIAN_BASE, str(folder)])
    return DEBIAN_BASE


def read_time(environment: Mapping[str, str]) -> str:
    """`SOURCE_DATE_EPOCH`, or else the time of the commit, in seconds since 1970."""
    if given := environment.get("SOURCE_DATE_EPOCH"):
        return given
    return str(read_commit_time())


def _run(command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
    subprocess.run(command, env={**os.environ, **(environment or {})}, check=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Builds the collector's container image.")
    parser.add_argument("--name", default="collector", help="the name of the image")
    parser.add_argument(
        "--base", help="the base image, or debian:<suite> to build one from Debian packages"
    )
    options, flags = parser.parse_known_args(arguments)
    if not shutil.which("buildah"):
        print("buildah isn't installed. See https://buildah.io.", file=sys.stderr)
        return 1
    base = options.base
    try:
        if base and base.startswith("debian:"):
            base = build_debian_base(base.removeprefix("debian:"))
        build_image(options.name, base, flags)
    except subprocess.CalledProcessError as error:  # The command has printed the reason.
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
