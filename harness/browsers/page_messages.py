"""Console messages and uncaught errors of a page."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Page

from harness.paths import ROOT

_CONTRACT = tomllib.loads((ROOT / "contracts/analytics.toml").read_text(encoding="utf-8"))
_LOCALHOST: str = _CONTRACT["skipped"]["warnings"]["localhost"]


def is_unexpected(message: ConsoleMessage) -> bool:
    """Returns false only for the warning that visits on localhost aren't counted."""
    return (message.type, message.text) != ("warning", _LOCALHOST)


@dataclass
class PageMessages:
    """Collects console messages and uncaught errors."""

    messages: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        page.on("console", self._add_message)
        page.on("pageerror", lambda error: self.messages.append(str(error)))

    def _add_message(self, message: ConsoleMessage) -> None:
        if is_unexpected(message):
            self.messages.append(message.text)
