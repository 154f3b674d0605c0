"""What a host has to know about a site to answer as the routing rules say."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from docsite.errors import ContentError
from docsite.hosts.headers import FRAME_HEADERS, cache_control_for, cache_rules_for
from docsite.hosts.policy import Directive, render_policy
from docsite.records import RouteTable, SiteConfig, to_camel_case
from docsite.site.routes import with_base

RECORD_FILE = ".docsite.json"
"""Keeps a hosted site beside its files, for `docsite preview`. Servers do not show dot files."""

HOST_FILES = ("_headers", "_redirects", "vercel.json")
"""Files at the root of the site that speak to hosts, not to readers."""


@dataclass(frozen=True)
class HostedSite:
    """The part of a site that decides how requests are answered."""

    address: str
    """Where the site stands: scheme and host."""
    base: str
    """The path it stands under on its host."""
    prefixes: tuple[str, ...]
    """The path of each language, without base; the first is `/`."""
    redirects: Mapping[str, str]
    """Old paths, and the paths of their pages now; without base."""
    policy: str
    """The content security policy, as a header."""
    mounts: tuple[str, ...] = ()
    """The paths of folders that something else has built, without base."""
    policies: Mapping[str, str] = field(default_factory=dict)
    """Folders whose files have another policy, as paths without base such as `/frames/*`."""
    frames: tuple[str, ...] = ()
    """Those of them that hold frames."""

    @property
    def cache_rules(self) -> Mapping[str, str]:
        """How long files may be kept, by their path without base."""
        return cache_rules_for(self.mounts)

    @property
    def special_paths(self) -> tuple[str, ...]:
        """Paths with rules of their own; the first that fits is to be taken."""
        return (*self.policies, *self.cache_rules)

    def cache_control_for(self, path: str) -> str:
        """How long a file may be kept, by its path without base."""
        return cache_control_for(path, self.cache_rules)

    @property
    def frame_headers(self) -> Mapping[str, str]:
        """What frames have besides; nothing where the site has none."""
        return FRAME_HEADERS if self.frames else {}

    def headers_for(self, path: str) -> Mapping[str, str]:
        """Headers that only some files have, by a path without base."""
        is_frame = any(path.startswith(folder[:-1]) for folder in self.frames)
        return FRAME_HEADERS if is_frame else {}

    def policy_for(self, path: str) -> str:
        """The policy of a file, by its path without base."""
        found = (value for folder, value in self.policies.items() if path.startswith(folder[:-1]))
        return next(found, self.policy)

    @property
    def host(self) -> str:
        """The name of the host, without a port."""
        return urlsplit(self.address).hostname or ""

    @property
    def mount(self) -> str:
        """The base without the slash at its end: empty for a site at the root."""
        return self.base.removesuffix("/")

    def url_path(self, path: str) -> str:
        """A path of the site as it stands in an address, with base."""
        return quote(with_base(path, self.base), safe="/")


def assemble_hosted_site(
    config: SiteConfig,
    routes: RouteTable,
    policy: Sequence[Directive],
    policies: Mapping[str, Sequence[Directive]] | None = None,
    frames: Sequence[str] = (),
) -> HostedSite:
    """`policies` are those of single folders, and `frames` those of them that hold frames."""
    return HostedSite(
        address=config.address,
        base=config.base,
        prefixes=tuple(locale.prefix for locale in config.locales),
        redirects={redirect.path: redirect.target for redirect in routes.redirects},
        policy=render_policy(policy),
        policies={path: render_policy(value) for path, value in (policies or {}).items()},
        mounts=tuple(mount.path for mount in config.mounts),
        frames=tuple(frames),
    )


def not_found_page(prefix: str) -> str:
    """The page for unknown paths of a language, without base."""
    return f"{prefix}404.html"


def load_hosted_site(output: Path) -> HostedSite:
    """Reads what a build left for the servers of docsite."""
    path = output / RECORD_FILE
    try:
        return _parse_hosted_site(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise ContentError(
            "this folder doesn't contain a built site",
            hint="Build it first (docsite build), or specify the output folder of the build.",
            file=str(output),
        ) from error


def _parse_hosted_site(record: Mapping[str, Any]) -> HostedSite:
    values = {name: record[to_camel_case(name)] for name in HostedSite.__dataclass_fields__}
    lists = {name: tuple(values[name]) for name in ("prefixes", "mounts", "frames")}
    return HostedSite(**{**values, **lists})
