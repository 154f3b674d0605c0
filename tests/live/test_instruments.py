"""The instruments behave like the library on the browser's own storage."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Page, expect

from harness.browsers.chromium import save_data
from harness.bundles import bundle_file
from harness.bundles import bundle_source as bundle_packages
from harness.paths import ROOT
from harness.static import render_page, serve
from tests.axe import add_axe, find_violations
from tests.in_page import load_function
from tests.live.trials import TrialSite
from tests.violations import Violations
from tests.website.conftest import wait_for_hydration
from tests.website.reading import DESKTOP

CONTRACT = tomllib.loads((ROOT / "contracts" / "protection.toml").read_text(encoding="utf-8"))
SOURCE = Path(__file__).with_name("instruments.ts")

Rows = dict[str, Any]


@pytest.fixture(scope="module")
def in_page(browser: Browser) -> Iterator[Page]:
    """A page with the library and the instruments on the browser's storage."""
    library = "import * as hooks from '@tuffet/hooks'; window.tuffet = hooks;"
    files = {
        "/": render_page("tuffet.js", "instruments.js"),
        "/tuffet.js": bundle_packages(library, is_development=True),
        "/instruments.js": bundle_file(SOURCE, "--format=iife", is_development=True),
    }
    with serve(files) as address, browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        yield page


@pytest.fixture(scope="module")
def in_frame(browser: Browser, trial_site: TrialSite) -> Iterator[Frame]:
    """The frame that the instruments run in, with its simulated storage."""
    code = bundle_file(SOURCE, "--format=cjs", "--external:@tuffet/*").decode()
    program = {"entry": "trial.js", "modules": {"trial.js": {"code": code, "isAsync": False}}}
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{trial_site.address}/trial.html")
        ended = page.evaluate("(args) => run(...args)", [trial_site.frames["react"], program])
        assert ended["how"] == "done"
        yield find_inner(page)


def find_inner(page: Page) -> Frame:
    """The document that runs programs. It is nested two levels deep, and may contain frames."""
    (outer,) = page.main_frame.child_frames
    return outer.child_frames[0]


# --- the upgrade simulator -----------------------------------------------------------------------

OPEN_RELEASES = load_function("open-releases")


@pytest.fixture(scope="module")
def upgrades(in_frame: Frame) -> list[Rows]:
    """The result of every combination that the simulator offers, in the frame."""
    return load_upgrades(in_frame)


def load_upgrades(place: Page | Frame) -> list[Rows]:
    # As JSON, because Playwright takes seconds to serialize so many objects.
    rows: list[Rows] = json.loads(place.evaluate("instruments.upgrades().then(JSON.stringify)"))
    return rows


def test_every_upgrade_has_the_same_result_in_the_frame_and_with_the_library_in_a_page(
    upgrades: list[Rows], in_page: Page
) -> None:
    releases = json.dumps([row["release"] for row in upgrades])
    direct = json.loads(in_page.evaluate(OPEN_RELEASES, releases))
    assert len(upgrades) == 16 * 5 * (1 + 3 + 9 + 27)
    for row, expected in zip(upgrades, direct, strict=True):
        outcome = {name: row["outcome"].get(name) for name in expected}
        assert outcome == expected, row["release"]
        assert row["outcome"].keys() - expected.keys() == {"before", "calls"}
        assert row["outcome"]["before"] == row["release"]["stored"]


STATUSES = {
    (True, True): {"used", "kept"},
    (True, False): {"moved", "deleted"},
    (False, True): {"created"},
    (False, False): {"unwritten"},
}
"""The possible statuses of an entry, by whether it exists before and after."""


def test_the_status_of_every_entry_matches_its_key(upgrades: list[Rows]) -> None:
    for row in upgrades:
        before, after = row["outcome"]["before"], row["outcome"]["after"]
        statuses = {str(result["version"]): result["status"] for result in row["results"]}
        assert before.keys() | after.keys() <= statuses.keys()
        for version, status in statuses.items():
            assert status in STATUSES[version in before, version in after]


def test_values_are_moved_if_and_only_if_the_new_entry_has_them(upgrades: list[Rows]) -> None:
    for row in upgrades:
        version = str(row["release"]["version"])
        moved = [result for result in row["results"] if result["status"] == "moved"]
        is_new = version not in row["outcome"]["before"]
        has_values = "system" not in row["outcome"]["after"].get(version, "system")
        assert bool(moved) == (is_new and has_values), row["release"]


def test_the_simulator_shows_the_same_in_the_frame_and_in_a_page(
    upgrades: list[Rows], in_page: Page
) -> None:
    assert load_upgrades(in_page) == upgrades


# --- the attack bench ----------------------------------------------------------------------------

ATTACKS = CONTRACT["attacks"]


