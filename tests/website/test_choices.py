"""Tabs of code: what was chosen holds everywhere, from the first frame on, and can be shared."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from harness.browsers.noise import Noise
from tests.axe import bring_axe, find_faults
from tests.violations import Violations
from tests.website.conftest import wait_for_life
from tests.website.reading import Gate, expect_page, is_marked, mark_document, scroll_to, sidebar
from tests.website.scripts import theme_script
from tests.website.tabs import (
    CONTRIBUTE,
    HELPER,
    QUICK_START,
    expect_shown,
    open_panels,
    remember,
    shown,
    stored,
    tab,
    wait_until_stored,
)

Visit = Callable[[str], Page]

EXTRAS = theme_script("features")


def quick_start(manager: str = "npm", framework: str = "Vue 3") -> list[str]:
    """The open tabs of the quick start."""
    return [manager, *[framework] * 4]


def go_to(page: Page, path: str) -> None:
    """By a link, as readers do."""
    sidebar(page).locator(f'a[href="{path}"]').click()
    page.wait_for_url(f"**{path}*")
    expect(page.locator("h1")).to_be_focused()


def query(page: Page) -> str:
    return page.url.partition("#")[0].partition("?")[2]


# --- Choosing ------------------------------------------------------------------------------------


def test_at_first_each_group_shows_its_first_code_and_no_other(visit: Visit) -> None:
    page = visit(QUICK_START)
    assert open_panels(page) == quick_start()


def test_a_click_changes_all_groups_of_the_choice_and_no_other(visit: Visit, noise: Noise) -> None:
    page = visit(QUICK_START)
    tab(page, "React", 2).click()
    expect_shown(page, "framework", "react")
    assert open_panels(page) == quick_start(framework="React")
    expect(page.locator(".code:visible", has_text="npm install @tuffet/react")).to_be_visible()
    assert noise.messages == []


def test_it_holds_on_other_pages_after_a_reload_and_in_the_other_language(
    visit: Visit, website: str
) -> None:
    page = visit(QUICK_START)
    mark_document(page)
    tab(page, "React").click()
    wait_until_stored(page, "framework", "react")
    go_to(page, HELPER)
    assert is_marked(page)
    expect(page).to_have_url(website + HELPER)
    assert shown(page, "framework") == ["react", "react"]
    page.reload()
    wait_for_life(page)
    assert open_panels(page) == ["React", "React"]
    page.goto(f"{website}/zh{QUICK_START}")
    assert open_panels(page) == quick_start(framework="React")


def test_where_there_is_no_such_option_the_first_is_shown_and_nothing_is_forgotten(
    visit: Visit,
) -> None:
    page = visit(QUICK_START)
    tab(page, "Core").click()
    wait_until_stored(page, "framework", "core")
    go_to(page, HELPER)
    assert shown(page, "framework") == ["vue", "vue"]
    go_to(page, QUICK_START)
    assert shown(page, "framework") == ["core"] * 4


def test_other_tabs_of_the_browser_follow(
    visit: Visit, website: str, context: BrowserContext
) -> None:
    page = visit(QUICK_START)
    tab(page, "yarn").click()  # so that its script is there, and its address says something
    expect(page).to_have_url(f"{website}{QUICK_START}?package-manager=yarn")
    wait_until_stored(page, "package-manager", "yarn")
    other = context.new_page()
    other.goto(f"{website}/zh/api/core.html")
    assert shown(other, "package-manager") == ["yarn"]
    tab(other, "pnpm").click()
    wait_until_stored(other, "package-manager", "pnpm")
    expect(tab(page, "pnpm")).to_be_checked()
    expect_shown(page, "package-manager", "pnpm")
    expect(page).to_have_url(f"{website}{QUICK_START}?package-manager=pnpm")


def test_a_group_that_follows_no_choice_changes_alone_and_is_not_kept(visit: Visit) -> None:
    page = visit(CONTRIBUTE)
    address = page.url
    tab(page, "Feature request").click()
    assert open_panels(page) == ["Feature request"]
    page.mouse.move(5, 5)
    page.wait_for_timeout(300)
    assert page.url == address
    assert "choices" not in stored(page)


def test_the_group_in_hand_stays_where_it_is_when_those_above_change(visit: Visit) -> None:
    page = visit(HELPER)
    outputs = page.locator(".code-group").nth(1)
    outputs.evaluate("(group) => group.scrollIntoView({ block: 'center' })")
    page.mouse.move(5, 5)
    before = outputs.bounding_box()
    height = page.evaluate("() => document.querySelector('.code-group').offsetHeight")
    outputs.get_by_role("radio", name="React").click()
    expect_shown(page, "framework", "react")
    page.wait_for_timeout(200)  # whatever the browser itself does about it
    after = outputs.bounding_box()
    assert page.evaluate("() => document.querySelector('.code-group').offsetHeight") != height
    assert before
    assert after
    assert after["y"] == pytest.approx(before["y"], abs=1)


def test_the_keyboard_is_that_of_radio_buttons(visit: Visit) -> None:
    page = visit(QUICK_START)
    tab(page, "npm").focus()
    for key, name in (("ArrowRight", "pnpm"), ("ArrowDown", "yarn"), ("ArrowRight", "npm")):
        page.keyboard.press(key)
        expect(tab(page, name)).to_be_focused()
        expect_shown(page, "package-manager", name)
    page.keyboard.press("ArrowLeft")
    expect_shown(page, "package-manager", "yarn")
    page.keyboard.press("Tab")
    code = page.locator(".code:visible > pre").first
    expect(code).to_be_focused()
    expect(code).to_contain_text("yarn create")
    page.keyboard.press("Shift+Tab")
    expect(tab(page, "yarn")).to_be_focused()


def test_a_focused_tab_has_a_ring(visit: Visit) -> None:
    page = visit(QUICK_START)
    tab(page, "npm").focus()
    page.keyboard.press("ArrowRight")
    expect(tab(page, "pnpm")).to_have_css("outline-style", "solid")
    expect(tab(page, "pnpm")).to_have_css("outline-width", "2px")


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_tabs_are_large_enough_for_fingers_and_inside_of_their_box(
    visit: Visit, width: int
) -> None:
    page = visit(QUICK_START)
    page.set_viewport_size({"width": width, "height": 800})
    for element in page.locator(".code-group > label").all():
        box = element.bounding_box()
        group = element.locator("..").bounding_box()
        assert box
        assert group
        assert min(box["width"], box["height"]) >= 44
        assert group["x"] <= box["x"]
        assert box["x"] + box["width"] <= group["x"] + group["width"]
        assert group["x"] + group["width"] <= width


def test_paper_has_all_of_them_with_their_names(visit: Visit) -> None:
    page = visit(QUICK_START)
    page.emulate_media(media="print")
    assert open_panels(page) == quick_start("npm,pnpm,yarn", "Vue 3,React,Any project,Core")
    labels = page.locator(".code-group").last.locator("label")
    tops = [
        label.evaluate("(label) => label.getBoundingClientRect().top") for label in labels.all()
    ]
    codes = page.locator(".code-group").last.locator(".code")
    ends = [code.evaluate("(code) => code.getBoundingClientRect().bottom") for code in codes.all()]
    assert tops == sorted(tops)
    assert all(top >= end for top, end in zip(tops[1:], ends, strict=False))


# --- Without scripts, and before they are there --------------------------------------------------


def test_without_scripts_tabs_work_and_every_text_can_be_read(
    browser: Browser, website: str
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(website + QUICK_START)
        for group in page.locator(".code-group").all():
            for label in group.locator("label").all():
                label.click()
                panels = group.locator(".code").filter(visible=True)
                expect(panels).to_have_count(1)
                name = panels.evaluate("(code) => code.previousElementSibling.textContent")
                assert name == label.text_content()


def test_a_choice_made_before_the_script_arrives_is_not_lost(
    page: Page, website: str, noise: Noise
) -> None:
    gate = Gate(page, EXTRAS)
    page.goto(website + QUICK_START)
    wait_for_life(page)
    tab(page, "React", 1).click()
    assert shown(page, "framework") == ["vue", "react", "vue", "vue"]
    gate.open()
    expect(page).to_have_url(f"{website}{QUICK_START}?framework=react")
    expect_shown(page, "framework", "react")
    wait_until_stored(page, "framework", "react")
    assert noise.messages == []


def test_of_several_the_last_one_counts(page: Page, website: str) -> None:
    gate = Gate(page, EXTRAS)
    page.goto(website + QUICK_START)
    wait_for_life(page)
    tab(page, "React", 0).click()
    tab(page, "Core", 2).click()
    gate.open()
    wait_until_stored(page, "framework", "core")
    expect_shown(page, "framework", "core")


def test_what_is_restored_is_no_choice(page: Page, website: str) -> None:
    remember(page, website, {"choices": {"framework": "react", "package-manager": "pnpm"}})
    page.goto(website + QUICK_START)
    wait_for_life(page)
    with page.expect_response(EXTRAS):
        page.mouse.move(5, 5)
    page.wait_for_timeout(300)
    assert page.url == website + QUICK_START
    assert open_panels(page) == quick_start("pnpm", "React")


# --- The address ---------------------------------------------------------------------------------


def test_a_choice_stands_in_the_address_beside_what_was_there(visit: Visit, website: str) -> None:
    page = visit(f"{QUICK_START}?from=mail#write")
    mark_document(page)
    tab(page, "React").click()
    expect(page).to_have_url(f"{website}{QUICK_START}?from=mail&framework=react#write")
    tab(page, "Core").click()
    expect(page).to_have_url(f"{website}{QUICK_START}?from=mail&framework=core#write")
    tab(page, "yarn").click()
    expect(page).to_have_url(
        f"{website}{QUICK_START}?from=mail&framework=core&package-manager=yarn#write"
    )
    assert is_marked(page)
    canonical = page.locator('link[rel="canonical"]').get_attribute("href") or ""
    assert canonical.endswith(QUICK_START)
    page.go_back()
    assert page.url == "about:blank"  # no step for each choice


def test_a_shared_address_shows_the_choice_of_its_giver_and_keeps_the_readers_own(
    page: Page, website: str
) -> None:
    remember(page, website, {"choices": {"framework": "vue", "package-manager": "pnpm"}})
    page.goto(f"{website}{QUICK_START}?framework=react")
    assert open_panels(page) == quick_start("pnpm", "React")
    wait_for_life(page)
    with page.expect_response(EXTRAS):
        page.mouse.move(5, 5)
    page.wait_for_timeout(300)
    assert open_panels(page) == quick_start("pnpm", "React")
    assert stored(page)["choices"] == {"framework": "vue", "package-manager": "pnpm"}
    go_to(page, HELPER)
    assert shown(page, "framework") == ["vue", "vue"]
    go_to(page, QUICK_START)
    assert shown(page, "framework") == ["vue"] * 4
    # The visit with that address is still what it was.
    page.go_back()
    page.go_back()
    expect(page).to_have_url(f"{website}{QUICK_START}?framework=react")
    expect(tab(page, "React")).to_be_checked()
    assert stored(page)["choices"]["framework"] == "vue"


def test_who_chooses_on_a_shared_address_has_chosen(page: Page, website: str) -> None:
    remember(page, website, {"choices": {"framework": "vue"}})
    page.goto(f"{website}{QUICK_START}?framework=react")
    wait_for_life(page)
    tab(page, "Core").click()
    wait_until_stored(page, "framework", "core")
    expect(page).to_have_url(f"{website}{QUICK_START}?framework=core")


def test_a_choice_in_another_tab_leaves_a_shared_address_alone(
    page: Page, website: str, context: BrowserContext
) -> None:
    remember(page, website, {"choices": {"framework": "vue"}})
    page.goto(f"{website}{QUICK_START}?framework=react")
    wait_for_life(page)
    with page.expect_response(EXTRAS):
        page.mouse.move(5, 5)
    other = context.new_page()
    other.goto(website + QUICK_START)
    wait_for_life(other)
    tab(other, "Core").click()
    tab(other, "yarn").click()
    wait_until_stored(other, "package-manager", "yarn")
    expect_shown(page, "package-manager", "yarn")
    assert shown(page, "framework") == ["react"] * 4


def test_the_address_is_left_alone_by_the_router(visit: Visit, website: str) -> None:
    page = visit(QUICK_START)
    scroll_to(page, 500)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    position = page.evaluate("() => scrollY")
    page.evaluate("() => history.replaceState(null, '', '?framework=react')")
    page.wait_for_timeout(200)
    assert page.url == f"{website}{QUICK_START}?framework=react"
    assert page.evaluate("() => scrollY") == position
    assert [url for url in asked if url.endswith((".json", ".html"))] == []
    page.evaluate("() => location.assign('#write')")
    expect(page).to_have_url(f"{website}{QUICK_START}?framework=react#write")


def test_the_same_page_without_the_choice_of_another_shows_the_readers_own(
    page: Page, website: str
) -> None:
    remember(page, website, {"choices": {"framework": "vue"}})
    page.goto(f"{website}{QUICK_START}?framework=react")
    wait_for_life(page)
    gate = Gate(page, EXTRAS)
    go_to(page, QUICK_START)
    expect(page).to_have_url(website + QUICK_START)
    gate.open()
    page.wait_for_timeout(300)
    assert stored(page)["choices"] == {"framework": "vue"}
    go_to(page, QUICK_START)
    assert shown(page, "framework") == ["vue"] * 4


def test_a_choice_that_is_not_yet_kept_holds_on_the_next_page(page: Page, website: str) -> None:
    gate = Gate(page, theme_script("preferences"))
    page.goto(website + QUICK_START)
    wait_for_life(page)
    tab(page, "React").click()
    expect(page).to_have_url(f"{website}{QUICK_START}?framework=react")
    assert stored(page) == {}
    go_to(page, HELPER)
    assert shown(page, "framework") == ["react", "react"]
    gate.open()
    wait_until_stored(page, "framework", "react")


HOSTILE = (
    "?framework=svelte",
    "?framework=",
    "?framework",
    "?framework=%22%5D,*%7B",
    "?framework=<img src=x onerror=alert(1)>",
    "?__proto__=react&constructor=react",
    "?framework=REACT&framework=react",
    "?%E0%A4%A=1",
    "?=2",
)


@pytest.mark.parametrize("address", HOSTILE)
def test_an_address_with_nonsense_shows_what_the_reader_chose(
    page: Page, website: str, address: str, noise: Noise
) -> None:
    remember(page, website, {"choices": {"framework": "core"}})
    page.goto(website + QUICK_START + address)
    wait_for_life(page)
    assert open_panels(page) == quick_start(framework="Core")
    with page.expect_response(EXTRAS):
        page.mouse.move(5, 5)
    page.wait_for_timeout(200)
    assert open_panels(page) == quick_start(framework="Core")
    assert stored(page) == {"choices": {"framework": "core"}}
    assert noise.messages == []


NONSENSE = (
    "no JSON",
    "null",
    "[]",
    '"text"',
    '{"choices":null}',
    '{"choices":"react"}',
    '{"choices":[["framework","react"]]}',
    '{"choices":{"framework":1,"package-manager":{"value":"pnpm"}}}',
    '{"choices":{"framework":"svelte","__proto__":{"package-manager":"pnpm"}}}',
    '{"language":{},"wrap":[],"colorMode":"pink"}',
)


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_in_storage_changes_nothing_and_can_be_chosen_over(
    page: Page, website: str, text: str
) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    remember(page, website, text)
    page.goto(website + QUICK_START)
    wait_for_life(page)
    assert open_panels(page) == quick_start()
    tab(page, "React").click()
    wait_until_stored(page, "framework", "react")
    page.reload()
    assert open_panels(page) == quick_start(framework="React")
    assert errors == []


# --- Rules of the site ---------------------------------------------------------------------------


@pytest.fixture
def careful(browser: Browser) -> Iterator[tuple[Page, Violations]]:
    with browser.new_context(reduced_motion="reduce") as context:
        bring_axe(context)
        violations = Violations(context)
        yield context.new_page(), violations


def test_nothing_breaks_a_rule_whatever_is_chosen(
    careful: tuple[Page, Violations], website: str
) -> None:
    page, violations = careful
    page.goto(f"{website}{QUICK_START}?package-manager=yarn")
    wait_for_life(page)
    for name in ("React", "Any project", "Core", "pnpm"):
        tab(page, name).click()
        page.emulate_media(color_scheme="dark" if name == "Core" else "light")
        assert find_faults(page) == []
    wait_until_stored(page, "package-manager", "pnpm")
    go_to(page, HELPER)
    assert violations.collect(page) == []


def test_a_page_with_choices_is_announced_as_any_other(visit: Visit, website: str) -> None:
    page = visit(f"{QUICK_START}?framework=core")
    sidebar(page).locator(f'a[href="{HELPER}"]').click()
    expect_page(page, website + HELPER, "Storage helper")
