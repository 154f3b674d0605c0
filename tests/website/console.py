"""The one line that every page of the site writes to the console on this machine."""

from __future__ import annotations

from playwright.sync_api import ConsoleMessage

from tests.analytics.contract import WARNINGS


def is_noise(message: ConsoleMessage) -> bool:
    """Whether a message is anything but the warning that visits on localhost are not counted."""
    return (message.type, message.text) != ("warning", WARNINGS["localhost"])
