"""Serves a built site on the loopback address."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from docsite.errors import DocsiteError
from docsite.hosts import load_hosted_site
from docsite.records.assets import LIVE_FOLDER, Asset
from docsite.serve.serving import ENCODINGS, GZIP, BuiltSite, Transform

_OWN_HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})

_PAGE_SCRIPT = Asset.SCRIPT.format(name=r"\d+\.[^/]*")
_ADDRESSED = re.compile(
    rf"(?!.*/{LIVE_FOLDER}/).*\.(?:html|json|md)|.*/llms(?:-full)?\.txt|"
    rf"(?:/[a-z0-9-]+)*/{_PAGE_SCRIPT}"
)
"""Files in which the address of the site is replaced. Excludes files whose integrity or script
hashes must not change."""


def preview_site(output: Path, port: int, report: Callable[[str], None]) -> None:
    """Serves a built site until it is interrupted."""
    site = BuiltSite(output, load_hosted_site(output))
    with open_port(port) as listener:
        report(f"{origin_of(listener)}{site.hosted.base}")
        uvicorn.Server(configure_server(PreviewApp(site))).run(sockets=[listener])


class PreviewApp:
    """Serves the files of a site to this machine only. `extend` can change a file."""

    def __init__(self, site: BuiltSite, extend: Transform = lambda _path, content: content) -> None:
        self._site = site
        self._extend = extend

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        await self._respond(request)(scope, receive, send)

    def _respond(self, request: Request) -> Response:
        if not is_own_host(request):
            return refuse_host()
        if request.method not in ("GET", "HEAD"):
            return PlainTextResponse("Only GET and HEAD are allowed.", 405, {"Allow": "GET, HEAD"})
        address = self._site.hosted.address
        localize = use_origin(address, f"http://{request.headers['host']}")
        response = self._site.respond(
            _address_of(request),
            lambda path, content: self._extend(path, localize(path, content)),
            _accepted_encodings(request),
        )
        return Response(response.body, response.status, dict(response.headers))


def use_origin(address: str, origin: str) -> Transform:
    """Replaces the address of the site, so that absolute links work locally."""

    def transform(path: str, content: bytes) -> bytes:
        if not _ADDRESSED.fullmatch(path):
            return content
        return content.replace(address.encode(), origin.encode())

    return transform


def is_own_host(request: Request) -> bool:
    return re.sub(r":\d+$", "", request.headers.get("host", "")) in _OWN_HOSTS


def refuse_host() -> Response:
    """Prevents DNS rebinding: other sites must not be able to read unpublished pages."""
    return PlainTextResponse("This server only accepts requests to localhost.", 403)


def _address_of(request: Request) -> str:
    query = request.scope["query_string"]
    raw: bytes = request.scope["raw_path"] + (b"?" + query if query else b"")
    return raw.decode("latin-1")


def _accepted_encodings(request: Request) -> frozenset[str]:
    offers = request.headers.get("accept-encoding", "").lower().replace(" ", "").split(",")
    names = (offer.partition(";q=") for offer in offers)
    return frozenset(
        name for name, _, weight in names if name in (*ENCODINGS, GZIP) and weight != "0"
    )


def open_port(port: int) -> socket.socket:
    """Listens on a port of the loopback address; 0 selects a free one."""
    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError as error:
        raise DocsiteError(
            f"port {port} can't be used: {error.strerror}",
            hint="Stop the process that uses it, or choose another port with --port.",
        ) from error


def origin_of(listener: socket.socket) -> str:
    host, port = listener.getsockname()
    return f"http://{host}:{port}"


def configure_server(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app, lifespan="off", log_level="warning", access_log=False, server_header=False
    )
