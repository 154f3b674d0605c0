"""Loads the versions of a site and links their pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from docsite.errors import ConfigError
from docsite.load import Site
from docsite.pages.content import load_public_files
from docsite.pages.versions import SiteVersion, find_removed, link_versions
from docsite.records import Problem, SiteConfig
from docsite.site.config import CONFIG_FILE
from docsite.site.versions import load_version_config, prepare_version

LoadSite = Callable[[Path, SiteConfig], Site]


@dataclass(frozen=True)
class LoadedVersion:
    """A version of a site that is built into a folder of the output."""

    docs: Path
    site: Site
    folder: str = ""
    """Empty for the current version."""


def load_versions(
    docs: Path, current: Site, work: Path, load: LoadSite
) -> tuple[LoadedVersion, ...]:
    """Loads all versions, the current one first. Links their pages unless one version has
    errors."""
    config = current.config
    loaded = []
    for version in config.versions:
        if version.is_current:
            loaded.append(LoadedVersion(docs, current))
            continue
        folder = prepare_version(docs, version, work)
        site = load(folder, load_version_config(folder, version, config))
        loaded.append(LoadedVersion(folder, site, version.path.strip("/")))
    if not any(one.site.has_errors for one in loaded):
        loaded = _link(docs, loaded, config)
    return tuple(sorted(loaded, key=lambda one: one.folder != ""))


def find_errors(versions: Sequence[LoadedVersion]) -> Iterator[Problem]:
    """Yields the errors of other versions, with absolute paths. Warnings are omitted, because
    finished versions rarely change."""
    for version in versions:
        for problem in version.site.problems:
            if version.folder and problem.severity == "error":
                yield replace(problem, file=str(version.docs.resolve() / problem.file))


def _link(docs: Path, loaded: Sequence[LoadedVersion], config: SiteConfig) -> list[LoadedVersion]:
    versions = [
        SiteVersion(version, one.site.config, one.site.routes)
        for version, one in zip(config.versions, loaded, strict=True)
    ]
    files = load_public_files(docs)
    _check_folders(docs, versions, files)
    moved = find_removed(versions, files)
    return [
        replace(
            one,
            site=replace(one.site, versions=links, moved=() if one.folder else moved),
        )
        for one, links in zip(loaded, link_versions(versions), strict=True)
    ]


def _check_folders(docs: Path, versions: Sequence[SiteVersion], files: frozenset[str]) -> None:
    """Raises an error if the current version has files in the folder of another version."""
    paths = files.union(*(one.paths for one in versions if one.version.is_current))
    for one in versions:
        folder = one.version.path
        if not one.version.is_current and any(path.startswith(folder) for path in paths):
            raise ConfigError(
                f"versions: the current version also has files in {folder}",
                hint=f"Publish {one.version.label} at another path.",
                file=str(docs / CONFIG_FILE),
            )
