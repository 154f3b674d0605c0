"""Creates or updates the labels of `.github/labels.yml` on GitHub: `make labels`."""

from __future__ import annotations

import subprocess
import sys

import yaml

from harness.paths import ROOT


def assemble_commands(labels: list[dict[str, str]]) -> list[list[str]]:
    return [
        ["gh", "label", "create", label["name"], "--force",
         "--color", label["color"], "--description", label["description"]]
        for label in labels
    ]  # fmt: skip


def main() -> int:
    labels = yaml.safe_load((ROOT / ".github/labels.yml").read_text(encoding="utf-8"))
    for command in assemble_commands(labels):
        subprocess.run(command, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
