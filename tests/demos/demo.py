"""A demo in a browser, and the actions of its user."""

from __future__ import annotations

import json
from copy import copy
from typing import Any, Literal, get_args

from playwright.sync_api import BrowserContext, Locator, expect

from harness.paths import ROOT
from tests.violations import Violations

Framework = Literal["vue", "react"]
Language = Literal["en", "zh"]
FRAMEWORKS: tuple[Framework, ...] = get_args(Framework)
LANGUAGES: tuple[Language, ...] = get_args(Language)


def load_strings(language: Language) -> dict[str, Any]:
    """Returns the strings of the demos and their inspector."""
    folders = ("demos/shelf/src/strings", "packages/devtools/src/inspector/strings")
    files = (ROOT / folder / f"{language}.json" for folder in folders)
    return {
        name: strings
        for file in files
        for name, strings in json.loads(file.read_text(encoding="utf-8")).items()
    }


class Tab:
    """A tab, and what the documents of its browser context report."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.messages: list[str] = []
        self.violations = Violations(context)
        context.on("console", lambda message: self.messages.append(message.text))
        context.on("weberror", lambda error: self.messages.append(str(error.error)))
        self.page = context.new_page()

    def empty(self, website: str) -> None:
        """Closes the other tabs, and removes the storage."""
        for other in self.context.pages:
            if other != self.page:
                other.close()
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.emulate_media(color_scheme="null")
        self.page.goto(f"{website}/robots.txt")
        self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
        self.messages.clear()
        self.violations.collect(self.page)


class Demo:
    """A demo in a tab. `open_tab` opens more tabs in the same browser."""

    def __init__(self, tab: Tab, website: str, framework: Framework, language: Language) -> None:
        self.context = tab.context
        self.page = tab.page
        self.website = website
        self.framework = framework
        self.language = language
        self.strings = load_strings(language)
        self._messages = tab.messages
        self._violations = tab.violations

    def goto(self, query: str = "") -> None:
        self.page.goto(f"{self.website}/{self.framework}-demo/{query}")
        expect(self.page.get_by_role("heading", level=1)).to_be_visible()

    def reload(self) -> None:
        self.page.reload()
        expect(self.page.get_by_role("heading", level=1)).to_be_visible()

    def open_tab(self, framework: Framework) -> Demo:
        """Opens another tab with the same storage."""
        tab = copy(self)
        tab.framework = framework
        tab.page = self.context.new_page()
        tab.goto()
        return tab

    def problems(self) -> list[str]:
        """Returns policy violations, console messages and uncaught errors."""
        return [*self._messages, *self._violations.collect(self.page)]

    def clear_problems(self) -> None:
        self._messages.clear()

    # --- The page ---------------------------------------------------------------------------------

    @property
    def teas(self) -> Locator:
        return self.page.locator(".tin h3")

    @property
    def notices(self) -> Locator:
        return self.page.get_by_role("alert").locator(".notice p:first-child")

    def outcome(self, button: str) -> Locator:
        """Returns the notice in the card of a button."""
        card = self.page.locator(".trials > li", has=self.button(button))
        return card.get_by_role("alert").locator("p:first-child")

    def button(self, path: str, **values: str) -> Locator:
        return self.page.get_by_role("button", name=self.string(path, **values), exact=True)

    def string(self, path: str, **values: str) -> str:
        """Returns a string of the demo by its path: `notices.quota`."""
        found: Any = self.strings
        for part in path.split("."):
            found = found[part]
        return str(found).format(**values) if values else str(found)

    def entry(self, key: str) -> Locator:
        """Returns an entry in the inspector."""
        return self.page.locator(f'.inspector-entry[data-key="{key}"]')

    def stored(self, key: str, storage: str = "localStorage") -> Any:
        text = self.page.evaluate(f"{storage}.getItem({json.dumps(key)})")
        return text and json.loads(text)

    # --- User actions -----------------------------------------------------------------------------

    def add(self, name: str) -> None:
        self.page.get_by_label(self.string("name"), exact=True).fill(name)
        self.button("add").click()

    def choose(self, group: str, option: str) -> None:
        fieldset = self.page.get_by_role("group", name=self.string(group))
        fieldset.get_by_role("radio", name=option, exact=True).check(force=True)
