"""The files that `make dashboard` builds, served from memory."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

FOLDER = Path(__file__).parents[1] / "files"
BASE = "/dashboard"
MISSING = "The dashboard has not been built. Run `make dashboard`, then start the collector again."

HEADERS = {
    "content-security-policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}

_FOREVER = "public, max-age=31536000, immutable"
_COMPRESSED = frozenset({".css", ".html", ".js", ".svg"})


@dataclass(frozen=True, slots=True)
class File:
    body: bytes
    compressed: bytes | None
    """The body compressed with gzip, if that makes it smaller."""
    type: str
    etag: str
    caching: str


def load_files(folder: Path = FOLDER) -> dict[str, File]:
    """Returns the files, keyed by URL path; `/dashboard/` is the document. Empty if nothing has
    been built."""
    return dict(_load(folder)) if (folder / "index.html").is_file() else {}


def _load(folder: Path) -> Iterator[tuple[str, File]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            name = file.relative_to(folder).as_posix()
            yield f"{BASE}/{'' if name == 'index.html' else name}", _read(file, name)


def _read(file: Path, name: str) -> File:
    body = file.read_bytes()
    compressed = gzip.compress(body, mtime=0) if file.suffix in _COMPRESSED else None
    return File(
        body,
        compressed if compressed and len(compressed) < len(body) else None,
        mimetypes.guess_type(name)[0] or "application/octet-stream",
        f'"{blake2b(body, digest_size=8).hexdigest()}"',
        # The names of assets contain a hash.
        _FOREVER if name.startswith("assets/") else "no-cache",
    )


class StaticFiles:
    """The routes below `/dashboard`, except the API."""

    def __init__(self, files: dict[str, File]) -> None:
        self._files = files

    @property
    def routes(self) -> list[Route]:
        return [
            Route(BASE, _redirect),
            Route(f"{BASE}/{{path:path}}", self._respond),
        ]

    async def _respond(self, request: Request) -> Response:
        file = self._files.get(request.url.path)
        if file is None:
            message, status = ("Not found", 404) if self._files else (MISSING, 503)
            return PlainTextResponse(message, status, headers=HEADERS)
        headers = {**HEADERS, "cache-control": file.caching, "etag": file.etag}
        headers["vary"] = "Accept-Encoding"
        if file.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if file.compressed and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            return Response(file.compressed, media_type=file.type, headers=headers)
        return Response(file.body, media_type=file.type, headers=headers)


async def _redirect(_: Request) -> Response:
    return RedirectResponse(f"{BASE}/", 308)
