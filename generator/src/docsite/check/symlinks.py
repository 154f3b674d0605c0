"""Reports symbolic links, which could publish any file of the build machine, and hidden files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from docsite.pages.content import find_hidden_files, find_source_symlinks, find_symlinks
from docsite.records import Problem, SiteConfig


def check_symlinks(docs: Path, config: SiteConfig) -> Iterator[Problem]:
    """Reports symbolic links in all folders that a build publishes, and hidden public files."""
    folders = [mount.folder for mount in config.mounts]
    folders += [config.live.folder] if config.live else []
    built = (find_symlinks(docs / folder) for folder in folders)
    for path in chain(find_source_symlinks(docs), *built):
        yield Problem(
            "error",
            Path(os.path.relpath(path, docs)).as_posix(),
            None,
            "This is a symbolic link, which could publish any file on this machine.",
            "Replace it with the file or folder itself.",
        )
    for file in find_hidden_files(docs):
        hint = "Remove it, or rename it: a name that starts with a dot can hide a secret."
        yield Problem("warning", file, None, "This file is hidden, so it isn't published.", hint)
