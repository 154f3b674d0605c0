"""The language of a demo: from the address, the stored choice or the browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.demos.conftest import OpenDemo
from tests.demos.demo import Demo, Framework, Tab


def test_the_language_in_the_address_is_applied_and_stored(
    open_demo: OpenDemo, framework: Framework
) -> None:
    demo = open_demo(framework, "zh")
    expect(demo.page.locator("html")).to_have_attribute("lang", "zh-CN")
    expect(demo.page).to_have_title("茶架")
    # The parameter is removed, so that a reload doesn't override a later choice.
    expect(demo.page).to_have_url(re.compile(r"-demo/$"))
    demo.goto()
    expect(demo.page).to_have_title("茶架")
    assert demo.stored("tea-settings_v2")["language"] == "zh"


def test_switching_the_language_also_switches_the_inspector(
    open_demo: OpenDemo, framework: Framework
) -> None:
    demo = open_demo(framework, "en")
    expect(demo.entry("tea-shelf")).to_contain_text("protected")
    demo.choose("language", "简体中文")
    expect(demo.page.get_by_role("heading", level=1)).to_have_text("茶架")
    expect(demo.entry("tea-shelf")).to_contain_text("受保护")
    demo.reload()
    expect(demo.page.get_by_role("heading", level=1)).to_have_text("茶架")


@pytest.mark.parametrize("framework", ["vue", pytest.param("react", marks=pytest.mark.sweep)])
def test_without_a_choice_the_language_of_the_browser_is_used(
    browser: Browser, website: str, framework: Framework
) -> None:
    for locale, title in (("zh-CN", "茶架"), ("en-GB", "Tea shelf"), ("fr-FR", "Tea shelf")):
        with browser.new_context(locale=locale) as context:
            demo = Demo(Tab(context), website, framework, "en")
            demo.goto()
            expect(demo.page).to_have_title(title)
            assert "language" not in demo.stored("tea-settings_v2")
            assert demo.problems() == []
