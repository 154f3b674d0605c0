"""The instruments, compared with the library on the storage of the browser."""

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

from harness.bundles import bundle_file
from harness.bundles import bundle_source as bundle_packages
from harness.paths import ROOT
from harness.static import render_page, serve
from tests.axe import bring_axe, find_faults
from tests.in_page import load_function
from tests.live.trials import TrialSite
from tests.violations import Violations
from tests.website.conftest import save_data, wait_for_life
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
        "/tuffet.js": bundle_packages(library),
        "/instruments.js": bundle_file(SOURCE, "--format=iife"),
    }
    with serve(files) as address, browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        yield page


@pytest.fixture(scope="module")
def in_frame(browser: Browser, trial_site: TrialSite) -> Iterator[Frame]:
    """The frame that the instruments run in, with the storage that it brings."""
    code = bundle_file(SOURCE, "--format=cjs", "--external:@tuffet/*").decode()
    program = {"entry": "trial.js", "modules": {"trial.js": {"code": code, "isAsync": False}}}
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{trial_site.address}/trial.html")
        ended = page.evaluate("(args) => run(...args)", [trial_site.frames["react"], program])
        assert ended["how"] == "done"
        yield find_inner(page)


def find_inner(page: Page) -> Frame:
    """The document that runs programs: within one within the page, and it may have frames too."""
    (outer,) = page.main_frame.child_frames
    return outer.child_frames[0]


# --- the upgrade simulator -----------------------------------------------------------------------

DIRECTLY = load_function("open-releases")


@pytest.fixture(scope="module")
def upgrades(in_frame: Frame) -> list[Rows]:
    """Every combination that the simulator offers, as it ends in the frame."""
    return load_upgrades(in_frame)


def load_upgrades(place: Page | Frame) -> list[Rows]:
    # As JSON: Playwright takes seconds for so many objects.
    rows: list[Rows] = json.loads(place.evaluate("JSON.stringify(instruments.upgrades())"))
    return rows


def test_every_upgrade_ends_in_the_frame_as_the_library_ends_it_in_a_page(
    upgrades: list[Rows], in_page: Page
) -> None:
    releases = json.dumps([row["release"] for row in upgrades])
    direct = json.loads(in_page.evaluate(DIRECTLY, releases))
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
"""The possible fates of an entry, by whether it exists before and after."""


def test_the_fate_of_every_entry_is_what_became_of_its_key(upgrades: list[Rows]) -> None:
    for row in upgrades:
        before, after = row["outcome"]["before"], row["outcome"]["after"]
        told = {str(result["version"]): result["status"] for result in row["results"]}
        assert before.keys() | after.keys() <= told.keys()
        for version, status in told.items():
            assert status in STATUSES[version in before, version in after]


def test_values_move_exactly_where_the_new_entry_holds_them(upgrades: list[Rows]) -> None:
    for row in upgrades:
        version = str(row["release"]["version"])
        moved = [result for result in row["results"] if result["status"] == "moved"]
        is_new = version not in row["outcome"]["before"]
        has_values = "system" not in row["outcome"]["after"].get(version, "system")
        assert bool(moved) == (is_new and has_values), row["release"]


