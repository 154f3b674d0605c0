"""Serves a site and rebuilds it when a file changes.

Slow parts are built in the background, and added to the site by another build.

Each browser tab is notified of builds through server-sent events, and reloads its page. Errors are
shown in the tab and in the terminal; the last successful build stays available.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
import traceback
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path

import uvicorn
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from docsite.errors import DocsiteError
from docsite.hosts import load_hosted_site
from docsite.hosts.headers import security_headers
from docsite.hosts.policy import assemble_policy, render_policy
from docsite.records.assets import ASSETS_FOLDER
from docsite.serve.preview import (
    PreviewApp,
    configure_server,
    is_own_host,
    open_port,
    origin_of,
    refuse_host,
)
from docsite.serve.serving import BuiltSite
from docsite.serve.watching import Watched, watch_folders

OWN_PATH = "/__docsite/"
"""The path of the server's own files, independent of the base of the site."""

_FRESH = {"Cache-Control": "no-store"}
_NO_SITE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Build failed</title></head>'
    "<body><p>The site couldn't be built. This page reloads after a successful build.</p>"
    '<pre id="docsite-problem">{problem}</pre></body></html>'
)

Notes = Mapping[str, str]
"""The warnings about each page, keyed by its path without base."""
Rebuild = Callable[[], Notes]
"""Builds the site. If it has errors, raises `DocsiteError` and leaves the last build unchanged."""
Report = Callable[[str], None]


@dataclass(frozen=True)
class Backlog:
    """The slow parts of a site, which are built after its pages."""

    process: Callable[[], bool]
    """Builds them, in its own thread. Returns whether the site should be rebuilt."""
    stop: Callable[[], None]
    """Cancels `process`."""


def develop_site(
    rebuild: Rebuild,
    output: Path,
    watched: Watched,
    port: int,
    report: Report,
    backlog: Backlog | None = None,
) -> None:
    """Serves and rebuilds a site until it is interrupted."""
    for folder in watched.sources:
        if not folder.is_dir():
            raise DocsiteError(
                "folder not found", hint="Specify an existing folder.", file=str(folder)
            )
    with open_port(port) as listener:
        asyncio.run(_develop(DevSite(rebuild, output, report, backlog), watched, listener, report))


async def _develop(
    site: DevSite, watched: Watched, listener: socket.socket, report: Report
) -> None:
    server = DevServer(site)
    watching = asyncio.create_task(_rebuild_on_change(site, watched))
    watching.add_done_callback(lambda _: server.stop())
    await site.build()
    report(f"{origin_of(listener)}{site.base}")
    await server.serve(sockets=[listener])
    watching.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await watching


async def _rebuild_on_change(site: DevSite, watched: Watched) -> None:
    # Changes during a build start another one.
    async for _ in watch_folders(watched):
        await site.build()


