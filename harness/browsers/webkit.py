"""WebKit, the engine of Safari, driven by WebDriver in WebKitGTK's MiniBrowser."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from harness.browsers.tab import Actions, WebDriverTab
from harness.network import find_port
from harness.programs import find_program

_EVALUATE = """
const done = arguments[arguments.length - 1];
(%s).then((json) => done({ json }), (error) => done({ error: `${error}\\n${error?.stack}` }));
"""


_SIZE = "({ width: innerWidth, height: innerHeight })"


class WebKit:
    """Starts browsers on a virtual screen, because WebKitGTK's MiniBrowser has no headless mode.

    Each profile is a separate browser process.
    """

    def __init__(self, display: str) -> None:
        self._display = display

    @contextmanager
    def new_context(self) -> Iterator[WebKitProfile]:
        """Starts a browser with a new profile, and closes it at the end of the block."""
        # A driver only supports one browser.
        with _start_driver(self._display) as port:
            profile = WebKitProfile(port)
            try:
                yield profile
            finally:
                profile.call("DELETE", "")


class WebKitProfile:
    """A running browser, which starts with one tab."""

    def __init__(self, port: int) -> None:
        self._port = port
        options = {"binary": str(_find_browser()), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self._session = ""
        self._session = f"/{self.call('POST', '', capabilities=wanted)['sessionId']}"
        self._current: str = self.call("GET", "/window")
        self._is_first_used = False

    def new_page(self) -> WebKitTab:
        if self._is_first_used:
            # Not a tab of the same window: timers of hidden tabs are throttled.
            return WebKitTab(self, self.call("POST", "/window/new", type="window")["handle"])
        self._is_first_used = True
        return WebKitTab(self, self._current)

    def select(self, handle: str) -> None:
        """Sends the following commands to a tab."""
        if self._current != handle:
            self.call("POST", "/window", handle=handle)
            self._current = handle

    def close(self, handle: str) -> None:
        """Closes a tab, and selects an open one: without it, `new_page` would fail."""
        self.select(handle)
        remaining: list[str] = self.call("DELETE", "/window")
        if remaining:
            self.select(remaining[0])

    def call(self, method: str, path: str, **parameters: Any) -> Any:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=WebKitTab.answer_timeout_s)
        try:
            body = json.dumps(parameters)
            connection.request(method, f"/session{self._session}{path}", body)
            answer = connection.getresponse()
            value = json.loads(answer.read())["value"]
        finally:
            connection.close()
        assert answer.status == 200, value
        return value


class WebKitTab(WebDriverTab):
    answer_timeout_s = 60

    def __init__(self, profile: WebKitProfile, handle: str) -> None:
        self._profile = profile
        self._handle = handle

    def goto(self, address: str) -> None:
        self._call("POST", "/url", url=address)

    def close(self) -> None:
        self._profile.close(self._handle)

    def set_viewport_size(self, size: dict[str, int]) -> None:
        """Changes the size of the page, whose width can't be less than 450 pixels."""
        window = self._call("GET", "/window/rect")
        page = self.evaluate(_SIZE)
        rect = {side: window[side] + size[side] - page[side] for side in size}
        self._call("POST", "/window/rect", **rect)
        self.wait_for(f"JSON.stringify({_SIZE}) === JSON.stringify({json.dumps(size)})")

    def evaluate_json(self, expression: str) -> str | None:
        outcome = self._call("POST", "/execute/async", script=_EVALUATE % expression, args=[])
        assert "error" not in outcome, outcome["error"]
        text: str | None = outcome.get("json")
        return text

    def act(self, actions: Actions) -> None:
        self._call("POST", "/actions", actions=actions)

    def _call(self, method: str, path: str, **parameters: Any) -> Any:
        self._profile.select(self._handle)
        return self._profile.call(method, path, **parameters)


@contextmanager
def launch_webkit() -> Iterator[WebKit]:
    with _start_screen() as display:
        yield WebKit(display)


@contextmanager
def _start_screen() -> Iterator[str]:
    command = [find_program("Xvfb"), "-displayfd", "1", "-screen", "0", "1280x900x24"]
    with _run([*command, "-nolisten", "tcp"]) as process:
        assert process.stdout
        yield f":{process.stdout.readline().decode().strip()}"


@contextmanager
def _start_driver(display: str) -> Iterator[int]:
    port = find_port()
    settings = {"DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1"}
    with _run([find_program("WebKitWebDriver"), f"--port={port}"], settings) as process:
        while not _listens(port):
            assert process.poll() is None, "WebKitWebDriver ended."
            time.sleep(0.05)
        yield port


@contextmanager
def _run(
    command: list[str], settings: dict[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        command,
        env={**os.environ, **(settings or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def _listens(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=1)
    try:
        connection.request("GET", "/status")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def _find_browser() -> Path:
    # Debian names the folder after the processor, such as x86_64-linux-gnu.
    found = sorted(Path("/usr/lib").glob("*-linux-gnu/webkit2gtk-*/MiniBrowser"))
    assert found, "There is no WebKit: run `make setup`."
    return found[-1]
