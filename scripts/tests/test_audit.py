"""`make audit` covers every lock file."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("*.lock", "*pnpm-lock.yaml", "*package-lock.json", "*yarn.lock", "*npm-shrinkwrap.json")


def test_all_lock_files_are_checked_for_vulnerabilities() -> None:
    def run(*command: str) -> str:
        return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout

    tracked = run("git", "ls-files", *LOCKS).split()
    recipe = run("make", "--dry-run", "--no-print-directory", "audit").replace(";", " ").split()
    audited = [word for word in recipe if Path(word).name in {Path(name).name for name in tracked}]
    assert sorted(audited) == sorted(tracked)
