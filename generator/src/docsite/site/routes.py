"""The paths of pages, and the routing rules.

`contracts/path-resolution.toml` contains the rules as test cases, which the theme and servers
share.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Literal
from urllib.parse import unquote

Outcome = Literal["page", "redirect", "not-found"]

SCHEMES = frozenset({"http", "https", "mailto"})
"""The URL schemes that links may have."""

_INDEX = "index.html"
_MAX_ADDRESSES = 2**16
"""The size of the cache, because several checks split all links of a site in every build."""
_END_OF_PATH = re.compile(r"[?#]")
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
# Browsers remove tabs and line breaks from URLs, and treat a backslash as a slash.
_MISREAD = re.compile(r"[\x00-\x1f\x7f\\]")


@dataclass(frozen=True)
class Resolution:
    """The result of resolving a path."""

    outcome: Outcome
    path: str
    """The path of the page or the redirect, with base, query and hash; empty if not found."""


_NOT_FOUND = Resolution("not-found", "")


def is_allowed(address: str) -> bool:
    """Returns whether a link may have this URL: a path, or a scheme that can't run code."""
    if _MISREAD.search(address):
        return False
    found = _SCHEME.match(address.strip())
    if found:
        return found[1].lower() in SCHEMES
    # A URL that starts with two slashes points to another host.
    return not address.strip().startswith("//")


def key_for(file: str) -> str:
    """Returns the key of a page: `guide/quick-start.md` -> `guide/quick-start`."""
    return file.removesuffix(".md")


def route_for(file: str) -> str:
    """Returns the path of a page: `guide/start.md` -> `/guide/start.html`, `guide/index.md` ->
    `/guide/`."""
    folder, name = posixpath.split(key_for(file))
    return posixpath.join("/", folder, "" if name == "index" else f"{name}.html")


def document_path(path: str) -> str:
    """Returns the path of the file for a page: `/guide/` -> `/guide/index.html`."""
    return f"{path}{_INDEX}" if path.endswith("/") else path


def not_found_page(prefix: str) -> str:
    """Returns the path of the 404 page of a language."""
    return f"{prefix}404.html"


def markdown_path(path: str) -> str:
    """Returns the path of a Markdown copy: `/guide/start.html` -> `/guide/start.md`, `/guide/` ->
    `/guide/index.md`."""
    return f"{path}index.md" if path.endswith("/") else f"{path.removesuffix('.html')}.md"


def feed_path(path: str) -> str:
    """Returns the path of a feed: `/changelog.html` -> `/changelog.xml`, `/news/` ->
    `/news/index.xml`."""
    return f"{path}index.xml" if path.endswith("/") else f"{path.removesuffix('.html')}.xml"


def folder_of(path: str) -> str:
    """Returns the folder of a path: `/guide/` for `/guide/` and for `/guide/start.html`."""
    return path[: path.rindex("/") + 1]


def resolve_path(
    address: str,
    paths: Container[str],
    base: str = "/",
    redirects: Mapping[str, str] = MappingProxyType({}),
) -> Resolution:
    """Applies the routing rules to a path with its query and hash."""
    path, rest = split_address(address)
    if not f"{path}/".startswith(base) or path.startswith("//") or "\\" in path:
        # Browsers treat a backslash as a slash, and what follows two slashes as a host.
        return _NOT_FOUND
    if path.endswith(f"/{_INDEX}"):
        return Resolution("redirect", path.removesuffix(_INDEX) + rest)
    inner = "/" + unquote(path)[len(base) :]
    if inner in redirects:
        return Resolution("redirect", with_base(redirects[inner], base) + rest)
    for candidate in _candidates(inner):
        if candidate in paths:
            return Resolution("page", with_base(candidate, base) + rest)
    return _NOT_FOUND


@lru_cache(_MAX_ADDRESSES)
def split_address(address: str) -> tuple[str, str]:
    """Splits a URL before its query or hash."""
    found = _END_OF_PATH.search(address)
    end = found.start() if found else len(address)
    return address[:end], address[end:]


def _candidates(path: str) -> tuple[str, ...]:
    if path.endswith("/"):
        return (path, f"{path[:-1]}.html")
    return (path, f"{path}/", f"{path}.html")


def with_base(path: str, base: str) -> str:
    """Returns the path on the host for a path of the site."""
    return base + path.removeprefix("/")


def resolve_link(href: str, file: str) -> str | None:
    """Returns the target of a link in a source; `None` if it is not a source, a path or an external
    URL.

    Links between pages are relative paths of `.md` files: they work in editors and on code hosts,
    and they are the same in every language.
    """
    path, rest = split_address(href)
    if re.match(r"[a-z][a-z0-9+.-]*:", path, re.IGNORECASE) or path.startswith("/"):
        return href
    if not path:
        return route_for(file) + rest
    target = posixpath.normpath(posixpath.join(posixpath.dirname(file), path))
    if not path.endswith(".md") or target.startswith(".."):
        return None
    return route_for(target) + rest
