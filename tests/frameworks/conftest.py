"""Applications of users: installed, built and served as in production."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import pytest

from harness.network import find_port
from harness.packages import LIBRARY
from harness.paths import PACKAGES, ROOT
from harness.programs import run
from harness.servers import run_server

FOLDER = Path(__file__).parent
SAMPLES = ROOT / "docs/examples/frameworks"
_BUILD_SECONDS = 1800
"""The limit for builds that hang."""
_START_SECONDS = 120


@dataclass(frozen=True)
class Framework:
    """How an application is built and served. The environment contains PORT and HOST."""

    name: str
    build: str
    serve: str


FRAMEWORKS = (
    Framework("next", "next build", "next start --hostname 127.0.0.1"),
    Framework("nuxt", "nuxt build", "node .output/server/index.mjs"),
    Framework("astro", "astro build", "astro preview --host 127.0.0.1 --port {port}"),
    Framework("sveltekit", "vite build", "node build"),
)


@pytest.fixture(scope="session")
def tarballs(built_packages: None, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:  # noqa: ARG001
    """The packages as `pnpm publish` uploads them."""
    folder = tmp_path_factory.mktemp("tarballs")
    for name in (*LIBRARY, "devtools"):
        run(["pnpm", "pack", "--pack-destination", str(folder)], directory=PACKAGES / name)
    return [*folder.iterdir()]


@pytest.fixture(scope="module", params=FRAMEWORKS, ids=lambda framework: framework.name)
def address(
    request: pytest.FixtureRequest, tarballs: list[Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The address of a built application."""
    framework: Framework = request.param
    workspace = tmp_path_factory.mktemp(framework.name)
    project = copy_project(framework.name, workspace)
    install(project, tarballs)
    build(project, framework.build)
    port = find_port()
    with serve(project, framework.serve.format(port=port), port):
        yield f"http://127.0.0.1:{port}"


def copy_project(name: str, workspace: Path) -> Path:
    """Copies an application. The files that the documentation shows are in its samples."""
    for file in ("pnpm-workspace.yaml", "pnpm-lock.yaml"):
        shutil.copy(FOLDER / file, workspace)
    project = workspace / name
    shutil.copytree(FOLDER / name, project)
    shutil.copytree(SAMPLES / name, project, dirs_exist_ok=True)
    return project


def install(project: Path, tarballs: list[Path]) -> None:
    """Installs the locked dependencies of an application, and our packages from their tarballs."""
    options = ["--frozen-lockfile", "--ignore-scripts", f"--filter=./{project.name}"]
    run(["pnpm", "install", *options], directory=project.parent)
    packages = project / "node_modules/@tuffet"
    for file in tarballs:
        with tarfile.open(file) as archive:
            archive.extractall(packages / file.stem, filter="data")
        name = file.stem.removeprefix("tuffet-").rpartition("-")[0]
        (packages / file.stem / "package").rename(packages / name)


def environment(project: Path, **variables: str) -> dict[str, str]:
    """The variables of a build or server, with telemetry disabled."""
    path = os.pathsep.join([str(project / "node_modules/.bin"), os.environ["PATH"]])
    telemetry = ("NEXT_TELEMETRY_DISABLED", "NUXT_TELEMETRY_DISABLED", "ASTRO_TELEMETRY_DISABLED")
    return {**os.environ, **dict.fromkeys(telemetry, "1"), "PATH": path, **variables}


def build(project: Path, command: str) -> None:
    done = subprocess.run(
        command.split(),
        cwd=project,
        env=environment(project),
        capture_output=True,
        text=True,
        check=False,
        timeout=_BUILD_SECONDS,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def serve(project: Path, command: str, port: int) -> AbstractContextManager[None]:
    variables = environment(project, PORT=str(port), HOST="127.0.0.1", NODE_ENV="production")
    return run_server(
        command.split(),
        port,
        project.parent,
        _START_SECONDS,
        directory=project,
        variables=variables,
    )
