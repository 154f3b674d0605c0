"""Collects violations of the page's Content Security Policy."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Page

from tests.waiting import run_callbacks, wait_until

_COMPLAINT = re.compile(r"Content.Security.Policy|Trusted ?(Types?|HTML|Script)|integrity", re.I)

# Installed before the document is parsed, so it misses no violation.
_LISTEN = """
  addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
    reportViolation([effectiveDirective, blockedURI, sourceFile, lineNumber, sample].join(' '));
  });
"""


class Violations:
    """The violations in a context, from events and from the console."""

    def __init__(self, context: BrowserContext) -> None:
        self.events: list[str] = []
        self.messages: list[str] = []
        context.expose_function("reportViolation", lambda event: self.events.append(event))
        context.add_init_script(_LISTEN)
        context.on("console", self._read)

    def _read(self, message: ConsoleMessage) -> None:
        if _COMPLAINT.search(message.text):
            self.messages.append(message.text)

    def wait(self, page: Page) -> None:
        """Waits for the event and the console message of a violation."""
        wait_until(page, lambda: bool(self.events and self.messages))

    def collect(self, page: Page) -> list[str]:
        """Waits until the browser has reported all violations, then returns and clears them."""
        run_callbacks(page)
        found = [*self.events, *self.messages]
        self.events.clear()
        self.messages.clear()
        return found
