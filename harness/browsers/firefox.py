"""Firefox, driven by WebDriver BiDi. Unlike Chromium's, its headless mode has a bfcache."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from harness.browsers.tab import Actions, WebDriverTab
from harness.programs import find_browser

# No background requests, no first-run dialogs.
_PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.systemAddon.update.enabled": False,
    "messaging-system.rsexperimentloader.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}

_ANSWER_TIMEOUT_S = 120
"""Only ends tests that hang: on a busy machine, a new browser takes more than 30 s to answer."""


class Firefox:
    """A running browser: sends commands and waits for the responses."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._ids = count(1)
        self.call("session.new", capabilities={})

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        id_ = next(self._ids)
        self._connection.send(json.dumps({"id": id_, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._connection.recv(timeout=_ANSWER_TIMEOUT_S))
            if answer.get("id") == id_:
                assert answer["type"] == "success", answer
                result: dict[str, Any] = answer["result"]
                return result

    @contextmanager
    def new_context(self) -> Iterator[FirefoxProfile]:
        """Creates a profile whose tabs are closed at the end of the block."""
        context = self.call("browser.createUserContext")["userContext"]
        try:
            yield FirefoxProfile(self, context)
        finally:
            self.call("browser.removeUserContext", userContext=context)

    def open_tab(self, address: str, script: str | None = None) -> FirefoxTab:
        """Opens a tab. `script` is a function that runs before the scripts of each page."""
        context = self.call("browsingContext.create", type="tab")["context"]
        if script:
            self.call("script.addPreloadScript", functionDeclaration=script, contexts=[context])
        tab = FirefoxTab(self, context)
        tab.goto(address)
        return tab


@dataclass(frozen=True)
class FirefoxProfile:
    browser: Firefox
    user_context: str

    def new_page(self) -> FirefoxTab:
        # Not a tab of the same window: timers of hidden tabs are throttled.
        created = self.browser.call(
            "browsingContext.create", type="window", userContext=self.user_context
        )
        return FirefoxTab(self.browser, created["context"])


class FirefoxTab(WebDriverTab):
    def __init__(self, browser: Firefox, context: str) -> None:
        self._browser = browser
        self._context = context

    def goto(self, address: str) -> None:
        self._call("browsingContext.navigate", url=address, wait="complete")

    def go_back(self) -> None:
        self._call("browsingContext.traverseHistory", delta=-1)

    def close(self) -> None:
        self._call("browsingContext.close")

    def set_viewport_size(self, size: dict[str, int]) -> None:
        self._call("browsingContext.setViewport", viewport=size)

    def evaluate_json(self, expression: str) -> str | None:
        outcome = self._browser.call(
            "script.evaluate",
            expression=expression,
            target={"context": self._context},
            awaitPromise=True,
        )
        assert outcome["type"] == "success", outcome
        text: str | None = outcome["result"].get("value")
        return text

    def act(self, actions: Actions) -> None:
        self._call("input.performActions", actions=actions)

    def _call(self, method: str, **parameters: Any) -> None:
        self._browser.call(method, context=self._context, **parameters)


def find_firefox() -> str:
    command = find_browser("firefox-esr", "firefox", "Firefox")
    assert command, "There is no Firefox: run `make setup`."
    return command


@contextmanager
def launch_firefox(profile: Path) -> Iterator[Firefox]:
    """Starts a headless Firefox with a new profile in that folder."""
    command = find_firefox()
    lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in _PREFERENCES.items()]
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    arguments = ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile"]
    log = profile / "firefox.log"
    with (
        log.open("w", encoding="utf-8") as output,
        subprocess.Popen([command, *arguments, str(profile)], stderr=output) as process,
    ):
        try:
            address = f"{_await_address(log, process)}/session"
            with connect(address, open_timeout=_ANSWER_TIMEOUT_S) as connection:
                yield Firefox(connection)
        finally:
            process.terminate()


def _await_address(log: Path, process: subprocess.Popen[bytes]) -> str:
    while process.poll() is None:
        match = re.search(r"BiDi listening on (ws://\S+)", log.read_text(encoding="utf-8"))
        if match:
            return match[1]
        try:
            process.wait(0.05)
        except subprocess.TimeoutExpired:
            continue
    raise AssertionError(f"Firefox ended:\n{log.read_text(encoding='utf-8')}")
