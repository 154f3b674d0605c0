"""The devtools in an application: lazy, complete by keyboard, in both languages, and accessible."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from harness.bundles import bundle_file
from harness.paths import PACKAGES
from tests.axe import find_violations
from tests.library.devtools_strings import Language, load_strings

MAX_LAUNCHER_BYTES = 3000
"""Minified, before compression: all that is loaded before the panel is opened."""


class App:
    """The application in a tab."""

    def __init__(self, page: Page, address: str, language: Language) -> None:
        self.page = page
        self.address = f"{address}/{'zh-CN' if language == 'zh' else 'en'}"
        self.strings = load_strings(language)
        self.requests: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(self.address)
        expect(self.launcher).to_be_visible()

    @property
    def launcher(self) -> Locator:
        return self.button("open")

    @property
    def theme(self) -> Locator:
        return self.page.get_by_role("button", name="Theme:")

    def button(self, name: str, **values: str) -> Locator:
        return self.page.get_by_role("button", name=self.text(name, **values), exact=True)

    def action(self, name: str, key: str) -> Locator:
        return self.button("actionOn", action=self.text(name), key=key)

    def tab(self, name: str) -> Locator:
        return self.page.get_by_role("tab", name=self.text(name))

    def text(self, name: str, **values: str) -> str:
        return str(self.strings[name]).format(**values) if values else str(self.strings[name])

    def entry(self, key: str) -> Locator:
        return self.page.locator(f'.inspector-entry[data-key="{key}"]')

    def changes(self) -> Locator:
        return self.page.locator(".timeline > li")

    def stored(self, key: str) -> Any:
        return self.page.evaluate("(key) => localStorage.getItem(key)", key)

    def open(self) -> App:
        self.launcher.click()
        expect(self.tab("entries")).to_be_visible()
        return self


@pytest.fixture(scope="module")
def profile(browser: Browser) -> Iterator[BrowserContext]:
    """One profile for all tests, so that scripts are cached."""
    with browser.new_context() as context:
        yield context


@pytest.fixture
def page(profile: BrowserContext, devtools_app: str) -> Iterator[Page]:
    """A new tab over empty storage."""
    page = profile.new_page()
    page.goto(f"{devtools_app}/empty")
    page.evaluate("localStorage.clear(), sessionStorage.clear()")
    yield page
    for tab in profile.pages:
        tab.close()


@pytest.fixture
def app(page: Page, devtools_app: str) -> App:
    return App(page, devtools_app, "en")


def test_the_panel_is_only_loaded_when_it_is_opened_and_stays_open_after_a_reload(
    app: App, devtools_scripts: Path
) -> None:
    loaded = {url.rpartition("/")[2] for url in app.requests}
    panel = next(
        file for file in devtools_scripts.iterdir() if "tabpanel" in file.read_text("utf-8")
    )
    assert panel.name not in loaded
    is_native = "() => /native code/.test(Storage.prototype.setItem.toString())"
    app.page.evaluate("app.settings.helper.cancelProtect()")
    assert app.page.evaluate(is_native), "nothing is recorded before"
    app.open()
    assert panel.name in {url.rpartition("/")[2] for url in app.requests}
    app.page.reload()
    expect(app.tab("entries")).to_be_visible()
    app.page.keyboard.press("Tab")
    app.button("close").click()
    expect(app.launcher).to_be_focused()
    app.page.reload()
    expect(app.launcher).to_be_visible()
    app.page.evaluate("app.settings.helper.cancelProtect()")
    app.open()
    assert not app.page.evaluate(is_native)
    app.page.evaluate("app.unmount()")
    expect(app.launcher).to_have_count(0)
    expect(app.tab("entries")).to_have_count(0)
    assert app.page.evaluate(is_native)


def test_the_code_that_loads_before_is_small() -> None:
    entry = PACKAGES / "devtools" / "dist" / "index.mjs"
    script = bundle_file(entry, "--format=esm", "--external:./panel.mjs", is_development=True)
    assert len(script) < MAX_LAUNCHER_BYTES
    assert b"tabpanel" not in script


def test_modules_are_shown_with_version_protection_and_size(app: App) -> None:
    app.open()
    facts = app.entry("settings_v2").locator(".inspector-facts li")
    expect(facts).to_have_text(
        ["Local storage", "version 2", "protected (strict)", "28 characters, 0.00053% of the quota"]
    )
    expect(app.entry("draft")).to_contain_text("Session storage")
    app.theme.click()
    expect(app.entry("settings_v2").locator("mark")).to_contain_text('"theme": "dark"')
    app.page.get_by_role("searchbox").fill("DRA")
    expect(app.page.locator(".inspector-key")).to_have_text(["draft"])


def test_the_timeline_shows_the_origin_and_the_caller(app: App) -> None:
    app.open()
    app.tab("timeline").click()
    app.theme.click()
    app.page.evaluate("localStorage.setItem('raw', 1)")
    app.page.evaluate("localStorage.assigned = 2")
    expect(app.changes()).to_have_count(3)
    other = app.page.context.new_page()
    other.goto(app.address)
    other.get_by_role("button", name="Theme:").click()
    expect(app.changes()).to_have_count(4)
    origins = app.page.locator(".change-origin")
    expect(origins).to_have_text(["another tab", "direct write", "direct write", "module"])
    first = app.changes().last
    expect(first.locator(".change-caller")).to_contain_text("toggleTheme (devtools-app.js:")
    first.locator("summary").focus()
    app.page.keyboard.press("Enter")
    expect(first.locator(".diff")).to_have_text('-   "theme": "light"\n+   "theme": "dark"\n')
    expect(first.locator(".stack")).to_contain_text("toggleTheme")


def test_entries_are_edited_reset_and_deleted_by_keyboard(app: App) -> None:
    app.launcher.focus()
    app.page.keyboard.press("Enter")
    expect(app.tab("entries")).to_be_focused()
    edit = app.action("edit", "settings_v2")
    edit.focus()
    app.page.keyboard.press("Enter")
    text = app.page.get_by_label(app.text("text", key="settings_v2"))
    expect(text).to_be_focused()
    text.fill('{"theme":')
    app.page.keyboard.press("Control+Enter")
    expect(app.page.get_by_role("alert")).to_have_text(app.text("invalid"))
    text.fill('{"theme":"pink"}')
    app.page.keyboard.press("Control+Enter")
    expect(app.page.get_by_role("alert")).to_have_text(app.text("rejected", key="settings_v2"))
    text.fill('{"theme":"dark"}')
    app.page.keyboard.press("Control+Enter")
    expect(app.theme).to_have_text("Theme: dark")
    expect(app.page.get_by_role("status")).to_have_text(app.text("saved", key="settings_v2"))
    expect(edit).to_be_focused()
    app.page.keyboard.press("Tab")
    expect(app.action("reset", "settings_v2")).to_be_focused()
    app.page.keyboard.press("Enter")
    expect(app.theme).to_have_text("Theme: light")
    expect(app.action("reset", "settings_v2")).to_be_focused()
    app.action("remove", "settings_v2").click()
    expect(app.entry("settings_v2")).to_contain_text("not stored")
    assert app.stored("settings_v2") is None
    app.page.keyboard.press("Escape")
    expect(app.launcher).to_be_focused()


def test_an_edit_does_not_overwrite_a_newer_value_unnoticed(app: App) -> None:
    app.open()
    app.action("edit", "settings_v2").click()
    app.theme.click()
    app.button("save").click()
    expect(app.page.get_by_role("alert")).to_have_text(app.text("outdated", key="settings_v2"))
    expect(app.theme).to_have_text("Theme: dark")
    app.button("save").click()
    expect(app.theme).to_have_text("Theme: light")


def test_keys_typed_in_the_panel_do_not_reach_the_application(app: App) -> None:
    app.page.evaluate("""() => {
        window.received = [];
        for (const type of ["keydown", "keypress", "keyup", "input", "paste"]) {
            document.addEventListener(type, (event) => received.push(`${type} ${event.key}`));
        }
    }""")
    app.open()
    app.page.get_by_role("searchbox").press_sequentially("dr")
    expect(app.page.locator(".inspector-key")).to_have_text(["draft"])
    app.action("edit", "draft").press("Enter")
    app.page.keyboard.press("ControlOrMeta+v")
    app.page.keyboard.press("Escape")
    expect(app.action("edit", "draft")).to_be_focused()
    app.page.keyboard.down("Escape")
    expect(app.launcher).to_be_focused()
    assert app.page.evaluate("received") == []


def test_a_replaced_button_does_not_end_the_recording_of_the_new_one(app: App) -> None:
    app.open()
    app.page.evaluate("() => { app.mount(); }")
    expect(app.tab("entries")).to_be_visible()
    app.page.evaluate("app.unmount()")
    app.tab("timeline").click()
    app.theme.click()
    expect(app.page.locator(".change-origin")).to_have_text(["module"])


def test_tabs_are_selected_with_the_arrow_keys(app: App) -> None:
    app.open()
    expect(app.tab("entries")).to_be_focused()
    for key, name in (("ArrowRight", "timeline"), ("End", "tools"), ("ArrowRight", "entries")):
        app.page.keyboard.press(key)
        expect(app.tab(name)).to_be_focused()
        expect(app.page.get_by_role("tabpanel", name=app.text(name))).to_be_visible()


def test_an_export_restores_the_entries(app: App, tmp_path: Path) -> None:
    app.open()
    app.theme.click()
    app.tab("tools").click()
    with app.page.expect_download() as download:
        app.button("export").click()
    file = tmp_path / "export.json"
    download.value.save_as(file)
    app.theme.click()
    expect(app.theme).to_have_text("Theme: light")
    with app.page.expect_file_chooser() as chooser:
        app.button("import").click()
    chooser.value.set_files(file)
    expect(app.theme).to_have_text("Theme: dark")
    expect(app.page.get_by_role("status")).to_have_text(app.text("imported", count="2"))


def test_full_blocked_and_corrupted_storage_is_simulated_until_it_is_stopped(app: App) -> None:
    app.open()
    app.theme.click()
    app.tab("tools").click()
    app.page.get_by_label(app.strings["faults"]["full"]).check()
    app.theme.click()
    expect(app.theme).to_have_text("Theme: dark")
    assert app.page.evaluate("app.errors") == ["quota"]
    app.button("close").click()
    app.theme.click()
    assert app.page.evaluate("app.errors") == ["quota", "quota"], "also while it is closed"
    app.open()
    app.button("stop").click()
    app.theme.click()
    expect(app.theme).to_have_text("Theme: light")
    app.tab("tools").click()
    app.page.get_by_label(app.strings["faults"]["blocked"]).check()
    app.theme.click()
    expect(app.theme).to_have_text("Theme: dark")
    assert json.loads(app.stored("settings_v2")) == {"theme": "light"}
    app.page.get_by_label(app.strings["faults"]["none"]).check()
    expect(app.theme).to_have_text("Theme: light")
    app.theme.click()
    app.tab("entries").click()
    app.action("corrupt", "settings_v2").click()
    expect(app.theme).to_have_text("Theme: light")
    expect(app.entry("settings_v2")).to_contain_text(app.strings["entry"]["unusable"])
    assert app.page.evaluate("app.errors").count("corrupt") == 1
    app.theme.click()
    expect(app.entry("settings_v2__backup1")).to_be_visible()
    app.button("undo").click()
    expect(app.theme).to_have_text("Theme: dark")
    expect(app.entry("settings_v2__backup1")).to_have_count(0)
    expect(app.page.get_by_role("tabpanel")).to_be_focused()
    expect(app.button("undo")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_backups_are_found_restored_and_deleted_by_keyboard(
    page: Page, devtools_app: str, language: Language
) -> None:
    """An earlier release kept a valid entry under this key."""
    backup, kept = "settings_v2__corrupt", '{"theme":"dark"}'
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [backup, kept])
    app = App(page, devtools_app, language).open()
    status, keyboard = page.get_by_role("status"), page.keyboard
    page.get_by_role("searchbox").fill("_v2")
    app.action("showBackup", backup).focus()
    keyboard.press("Enter")
    restore = app.action("restore", backup)
    expect(restore).to_be_focused()
    role = app.strings["entry"]["backupOf"].format(key="settings_v2")
    expect(app.entry(backup)).to_contain_text(role)
    keyboard.press("Enter")
    expect(app.theme).to_have_text("Theme: dark")
    expect(status).to_have_text(app.text("wasRestored", key="settings_v2", backup=backup))
    assert app.stored(backup) is None
    assert json.loads(app.stored("settings_v2__backup1")) == {"theme": "light"}
    app.button("undo").click()
    expect(app.theme).to_have_text("Theme: light")
    assert app.stored(backup) == kept
    restore.focus()
    keyboard.press("Tab")
    expect(app.action("remove", backup)).to_be_focused()
    keyboard.press("Enter")
    expect(app.entry(backup)).to_have_count(0)
    expect(status).to_have_text(app.text("backupRemoved", backup=backup))
    expect(page.get_by_role("tabpanel")).to_be_focused()


def test_a_backup_that_cannot_be_restored_stays_and_says_so(app: App) -> None:
    app.page.evaluate("localStorage.setItem('settings_v2__backup1', 'broken')")
    app.open()
    app.action("restore", "settings_v2__backup1").click()
    message = app.text("notRestored", key="settings_v2__backup1")
    expect(app.page.get_by_role("status")).to_have_text(message)
    assert app.stored("settings_v2__backup1") == "broken"
    assert json.loads(app.stored("settings_v2")) == {"theme": "light"}


def test_changes_in_memory_are_shown_and_explained(app: App) -> None:
    app.open()
    app.action("corrupt", "settings_v2").click()
    app.page.evaluate(
        "for (let i = 1; i < 9; i++) localStorage.setItem(`settings_v2__backup${i}`, `${i}`)"
    )
    app.theme.click()
    held = app.page.locator('[data-storage="memory"] .inspector-entry')
    expect(held).to_contain_text(app.strings["entry"]["held"])
    expect(app.theme).to_have_text("Theme: dark")


@pytest.mark.parametrize(
    ("language", "width", "scheme"),
    [
        ("en", 390, "dark"),
        pytest.param("en", 1440, "light", marks=pytest.mark.sweep),
        pytest.param("zh", 390, "light", marks=pytest.mark.sweep),
        pytest.param("zh", 1440, "dark", marks=pytest.mark.sweep),
    ],
)
def test_axe_reports_nothing_in_any_view(
    page: Page, devtools_app: str, language: Language, width: int, scheme: Literal["light", "dark"]
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    # Otherwise a changed entry fades in, and has little contrast until it has.
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    app = App(page, devtools_app, language)
    page.evaluate("(scheme) => { document.documentElement.style.colorScheme = scheme; }", scheme)
    faults = find_violations(page)
    app.open()
    app.theme.click()
    app.action("corrupt", "settings_v2").click()
    app.theme.click()
    expect(app.action("showBackup", "settings_v2__backup1")).to_be_visible()
    app.action("corrupt", "settings_v2").click()
    for view in ("entries", "timeline", "tools"):
        app.tab(view).click()
        if view == "timeline":
            app.changes().first.locator("summary").click()
        faults += [f"{view}: {fault}" for fault in find_violations(page)]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert not faults, "\n".join(faults)
