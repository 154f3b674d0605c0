"""What a browser refuses to do because the policy of the page forbids it."""

from __future__ import annotations

import re
from time import monotonic

from playwright.sync_api import BrowserContext, ConsoleMessage, Page

_PATIENCE_S = 5
_COMPLAINT = re.compile(r"Content.Security.Policy|Trusted ?(Types?|HTML|Script)|integrity", re.I)

# From before the first byte of the document is read, so nothing can come before it.
_LISTEN = """
  addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
    tellViolation([effectiveDirective, blockedURI, sourceFile, lineNumber, sample].join(' '));
  });
"""


class Violations:
    """Everything that was refused in a context, by event and by message in the console."""

    def __init__(self, context: BrowserContext) -> None:
        self.events: list[str] = []
        self.messages: list[str] = []
        context.expose_function("tellViolation", self._hear)
        context.add_init_script(_LISTEN)
        context.on("console", self._read)

    def _hear(self, event: str) -> None:
        self.events.append(event)

    def _read(self, message: ConsoleMessage) -> None:
        if _COMPLAINT.search(message.text):
            self.messages.append(message.text)

    def wait(self, page: Page) -> None:
        """Until something was refused, and both ways have told of it."""
        end = monotonic() + _PATIENCE_S
        while not (self.events and self.messages) and monotonic() < end:
            page.wait_for_timeout(10)

    def collect(self, page: Page) -> list[str]:
        """What was refused since the last time, once the browser has told all of it."""
        page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => resolve()))")
        found = [*self.events, *self.messages]
        self.events.clear()
        self.messages.clear()
        return found
