"""Serves the bundles on the loopback address and runs them in Chromium."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, Page, Playwright

PAGE = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Benchmark</title><body></body>'


class _Handler(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        # An isolated page has a clock that counts in steps of 5 µs, not 100.
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Says nothing: requests would get between the lines of the report."""


@contextmanager
def serve(directory: Path) -> Iterator[str]:
    """The address under which the directory is served meanwhile."""
    (directory / "index.html").write_text(PAGE, encoding="utf-8")
    handler = partial(_Handler, directory=str(directory))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


def find_chromium() -> str | None:
    """Chromium from the system, or where `CHROMIUM` says."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")


@contextmanager
def launch(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(
        executable_path=find_chromium(),
        chromium_sandbox=False,
        args=["--disable-gpu"],
    )
    try:
        yield browser
    finally:
        browser.close()


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
