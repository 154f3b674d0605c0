"""Chromium, Firefox and WebKit with one interface, so that a test can run in all of them.

The protocols are parts of Playwright's classes, so that Chromium needs no adapter.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from harness.browsers.chromium import launch_chromium
from harness.browsers.firefox import launch_firefox
from harness.browsers.webkit import launch_webkit

ENGINES = ("chromium", "firefox", "webkit")


class EngineTab(Protocol):
    """Like Playwright's `Page`."""

    def goto(self, url: str, /) -> object: ...

    def evaluate(self, expression: str, argument: Any = None, /) -> Any:
        """Awaits the value of an expression. If it is a function, calls it with the argument."""

    def wait_for_function(self, expression: str, /) -> object: ...

    def close(self) -> None: ...


class Profile(Protocol):
    """Like Playwright's `BrowserContext`: its tabs share storage, and only they do."""

    def new_page(self) -> EngineTab: ...


class Engine(Protocol):
    """Like Playwright's `Browser`."""

    def new_context(self) -> AbstractContextManager[Profile]: ...


@contextmanager
def launch_engine(name: str) -> Iterator[Engine]:
    """Runs a browser until the end of the block."""
    match name:
        case "chromium":
            with launch_chromium() as chromium:
                yield chromium
        case "firefox":
            with TemporaryDirectory() as profile, launch_firefox(Path(profile)) as firefox:
                yield firefox
        case "webkit":
            with launch_webkit() as webkit:
                yield webkit
        case _:
            raise ValueError(f"Unknown engine {name!r}: use {', '.join(ENGINES)}.")
