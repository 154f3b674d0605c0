"""Writes the API report of every entry point, or checks the committed one."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from harness.paths import BIN, ROOT

EXTRACTOR = Path(__file__).with_name("api-extractor.ts")


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
    """Every entry point in the `exports` of a package."""
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


def check_reports(*, renew: bool = False) -> list[str]:
    """The problems of all reports."""
    entries = [*load_entry_points()]
    job = {"configs": [str(write_config(entry)) for entry in entries], "renew": renew}
    done = subprocess.run(
        [str(BIN / "node"), str(EXTRACTOR)],
        input=json.dumps(job),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        return [done.stdout + done.stderr]
    problems = json.loads(done.stdout.splitlines()[-1])
    return [
        f"{entry.report.relative_to(ROOT)}: the public surface has changed; run `make api`.\n{text}"
        for entry, text in zip(entries, problems, strict=True)
        if text
    ]


def main() -> int:
    problems = check_reports(renew=True)
    print("\n".join(problems) or "API reports hold.")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
