"""Minimal HTTP servers that run in a thread on the loopback address."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

_SCRIPT = "text/javascript; charset=utf-8"
_TYPES = {".js": _SCRIPT, ".mjs": _SCRIPT}


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Prints errors, except those of browsers that close a connection early."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serve_handler(handler: Callable[..., BaseHTTPRequestHandler], port: int = 0) -> Iterator[str]:
    """Serves requests with a handler and yields the address. Without a port, it uses a free one."""
    server = _Server(("127.0.0.1", port), handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Quiet(BaseHTTPRequestHandler):
    """A handler that logs nothing."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


def render_page(*scripts: str, body: str = "") -> bytes:
    """Renders a page that loads scripts from its own origin."""
    tags = "".join(f'<script src="/{script}"></script>' for script in scripts)
    html = f'<!doctype html><html lang="en"><title>Tuffet</title>{tags}<body>{body}</body></html>'
    return html.encode()


@contextmanager
def serve(files: Mapping[str, bytes], *, is_cached: bool = False) -> Iterator[str]:
    """Serves files by path and yields the address. Paths without a suffix are HTML. With
    `is_cached`, browsers don't request a file again."""

    class Handler(Quiet):
        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            content = files.get(path)
            suffix = path[path.rfind(".") :] if "." in path else ""
            self.send_response(404 if content is None else 200)
            self.send_header("Content-Type", _TYPES.get(suffix, "text/html; charset=utf-8"))
            self.send_header("Content-Length", str(len(content or b"")))
            if is_cached:
                self.send_header("Cache-Control", "max-age=86400")
            self.end_headers()
            self.wfile.write(content or b"")

    with serve_handler(Handler) as address:
        yield address