@pytest.fixture(scope="module")
def attacks(in_frame: Frame) -> Rows:
    """The result of every attack under every protection, in the frame."""
    rows: Rows = in_frame.evaluate("(all) => instruments.attacks(all)", ATTACKS)
    return rows


@pytest.mark.parametrize(
    ("protection", "column"), [("false", ""), ("true", "default"), ("strict", "strict")]
)
def test_every_attack_has_the_result_in_the_contract(
    attacks: Rows, protection: str, column: str
) -> None:
    found = {case["id"]: attacks[f"{case['id']} {protection}"]["verdict"] for case in ATTACKS}
    assert found == {case["id"]: case.get(column, "passes") for case in ATTACKS}


def test_every_attack_has_the_same_result_in_the_frame_and_on_the_browsers_storage(
    attacks: Rows, in_page: Page
) -> None:
    assert in_page.evaluate("(all) => instruments.attacks(all)", ATTACKS) == attacks


def test_other_code_observes_the_same_in_the_frame_and_in_a_page(
    in_frame: Frame, in_page: Page
) -> None:
    run, cases = "(all) => instruments.observations(all)", CONTRACT["observations"]
    expected = in_page.evaluate(run, cases)
    # Strict protection hides the entry behind a real property. Chromium then omits it from some
    # lists of own properties, which the proxy of the iframe doesn't imitate.
    assert expected["own-entries strict"] == [True, False, True, False]
    expected["own-entries strict"] = [True, True, True, True]
    assert in_frame.evaluate(run, cases) == expected


# --- on their pages ------------------------------------------------------------------------------

PATHS = {"upgrade": "version-control", "attack": "module-protect"}
NARROW = 320


@dataclass
class InstrumentPage:
    """A page with instruments, and the violations of its policy."""

    page: Page
    address: str
    violations: Violations

    def open(self, name: str, prefix: str = "") -> Frame:
        """Opens an instrument on its page, and waits until it shows a result."""
        self.page.goto(f"{self.address}{prefix}/guide/advanced/{PATHS[name]}.html")
        wait_for_hydration(self.page)
        self.page.mouse.move(300, 300)
        self.page.locator(".live[data-run] .live-run").click()
        return self.find()

    def find(self) -> Frame:
        """The instrument that was opened, once it shows a result."""
        outer = self.page.frame_locator(".live-panel iframe")
        expect(outer.owner).to_be_visible()
        self.page.wait_for_function(
            "() => document.querySelector('.live-panel iframe').height > 400"
        )
        frame = find_inner(self.page)
        frame.locator(".instrument [role=status]").wait_for()
        # Playwright doesn't scroll the page to an element in a cross-origin frame.
        self.page.locator(".live-panel").evaluate("(panel) => panel.scrollIntoView()")
        return frame


@pytest.fixture(scope="module")
def instrument_page(browser: Browser, website: str) -> Iterator[InstrumentPage]:
    with browser.new_context(viewport=DESKTOP, reduced_motion="reduce") as context:
        save_data(context)
        add_axe(context)
        violations = Violations(context)
        page = context.new_page()
        yield InstrumentPage(page, website, violations)
        assert violations.collect(page) == []


@pytest.fixture
def phone(instrument_page: InstrumentPage) -> Iterator[InstrumentPage]:
    """A narrow window in dark mode."""
    page = instrument_page.page
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": NARROW, "height": 700})
    yield instrument_page
    page.set_viewport_size(DESKTOP)
    page.emulate_media(color_scheme="light")


def expect_fits(frame: Frame) -> None:
    surplus = frame.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert surplus == 0
    # The frame reports its height, and then the panel applies it.
    frame.wait_for_function("document.documentElement.scrollHeight <= innerHeight")
    assert find_violations(frame, "colors") == []


def test_the_simulator_fits_a_phone_and_is_used_by_keyboard(phone: InstrumentPage) -> None:
    frame = phone.open("upgrade")
    expect_fits(frame)
    keyboard, end = phone.page.keyboard, frame.get_by_role("status")
    expect(end).to_have_text("The values are lost.")
    frame.get_by_role("button", name="With a migration").focus()
    keyboard.press("Enter")
    expect(end).to_have_text("The values are preserved.")
    resume = frame.get_by_role("button", name="Continue with the stored entries")
    resume.focus()
    keyboard.press("Enter")
    expect(end).to_have_text("Visit 2: The values are preserved.")
    expect(frame.locator(".badge")).to_have_text(["used"])
    frame.get_by_role("checkbox", name="1").focus()
    keyboard.press("Space")
    expect(end).to_have_text("The values are preserved.")
    expect(frame.locator(".badge")).to_have_text(["deleted", "used"])
    frame.get_by_role("group", name="version", exact=True).get_by_role("radio", name="2").focus()
    keyboard.press("ArrowRight")
    expect(end).to_have_text("The release throws: no module is created, and storage is unchanged.")
    expect(frame.locator(".message")).to_contain_text("no function for version 3")
    expect(resume).to_be_disabled()
    entry = frame.locator(".entry").first
    expect(entry.locator(".entry-why")).to_contain_text("No module was created")
    expect(entry.locator(".badge")).to_have_text("kept")


