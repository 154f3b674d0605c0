"""A tab in Firefox and WebKit: the methods of `EngineTab`, plus input.

In Chromium, tests use Playwright.
"""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from typing import Any

# WebDriver assigns private code points to keys without a character.
_KEYS = {
    "ArrowRight": "\ue014",
    "Control": "\ue009",
    "End": "\ue010",
    "Enter": "\ue007",
    "Escape": "\ue00c",
}

Actions = list[dict[str, Any]]

_VALUE = "((it, argument) => typeof it === 'function' ? it(argument) : it)((%s), %s)"


class Tab(ABC):
    answer_timeout_s = 30

    @abstractmethod
    def goto(self, address: str) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def evaluate_json(self, expression: str) -> str | None:
        """Awaits an expression whose value is a promise of JSON."""

    def evaluate(self, expression: str, argument: Any = None) -> Any:
        """Awaits the value of an expression. If it is a function, calls it with the argument."""
        value = _VALUE % (expression, json.dumps(argument))
        text = self.evaluate_json(f"Promise.resolve({value}).then((it) => JSON.stringify(it))")
        return None if text is None else json.loads(text)

    @abstractmethod
    def press(self, chord: str) -> None:
        """Presses a key or a chord in Playwright's notation: `Enter`, `Control+k`."""

    @abstractmethod
    def type(self, text: str) -> None: ...

    @abstractmethod
    def move(self, x: float, y: float) -> None:
        """Moves the pointer to a position in the window, in CSS pixels."""

    @abstractmethod
    def set_viewport_size(self, size: dict[str, int]) -> None:
        """Changes the size of the page to a `width` and `height`, in CSS pixels."""

    def wait_for_function(self, expression: str) -> None:
        """Waits for a value that JavaScript converts to true, as Playwright does."""
        self.wait_for(f"Promise.resolve({_VALUE % (expression, 'null')}).then(Boolean)")

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
