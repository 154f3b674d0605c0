"""The properties of a site that hosts need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import quote, urlsplit

import msgspec
from msgspec import Struct, structs

from docsite.errors import ContentError
from docsite.hosts.headers import FRAME_HEADERS, cache_control_for, cache_rules_for
from docsite.hosts.policy import Directive, render_policy, unite_policies
from docsite.records import RouteTable, SiteConfig
from docsite.records.assets import RECORD_FILE
from docsite.site.routes import with_base

HOST_FILES = ("_headers", "_redirects", "vercel.json")
"""Files at the root of the site that only hosts need."""


class HostedSite(Struct, frozen=True, rename="camel"):
    """The properties of a site that determine its responses."""

    address: str
    """Scheme and host."""
    base: str
    """The path on the host."""
    prefixes: tuple[str, ...]
    """The path of each language, without base; the first one is `/`."""
    redirects: Mapping[str, str]
    """Current paths, keyed by old paths, without base."""
    policy: str
    """The content security policy, as a header."""
    mounts: tuple[str, ...] = ()
    """The paths of mounted folders, without base."""
    policies: Mapping[str, str] = {}
    """The policies of folders that have their own, keyed by path without base, such as
    `/frames/*`."""
    frames: tuple[str, ...] = ()
    """The folders of `policies` that contain frames."""
    versions: tuple[str, ...] = ()
    """The paths of other versions, without base."""

    @property
    def cache_rules(self) -> Mapping[str, str]:
        """`Cache-Control` values, keyed by path without base."""
        return cache_rules_for(self.mounts, self.versions)

    @property
    def inner_prefixes(self) -> tuple[str, ...]:
        """The prefixes except `/`, inner folders before outer ones."""
        return tuple(sorted(self.prefixes[1:], key=lambda prefix: -prefix.count("/")))

    @property
    def special_paths(self) -> tuple[str, ...]:
        """Paths with their own rules; the first match applies."""
        return (*self.policies, *self.cache_rules)

    def cache_control_for(self, path: str) -> str:
        """Returns the `Cache-Control` of a path without base."""
        return cache_control_for(path, self.cache_rules)

    @property
    def frame_headers(self) -> Mapping[str, str]:
        """The additional headers of frames; empty if the site has no frames."""
        return FRAME_HEADERS if self.frames else {}

    def headers_for(self, path: str) -> Mapping[str, str]:
        """Returns the additional headers of a path without base."""
        is_frame = any(path.startswith(folder[:-1]) for folder in self.frames)
        return FRAME_HEADERS if is_frame else {}

    def policy_for(self, path: str) -> str:
        """Returns the policy of a path without base."""
        found = (value for folder, value in self.policies.items() if path.startswith(folder[:-1]))
        return next(found, self.policy)

    @property
    def host(self) -> str:
        """The host name, without a port."""
        return urlsplit(self.address).hostname or ""

    @property
    def mount(self) -> str:
        """The base without the trailing slash; empty for a site at the root."""
        return self.base.removesuffix("/")

    def url_path(self, path: str) -> str:
        """Returns the URL path for a path of the site, including the base."""
        return quote(with_base(path, self.base), safe="/")


def assemble_hosted_site(
    config: SiteConfig,
    routes: RouteTable,
    policy: Sequence[Directive],
    policies: Mapping[str, Sequence[Directive]] | None = None,
    frames: Sequence[str] = (),
) -> HostedSite:
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


def join_sites(sites: Mapping[str, HostedSite]) -> HostedSite:
    """Combines all versions, keyed by their folders. The first one is the current version, at the
    root."""
    current, *others = sites.values()
    if not others:
        return current
    inner = [(f"/{folder}", one) for folder, one in sites.items() if folder]
    return structs.replace(
        current,
        prefixes=(*current.prefixes, *(at + path for at, one in inner for path in one.prefixes)),
        redirects={
            **current.redirects,
            **{at + old: at + new for at, one in inner for old, new in one.redirects.items()},
        },
        # Documents declare their own, stricter policy.
        policy=unite_policies(one.policy for one in sites.values()),
        policies={
            **current.policies,
            **{at + path: policy for at, one in inner for path, policy in one.policies.items()},
        },
        mounts=(*current.mounts, *(at + path for at, one in inner for path in one.mounts)),
        frames=(*current.frames, *(at + path for at, one in inner for path in one.frames)),
        versions=tuple(f"{at}/" for at, _ in inner),
    )


def load_hosted_site(output: Path) -> HostedSite:
    """Reads the record of a build."""
    path = output / RECORD_FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=HostedSite)
    except (OSError, msgspec.MsgspecError) as error:
        raise ContentError(
            "this folder doesn't contain a built site",
            hint="Build it first (docsite build), or specify the output folder of the build.",
            file=str(output),
        ) from error
