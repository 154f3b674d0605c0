"""Code groups: a choice applies to all pages, from the first frame on, and can be shared."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from harness.browsers.page_messages import PageMessages
from tests.axe import find_violations
from tests.violations import Violations
from tests.waiting import run_callbacks, settled
from tests.website.conftest import wait_for_hydration
from tests.website.reading import (
    DESKTOP,
    NARROWEST,
    Gate,
    box_of,
    is_marked,
    mark_document,
    scroll_to,
    sidebar,
)
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

FEATURES = theme_script("features")


# Labels that are too small, don't fit into the group, or aren't in one row with the others.
FIND_BAD_TABS = """(labels) => labels.filter((label) => {
  label.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { left, right, width, height } = label.getBoundingClientRect();
  const group = label.parentElement.getBoundingClientRect();
  const row = [...label.parentElement.querySelectorAll(':scope > label')];
  return Math.min(width, height) < 44 || left < group.left || right > group.right
    || group.right > innerWidth || row.some(({ offsetTop }) => offsetTop !== label.offsetTop);
}).map((label) => label.textContent)"""


def quick_start(manager: str = "npm", framework: str = "Vue 3") -> list[str]:
    """The open tabs of the quick start."""
    return [manager, *[framework] * 4]


def go_to(page: Page, path: str) -> None:
    """Follows a link of the sidebar."""
    sidebar(page).locator(f'a[href="{path}"]').click()
    page.wait_for_url(f"**{path}*")
    expect(page.locator("h1")).to_be_focused()


def load_features(page: Page) -> None:
    """Waits until the scripts that load at the first interaction have run."""
    with settled(page), page.expect_response(FEATURES):
        page.mouse.move(5, 5)


# --- Choosing ------------------------------------------------------------------------------------


def test_a_choice_applies_to_its_groups_other_pages_reloads_and_languages(
    visit: Visit, website: str, console: PageMessages
) -> None:
    page = visit(QUICK_START)
    mark_document(page)
    assert open_panels(page) == quick_start()
    tab(page, "React", 2).click()
    expect_shown(page, "framework", "react")
    assert open_panels(page) == quick_start(framework="React")
    expect(page.locator(".code:visible", has_text="npm install @tuffet/react")).to_be_visible()
    wait_until_stored(page, "framework", "react")
    go_to(page, HELPER)
    assert is_marked(page)
    expect(page).to_have_url(website + HELPER)
    assert shown(page, "framework") == ["react", "react"]
    page.reload()
    wait_for_hydration(page)
    assert open_panels(page) == ["React", "React"]
    page.goto(f"{website}/zh{QUICK_START}")
    assert open_panels(page) == quick_start(framework="React")
    assert console.messages == []


def test_a_page_without_the_chosen_option_shows_its_first_one_and_keeps_the_choice(
    visit: Visit,
) -> None:
    page = visit(QUICK_START)
    tab(page, "Core").click()
    wait_until_stored(page, "framework", "core")
    go_to(page, HELPER)
    assert shown(page, "framework") == ["vue", "vue"]
    go_to(page, QUICK_START)
    assert shown(page, "framework") == ["core"] * 4


def test_other_tabs_of_the_browser_stay_in_sync(visit: Visit, website: str) -> None:
    page = visit(QUICK_START)
    tab(page, "yarn").click()  # loads the features, and adds the choice to the address
    expect(page).to_have_url(f"{website}{QUICK_START}?package-manager=yarn")
    wait_until_stored(page, "package-manager", "yarn")
    other = page.context.new_page()
    other.goto(f"{website}/zh/api/core.html")
    assert shown(other, "package-manager") == ["yarn"]
    tab(other, "pnpm").click()
    wait_until_stored(other, "package-manager", "pnpm")
    expect(tab(page, "pnpm")).to_be_checked()
    expect_shown(page, "package-manager", "pnpm")
    expect(page).to_have_url(f"{website}{QUICK_START}?package-manager=pnpm")


def test_a_group_without_a_choice_changes_alone_and_is_not_stored(visit: Visit) -> None:
    page = visit(CONTRIBUTE)
    address = page.url
    tab(page, "Feature request").click()
    assert open_panels(page) == ["Feature request"]
    with settled(page):
        page.mouse.move(5, 5)
    assert page.url == address
    assert "choices" not in stored(page)


def test_the_clicked_group_stays_in_place_when_those_above_change(visit: Visit) -> None:
    page = visit(HELPER)
    outputs = page.locator(".code-group").nth(1)
    outputs.evaluate("(group) => group.scrollIntoView({ block: 'center' })")
    page.mouse.move(5, 5)
    before = box_of(outputs)
    height = page.evaluate("() => document.querySelector('.code-group').offsetHeight")
    outputs.get_by_role("radio", name="React").click()
    expect_shown(page, "framework", "react")
    run_callbacks(page)  # scroll anchoring of the browser itself
    after = box_of(outputs)
    assert page.evaluate("() => document.querySelector('.code-group').offsetHeight") != height
    assert after["y"] == pytest.approx(before["y"], abs=1)


def test_tabs_are_large_radio_buttons_with_a_visible_focus(visit: Visit) -> None:
    page = visit(QUICK_START)
    tab(page, "npm").focus()
    for key, name in (("ArrowRight", "pnpm"), ("ArrowDown", "yarn"), ("ArrowRight", "npm")):
        page.keyboard.press(key)
        expect(tab(page, name)).to_be_focused()
        expect(tab(page, name)).to_have_css("outline-style", "solid")
        expect(tab(page, name)).to_have_css("outline-width", "2px")
        expect_shown(page, "package-manager", name)
    page.keyboard.press("ArrowLeft")
    expect_shown(page, "package-manager", "yarn")
    page.keyboard.press("Tab")
    code = page.locator(".code:visible > pre").first
    expect(code).to_be_focused()
    expect(code).to_contain_text("yarn create")
    page.keyboard.press("Shift+Tab")
    expect(tab(page, "yarn")).to_be_focused()
    for size in (NARROWEST, DESKTOP):
        page.set_viewport_size(size)
        assert page.locator(".code-group > label").evaluate_all(FIND_BAD_TABS) == []


# --- Before the scripts run ----------------------------------------------------------------------


def test_without_scripts_tabs_work(plain: Page, website: str) -> None:
    plain.goto(website + QUICK_START)
    for label in plain.locator(".code-group > label").all():
        label.click()
        shown_with_label = label.evaluate(
            """(label) => [...label.parentElement.children].filter(
              (e) => e.matches('.code, p') && e.checkVisibility(),
            ).map((e) => e.matches('p') ? e === label.nextElementSibling.nextElementSibling
              : e.previousElementSibling === label)"""
        )
        assert shown_with_label in ([True], [True, True]), label.text_content()
    assert plain.locator(".code-group > p").count() > 0, "there are notes to look at"


def test_choices_made_before_the_script_loads_are_applied_and_the_last_one_wins(
    page: Page, website: str, console: PageMessages
) -> None:
    gate = Gate(page, FEATURES)
    page.goto(website + QUICK_START)
    wait_for_hydration(page)
    tab(page, "React", 1).click()
    assert shown(page, "framework") == ["vue", "react", "vue", "vue"]
    tab(page, "Core", 2).click()
    gate.open()
    expect(page).to_have_url(f"{website}{QUICK_START}?framework=core")
    expect_shown(page, "framework", "core")
    wait_until_stored(page, "framework", "core")
    assert console.messages == []


def test_a_choice_that_is_not_stored_yet_applies_to_the_next_page(page: Page, website: str) -> None:
    gate = Gate(page, theme_script("preferences"))
    page.goto(website + QUICK_START)
    wait_for_hydration(page)
    tab(page, "React").click()
    expect(page).to_have_url(f"{website}{QUICK_START}?framework=react")
    assert stored(page) == {}
    go_to(page, HELPER)
    assert shown(page, "framework") == ["react", "react"]
    gate.open()
    wait_until_stored(page, "framework", "react")


# --- The address ---------------------------------------------------------------------------------


def test_a_choice_is_added_to_the_address_without_a_history_entry(
    visit: Visit, website: str
) -> None:
    page = visit(f"{QUICK_START}?from=mail#write")
    mark_document(page)
    for name, query in (
        ("React", "framework=react"),
        ("Core", "framework=core"),
        ("yarn", "framework=core&package-manager=yarn"),
    ):
        tab(page, name).click()
        expect(page).to_have_url(f"{website}{QUICK_START}?from=mail&{query}#write")
    assert is_marked(page)
    canonical = page.locator('link[rel="canonical"]').get_attribute("href") or ""
    assert canonical.endswith(QUICK_START)
    page.go_back()
    assert page.url.endswith("/robots.txt")


def test_a_shared_address_shows_its_choice_and_keeps_the_users_own(
    page: Page, website: str
) -> None:
    own = {"framework": "vue", "package-manager": "pnpm"}
    remember(page, website, {"choices": own})
    page.goto(f"{website}{QUICK_START}?framework=react")
    assert open_panels(page) == quick_start("pnpm", "React")
    wait_for_hydration(page)
    load_features(page)
    assert open_panels(page) == quick_start("pnpm", "React")
    assert stored(page)["choices"] == own
    go_to(page, HELPER)
    assert shown(page, "framework") == ["vue", "vue"]
    go_to(page, QUICK_START)
    assert page.url == website + QUICK_START, "a restored choice isn't added to the address"
    assert shown(page, "framework") == ["vue"] * 4
    page.go_back()
    page.go_back()
    expect(page).to_have_url(f"{website}{QUICK_START}?framework=react")
    expect(tab(page, "React")).to_be_checked()
    assert stored(page)["choices"] == own
    tab(page, "Core").click()
    wait_until_stored(page, "framework", "core")
    expect(page).to_have_url(f"{website}{QUICK_START}?framework=core")


def test_a_choice_in_another_tab_does_not_change_a_shared_address(page: Page, website: str) -> None:
    remember(page, website, {"choices": {"framework": "vue"}})
    page.goto(f"{website}{QUICK_START}?framework=react")
    wait_for_hydration(page)
    load_features(page)
    other = page.context.new_page()
    other.goto(website + QUICK_START)
    wait_for_hydration(other)
    tab(other, "Core").click()
    tab(other, "yarn").click()
    wait_until_stored(other, "package-manager", "yarn")
    expect_shown(page, "package-manager", "yarn")
    assert shown(page, "framework") == ["react"] * 4


def test_the_router_ignores_changes_of_the_query(visit: Visit, website: str) -> None:
    page = visit(QUICK_START)
    scroll_to(page, 500)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    position = page.evaluate("() => scrollY")
    with settled(page):
        page.evaluate("() => history.replaceState(null, '', '?framework=react')")
    assert page.url == f"{website}{QUICK_START}?framework=react"
    assert page.evaluate("() => scrollY") == position
    assert [url for url in requests if url.endswith((".json", ".html"))] == []
    page.evaluate("() => location.assign('#write')")
    expect(page).to_have_url(f"{website}{QUICK_START}?framework=react#write")


def test_the_same_page_without_a_query_shows_the_users_choice(page: Page, website: str) -> None:
    remember(page, website, {"choices": {"framework": "vue"}})
    page.goto(f"{website}{QUICK_START}?framework=react")
    wait_for_hydration(page)
    gate = Gate(page, FEATURES)
    go_to(page, QUICK_START)
    expect(page).to_have_url(website + QUICK_START)
    with settled(page), page.expect_response(FEATURES):
        gate.open()
    assert stored(page)["choices"] == {"framework": "vue"}
    go_to(page, QUICK_START)
    assert shown(page, "framework") == ["vue"] * 4


# --- Invalid values ------------------------------------------------------------------------------

QUERIES = (
    "?framework=",
    "?framework=%22%5D,*%7B",
    "?framework=<img src=x onerror=alert(1)>",
    "?__proto__=react&constructor=react",
    "?framework=REACT&framework=react",
    "?%E0%A4%A=1",
    "?=2",
)


def test_invalid_queries_show_the_users_choice(
    page: Page, website: str, console: PageMessages
) -> None:
    remember(page, website, {"choices": {"framework": "core"}})
    for query in QUERIES:
        page.goto(website + QUICK_START + query)
        wait_for_hydration(page)
        assert open_panels(page) == quick_start(framework="Core"), query
        load_features(page)
        assert open_panels(page) == quick_start(framework="Core"), query
        assert stored(page) == {"choices": {"framework": "core"}}, query
    assert console.messages == []


INVALID_CHOICES = (
    "",
    "no JSON",
    "[]",
    '{"choices":[["framework","react"]]}',
    '{"choices":{"framework":1,"package-manager":{"value":"pnpm"}}}',
    '{"choices":{"framework":"svelte","__proto__":{"package-manager":"pnpm"}},"colorMode":{}}',
)
OVERWRITTEN = ("null", '{"choices":[],"language":{},"wrap":[],"colorMode":"pink"}')


def test_invalid_entries_change_nothing_and_can_be_overwritten(page: Page, website: str) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    switch = page.get_by_role("switch").first
    for entry in (*INVALID_CHOICES, *OVERWRITTEN):
        remember(page, website, entry)
        page.goto(website + QUICK_START)
        wait_for_hydration(page)
        assert open_panels(page) == quick_start(), entry
        expect(switch).not_to_be_checked()
        if entry in OVERWRITTEN:
            tab(page, "React").click()
            wait_until_stored(page, "framework", "react")
            switch.click()
            page.wait_for_function("() => localStorage['site-preferences'].includes('dark')")
            page.reload()
            wait_for_hydration(page)
            assert open_panels(page) == quick_start(framework="React"), entry
            expect(switch).to_be_checked()
    assert errors == []


# --- Accessibility and policy --------------------------------------------------------------------


@pytest.fixture
def careful(browser: Browser) -> Iterator[tuple[Page, Violations]]:
    with browser.new_context(reduced_motion="reduce") as context:
        violations = Violations(context)
        yield context.new_page(), violations


def test_choices_are_accessible_and_comply_with_the_policy(
    careful: tuple[Page, Violations], website: str
) -> None:
    page, violations = careful
    page.goto(f"{website}{QUICK_START}?package-manager=yarn")
    wait_for_hydration(page)
    for name in ("React", "Core", "pnpm"):
        tab(page, name).click()
        page.emulate_media(color_scheme="dark" if name == "Core" else "light")
        assert find_violations(page, include=".code-group") == [], name
    wait_until_stored(page, "package-manager", "pnpm")
    go_to(page, HELPER)
    assert violations.collect(page) == []
