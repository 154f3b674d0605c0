"""Builds a site, serves it, and builds it again whenever a file changes.

What takes long is made beside that, from what a build has left, and shown by one more build.

A browser holds one connection open, hears of each build, and loads its page again. What could not
be built is told there and in the terminal; the last good site stays.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
import traceback
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import uvicorn
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from watchfiles import awatch

from docsite.errors import DocsiteError
from docsite.hosts import load_hosted_site
from docsite.records.assets import ASSETS_FOLDER
from docsite.serve.preview import PreviewApp, configure_server, is_own_host, open_port, origin_of
from docsite.serve.serving import BuiltSite

OWN_PATH = "/__docsite/"
"""Where the files of this server lie, whatever the base of the site."""

_LONGEST_WAIT_MS = 50
_QUIET_MS = 10
"""How long files must stay as they are before a build starts: editors write in several steps."""

_FRESH = {"Cache-Control": "no-store"}
_NO_SITE = (
    b'<!doctype html><html lang="en"><head><title>No site yet</title></head>'
    b"<body><p>The site could not be built yet.</p></body></html>"
)

Rebuild = Callable[[], object]
"""Builds the site; raises `DocsiteError`, and leaves the last site alone, when it cannot."""
Report = Callable[[str], None]


@dataclass(frozen=True)
class Rest:
    """What a site gets after its text, because it takes long."""

    add: Callable[[], bool]
    """Makes it, in a thread of its own. Says whether another build would show more."""
    stop: Callable[[], None]
    """Breaks that off."""


def develop_site(
    rebuild: Rebuild,
    output: Path,
    watched: Sequence[Path],
    port: int,
    report: Report,
    rest: Rest | None = None,
) -> None:
    """Serves a site and keeps it fresh until it is interrupted."""
    for folder in watched:
        if not folder.is_dir():
            raise DocsiteError("folder not found", hint="Name one.", file=str(folder))
    with open_port(port) as place:
        asyncio.run(_develop(DevSite(rebuild, output, report, rest), watched, place, report))


async def _develop(
    site: DevSite, watched: Sequence[Path], place: socket.socket, report: Report
) -> None:
    server = DevServer(site)
    watching = asyncio.create_task(_rebuild_on_change(site, watched))
    watching.add_done_callback(lambda _: server.stop())
    await site.build()
    report(f"{origin_of(place)}{site.base}")
    await server.serve(sockets=[place])
    watching.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await watching


async def _rebuild_on_change(site: DevSite, watched: Sequence[Path]) -> None:
    # Changes during a build are kept, and start the next one.
    async for _ in awatch(*watched, debounce=_LONGEST_WAIT_MS, step=_QUIET_MS):
        await site.build()


class DevSite:
    """The last good site, and the state of the files since."""

    def __init__(
        self, rebuild: Rebuild, output: Path, report: Report, rest: Rest | None = None
    ) -> None:
        self.is_closed = False
        self.problem: str | None = None
        """Why the files as they are now could not be built."""
        self._rebuild = rebuild
        self._output = output
        self._report = report
        self._rest = rest
        self._adding: asyncio.Task[None] | None = None
        self._site: BuiltSite | None = None
        # Another run of the server is another site to a browser that is still open.
        self._run = f"{time.time_ns():x}"
        self._count = 0
        self._changed = asyncio.Event()
        self._idle = asyncio.Lock()

    @property
    def build_name(self) -> str:
        """Names the last good build: a page of any other is old."""
        return f"{self._run}-{self._count}"

    @property
    def base(self) -> str:
        return self._site.hosted.base if self._site else "/"

    async def build(self) -> None:
        """Builds, in a thread so that browsers can still be told, and tells the outcome."""
        async with self._idle:
            start = time.perf_counter()
            self.problem = await asyncio.to_thread(self._try_build)
        elapsed_ms = (time.perf_counter() - start) * 1000
        self._report(self.problem or f"built in {elapsed_ms:.0f} ms")
        self._announce()
        if self._rest and (self._adding is None or self._adding.done()):
            self._adding = asyncio.create_task(self._add_rest(self._rest))

    async def _add_rest(self, rest: Rest) -> None:
        while await asyncio.to_thread(self._try_add, rest):
            await self.build()

    def _try_add(self, rest: Rest) -> bool:
        try:
            return rest.add()
        except DocsiteError as error:
            problem = str(error)
        except Exception:  # as below: the text is there, and writers go on
            problem = traceback.format_exc()
        if not self.is_closed:
            self._report(problem)
        return False

    def _try_build(self) -> str | None:
        try:
            self._rebuild()
            self._site = BuiltSite(self._output, load_hosted_site(self._output))
        except DocsiteError as error:
            return str(error)
        except Exception:  # a mistake in docsite or the theme, perhaps the one being worked on
            return traceback.format_exc()
        self._count += 1
        return None

    async def load(self) -> BuiltSite | None:
        """The last good site, once nobody is writing it any more."""
        async with self._idle:
            return self._site

    async def states(self) -> AsyncIterator[str]:
        """The state now and after each build, as server-sent events."""
        while not self.is_closed:
            changed = self._changed
            state = json.dumps({"build": self.build_name, "problem": self.problem})
            yield f"retry: 500\ndata: {state}\n\n"
            await changed.wait()

    def close(self) -> None:
        """Ends all connections that wait for the next build, and what is made for it."""
        self.is_closed = True
        if self._rest:
            self._rest.stop()
        self._announce()

    def _announce(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


class DevApp:
    """The site as it would be published, plus a script that keeps a page fresh."""

    def __init__(self, site: DevSite) -> None:
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        response: ASGIApp | None = self._respond_ourselves(request)
        if response is None or not is_own_host(request):
            built = await self._site.load()
            response = PreviewApp(built, self._add_script) if built else self._apologise()
        await response(scope, receive, send)

    def _respond_ourselves(self, request: Request) -> Response | None:
        if request.url.path == f"{OWN_PATH}reload.js":
            script = files("docsite.serve").joinpath("reload.js").read_bytes()
            return Response(script, media_type="text/javascript", headers=_FRESH)
        if request.url.path == f"{OWN_PATH}events":
            return StreamingResponse(
                self._site.states(), media_type="text/event-stream", headers=_FRESH
            )
        return None

    def _apologise(self) -> Response:
        """Stands in until there is a first site; the script shows why there is none."""
        return HTMLResponse(self._add_script("/index.html", _NO_SITE), 503, headers=_FRESH)

    def _add_script(self, path: str, content: bytes) -> bytes:
        # Below assets are frames, whose policy allows no script but their own.
        if not path.endswith(".html") or path.startswith(f"/{ASSETS_FOLDER}/"):
            return content
        name = self._site.build_name
        script = f'<script defer src="{OWN_PATH}reload.js" data-build="{name}"></script></head>'
        return content.replace(b"</head>", script.encode(), 1)


class DevServer(uvicorn.Server):
    """Ends the connections that wait for news before it waits for all connections to end."""

    def __init__(self, site: DevSite) -> None:
        super().__init__(configure_server(DevApp(site)))
        self._site = site

    def stop(self) -> None:
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._site.close()
        await super().shutdown(sockets)
