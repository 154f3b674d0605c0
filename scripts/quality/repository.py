"""The files of the repository: tracked and new ones, without ignored files."""

from __future__ import annotations

import subprocess
from pathlib import PurePosixPath


def load_files() -> list[PurePosixPath]:
    """Every file that is tracked, or that `git add` would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [PurePosixPath(name) for name in sorted(set(listing.split("\0"))) if name]
