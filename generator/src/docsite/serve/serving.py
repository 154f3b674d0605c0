"""Returns responses of a built site according to the routing rules, without a network."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from docsite.hosts import HOST_FILES, HostedSite
from docsite.hosts.headers import DATA_SUFFIXES, DEFAULT_CACHE, content_type_for, security_headers
from docsite.site.routes import not_found_page, resolve_path, split_address

ENCODINGS: Mapping[str, str] = {"br": ".br"}
"""The suffixes of compressed copies."""
GZIP = "gzip"
"""The encoding of data files, which have no compressed copies."""

Transform = Callable[[str, bytes], bytes]
"""Changes the content of a file before it is sent. Receives the path in the folder."""


@dataclass(frozen=True)
class SiteResponse:
    status: int
    headers: Mapping[str, str]
    body: bytes


class BuiltSite:
    """A folder with a built site. `in` tests whether a path without base is a file."""

    def __init__(self, folder: Path, hosted: HostedSite) -> None:
        self.hosted = hosted
        self._folder = folder.resolve()
        self._hidden = {f"/{name}" for name in HOST_FILES}
        self._hidden |= set(map(not_found_page, hosted.prefixes))

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and self._find(path) is not None

    def respond(
        self, address: str, transform: Transform, encodings: frozenset[str] = frozenset()
    ) -> SiteResponse:
        """Returns the response for a requested path with its query."""
        hosted = self.hosted
        if "\\" in address:  # browsers treat it as a slash, and two slashes as the start of a host
            return self._respond_not_found(address, transform, encodings)
        found = resolve_path(address, self, hosted.base, hosted.redirects)
        if found.outcome == "redirect":
            return SiteResponse(301, self._headers(DEFAULT_CACHE) | {"Location": found.path}, b"")
        if found.outcome == "not-found":
            return self._respond_not_found(address, transform, encodings)
        path = self._inner_path(found.path)
        return self._respond_file(200, self._find(path), path, transform, encodings)

    def _respond_not_found(
        self, address: str, transform: Transform, encodings: frozenset[str]
    ) -> SiteResponse:
        inner = self._inner_path(address)
        fitting = [prefix for prefix in self.hosted.prefixes if f"{inner}/".startswith(prefix)]
        path = not_found_page(max(fitting, key=len, default="/"))
        return self._respond_file(404, self._locate(path), path, transform, encodings)

    def _respond_file(
        self,
        status: int,
        file: Path | None,
        path: str,
        transform: Transform,
        encodings: frozenset[str],
    ) -> SiteResponse:
        if file is None:
            return SiteResponse(404, self._headers(DEFAULT_CACHE), b"")
        original = file.read_bytes()
        body = transform(f"/{file.relative_to(self._folder).as_posix()}", original)
        cache = self.hosted.cache_control_for(path) if status == 200 else DEFAULT_CACHE
        headers = self._headers(cache, path)
        headers |= {"Content-Type": content_type_for(file.name), "Vary": "Accept-Encoding"}
        if body == original:
            # Changed content has no compressed copies.
            for encoding, suffix in ENCODINGS.items():
                compressed = file.with_name(file.name + suffix)
                if encoding in encodings and compressed.is_file():
                    headers["Content-Encoding"] = encoding
                    return SiteResponse(status, headers, compressed.read_bytes())
        if GZIP in encodings and file.suffix.removeprefix(".") in DATA_SUFFIXES:
            headers["Content-Encoding"] = GZIP
            body = gzip.compress(body)
        return SiteResponse(status, headers, body)

    def _headers(self, cache: str, path: str = "/") -> dict[str, str]:
        hosted = self.hosted
        own = {"Cache-Control": cache, **hosted.headers_for(path)}
        return security_headers(hosted.policy_for(path)) | own

    def _inner_path(self, address: str) -> str:
        return "/" + split_address(address)[0].removeprefix(self.hosted.base)

    def _find(self, path: str) -> Path | None:
        """Returns the file for a path, unless it is hidden or the path is not canonical."""
        if path in self._hidden or path.endswith("/index.html") or not _is_plain(path):
            return None
        return self._locate(f"{path}index.html" if path.endswith("/") else path)

    def _locate(self, path: str) -> Path | None:
        try:
            file = (self._folder / path[1:]).resolve()
            return file if file.is_file() and file.is_relative_to(self._folder) else None
        except (OSError, ValueError):  # not a valid file name
            return None


def _is_plain(path: str) -> bool:
    """Returns whether a path has no empty segments, `..` or dot files."""
    *folders, name = path.removeprefix("/.well-known").split("/")[1:]
    return all(folders) and not any(part.startswith(".") for part in (*folders, name))
