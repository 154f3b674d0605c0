"""Updates the diffs of applications that migrate from another library: `make examples`."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

from harness.paths import ROOT

APPS = ROOT / "tests/library/peers/apps"
DIFFS = ROOT / "docs/examples/guide/recipes/adopt"


def list_diffs() -> dict[Path, str]:
    """The diff of every application, by file."""
    return {
        DIFFS / before.name.replace(".before", "").replace(before.suffix, ".diff"): _render(before)
        for before in sorted(APPS.glob("*.before.*"))
    }


def _render(before: Path) -> str:
    after = before.with_name(before.name.replace(".before.", ".after."))
    old, new = (file.read_text(encoding="utf-8").splitlines() for file in (before, after))
    # With the whole file as context, there is only one hunk, so its three headers are dropped.
    _, _, _, *lines = unified_diff(old, new, n=len(old), lineterm="")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for file, text in list_diffs().items():
        file.write_text(text, encoding="utf-8", newline="\n")
