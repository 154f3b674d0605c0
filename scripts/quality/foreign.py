"""Finds data of the local machine in the repository: package registries and absolute paths."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from scripts.quality.repository import load_files

SETTINGS = (
    "PIP_INDEX_URL",
    "PIP_EXTRA_INDEX_URL",
    "PIP_FIND_LINKS",
    "UV_DEFAULT_INDEX",
    "UV_INDEX",
    "UV_INDEX_URL",
    "UV_EXTRA_INDEX_URL",
    "NPM_CONFIG_REGISTRY",
)
"""Environment variables with package sources. npm ignores the case of its variable."""

_PIP_SETTING = re.compile(r"(?:index-url|find-links)='(.*)'$")
_HOME = re.compile(r"(?<![\w.-])(?:/home|/Users|[A-Za-z]:\\Users)[/\\]\w[\w.-]*[/\\]")
_LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}


def load_sources() -> list[str]:
    """The URLs and folders from which this machine installs packages."""
    configured = [
        _run(_base_python(), "-m", "pip", "config", "list"),
        _run("pnpm", "config", "list"),
    ]
    variables = [value for name, value in os.environ.items() if name.upper() in SETTINGS]
    return parse_pip_config(configured[0]) + parse_npm_config(configured[1]) + _split(variables)


def _base_python() -> str:
    # The virtual environment has no pip, but its base Python does.
    return str(Path(sys.base_prefix) / "bin" / "python3")


def _run(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""  # a tool that isn't installed has no settings


def parse_pip_config(listing: str) -> list[str]:
    """The sources in the output of `pip config list`."""
    found = (_PIP_SETTING.search(line.strip()) for line in listing.splitlines())
    return _split(match[1] for match in found if match)


def parse_npm_config(listing: str) -> list[str]:
    """The registries in the output of `pnpm config list`, in either of its formats."""
    return re.findall(r"registry\"?\s*[=:]\s*\"?(https?://[^\s\",]+)", listing)


def _split(values: Iterable[str]) -> list[str]:
    return [source for value in values for source in value.replace("\\n", " ").split()]


def resolve_traces(sources: Iterable[str], checkout: Path) -> list[str]:
    """The strings to search for: hosts and folders of the sources, and the checkout."""
    traces = {str(checkout)}
    for source in sources:
        address = urlsplit(source)
        if address.hostname and address.netloc not in _LOOPBACK:
            traces.add(address.netloc.rpartition("@")[2])
        elif not address.hostname and address.path.startswith("/"):
            traces.add(address.path)
    return sorted(traces - {"/"})


def check_text(name: str, text: str, traces: Iterable[str]) -> list[str]:
    """One problem per line that contains a trace."""
    pattern = re.compile("|".join([_HOME.pattern, *map(_trace_pattern, traces)]))
    return [
        f"{name}:{number}: {match[0]!r} belongs to one machine. "
        "Use a relative path, or leave the URL to the settings of each machine."
        for number, line in enumerate(text.splitlines(), start=1)
        if (match := pattern.search(line))
    ]


def _trace_pattern(trace: str) -> str:
    # Must not match within a longer name or path.
    return rf"(?<![\w.-]){re.escape(trace)}(?![\w-])"


def load_text(path: Path) -> str:
    """The text of a file; empty for binary files, broken links and deleted files."""
    try:
        return path.read_text(encoding="utf-8")
    except (UnicodeDecodeError, OSError):
        return ""


def main() -> int:
    root = Path.cwd()
    traces = resolve_traces(load_sources(), root)
    problems = [
        problem
        for file in load_files()
        for problem in check_text(str(file), load_text(root / file), traces)
    ]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
