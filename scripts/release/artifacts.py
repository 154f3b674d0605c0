"""Builds everything that a release publishes, into `build/release/`: `make release-artifacts`.

With `--npm-only build/preview`, it only packs the npm packages, into that folder: `make preview`.
Builds are reproducible: timestamps are the time of the commit, and nothing is random.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from harness.packages import NAMES, load_manifest
from harness.paths import PACKAGES, ROOT, UV
from harness.programs import find_program
from scripts.release.packed_theme import build_docsite

RELEASE = ROOT / "build" / "release"
NPM, PYTHON, SBOM = (RELEASE / name for name in ("npm", "python", "sbom"))
CHECKSUMS = RELEASE / "SHA256SUMS"
PYTHON_PROJECTS = ("generator", "collector")

_LOCK = ROOT / "requirements.lock"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--npm-only", type=Path, metavar="FOLDER")
    folder = parser.parse_args(arguments).npm_only
    if folder:
        pack_npm_packages(folder.resolve())
    else:
        build_release()
    return 0


def build_release() -> None:
    version = load_manifest("core")["version"]
    epoch = read_commit_time()
    shutil.rmtree(RELEASE, ignore_errors=True)
    for folder in (PYTHON, SBOM):
        folder.mkdir(parents=True)
    pack_npm_packages(NPM)
    build_python_packages(epoch)
    write_sboms()
    write_archive(ROOT / "dist", RELEASE / f"site-{version}.tar.gz", epoch)
    CHECKSUMS.write_text("".join(list_checksums(RELEASE)), encoding="utf-8")
    print(CHECKSUMS.read_text(encoding="utf-8"), end="")


def read_commit_time() -> int:
    """The time of the last commit, in seconds since 1970."""
    return int(_run("git", "log", "-1", "--format=%ct"))


def pack_npm_packages(target: Path) -> None:
    """Writes the tarballs that npm publishes. Removes those of an earlier run."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in NAMES:
        _run("pnpm", "pack", "--pack-destination", str(target), directory=PACKAGES / name)


def build_python_packages(epoch: int) -> None:
    with TemporaryDirectory() as folder:
        build_docsite(PYTHON, Path(folder) / "docsite", epoch=epoch)
    command = [str(UV), "build", "--quiet", "--out-dir", str(PYTHON), str(ROOT / "collector")]
    _run(*command, SOURCE_DATE_EPOCH=str(epoch))
    for extra in PYTHON.glob(".*"):
        extra.unlink()


def write_sboms() -> None:
    """Writes one CycloneDX file per package, with its run-time dependencies."""
    for name in NAMES:
        package = f"@tuffet/{name}"
        text = _run("pnpm", f"--filter={package}", "sbom", "--sbom-format=cyclonedx", "--prod")
        _write_sbom(f"tuffet-{name}", json.loads(text))
    for folder in PYTHON_PROJECTS:
        project = ROOT / folder / "pyproject.toml"
        metadata = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
        pins = _run(
            *(str(UV), "pip", "compile", "--quiet", "--universal", "--python-version=3.11"),
            *("--no-header", "--no-annotate", f"--constraint={_LOCK}", str(project)),
        )
        command = [
            "cyclonedx-py",
            "requirements",
            f"--pyproject={project}",
            "--output-reproducible",
        ]
        # It warns that the package has no dependencies; they are added below.
        content = json.loads(_run(*command, "-", source=pins, PYTHONWARNINGS="ignore"))
        add_dependencies(content, metadata["dependencies"])
        _write_sbom(metadata["name"], content)


def add_dependencies(content: dict[str, Any], requirements: Sequence[str]) -> None:
    """Adds the direct dependencies of the package, which cyclonedx-py leaves out."""
    refs = {component["name"]: component["bom-ref"] for component in content["components"]}
    root = content["metadata"]["component"]["bom-ref"]
    for entry in content["dependencies"]:
        if entry["ref"] == root:
            names = (requirement.partition("==")[0] for requirement in requirements)
            entry["dependsOn"] = [refs[name] for name in names]


def _write_sbom(name: str, content: dict[str, Any]) -> None:
    (SBOM / f"{name}.cdx.json").write_text(render_sbom(content), encoding="utf-8")


def render_sbom(content: dict[str, Any]) -> str:
    """Removes random values and the time, and sorts the lists: pnpm's order depends on timing."""
    content.pop("serialNumber", None)
    content["metadata"].pop("timestamp", None)
    content["components"].sort(key=itemgetter("bom-ref"))
    content["dependencies"].sort(key=itemgetter("ref"))
    for entry in content["dependencies"]:
        if "dependsOn" in entry:
            entry["dependsOn"].sort()
    return json.dumps(content, indent=2, sort_keys=True) + "\n"


def write_archive(folder: Path, target: Path, epoch: int) -> None:
    """Writes a compressed archive that doesn't depend on the machine, its users or its clock."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = tarfile.TarInfo(file.relative_to(folder).as_posix())
            entry.size, entry.mtime, entry.mode = file.stat().st_size, epoch, 0o644
            with file.open("rb") as data:
                archive.addfile(entry, data)
    target.write_bytes(gzip.compress(content.getvalue(), compresslevel=6, mtime=0))


def list_checksums(folder: Path) -> Iterator[str]:
    """Checksums in the format that `sha256sum --check` reads."""
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        if file != CHECKSUMS:
            digest = hashlib.sha256(file.read_bytes()).hexdigest()
            yield f"{digest}  {file.relative_to(folder).as_posix()}\n"


def _run(*command: str, directory: Path = ROOT, source: str | None = None, **extra: str) -> str:
    done = subprocess.run(
        [find_program(command[0]), *command[1:]],
        cwd=directory,
        env={**os.environ, **extra},
        input=source,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