def test_the_simulator_gives_the_same_in_the_frame_and_in_a_page(
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
def test_every_attack_ends_as_the_table_of_the_library_says(
    attacks: Rows, protection: str, column: str
) -> None:
    found = {case["id"]: attacks[f"{case['id']} {protection}"]["verdict"] for case in ATTACKS}
    assert found == {case["id"]: case.get(column, "passes") for case in ATTACKS}


def test_every_attack_ends_in_the_frame_as_on_the_storage_of_the_browser(
    attacks: Rows, in_page: Page
) -> None:
    assert in_page.evaluate("(all) => instruments.attacks(all)", ATTACKS) == attacks


def test_other_code_notices_in_the_frame_what_it_notices_in_a_page(
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
class Reader:
    """A page with instruments, and the violations of its policy."""

    page: Page
    address: str
    violations: Violations

    def open(self, name: str, prefix: str = "") -> Frame:
        """Opens an instrument on its page, and waits until it has something to show."""
        self.page.goto(f"{self.address}{prefix}/guide/advanced/{PATHS[name]}.html")
        wait_for_life(self.page)
        self.page.mouse.move(300, 300)
        self.page.locator(".live[data-run] .live-run").click()
        outer = self.page.frame_locator(".live-panel iframe")
        expect(outer.owner).to_be_visible()
        self.page.wait_for_function(
            "() => document.querySelector('.live-panel iframe').height > 400"
        )
        frame = find_inner(self.page)
        frame.locator(".instrument [role=status]").wait_for()
        # Playwright does not scroll a page for the sake of what is in a frame of another origin.
        self.page.locator(".live-panel").evaluate("(panel) => panel.scrollIntoView()")
        return frame


@pytest.fixture(scope="module")
def reader(browser: Browser, website: str) -> Iterator[Reader]:
    with browser.new_context(viewport=DESKTOP, reduced_motion="reduce") as context:
        save_data(context)
        bring_axe(context)
        violations = Violations(context)
        page = context.new_page()
        yield Reader(page, website, violations)
        assert violations.collect(page) == []


def test_the_simulator_is_played_by_keyboard_alone(reader: Reader) -> None:
    frame = reader.open("upgrade")
    keyboard, end = reader.page.keyboard, frame.get_by_role("status")
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


def test_the_bench_is_played_by_keyboard_alone(reader: Reader) -> None:
    frame = reader.open("attack")
    keyboard, score = reader.page.keyboard, frame.get_by_role("status")
    expect(score).to_have_text("11 of 26 attempts blocked")
    frame.get_by_role("radio", name="true").focus()
    keyboard.press("ArrowRight")
    expect(score).to_have_text("20 of 26 attempts blocked")
    way = frame.get_by_role("button", name="delete localStorage[key]")
    way.focus()
    keyboard.press("Enter")
    expect(way).to_have_attribute("aria-expanded", "true")
    expect(frame.locator(".details")).to_contain_text("unchanged")


@pytest.mark.parametrize("name", PATHS)
def test_an_instrument_speaks_chinese_and_axe_finds_nothing_in_it(
    reader: Reader, name: str
) -> None:
    frame = reader.open(name, "/zh")
    expect(frame.get_by_role("status")).to_have_text(
        {"upgrade": "数据已丢失。", "attack": "共 26 种方式，拦截了 11 种"}[name]
    )
    if name == "attack":
        frame.locator(".attempt button").first.click()
    assert find_faults(frame, "part") == []


@pytest.mark.parametrize("name", PATHS)
def test_an_instrument_fits_a_narrow_phone_in_dark_colours(reader: Reader, name: str) -> None:
    reader.page.emulate_media(color_scheme="dark")
    reader.page.set_viewport_size({"width": NARROW, "height": 700})
    frame = reader.open(name)
    surplus = frame.evaluate("document.documentElement.scrollWidth - innerWidth")
    hidden = frame.evaluate("document.documentElement.scrollHeight - innerHeight")
    faults = find_faults(frame, "colours")
    reader.page.set_viewport_size(DESKTOP)
    reader.page.emulate_media(color_scheme="light")
    assert (surplus, faults) == (0, [])
    assert hidden <= 2, "less than the line around it"


def test_the_table_of_stories_on_the_page_is_what_the_simulator_shows(
    reader: Reader, in_frame: Frame
) -> None:
    results = in_frame.evaluate("instruments.presets()")
    reader.page.goto(f"{reader.address}/guide/advanced/version-control.html")
    rows = reader.page.locator(".live[data-run] tbody tr")
    cells = [row.locator("td").all_inner_texts() for row in rows.all()]
    assert len(cells) == len(results)
    for (stored, release, end), row in zip(cells, results, strict=True):
        (old,) = [result for result in row["results"] if "before" in result]
        assert stored == str(old["version"])
        assert f"version: {row['release']['version']}" in release
        status = {"moved": "migrated"}.get(old["status"], old["status"])
        assert re.split(r"\W", end)[0] == status
        assert ("onError" in end) == bool(row["outcome"]["reports"])
