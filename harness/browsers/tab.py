"""The interface of a tab in Firefox and WebKit. Tests in Chromium use Playwright."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import Any

# WebDriver assigns private code points to keys without a character.
_KEYS = {"Control": "\ue009", "Enter": "\ue007"}

Actions = list[dict[str, Any]]


class Tab(ABC):
    answer_timeout_s = 30

    @abstractmethod
    def goto(self, address: str) -> None: ...

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """Awaits an expression and returns its value, serialized as JSON."""

    @abstractmethod
    def press(self, chord: str) -> None:
        """Presses a key or a chord in Playwright's notation: `Enter`, `Control+k`."""

    @abstractmethod
    def type(self, text: str) -> None: ...

    @abstractmethod
    def move(self, x: float, y: float) -> None:
        """Moves the pointer to a position in the window, in CSS pixels."""

    def wait_for(self, expression: str) -> None:
        """Polls until an expression is true. Evaluation may fail while a document is replaced."""
        end = time.monotonic() + self.answer_timeout_s
        while True:
            try:
                if self.evaluate(expression) is True:
                    return
                failure: AssertionError | None = None
            except AssertionError as error:
                failure = error
            if time.monotonic() > end:
                raise TimeoutError(f"{expression} didn't become true.") from failure
            time.sleep(0.05)


class WebDriverTab(Tab):
    """Sends input in the format that WebDriver and WebDriver BiDi share."""

    @abstractmethod
    def act(self, actions: Actions) -> None: ...

    def press(self, chord: str) -> None:
        keys = [_KEYS.get(key, key) for key in chord.split("+")]
        down = [{"type": "keyDown", "value": key} for key in keys]
        up = [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self.act([{"type": "key", "id": "keyboard", "actions": down + up}])

    def type(self, text: str) -> None:
        strokes = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.act([{"type": "key", "id": "keyboard", "actions": strokes}])

    def move(self, x: float, y: float) -> None:
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        self.act([{"type": "pointer", "id": "mouse", "actions": [move]}])