class DevSite:
    """The last successful build, and the problem of the current files, if any."""

    def __init__(
        self, rebuild: Rebuild, output: Path, report: Report, backlog: Backlog | None = None
    ) -> None:
        self.is_closed = False
        self.problem: str | None = None
        """The reason why the last build failed."""
        self._notes: Notes = {}
        self._reported: Notes = {}
        self._rebuild = rebuild
        self._output = output
        self._report = report
        self._backlog = backlog
        self._processing: asyncio.Task[None] | None = None
        self._site: BuiltSite | None = None
        # Unique for each run of the server, so that open tabs reload after a restart.
        self._run = f"{time.time_ns():x}"
        self._count = 0
        self._changed = asyncio.Event()
        self._idle = asyncio.Lock()

    @property
    def build_name(self) -> str:
        """Identifies the last successful build. Pages of other builds are outdated."""
        return f"{self._run}-{self._count}"

    @property
    def base(self) -> str:
        return self._site.hosted.base if self._site else "/"

    async def build(self) -> None:
        """Builds in a thread, so that the server stays responsive. Reports the result."""
        async with self._idle:
            start = time.perf_counter()
            self.problem = await asyncio.to_thread(self._try_build)
        elapsed_ms = (time.perf_counter() - start) * 1000
        if self.problem is None and self._notes != self._reported:
            self._reported = self._notes
            for note in self._notes.values():
                self._report(note)
        self._report(self.problem or f"built in {elapsed_ms:.0f} ms")
        self._announce()
        if self._backlog and (self._processing is None or self._processing.done()):
            self._processing = asyncio.create_task(self._process(self._backlog))

    async def _process(self, backlog: Backlog) -> None:
        while await asyncio.to_thread(self._try_process, backlog):
            await self.build()

    def _try_process(self, backlog: Backlog) -> bool:
        try:
            return backlog.process()
        except DocsiteError as error:
            problem = str(error)
        except Exception:  # the pages are built, so the server continues
            problem = traceback.format_exc()
        if not self.is_closed:
            self._report(problem)
        return False

    def _try_build(self) -> str | None:
        try:
            notes = self._rebuild()
            self._site = BuiltSite(self._output, load_hosted_site(self._output))
        except DocsiteError as error:
            return str(error)
        except Exception:  # a bug in docsite or the theme, which may be under development
            return traceback.format_exc()
        self._notes = notes
        self._count += 1
        return None

    def note_for(self, path: str) -> str:
        """Returns the warnings about a document."""
        return self._notes.get(path.removesuffix("index.html"), "")

    async def load(self) -> BuiltSite | None:
        """Waits for a running build. Returns the last successful build."""
        async with self._idle:
            return self._site

    async def states(self) -> AsyncIterator[str]:
        """Yields the current state and the state after each build, as server-sent events."""
        while not self.is_closed:
            changed = self._changed
            state = json.dumps({"build": self.build_name, "problem": self.problem})
            yield f"retry: 500\ndata: {state}\n\n"
            await changed.wait()

    def close(self) -> None:
        """Ends all connections that wait for the next build, and the background work."""
        self.is_closed = True
        if self._backlog:
            self._backlog.stop()
        self._announce()

    def _announce(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


class DevApp:
    """Serves the site like a host would, and adds a script that reloads pages."""

    def __init__(self, site: DevSite) -> None:
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        own = is_own_host(request)
        response: ASGIApp | None = self._respond_internal(request) if own else refuse_host()
        if response is None:
            built = await self._site.load()
            response = PreviewApp(built, self._add_script) if built else self._respond_early()
        await response(scope, receive, send)

    def _respond_internal(self, request: Request) -> Response | None:
        if request.url.path == f"{OWN_PATH}reload.js":
            script = files("docsite.serve").joinpath("reload.js").read_bytes()
            return Response(script, media_type="text/javascript", headers=_FRESH)
        if request.url.path == f"{OWN_PATH}events":
            return StreamingResponse(
                self._site.states(), media_type="text/event-stream", headers=_FRESH
            )
        return None

    def _respond_early(self) -> Response:
        """Returns the response until the first build succeeds, with the problem."""
        text = _NO_SITE.format(problem=escape(self._site.problem or ""))
        headers = security_headers(render_policy(assemble_policy())) | _FRESH
        # File names that aren't UTF-8 contain lone surrogates.
        content = self._add_script("/index.html", text.encode(errors="backslashreplace"))
        return HTMLResponse(content, 503, headers=headers)

    def _add_script(self, path: str, content: bytes) -> bytes:
        # Documents below assets are frames, whose policy blocks other scripts.
        if not path.endswith(".html") or path.startswith(f"/{ASSETS_FOLDER}/"):
            return content
        name, note = self._site.build_name, self._site.note_for(path)
        attribute = f' data-note="{escape(note)}"' if note else ""
        tag = f'<script defer src="{OWN_PATH}reload.js" data-build="{name}"{attribute}></script>'
        script = f"{tag}</head>"
        # File names that aren't UTF-8 contain lone surrogates.
        return content.replace(b"</head>", script.encode(errors="backslashreplace"), 1)


class DevServer(uvicorn.Server):
    """Closes event streams on shutdown, because uvicorn waits for all connections to end."""

    def __init__(self, site: DevSite) -> None:
        super().__init__(configure_server(DevApp(site)))
        self._site = site

    def stop(self) -> None:
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._site.close()
        await super().shutdown(sockets)
