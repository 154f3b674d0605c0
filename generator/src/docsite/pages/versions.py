"""Links between the versions of a site: menus, canonical URLs, notices and redirects."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote

from docsite.records import NavEntry, PageLink, Redirect, RouteTable, SiteConfig, Version
from docsite.site.locales import locale_of
from docsite.site.routes import resolve_path, with_base
from docsite.site.strings import TextStrings, text_strings_by_tag


@dataclass(frozen=True)
class VersionNotice:
    """A note on the pages of all versions except the current one."""

    text: str
    link_text: str
    href: str


@dataclass(frozen=True)
class PageVersions:
    """The other versions of a page."""

    menu: NavEntry
    canonical: str | None = None
    """The URL of the same page in the current version, if this isn't the current version."""
    notice: VersionNotice | None = None


@dataclass(frozen=True)
class SiteVersion:
    """A version with its pages."""

    version: Version
    config: SiteConfig
    routes: RouteTable

    @cached_property
    def paths(self) -> frozenset[str]:
        return frozenset(route.path for route in self.routes.routes)

    @cached_property
    def redirects(self) -> Mapping[str, str]:
        return {redirect.path: redirect.target for redirect in self.routes.redirects}

    @cached_property
    def strings(self) -> Mapping[str, TextStrings]:
        return text_strings_by_tag(self.config)

    @cached_property
    def names(self) -> Mapping[str, tuple[str, ...]]:
        """The current and the earlier paths of each page, keyed by its path."""
        names: dict[str, tuple[str, ...]] = {path: (path,) for path in self.paths}
        for old, path in self.redirects.items():
            names[path] = (*names[path], old)
        return names

    def find_same(self, path: str, other: SiteVersion) -> str | None:
        """Returns the path of a page of another version in this version, even if it was renamed in
        between."""
        targets = (self.redirects.get(name, name) for name in other.names[path])
        return next((target for target in targets if target in self.paths), None)

    def find_nearest(self, path: str, other: SiteVersion) -> str:
        """Returns the same page, or else the home page in the language of the page."""
        prefix = locale_of(path, other.config.locales).prefix
        home = prefix if prefix in self.paths else "/"
        return self.find_same(path, other) or home

    def href_of(self, path: str) -> str:
        return quote(with_base(path, self.config.base), safe="/")


def link_versions(versions: Sequence[SiteVersion]) -> tuple[Mapping[str, PageVersions], ...]:
    """Returns the versions of each page, keyed by path, for each version. The newest version is
    first."""
    position = _position_of_current(versions)
    return tuple(
        {
            path: PageVersions(
                _assemble_menu(path, own, versions),
                _find_canonical(path, own, versions[position]),
                _assemble_notice(path, own, versions[position], is_old=index > position),
            )
            for path in own.paths
        }
        for index, own in enumerate(versions)
    )


def find_removed(versions: Sequence[SiteVersion], taken: Container[str]) -> tuple[Redirect, ...]:
    """Returns redirects from paths that the current version no longer has to the newest version
    that does.

    `taken` contains the paths of files.
    """
    position = _position_of_current(versions)
    current = versions[position]
    folders = (
        *(one.version.path for one in versions if one is not current),
        *(mount.path for mount in current.config.mounts),
    )
    found: dict[str, str] = {}
    for own in versions[position + 1 :]:
        for path in sorted(own.paths):
            resolution = resolve_path(path, current.paths, redirects=current.redirects)
            is_free = path not in taken and not path.startswith(folders)
            if is_free and resolution.outcome == "not-found":
                found.setdefault(path, with_base(path, own.version.path))
    return tuple(Redirect(path, target) for path, target in sorted(found.items()))


def _position_of_current(versions: Sequence[SiteVersion]) -> int:
    return next(index for index, one in enumerate(versions) if one.version.is_current)


def _strings_for(path: str, own: SiteVersion) -> TextStrings:
    return own.strings[locale_of(path, own.config.locales).tag]


def _fill(text: str, version: SiteVersion) -> str:
    return text.replace("{version}", version.version.label)


def _assemble_menu(path: str, own: SiteVersion, versions: Sequence[SiteVersion]) -> NavEntry:
    links = (
        PageLink(own.version.label, path) if one is own else _link_to(path, own, one)
        for one in versions
    )
    return NavEntry(_fill(_strings_for(path, own).version, own), None, tuple(links))


def _link_to(path: str, own: SiteVersion, target: SiteVersion) -> PageLink:
    href = target.href_of(target.find_nearest(path, own))
    return PageLink(target.version.label, target.config.address + href, href)


def _find_canonical(path: str, own: SiteVersion, current: SiteVersion) -> str | None:
    same = current.find_same(path, own) if own is not current else None
    return current.config.address + current.href_of(same) if same else None


def _assemble_notice(
    path: str, own: SiteVersion, current: SiteVersion, *, is_old: bool
) -> VersionNotice | None:
    if own is current:
        return None
    strings = _strings_for(path, own)
    return VersionNotice(
        _fill(strings.old_version if is_old else strings.new_version, own),
        _fill(strings.switch_version, current),
        current.href_of(current.find_nearest(path, own)),
    )
