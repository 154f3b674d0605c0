"""Writes small built sites and runs servers in a thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from docsite.hosts import HostedSite, render_host_files
from docsite.serve.preview import open_port, origin_of

ADDRESS = "https://kettle.example"
HOSTED = HostedSite(
    address=ADDRESS,
    base="/",
    prefixes=("/", "/zh/"),
    redirects={"/old.html": "/guide/"},
    policy="default-src 'none'",
)


def write_built_site(folder: Path, texts: Mapping[str, str], hosted: HostedSite = HOSTED) -> None:
    """Creates a folder like the output of a build, with some files."""
    for name, text in (render_host_files(hosted, ()) | dict(texts)).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@contextmanager
def serve(server: uvicorn.Server) -> Iterator[str]:
    """Runs a server in a thread and yields its address."""
    with open_port(0) as place:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [place]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.005)
            yield origin_of(place)
        finally:
            server.should_exit = True
            thread.join()
