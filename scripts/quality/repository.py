"""The files of the repository: tracked ones and new ones, not what commands have made."""

from __future__ import annotations

import subprocess
from pathlib import PurePosixPath


def load_files() -> list[PurePosixPath]:
    """Every file that is, or on the next commit would be, in the repository."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [PurePosixPath(name) for name in sorted(set(listing.split("\0"))) if name]
