"""Which path a source gets, and which page answers a path.

`contracts/path-resolution.toml` holds the rules as cases; the theme and servers run them too.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal
from urllib.parse import unquote

Outcome = Literal["page", "redirect", "not-found"]

SCHEMES = frozenset({"http", "https", "mailto"})
"""The schemes that links may have."""

_INDEX = "index.html"
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
# Browsers drop tabs and line breaks inside an address and read a backslash as a slash.
_MISREAD = re.compile(r"[\x00-\x1f\x7f\\]")


@dataclass(frozen=True)
class Resolution:
    """What a path leads to."""

    outcome: Outcome
    """Whether a page answers, the reader is sent elsewhere, or nothing is there."""
    path: str
    """The page's own path, or where to go, with base, query and hash; empty when not found."""


_NOT_FOUND = Resolution("not-found", "")


def is_allowed(address: str) -> bool:
    """Whether a link may have this address: our own pages, or a scheme that runs no code."""
    if _MISREAD.search(address):
        return False
    found = _SCHEME.match(address.strip())
    if found:
        return found[1].lower() in SCHEMES
    # Two slashes lead to another host, with the scheme of the page.
    return not address.strip().startswith("//")


def key_for(file: str) -> str:
    """`guide/quick-start.md` -> `guide/quick-start`."""
    return file.removesuffix(".md")


def route_for(file: str) -> str:
    """`guide/quick-start.md` -> `/guide/quick-start.html`, `guide/index.md` -> `/guide/`."""
    folder, name = posixpath.split(key_for(file))
    return posixpath.join("/", folder, "" if name == "index" else f"{name}.html")


def markdown_path(path: str) -> str:
    """Where a page stands as Markdown: `/guide/start.md`, `/guide/index.md` for `/guide/`."""
    return f"{path}index.md" if path.endswith("/") else f"{path.removesuffix('.html')}.md"


def folder_of(path: str) -> str:
    """`/guide/` for `/guide/` and for `/guide/start.html`."""
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
        # A second slash, as browsers also read a backslash, would make the rest a host.
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


def split_address(address: str) -> tuple[str, str]:
    """The path, and everything from the query or hash on."""
    end = min(address.find(mark) % (len(address) + 1) for mark in "?#")
    return address[:end], address[end:]


def _candidates(path: str) -> tuple[str, ...]:
    if path.endswith("/"):
        return (path, f"{path[:-1]}.html")
    return (path, f"{path}/", f"{path}.html")


def with_base(path: str, base: str) -> str:
    """A path of the site as it stands on its host."""
    return base + path.removeprefix("/")


def resolve_link(href: str, file: str) -> str | None:
    """Where a link in a source leads; None when it is neither a source, a path nor outside.

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
