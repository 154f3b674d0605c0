"""The environment of Git commands."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping


def git_environment() -> Mapping[str, str]:
    """Returns the environment without variables such as `GIT_DIR`.

    Git sets them for scripts that it starts. In commands for other repositories, they would select
    the wrong repository.
    """
    command = ["git", "rev-parse", "--local-env-vars"]
    local = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
    names = set(local.stdout.split())
    return {name: value for name, value in os.environ.items() if name not in names}
