"""Empty virtual environments that install our Python packages from an index."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from harness.collector.service import CREATE_RECORD, Service, running
from harness.network import find_port
from harness.paths import UV
from harness.postgres import run_postgres
from scripts.release.rehearsal.consumers import RehearsalError, Result, describe, require


def try_collector(folder: Path, index: str) -> Result:
    """Stores one page view in a real PostgreSQL."""
    return _try_package("tuffet-collector", folder, index, _check_collector)


def try_docsite(folder: Path, index: str) -> Result:
    return _try_package("docsite", folder, index, _check_docsite)


def _try_package(name: str, folder: Path, index: str, check: Callable[[Path], None]) -> Result:
    result = Result(name)
    environment = folder / name
    try:
        result.installed = False
        _install(name, environment, index)
        result.installed = True
        result.ran = False
        check(environment / "bin")
        result.ran = True
    except (OSError, RehearsalError, RuntimeError, subprocess.CalledProcessError) as error:
        result.problem = describe(error)
    return result


def _install(name: str, environment: Path, index: str) -> None:
    _run(str(UV), "venv", "--quiet", "--python", sys.executable, str(environment))
    python = f"--python={environment / 'bin' / 'python'}"
    # uv takes a package from the first index that has it, so ours come from this one.
    _run(str(UV), "pip", "install", "--quiet", python, f"--index={index}", "--no-cache", name)


def _check_collector(programs: Path) -> None:
    collector = str(programs / "collector")
    with run_postgres() as server:
        variables = {"COLLECTOR_DATABASE": server.dsn}
        _run(collector, "migrate", **variables)
        added = _run(collector, "domain", "add", "Docs", "https://docs.example", **variables)
        domain = next(line.split()[-1] for line in added.splitlines() if "domain_id" in line)
        port = find_port()
        process = subprocess.Popen(
            [collector, "serve"], env={**os.environ, **variables, "COLLECTOR_PORT": str(port)}
        )
        with running(Service(port, process)) as service:
            view = {
                "domainId": domain.strip('"'),
                "input": {"siteLocation": "https://docs.example/"},
            }
            answer = service.execute(CREATE_RECORD, view)
            require("errors" not in answer.json, answer.text)
            status = service.request("GET", "/dashboard/").status
            require(status == 200, f"The dashboard responded with {status}.")


def _check_docsite(programs: Path) -> None:
    docsite = str(programs / "docsite")
    printed = _run(docsite, "--version")
    require(printed.startswith("docsite "), f"It printed {printed!r}.")
    docs, site = programs.parent / "docs", programs.parent / "site"
    work = f"--work={programs.parent / 'work'}"
    _run(docsite, "new", str(docs), PATH=str(programs))
    _run(docsite, "check", str(docs), "--strict", PATH=str(programs))
    _run(docsite, "build", str(docs), f"--output={site}", work, PATH=str(programs))
    require((site / "guide/start.html").is_file(), "It wrote no page.")


def _run(*command: str, **variables: str) -> str:
    environment = {**os.environ, **variables}
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    ).stdout
