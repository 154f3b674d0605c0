"""The devtools in every engine. Widths and accessibility aren't tested in WebKit.

`test_devtools.py` has the details, in Chromium.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from harness.browsers.engines import Engine, EngineTab, Profile
from harness.browsers.firefox import FirefoxTab
from harness.browsers.tab import Tab
from tests.axe import AXE, find_violations
from tests.library.devtools_strings import Language, load_strings

pytestmark = pytest.mark.engines

_LAUNCHER = "document.querySelector('tuffet-devtools-launcher').shadowRoot"
_PANEL = f"{_LAUNCHER}.querySelector('tuffet-devtools')?.shadowRoot"
_THEME = "document.querySelector('main button')"

WIDTHS = (390, 820, 1280)
WITHOUT_WEBKIT = pytest.mark.parametrize("engine_name", ["chromium", "firefox"], indirect=True)
"""For tests that set the size of the page. WebKit's WebDriver only sets the size of the window."""


class App:
    """The application in a tab."""

    def __init__(self, tab: EngineTab, address: str, language: Language = "en") -> None:
        self.tab = tab
        self.address = f"{address}/{'zh-CN' if language == 'zh' else 'en'}"
        self.strings = load_strings(language)
        tab.goto(self.address)
        tab.wait_for_function("window.app")

    def text(self, name: str, **values: str) -> str:
        return str(self.strings[name]).format(**values)

    def ask(self, expression: str) -> Any:
        """The value of an expression about `panel`, the shadow root."""
        return self.tab.evaluate(f"((panel) => {expression})({_PANEL})")

    def expect(self, expression: str) -> None:
        """Waits until an expression about `panel`, if it is open, is true."""
        self.tab.wait_for_function(f"((panel) => {expression})({_PANEL})")

    def open(self) -> App:
        self.tab.evaluate(f"{_LAUNCHER}.querySelector('button').click()")
        self.expect("panel?.activeElement")
        return self

    def click(self, label: str) -> None:
        self.ask(f"""panel.querySelector(`button[aria-label="{label}"]`).click()""")

    def act(self, name: str, key: str) -> None:
        self.click(self.text("actionOn", action=self.text(name), key=key))

    def select(self, view: str) -> None:
        label = json.dumps(self.text(view))
        self.ask(
            "[...panel.querySelectorAll('[role=tab]')]"
            f".find((tab) => tab.textContent === {label}).click()"
        )

    def choose(self, fault: str) -> None:
        label = json.dumps(self.strings["faults"][fault])
        self.ask(
            "[...panel.querySelectorAll('label')]"
            f".find((label) => label.textContent.includes({label})).click()"
        )

    def press(self, chord: str) -> None:
        if isinstance(self.tab, Page):
            self.tab.keyboard.press(chord)
        else:
            assert isinstance(self.tab, Tab)
            self.tab.press(chord)

    def type(self, text: str) -> None:
        if isinstance(self.tab, Page):
            self.tab.keyboard.type(text)
        else:
            assert isinstance(self.tab, Tab)
            self.tab.type(text)

    def toggle_theme(self) -> None:
        self.tab.evaluate(f"{_THEME}.click()")

    def expect_theme(self, theme: str) -> None:
        self.tab.wait_for_function(f"{_THEME}.textContent === 'Theme: {theme}'")

    def expect_focus(self, name: str) -> None:
        self.expect(f"panel.activeElement?.textContent === {json.dumps(self.text(name))}")


@pytest.fixture
def profile(engine: Engine) -> Iterator[Profile]:
    with engine.new_context() as profile:
        yield profile


@pytest.fixture
def app(profile: Profile, devtools_app: str) -> App:
    return App(profile.new_page(), devtools_app)


def test_the_panel_is_opened_used_and_closed_with_keys(app: App) -> None:
    app.tab.evaluate(f"{_LAUNCHER}.querySelector('button').focus()")
    app.press("Enter")
    app.expect("panel?.activeElement")
    app.expect_focus("entries")
    for key, name in (("ArrowRight", "timeline"), ("End", "tools"), ("ArrowRight", "entries")):
        app.press(key)
        app.expect_focus(name)
    label = app.text("actionOn", action=app.text("edit"), key="settings_v2")
    app.ask(f"""panel.querySelector(`button[aria-label="{label}"]`).focus()""")
    app.press("Enter")
    app.expect("panel.activeElement?.localName === 'textarea'")
    app.ask("panel.activeElement.select()")
    app.type('{"theme":"dark"}')
    app.press("Control+Enter")
    app.expect_theme("dark")
    app.expect_focus("edit")
    app.press("Escape")
    app.expect("!panel")
    app.tab.wait_for_function(f"{_LAUNCHER}.activeElement?.localName === 'button'")


