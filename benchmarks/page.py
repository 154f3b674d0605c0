"""Serves the bundles on the loopback address and runs them in Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

from playwright.sync_api import Browser, Page

from harness.static import Quiet, serve_handler

PAGE = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Benchmark</title><body></body>'


class _Handler(Quiet, SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        # An isolated page has a clock that counts in steps of 5 µs, not 100.
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


@contextmanager
def serve(directory: Path) -> Iterator[str]:
    """The address under which the directory is served meanwhile."""
    (directory / "index.html").write_text(PAGE, encoding="utf-8")
    with serve_handler(partial(_Handler, directory=str(directory))) as address:
        yield f"{address}/"


@contextmanager
def open_case(browser: Browser, address: str, case: str) -> Iterator[Page]:
    """A page with one case on it, and with storage of its own."""
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(address)
        page.add_script_tag(url=f"{address}{case}.js")
        yield page
    finally:
        context.close()