def test_the_attack_bench_fits_a_phone_and_is_used_by_keyboard(phone: InstrumentPage) -> None:
    frame = phone.open("attack")
    expect_fits(frame)
    keyboard, score = phone.page.keyboard, frame.get_by_role("status")
    expect(score).to_have_text("11 of 26 attempts blocked")
    frame.get_by_role("radio", name="true").focus()
    keyboard.press("ArrowRight")
    expect(score).to_have_text("20 of 26 attempts blocked")
    attempt = frame.get_by_role("button", name="delete localStorage[key]")
    attempt.focus()
    keyboard.press("Enter")
    expect(attempt).to_have_attribute("aria-expanded", "true")
    expect(frame.locator(".details")).to_contain_text("unchanged")


@pytest.mark.parametrize("name", PATHS)
def test_an_instrument_is_translated_and_accessible(
    instrument_page: InstrumentPage, name: str
) -> None:
    frame = instrument_page.open(name, "/zh")
    expect(frame.get_by_role("status")).to_have_text(
        {"upgrade": "数据已丢失。", "attack": "共 26 种方式，拦截了 11 种"}[name]
    )
    if name == "attack":
        frame.locator(".attempt button").first.click()
    assert find_violations(frame, "part") == []


LINKS = {
    ("", "Try an upgrade"): "version-control.html#try-upgrade",
    ("", "Try an upgrade in the simulator"): "version-control.html#try-upgrade",
    ("/zh", "尝试攻击一个模块"): "module-protect.html#try-attack",
}


@pytest.mark.parametrize(("prefix", "name"), LINKS)
def test_a_link_on_the_home_page_leads_to_the_opened_instrument(
    instrument_page: InstrumentPage, prefix: str, name: str
) -> None:
    page, address = instrument_page.page, instrument_page.address
    path = f"{prefix}/guide/advanced/{LINKS[prefix, name]}"
    page.goto(f"{address}{prefix}/")
    wait_for_hydration(page)
    page.get_by_role("link", name=name, exact=True).click()
    expect(page).to_have_url(address + path)
    expect_instrument_below_its_heading(page)
    position = page.evaluate("scrollY")
    page.go_back()
    expect(page).to_have_url(f"{address}{prefix}/")
    page.go_forward()
    expect_instrument_below_its_heading(page)
    assert page.evaluate("scrollY") == position


@pytest.mark.parametrize("path", sorted(set(LINKS.values())))
def test_the_address_of_an_instrument_opens_it_without_input(
    instrument_page: InstrumentPage, path: str
) -> None:
    page = instrument_page.page
    page.goto(f"{instrument_page.address}/robots.txt")
    page.goto(f"{instrument_page.address}/guide/advanced/{path}")
    expect_instrument_below_its_heading(page)
    page.locator(".live-close").click()
    page.evaluate("location.hash = '#_text'")
    page.evaluate("(hash) => { location.hash = hash; }", path.partition("#")[2])
    expect_instrument_below_its_heading(page)


def expect_instrument_below_its_heading(page: Page) -> None:
    """Its first result is in view, and the table that it replaces is not."""
    expect(page.locator(".live-panel")).to_have_count(1)
    page.wait_for_function("() => document.querySelector('.live-panel iframe')?.height > 400")
    expect(page.locator(".live > :is(.table, .live-run)").filter(visible=True)).to_have_count(0)
    heading, panel = (
        page.locator(selector).evaluate("(it) => it.getBoundingClientRect().top")
        for selector in (":is(h2, h3):has(+ .live)", ".live-panel")
    )
    header = page.locator("header").bounding_box()
    assert header
    assert header["height"] <= heading < panel < heading + 300


def test_the_table_of_scenarios_on_the_page_matches_the_simulator(
    instrument_page: InstrumentPage, in_frame: Frame
) -> None:
    results = in_frame.evaluate("instruments.presets()")
    instrument_page.page.goto(f"{instrument_page.address}/guide/advanced/version-control.html")
    rows = instrument_page.page.locator(".live[data-run] tbody tr")
    cells = [row.locator("td").all_inner_texts() for row in rows.all()]
    assert len(cells) == len(results)
    for (stored, release, end), row in zip(cells, results, strict=True):
        (old,) = [result for result in row["results"] if "before" in result]
        assert stored == str(old["version"])
        assert f"version: {row['release']['version']}" in release
        status = {"moved": "migrated"}.get(old["status"], old["status"])
        assert re.split(r"\W", end)[0] == status
        assert ("onError" in end) == bool(row["outcome"]["reports"])
