"""Moving from Ackee works as `collector/docs/import.md` describes: its commands are run. Only
`mongoexport` is replaced by a script that copies an export, because it needs a MongoDB server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from harness.collector.service import Service, run_service
from harness.collector.stored import create_database
from harness.network import find_port
from harness.paths import ROOT
from harness.postgres import Postgres

PAGE = ROOT / "collector/docs/import.md"
_SECTION = re.compile(r"^## Move from Ackee\n(.*?)^## ", re.DOTALL | re.MULTILINE)
_BLOCK = re.compile(r"^ *```(?:sh|text)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)

_COLLECTOR = '#!/bin/sh\nexec {python} -m collector.cli "$@"\n'
_MONGOEXPORT = """\
#!/bin/sh
[ "$1 $2 $3 $5" = "--uri $ACKEE_MONGODB --collection --out" ] && cp "$EXPORT/$4" "$6"
"""

DAYS = ("2025-10-01", "2025-10-02")
RECORDS = [
    {
        "id": f"{day}-{number}",
        "domainId": "one",
        "clientId": f"reader-{number}" if number < 2 else None,
        "siteLocation": f"{host}/guide/page-{number}.html",
        "created": {"$date": f"{day}T12:00:00.000Z"},
        "updated": {"$date": f"{day}T12:00:30.000Z"},
    }
    for day in DAYS
    for number, host in enumerate(["https://docs.example"] * 3 + ["http://localhost:8080"])
]


class Walk:
    """A folder with an export of Ackee, in which the commands are run."""

    def __init__(self, folder: Path, dsn: str) -> None:
        self._folder = folder
        self._write("collector", _COLLECTOR.format(python=sys.executable))
        self._write("mongoexport", _MONGOEXPORT)
        self._save("records", RECORDS)
        self._save("domains", [{"id": "one", "title": "Docs"}])
        self._variables = {
            **os.environ,
            "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
            "COLLECTOR_DATABASE": dsn,
            "ACKEE_MONGODB": "mongodb://127.0.0.1/ackee",
            "EXPORT": str(folder / "export"),
        }

    def _write(self, name: str, script: str) -> None:
        file = self._folder / "bin" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(script, encoding="utf-8")
        file.chmod(0o755)

    def _save(self, collection: str, documents: Sequence[Mapping[str, object]]) -> None:
        file = self._folder / "export" / collection
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(map(json.dumps, documents)), encoding="utf-8")

    def run(self, script: str) -> str:
        done = subprocess.run(
            ["bash", "-euc", script], cwd=self._folder, env=self._variables, text=True,
            capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout


def find_blocks() -> list[str]:
    (section,) = _SECTION.findall(PAGE.read_text(encoding="utf-8"))
    return [dedent(text) for text in _BLOCK.findall(section)]


def shape(summary: str) -> str:
    """A summary without its numbers, dates and plurals."""
    return re.sub(r"lines? [\d, …]+|[\d,-]*\d( to [\d-]+)?|(?<=row|day)s|(?<=view)s", "", summary)


@pytest.fixture(scope="module")
def dsn(postgres: Postgres) -> str:
    return create_database(postgres, "import_page")


def test_the_history_of_ackee_is_in_the_dashboard(dsn: str, tmp_path: Path) -> None:
    walk = Walk(tmp_path, dsn)
    prepare, export, preview, shown = find_blocks()
    token = walk.run(prepare).splitlines()[-1]
    walk.run(export)
    summary = walk.run(preview)
    planned = [shape(line) for line in summary.splitlines()]
    documented = [shape(line) for line in shown.splitlines()]
    # The export has no visits of today.
    assert planned == [line for line in documented if "the day isn't over yet" not in line]
    walk.run(preview.replace(" --dry-run", ""))
    with run_service(dsn, find_port()) as service:
        assert load_views(service, token) == {"2025-10-01": 3, "2025-10-02": 3}


def load_views(service: Service, token: str) -> dict[str, int]:
    def load(path: str) -> Any:
        path = f"/dashboard/api/domains{path}"
        return service.request("GET", path, authorization=f"Bearer {token}").json

    (domain,) = load("")
    days = load(f"/{domain['id']}/days?from={DAYS[0]}&to={DAYS[-1]}")
    return {row["day"]: row["views"] for row in days}
