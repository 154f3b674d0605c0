"""Runs hostile programs on a page of the site, and checks everything they could have changed."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import BrowserContext

from harness.paths import BIN
from tests.live.recorder import Recorder
from tests.waiting import run_callbacks

Program = dict[str, Any]
Framework = Literal["plain", "react", "vue"]

_LAST_PATH = "/mark"
"""The path that the page requests last."""
_WRITE_SITE_DATA = """() => {
  localStorage.setItem('site-preferences', '{"colorMode":"dark"}');
  localStorage.setItem('other', 'intact');
  sessionStorage.setItem('session', 'intact');
  document.cookie = 'intact=1; path=/';
  window.isIntact = true;
}"""
_READ_SITE_DATA = """() => [
  Object.entries(localStorage).sort(), Object.entries(sessionStorage), document.cookie,
  window.isIntact, document.title, location.pathname + location.hash,
]"""


def compile_programs(sources: Mapping[str, str]) -> dict[str, Program]:
    """Compiles programs as the site compiles edited code, by file name."""
    script = Path(__file__).with_name("compile.ts")
    done = subprocess.run(
        [str(BIN / "node"), str(script)],
        input=json.dumps(sources),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    programs: dict[str, Program] = json.loads(done.stdout)
    return programs


@dataclass
class TrialSite:
    """The site, with `/trial.html` on it."""

    address: str
    frames: Mapping[Framework, str]
    """The address of each frame, without the host."""
    log: Path
    _read: int = 0

    def take_requests(self) -> list[str]:
        """The paths requested since the last call."""
        paths = self.log.read_text(encoding="utf-8").splitlines()
        taken, self._read = paths[self._read :], len(paths)
        return taken


@dataclass(frozen=True)
class Outcome:
    """How a program ended, from the perspective of the page."""

    how: Literal["done", "stopped", "left", "silent"]
    messages: list[Any]

    def of(self, kind: str) -> list[Any]:
        """The messages of one type."""
        return [found for found in self.messages if found["type"] == kind]

    @property
    def lines(self) -> list[str]:
        return [found["text"] for found in self.of("line")]


@dataclass
class Trial:
    """The page in a browser, and everything that would detect an escape."""

    context: BrowserContext
    site: TrialSite
    recorder: Recorder
    console: list[str] = field(default_factory=list)
    """Dialogs, windows, downloads, and errors of the page."""

    def __post_init__(self) -> None:
        self.page = self.context.new_page()
        self.context.on("page", lambda page: self._note(f"window {page.url}"))
        self.context.on("dialog", self._dismiss)
        self.page.on("download", lambda found: self._note(f"download {found.url}"))
        self.page.on("pageerror", lambda error: self._note(str(error)))
        self.page.on("crash", lambda _: self._note("the page has crashed"))
        self.open()

    def _note(self, text: str) -> None:
        self.console.append(text)

    def _dismiss(self, dialog: Any) -> None:
        self._note(f"dialog {dialog.type}")
        dialog.dismiss()

    def open(self) -> None:
        """Reloads the page, with stored data of the site."""
        self.page.goto(f"{self.site.address}/trial.html")
        self.page.evaluate(_WRITE_SITE_DATA)
        self._expected = self.page.evaluate(_READ_SITE_DATA)
        self.site.take_requests()
        self.recorder.take()

    def run(
        self,
        program: Program,
        framework: Framework = "plain",
        *,
        timeout: int = 5000,
        ends: Sequence[str] = ("done", "stopped"),
    ) -> Outcome:
        """Runs a program in a new frame, which replaces all others on the page."""
        found = self.page.evaluate(
            "(args) => run(...args)", [self.site.frames[framework], program, timeout, [*ends]]
        )
        return Outcome(**found)

    def run_both(self, first: Program, second: Program) -> tuple[Outcome, Outcome]:
        """Runs two programs in two frames; the second waits while the first one runs."""
        found = self.page.evaluate(
            "(args) => runBoth(...args)", [self.site.frames["plain"], first, second]
        )
        return Outcome(**found[0]), Outcome(**found[1])

    def run_together(self, programs: Sequence[Program], *, timeout: int) -> None:
        """Runs programs at the same time, each in its own frame."""
        arguments = [self.site.frames["plain"], programs, timeout]
        self.page.evaluate("(args) => runAll(...args)", arguments)

    def send_every_message(self) -> bool:
        """Sends the program every type of message; returns whether it responded."""
        return bool(self.page.evaluate("sendEveryMessage()"))

    def received(self) -> list[Any]:
        """The messages that the program sent to the page."""
        return list(self.page.evaluate("takeObserved().messages"))

    def damage(self) -> list[str]:
        """Everything that escaped since the last call."""
        run_callbacks(self.page)
        self.page.evaluate("(path) => fetch(path)", _LAST_PATH)
        observed = self.page.evaluate("takeObserved()")
        found_data = self.page.evaluate(_READ_SITE_DATA)
        known = {*self.site.frames.values(), _LAST_PATH}
        found = [
            *([f"site data: {found_data}"] if found_data != self._expected else []),
            *(
                f"{kind}: {item}"
                for kind in ("errors", "violations", "channel")
                for item in observed[kind]
            ),
            *(f"site: {path}" for path in self.site.take_requests() if path not in known),
            *(f"elsewhere: {connection}" for connection in self.recorder.take()),
            *self.console,
        ]
        self.console.clear()
        return found
