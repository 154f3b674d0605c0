"""What a built site answers to a request, by the rules that hosts follow. Knows no network."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from docsite.hosts import HOST_FILES, HostedSite, not_found_page
from docsite.hosts.headers import DEFAULT_CACHE, content_type_for, security_headers
from docsite.site.routes import resolve_path, split_address

ENCODINGS: Mapping[str, str] = {"br": ".br", "gzip": ".gz"}
"""The compressed forms that may stand beside a file, the best first."""

Transform = Callable[[str, bytes], bytes]
"""Changes a file on its way to the browser, given its path in the folder and its content."""


@dataclass(frozen=True)
class Answer:
    """What goes back to the browser."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class BuiltSite:
    """A folder with a built site. `in` asks whether a path, without base, has a file."""

    def __init__(self, folder: Path, hosted: HostedSite) -> None:
        self.hosted = hosted
        self._folder = folder.resolve()
        self._hidden = {f"/{name}" for name in HOST_FILES}
        self._hidden |= set(map(not_found_page, hosted.prefixes))

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and self._find(path) is not None

    def answer(
        self, address: str, transform: Transform, encodings: frozenset[str] = frozenset()
    ) -> Answer:
        """Answers for a path with its query, as it was asked for."""
        hosted = self.hosted
        if "\\" in address:  # browsers take it for a slash, and two slashes for the start of a host
            return self._answer_not_found(address, transform, encodings)
        found = resolve_path(address, self, hosted.base, hosted.redirects)
        if found.outcome == "redirect":
            return Answer(301, self._headers(DEFAULT_CACHE) | {"Location": found.path}, b"")
        if found.outcome == "not-found":
            return self._answer_not_found(address, transform, encodings)
        path = self._inner_path(found.path)
        return self._answer_file(200, self._find(path), path, transform, encodings)

    def _answer_not_found(
        self, address: str, transform: Transform, encodings: frozenset[str]
    ) -> Answer:
        inner = self._inner_path(address)
        fitting = [prefix for prefix in self.hosted.prefixes if f"{inner}/".startswith(prefix)]
        path = not_found_page(max(fitting, key=len, default="/"))
        return self._answer_file(404, self._locate(path), path, transform, encodings)

    def _answer_file(
        self,
        status: int,
        file: Path | None,
        path: str,
        transform: Transform,
        encodings: frozenset[str],
    ) -> Answer:
        if file is None:
            return Answer(404, self._headers(DEFAULT_CACHE), b"")
        original = file.read_bytes()
        body = transform(f"/{file.relative_to(self._folder).as_posix()}", original)
        cache = self.hosted.cache_control_for(path) if status == 200 else DEFAULT_CACHE
        headers = self._headers(cache, path)
        headers |= {"Content-Type": content_type_for(file.name), "Vary": "Accept-Encoding"}
        if body == original:
            # Nobody has compressed what was changed on the way.
            for encoding, suffix in ENCODINGS.items():
                compressed = file.with_name(file.name + suffix)
                if encoding in encodings and compressed.is_file():
                    headers["Content-Encoding"] = encoding
                    return Answer(status, headers, compressed.read_bytes())
        return Answer(status, headers, body)

    def _headers(self, cache: str, path: str = "/") -> dict[str, str]:
        hosted = self.hosted
        own = {"Cache-Control": cache, **hosted.headers_for(path)}
        return security_headers(hosted.policy_for(path)) | own

    def _inner_path(self, address: str) -> str:
        return "/" + split_address(address)[0].removeprefix(self.hosted.base)

    def _find(self, path: str) -> Path | None:
        """The file that answers a path; none where it is not for readers, or has another name."""
        if path in self._hidden or path.endswith("/index.html") or not _is_plain(path):
            return None
        return self._locate(f"{path}index.html" if path.endswith("/") else path)

    def _locate(self, path: str) -> Path | None:
        try:
            file = (self._folder / path[1:]).resolve()
            return file if file.is_file() and file.is_relative_to(self._folder) else None
        except (OSError, ValueError):  # a name that no file can have
            return None


def _is_plain(path: str) -> bool:
    """Whether a path has no part that leads upwards, to nowhere or to a dot file."""
    *folders, name = path.removeprefix("/.well-known").split("/")[1:]
    return all(folders) and not any(part.startswith(".") for part in (*folders, name))