def test_the_timeline_shows_the_origin_and_the_caller(
    app: App, profile: Profile, devtools_app: str
) -> None:
    app.open().select("timeline")
    app.toggle_theme()
    app.tab.evaluate("localStorage.setItem('raw', 1)")
    app.tab.evaluate("localStorage.assigned = 2")
    app.expect("panel.querySelectorAll('.timeline > li').length === 3")
    App(profile.new_page(), devtools_app).toggle_theme()
    app.expect("panel.querySelectorAll('.timeline > li').length === 4")
    origins = "Array.from(panel.querySelectorAll('.change-origin'), (it) => it.textContent)"
    assert app.ask(origins) == ["another tab", "direct write", "direct write", "module"]
    callers = "Array.from(panel.querySelectorAll('.change-caller'), (it) => it.textContent)"
    # Chromium adds the type of the object: HTMLButtonElement.toggleTheme.
    pattern = r"(HTMLButtonElement\.)?toggleTheme \(devtools-app\.js:"
    assert re.match(pattern, app.ask(callers)[-1])


def test_full_blocked_and_corrupted_storage_is_simulated(app: App) -> None:
    app.open().select("tools")
    app.toggle_theme()
    app.expect_theme("dark")
    app.choose("full")
    # Longer, so it needs space.
    app.toggle_theme()
    app.tab.wait_for_function("app.errors.includes('quota')")
    app.expect_theme("dark")
    app.choose("blocked")
    app.toggle_theme()
    app.expect_theme("light")
    assert app.tab.evaluate("JSON.parse(localStorage.settings_v2)") == {"theme": "dark"}
    app.choose("none")
    app.expect_theme("dark")
    app.select("entries")
    app.act("corrupt", "settings_v2")
    app.expect_theme("light")
    assert app.tab.evaluate("app.errors").count("corrupt") == 1
    app.toggle_theme()
    app.expect("""panel.querySelector('[data-key="settings_v2__backup1"]')""")
    assert app.tab.evaluate("localStorage.settings_v2__backup1.length") > 0


def test_a_backup_is_restored_and_deleted(app: App) -> None:
    backup = "settings_v2__corrupt"
    app.tab.evaluate('(key) => localStorage.setItem(key, \'{"theme":"dark"}\')', backup)
    app.open().act("showBackup", backup)
    app.expect_focus("restore")
    app.press("Enter")
    app.expect_theme("dark")
    assert app.tab.evaluate("(key) => localStorage.getItem(key)", backup) is None
    app.act("remove", "settings_v2__backup1")
    app.expect("""!panel.querySelector('[data-key="settings_v2__backup1"]')""")
    # In Firefox, strict protection hides the entry from Object.keys.
    assert app.tab.evaluate("[localStorage.length, localStorage.key(0)]") == [1, "settings_v2"]


@WITHOUT_WEBKIT
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_axe_reports_nothing_and_nothing_overflows(
    profile: Profile, devtools_app: str, language: Language, scheme: Literal["light", "dark"]
) -> None:
    app = App(profile.new_page(), devtools_app, language)
    app.tab.evaluate(
        """(source) => new Promise((resolve) => {
          const script = document.createElement('script');
          script.src = source;
          script.onload = () => resolve(1);
          document.head.append(script);
        })""",
        f"/{AXE.name}",
    )
    app.tab.evaluate("(it) => { document.documentElement.style.colorScheme = it; }", scheme)
    app.open()
    app.toggle_theme()
    assert isinstance(app.tab, Page | FirefoxTab)
    problems = []
    for width in WIDTHS:
        app.tab.set_viewport_size({"width": width, "height": 800})
        for view in ("entries", "timeline", "tools"):
            app.select(view)
            app.ask(
                "Promise.all(panel.getAnimations().map(({ finished }) => finished.then(() => 1)))"
            )
            found = find_violations(app.tab, include="tuffet-devtools-launcher")
            problems += [f"{width} px, {view}: {it}" for it in found]
            if app.tab.evaluate("document.documentElement.scrollWidth") > width:
                problems.append(f"{width} px, {view}: the page scrolls sideways")
    assert not problems, "\n".join(problems)
