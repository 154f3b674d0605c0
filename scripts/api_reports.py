"""Writes the API report of every entry point, or checks that the committed one still holds."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXTRACTOR = ROOT / "node_modules" / ".bin" / "api-extractor"


@dataclass(frozen=True)
class EntryPoint:
    """One file that users may import."""

    folder: Path
    """The package it belongs to."""
    name: str
    """`index`, `schema`, …"""

    @property
    def declarations(self) -> Path:
        return self.folder / "dist" / f"{self.name}.d.mts"

    @property
    def report(self) -> Path:
        return self.folder / "api" / f"{self.name}.api.md"


def load_entry_points() -> Iterator[EntryPoint]:
    """Every entry point that a package's `exports` promise."""
    for manifest in sorted(ROOT.glob("packages/*/package.json")):
        for path in json.loads(manifest.read_text(encoding="utf-8"))["exports"]:
            if path != "./package.json":
                yield EntryPoint(manifest.parent, path.removeprefix("./").replace(".", "index"))


def write_config(entry: EntryPoint) -> Path:
    """The extractor's configuration for one entry point."""
    config = {
        "projectFolder": str(entry.folder),
        "mainEntryPointFilePath": str(entry.declarations),
        "compiler": {"tsconfigFilePath": str(ROOT / "tsconfig.packages.json")},
        "apiReport": {
            "enabled": True,
            "reportFileName": entry.name,
            "reportFolder": str(entry.report.parent),
            "reportTempFolder": str(ROOT / "build" / "api" / entry.folder.name),
        },
        "newlineKind": "lf",
        "tsdocMetadata": {"enabled": False},
        "docModel": {"enabled": False},
        "dtsRollup": {"enabled": False},
        "messages": {
            "extractorMessageReporting": {
                "default": {"logLevel": "none"},
                "ae-forgotten-export": {"logLevel": "error"},
            },
            "tsdocMessageReporting": {"default": {"logLevel": "none"}},
        },
    }
    file = ROOT / "build" / "api" / f"{entry.folder.name}-{entry.name}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(config), encoding="utf-8")
    entry.report.parent.mkdir(exist_ok=True)
    return file


def run_extractor(entry: EntryPoint, *, renew: bool) -> str:
    """What is wrong with the report; empty when all is well."""
    command = [str(EXTRACTOR), "run", "--config", str(write_config(entry))]
    done = subprocess.run(
        command + ["--local"] * renew, cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return ""
    lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    place = entry.report.relative_to(ROOT)
    return f"{place}: the public surface has changed; run `make api`.\n" + "\n".join(lines[-6:])


def check_reports(*, renew: bool = False) -> list[str]:
    """The problems of all reports."""
    with ThreadPoolExecutor(2) as pool:
        runs = pool.map(lambda entry: run_extractor(entry, renew=renew), load_entry_points())
        return [problem for problem in runs if problem]


def main() -> int:
    problems = check_reports(renew="--check" not in sys.argv)
    print("\n".join(problems) or "API reports hold.")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
