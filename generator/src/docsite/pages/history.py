"""The date of the last change and the authors of each page, from Git."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from docsite.errors import ContentError
from docsite.git import git_environment
from docsite.records import SiteConfig

_FORMAT = "--format=%x00%ct%x09%aN"
"""Timestamp and author, according to `.mailmap`."""


@dataclass(frozen=True)
class FileHistory:
    last_updated: date
    authors: tuple[str, ...] = ()
    """The names, the one with the most commits first."""


def load_history(docs: Path, config: SiteConfig) -> Callable[[str], FileHistory]:
    """Returns a function that returns the history of a file. A configured date replaces the one
    from Git."""
    fixed = config.last_updated
    if isinstance(fixed, date) and not config.contributors:
        return lambda _file: FileHistory(fixed)
    if _git(docs, "rev-parse", "--is-shallow-repository").strip() != "false":
        raise ContentError(
            "dates and contributors come from Git, but this is a shallow clone",
            hint="Fetch the history (git fetch --unshallow; in CI, fetch-depth: 0), or set a date "
            "in site.toml and remove contributors.",
            file=str(docs),
        )
    known = parse_history(_git(docs, "log", _FORMAT, "--name-only", "--relative"))
    # A file without commits gets the newest date.
    newest = max((one.last_updated for one in known.values()), default=date(1970, 1, 1))

    def find(file: str) -> FileHistory:
        found = known.get(file, FileHistory(newest))
        authors = found.authors if config.contributors else ()
        return FileHistory(fixed or found.last_updated, authors)

    return find


def parse_history(log: str) -> Mapping[str, FileHistory]:
    """Returns the history of each file. The log starts with the newest commit."""
    days: dict[str, date] = {}
    authors: dict[str, Counter[str]] = {}
    for commit in log.split("\0")[1:]:
        head, *files = commit.split("\n")
        seconds, _, author = head.partition("\t")
        day = datetime.fromtimestamp(int(seconds), UTC).date()
        for file in filter(None, files):
            days.setdefault(file, day)
            authors.setdefault(file, Counter())[author] += 1
    return {
        file: FileHistory(day, tuple(name for name, _ in authors[file].most_common()))
        for file, day in days.items()
    }


def _git(docs: Path, *arguments: str) -> str:
    options = ("-c", "core.quotePath=false", "-c", "i18n.logOutputEncoding=UTF-8")
    command = ["git", *options, "-C", str(docs), *arguments]
    try:
        # Old commits can contain names in other encodings.
        done = subprocess.run(
            command,
            check=True,
            capture_output=True,
            encoding="utf-8",
            env=git_environment(),
            errors="replace",
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise ContentError(
            "dates or contributors come from Git, but Git failed here",
            hint="Install Git and use a clone, or set a date in site.toml and remove contributors.",
            file=str(docs),
        ) from error
    return done.stdout
