"""Images that are larger than their box open in a dialog."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.axe import find_violations
from tests.violations import Violations
from tests.website.conftest import wait_for_hydration
from tests.website.reading import DESKTOP, PHONE, add_link, box_of

Visit = Callable[[str], Page]

PATH = "/guide/advanced/version-control.html"


def image(page: Page) -> Locator:
    return page.get_by_role("button", name="Enlarge the image")


@pytest.fixture
def phone(visit: Visit, page: Page) -> Page:
    """A page with a diagram that is wider than the screen, after the first input."""
    page.set_viewport_size(PHONE)
    visit(PATH)
    page.keyboard.press("Shift")
    image(page).wait_for()
    return page


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_the_keyboard_opens_an_image_and_esc_returns_to_it(phone: Page, key: str) -> None:
    image(phone).focus()
    top = phone.evaluate("scrollY")
    phone.keyboard.press(key)
    dialog = phone.get_by_role("dialog")
    shown = box_of(dialog.get_by_role("img"))
    assert shown["width"] > 1.5 * PHONE["width"]
    phone.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(image(phone)).to_be_focused()
    assert phone.evaluate("scrollY") == top


@pytest.mark.parametrize("target", ["button", "img"])
def test_a_click_on_the_button_or_anywhere_closes_it(phone: Page, target: str) -> None:
    before = box_of(image(phone))
    image(phone).click(position={"x": 5, "y": 5})
    phone.locator(f"dialog {target}").click(position={"x": 5, "y": 5})
    expect(phone.get_by_role("dialog")).to_have_count(0)
    expect(image(phone)).to_be_focused()
    after = box_of(image(phone))
    assert (after["width"], after["height"]) == (before["width"], before["height"])


def test_an_image_that_fits_stays_an_image(phone: Page) -> None:
    alt = image(phone).get_attribute("alt")
    image(phone).evaluate("image => image.setAttribute('width', '300')")
    phone.set_viewport_size(DESKTOP)
    expect(image(phone)).to_have_count(0)
    expect(phone.get_by_role("img", name=alt or "")).to_be_visible()


def test_a_held_key_opens_the_dialog_and_keeps_it_open(phone: Page) -> None:
    image(phone).focus()
    for _ in range(4):
        phone.keyboard.down("Enter")
    expect(phone.get_by_role("dialog")).to_have_count(1)
    phone.keyboard.up("Enter")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("dialog")).to_have_count(0)
    phone.keyboard.press("Alt+Enter")
    expect(phone.get_by_role("dialog")).to_have_count(0)


def test_the_back_button_closes_the_dialog(visit: Visit, page: Page) -> None:
    page.set_viewport_size(PHONE)
    visit("/guide/quick-start.html")
    add_link(page, PATH).click()
    image(page).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page).to_have_url(re.compile("quick-start"))
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_an_image_in_closed_details_opens_after_them(phone: Page) -> None:
    image(phone).evaluate(
        """async (image) => {
          const copy = new Image();
          Object.assign(copy, { src: image.src, alt: 'Closed', className: 'own', width: 900 });
          const summary = document.createElement('summary');
          summary.textContent = 'More';
          const details = document.createElement('details');
          details.append(summary, copy);
          image.closest('[data-content]').append(details);
          await copy.decode();
        }"""
    )
    closed = phone.get_by_role("button", name="Closed")
    expect(closed).to_have_count(0)
    phone.get_by_text("More", exact=True).click()
    closed.click()
    expect(phone.get_by_role("dialog")).to_be_visible()
    expect(phone.locator("img.own.zoomable")).to_have_count(1)


def test_the_dialog_is_accessible_and_complies_with_the_policy(
    own_page: Page, website: str
) -> None:
    page = own_page
    violations = Violations(page.context)
    page.set_viewport_size(PHONE)
    page.goto(website + PATH)
    wait_for_hydration(page)
    page.keyboard.press("Shift")
    image(page).click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Close")).to_be_visible()
    assert find_violations(page) == []
    assert violations.collect(page) == []
