"""A real npm registry and a real Python index, on the loopback address."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from harness.network import find_port
from harness.paths import BIN
from harness.servers import run_server

# Verdaccio loads many modules. On a busy machine, that takes half a minute.
_START_SECONDS = 180

_VERDACCIO = """\
storage: {folder}/storage
max_body_size: 20mb
log: {{ type: stdout, format: pretty, level: warn }}
uplinks:
  upstream: {{ url: {upstream}, timeout: 60s, maxage: 1d }}
packages:
  '@tuffet/*': {{ access: $all, publish: $all }}
  '**': {{ access: $all, proxy: upstream }}
"""


@contextmanager
def run_npm_registry(folder: Path) -> Iterator[dict[str, str]]:
    """Starts Verdaccio, which proxies all packages except ours; yields npm's environment."""
    folder.mkdir()
    port = find_port()
    upstream = subprocess.run(
        ["npm", "config", "get", "registry"], capture_output=True, text=True, check=True
    ).stdout.strip()
    config = folder / "config.yaml"
    config.write_text(_VERDACCIO.format(folder=folder, upstream=upstream), encoding="utf-8")
    # npm refuses to publish without a token, although Verdaccio lets everyone publish.
    settings = folder / "npmrc"
    settings.write_text(f"//127.0.0.1:{port}/:_authToken=rehearsal\n", encoding="utf-8")
    command = [BIN / "verdaccio", "--config", config, "--listen", f"127.0.0.1:{port}"]
    with run_server([str(part) for part in command], port, folder, _START_SECONDS):
        yield assemble_npm_environment(f"http://127.0.0.1:{port}/", settings, folder / "cache")


def assemble_npm_environment(registry: str, settings: Path, cache: Path) -> dict[str, str]:
    """Excludes npm's cache and configuration on this machine, so that only the registry counts."""
    own = {
        "registry": registry,
        "userconfig": str(settings),
        "cache": str(cache),
        "audit": "false",
        "fund": "false",
        "update_notifier": "false",
        "loglevel": "error",
    }
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.lower().startswith(("npm_config_", "pnpm_config_"))
    }
    return {**kept, **{f"npm_config_{name}": value for name, value in own.items()}}


@contextmanager
def run_python_index(folder: Path, packages: Path) -> Iterator[str]:
    """Starts pypiserver and uploads the files of a folder as for a release; yields its address."""
    (folder / "packages").mkdir(parents=True)
    port = find_port()
    command = [
        *(sys.executable, "-m", "pypiserver", "run", "--interface", "127.0.0.1"),
        *("--port", str(port), "--authenticate", ".", "--passwords", "."),
        *("--disable-fallback", str(folder / "packages")),
    ]
    with run_server(command, port, folder, _START_SECONDS):
        address = f"http://127.0.0.1:{port}"
        upload(packages, address)
        yield f"{address}/simple/"


def upload(packages: Path, address: str) -> None:
    files = [str(file) for file in sorted(packages.iterdir())]
    subprocess.run(
        [sys.executable, "-m", "twine", "upload", "--non-interactive", *files],
        env={**os.environ, **_twine_settings(address)},
        check=True,
        stdout=subprocess.DEVNULL,
    )


def _twine_settings(address: str) -> Mapping[str, str]:
    return {
        "TWINE_REPOSITORY_URL": address,
        "TWINE_USERNAME": "rehearsal",
        "TWINE_PASSWORD": "rehearsal",
    }
