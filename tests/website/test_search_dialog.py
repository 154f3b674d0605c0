"""The search dialog: keyboard, languages, pointer, touch, failures and requests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from harness.browsers.page_messages import PageMessages
from tests.waiting import settled
from tests.website.conftest import wait_for_hydration
from tests.website.reading import PHONE, Gate, box_of, is_marked, mark_document
from tests.website.routes import CHINESE, ENGLISH, Language, in_english_with_sweep
from tests.website.scripts import theme_script
from tests.website.search_dialog import (
    START,
    close_by_key,
    dialog,
    field,
    find,
    open_by_key,
    options,
    status,
)

Visit = Callable[[str], Page]

SEE = "/guide/quick-start.html#see"
"""A section that is found by its heading."""
HEADINGS = {ENGLISH.tag: "See what is stored", CHINESE.tag: "查看存储内容"}
DIALOG_SCRIPT = theme_script("search-dialog")
FEATURES_SCRIPT = theme_script("features")
INDEX = re.compile(r"/assets/search/")
OFFLINE = "You appear to be offline. This page couldn’t be loaded."


def button(page: Page, language: Language = ENGLISH) -> Locator:
    return page.get_by_role("banner").get_by_role("button", name=language.search)


# --- By keyboard ----------------------------------------------------------------------------------


@in_english_with_sweep
def test_a_section_can_be_found_and_opened_by_keyboard(
    visit: Visit, website: str, language: Language
) -> None:
    page = visit(f"{language.prefix}/")
    mark_document(page)
    open_by_key(page)
    find(page, HEADINGS[language.tag])
    target = dialog(page).locator(f"a[href='{language.prefix}{SEE}']")
    expect(target).to_be_visible()
    for _ in range(options(page).count()):
        if target.get_attribute("aria-selected") == "true":
            break
        page.keyboard.press("ArrowDown")
    expect(target).to_have_attribute("aria-selected", "true")
    expect(field(page)).to_have_attribute(
        "aria-activedescendant", target.get_attribute("id") or "none"
    )
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{website}{language.prefix}{SEE}")
    expect(page.locator("#see")).to_be_focused()
    expect(page.locator("#see")).to_be_in_viewport()
    expect(dialog(page)).to_be_hidden()
    assert is_marked(page)


@pytest.mark.parametrize("key", ["Control+k", "/"])
def test_a_key_opens_the_dialog_even_before_its_script_is_loaded_and_is_not_typed(
    visit: Visit, key: str
) -> None:
    page = visit(START)
    page.evaluate("addEventListener('keydown', (e) => { window.isOurs = e.defaultPrevented; })")
    page.keyboard.press(key)
    if key == "Control+k":
        assert page.evaluate("window.isOurs"), "the browser has a command for this key"
    for _ in range(2):
        expect(field(page)).to_be_focused()
        expect(field(page)).to_have_value("")
        page.keyboard.type("a/b?")
        expect(field(page)).to_have_value("a/b?")
        field(page).fill("")
        close_by_key(page)
        page.keyboard.press(key)


def test_closing_returns_the_focus(visit: Visit) -> None:
    page = visit(START)
    link = page.locator("main a").first
    link.focus()
    ways: list[Callable[[], None]] = [
        lambda: page.keyboard.press("Escape"),
        lambda: dialog(page).get_by_role("button", name="Close").click(),
        lambda: page.mouse.click(5, 400),
    ]
    for close in ways:
        open_by_key(page)
        close()
        expect(dialog(page)).to_be_hidden()
        expect(link).to_be_focused()


def test_the_dialog_keeps_the_focus_and_the_query(visit: Visit, website: str) -> None:
    page = visit(SEE.partition("#")[0])
    address = page.url
    open_by_key(page)
    find(page, HEADINGS[ENGLISH.tag])
    for _ in range(8):
        page.keyboard.press("Tab")
        place = page.evaluate("document.activeElement?.closest('dialog, body')?.localName")
        assert place in {"dialog", "body"}  # body: the focus is on the browser's own controls
        if place == "body":
            assert page.evaluate("document.activeElement === document.body")
    field(page).focus()
    target = options(page).first.get_attribute("href") or ""
    with page.context.expect_page() as opened:
        page.keyboard.press("Control+Enter")
    opened.value.wait_for_url(website + target)
    opened.value.close()
    expect(dialog(page)).to_be_visible()
    expect(page).to_have_url(address)
    count = options(page).count()
    close_by_key(page)
    button(page).click()
    expect(field(page)).to_have_value(HEADINGS[ENGLISH.tag])
    expect(options(page)).to_have_count(count)
    # A section of the current page is focused too.
    dialog(page).locator(f"a[href='{SEE}']").click()
    expect(page).to_have_url(website + SEE)
    expect(page.locator("#see")).to_be_focused()
    expect(page.locator("#see")).to_be_in_viewport()
    button(page).click()
    page.keyboard.type("v")
    expect(field(page)).to_have_value("v")  # typing replaces the last query


def test_an_empty_query_shows_recent_pages(visit: Visit, website: str) -> None:
    page = visit(START)
    page.locator("a[rel=next]").click()
    expect(page.locator("h1")).to_be_focused()
    open_by_key(page)
    expect(options(page)).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(website + START)
    expect(page.locator("h1")).to_be_focused()


# --- Languages ------------------------------------------------------------------------------------


def expect_groups(page: Page, other: Language) -> None:
    """Pages in the current language are first, and the other language is labeled."""
    groups = dialog(page).get_by_role("group")
    languages = groups.evaluate_all("groups => groups.map((group) => group.lang)")
    assert languages == sorted(languages)
    assert set(languages) == {"", other.tag}
    expect(dialog(page).get_by_text(other.language, exact=True)).to_have_count(1)


def test_results_are_grouped_by_language_and_a_language_change_repeats_the_search(
    visit: Visit, website: str
) -> None:
    page = visit(START)
    open_by_key(page)
    find(page, "StorageModule")
    expect_groups(page, CHINESE)
    close_by_key(page)
    page.get_by_role("banner").get_by_role("button", name=ENGLISH.language).click()
    page.locator("#_languages").get_by_role("link", name=CHINESE.language).click()
    expect(page).to_have_url(f"{website}/zh{START}")
    expect(page.locator("h1")).to_be_focused()
    open_by_key(page)
    expect(field(page)).to_have_value("StorageModule")
    expect(options(page).first).to_have_attribute("href", re.compile(r"^/zh/"))
    expect(status(page)).to_have_text(re.compile("条结果"))
    expect_groups(page, ENGLISH)
    # The repeated search may still change the list, so a click could hit another option.
    dialog(page).locator("[lang='en-US']").get_by_role("option").first.dispatch_event("click")
    expect(page.locator("html")).to_have_attribute("lang", "en-US")


# --- Input methods --------------------------------------------------------------------------------


class InputMethod:
    """Pinyin input, as the system sends it to Chromium."""

    def __init__(self, page: Page) -> None:
        self._debugger = page.context.new_cdp_session(page)

    def compose(self, text: str) -> None:
        self._debugger.send(
            "Input.imeSetComposition",
            {"text": text, "selectionStart": len(text), "selectionEnd": len(text)},
        )

    def press(self, key: str) -> None:
        """A key that the input method handles: pages receive it with the code 229."""
        for kind in ("rawKeyDown", "keyUp"):
            self._debugger.send(
                "Input.dispatchKeyEvent",
                {"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": 229},
            )

    def commit(self, text: str) -> None:
        self._debugger.send("Input.insertText", {"text": text})


def test_pinyin_input_is_not_searched_before_it_is_committed(own_page: Page, website: str) -> None:
    page = own_page
    page.goto(f"{website}/zh{START}")
    wait_for_hydration(page)
    page.clock.install()
    open_by_key(page)
    find(page, "StorageModule")
    with settled(page):
        page.clock.run_for(400)  # the results of the last key
    before = options(page).all_text_contents()
    page.keyboard.press("Control+a")
    method = InputMethod(page)
    for text in ("c", "cha", "cha kan", "cha kan cun", "查看 cun"):
        method.compose(text)
        page.clock.run_for(80)
    for key in ("ArrowDown", "ArrowDown", "Home", "Enter"):
        method.press(key)
    with settled(page):
        page.clock.run_for(400)
    expect(dialog(page)).to_be_visible()
    expect(page).to_have_url(f"{website}/zh{START}")
    assert options(page).all_text_contents() == before
    expect(options(page).first).to_have_attribute("aria-selected", "true")

    method.commit(HEADINGS[CHINESE.tag])
    expect(dialog(page).locator(f"a[href='/zh{SEE}']")).to_be_visible()
    page.keyboard.press("Enter")
    expect(dialog(page)).to_be_hidden()


# --- Pointer and touch ----------------------------------------------------------------------------


@pytest.fixture
def phone(browser: Browser, website: str) -> Iterator[Page]:
    with browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        page.goto(website + START)
        wait_for_hydration(page)
        yield page


def test_on_a_phone_the_dialog_fills_the_screen_and_works_by_tap(phone: Page, website: str) -> None:
    button(phone).tap()
    expect(field(phone)).to_be_focused()
    phone.wait_for_function("() => document.getAnimations().length === 0")
    box = box_of(dialog(phone))
    assert box == {"x": 0, "y": 0, **PHONE}
    # iOS zooms in if the text of an input is smaller.
    assert float(field(phone).evaluate("e => parseFloat(getComputedStyle(e).fontSize)")) >= 16
    close = box_of(dialog(phone).get_by_role("button", name="Close"))
    assert min(close["width"], close["height"]) >= 44
    find(phone, HEADINGS[ENGLISH.tag])
    sizes = options(phone).evaluate_all("all => all.map((e) => e.getBoundingClientRect().height)")
    assert min(sizes) >= 40
    dialog(phone).locator(f"a[href='{SEE}']").tap()
    expect(phone).to_have_url(website + SEE)
    expect(dialog(phone)).to_be_hidden()
    expect(phone.locator("#see")).to_be_in_viewport()


def test_a_click_opens_the_dialog_before_the_features_are_loaded(
    page: Page, website: str, console: PageMessages
) -> None:
    gate = Gate(page, FEATURES_SCRIPT)
    page.goto(website + START)
    wait_for_hydration(page)
    button(page).click()
    expect(field(page)).to_be_focused()
    gate.open()
    assert console.messages == []


def test_enter_before_the_results_opens_the_first_one(visit: Visit, website: str) -> None:
    page = visit(START)
    open_by_key(page)
    find(page, "storage")
    field(page).fill("")
    page.keyboard.insert_text(HEADINGS[ENGLISH.tag])
    page.keyboard.press("Enter")
    expect(page).to_have_url(website + SEE)


# --- Failures ------------------------------------------------------------------------------------


def test_a_failed_search_is_reported_and_trying_again_works(visit: Visit) -> None:
    page = visit(START)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(INDEX, lambda route: route.abort("internetdisconnected"))
    open_by_key(page)
    page.keyboard.type("storage")
    retry = dialog(page).get_by_role("button", name="Try again")
    expect(status(page)).to_contain_text("couldn’t be loaded")
    page.route(INDEX, hold)
    retry.click()
    expect(status(page)).not_to_contain_text("couldn’t be loaded")
    page.unroute(INDEX, hold)
    for route in held:
        route.abort("internetdisconnected")
    expect(status(page)).to_contain_text("couldn’t be loaded")
    page.unroute(INDEX)
    retry.click()
    expect(options(page).first).to_be_visible()
    expect(field(page)).to_be_focused()


def test_a_dialog_that_fails_to_load_is_reported_and_can_be_opened_again(
    own_page: Page, website: str
) -> None:
    page = own_page  # its script isn't in the cache
    page.goto(website + START)
    wait_for_hydration(page)
    page.context.set_offline(True)
    button(page).click()
    expect(page.get_by_role("alert")).to_contain_text(OFFLINE)
    page.context.set_offline(False)
    page.get_by_role("alert").get_by_role("button", name="Try again").click()
    expect(field(page)).to_be_focused()
    expect(page.get_by_role("alert")).to_be_empty()


# --- Requests -------------------------------------------------------------------------------------


def test_nothing_is_loaded_before_it_is_needed_and_nothing_twice(
    own_page: Page, website: str
) -> None:
    page = own_page
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(f"{website}/zh{START}")
    wait_for_hydration(page)
    with settled(page):
        page.mouse.move(300, 400)
    assert any(FEATURES_SCRIPT.search(url) for url in requests)
    assert not any(DIALOG_SCRIPT.search(url) or INDEX.search(url) for url in requests)
    with page.expect_request(DIALOG_SCRIPT):
        button(page, CHINESE).hover()
    for _ in range(2):
        requests.clear()
        with settled(page):
            open_by_key(page)
            field(page).fill("storage")
            expect(status(page)).to_have_text(re.compile(r"\d"))
        field(page).fill("")
        expect(status(page)).to_be_empty()
        close_by_key(page)
    assert requests == []
