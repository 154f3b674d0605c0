"""The site that an export is imported into."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Site:
    id: UUID
    title: str
    hosts: frozenset[str]
    """Without `www.`, because some services drop it."""

    def has(self, address: str) -> bool:
        """Compares only hosts, because old records may have `http:` URLs."""
        try:
            return strip_host(urlsplit(address).hostname or "") in self.hosts
        except ValueError:
            return False


def describe_site(id_: UUID, title: str, origins: Iterable[str]) -> Site:
    hosts = (urlsplit(origin).hostname or "" for origin in origins)
    return Site(id_, title, frozenset(map(strip_host, hosts)))


def strip_host(host: str) -> str:
    return host.lower().removeprefix("www.")
