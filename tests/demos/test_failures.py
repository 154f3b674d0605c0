"""Notices of the demos: direct writes, corrupted entries, full and blocked storage."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.demos.conftest import OpenDemo
from tests.demos.demo import Demo, Framework, Language


@pytest.fixture
def demo(open_demo: OpenDemo, framework: Framework, language: Language) -> Demo:
    return open_demo(framework, language)


def test_protection_blocks_a_direct_write_and_can_be_turned_off(demo: Demo) -> None:
    before = demo.stored("tea-shelf")
    demo.button("bypass").click()
    expect(demo.notices).to_have_text([demo.string("notices.protected-key", key="tea-shelf")])
    assert demo.stored("tea-shelf") == before
    expect(demo.teas).to_have_count(3)
    expect(demo.outcome("bypass")).to_be_visible()
    demo.page.get_by_label(demo.string("protected"), exact=True).uncheck()
    expect(demo.entry("tea-shelf")).to_contain_text(demo.string("entry.isOpen"))
    demo.button("bypass").click()
    expect(demo.teas).to_have_text([demo.string("unknownTea")])
    expect(demo.notices).to_have_text([demo.string("notices.bypassed")])
    demo.page.get_by_label(demo.string("protected"), exact=True).check()
    demo.button("bypass").click()
    expect(demo.notices).to_have_text([demo.string("notices.protected-key", key="tea-shelf")])


@pytest.mark.parametrize("framework", ["react"])
def test_outcomes_are_shown_in_their_cards_and_others_one_at_a_time(demo: Demo) -> None:
    demo.page.set_viewport_size({"width": 1000, "height": 600})
    outcomes = {"bypass": "protected-key", "corruptDraft": "corrupt", "unnamed": "schema"}
    for button, code in {**outcomes, "fill": "quota"}.items():
        demo.button(button).click()
        shown = "freeSpace" if button == "fill" else button
        key = {"corrupt": "tea-desk"}.get(code, "tea-shelf")
        expect(demo.outcome(shown)).to_have_text(demo.string(f"notices.{code}", key=key))
    expect(demo.notices).to_have_count(4)
    for name in ("One more", "Another"):
        demo.add(name)
        expect(demo.notices).to_have_count(5)
        expect(demo.page.locator(".notices p:first-child")).to_have_text(
            demo.string("notices.quota")
        )
    # The storage is emptied when the page closes.
    assert demo.page.evaluate("'tea-filler' in localStorage")
    demo.reload()
    expect(demo.button("fill")).to_be_visible()
    assert demo.page.evaluate("'tea-filler' in localStorage") is False


def test_a_corrupted_entry_is_reported_until_a_change_backs_it_up(demo: Demo) -> None:
    name = demo.page.get_by_label(demo.string("name"), exact=True)
    name.fill("lost and found")
    demo.button("corruptDraft").click()
    notice = demo.string("notices.corrupt", key="tea-desk")
    expect(demo.notices).to_have_text([notice])
    expect(name).to_have_value("")
    corrupted = demo.page.evaluate("sessionStorage.getItem('tea-desk')")
    assert corrupted.startswith('{"draft":{"name":"lost and')
    demo.reload()
    expect(demo.notices).to_have_text([notice])
    assert demo.page.evaluate("sessionStorage.getItem('tea-desk')") == corrupted
    name.fill("new")
    expect(demo.entry("tea-desk__backup1")).to_contain_text(
        demo.string("entry.backupOf", key="tea-desk")
    )
    assert demo.page.evaluate("sessionStorage.getItem('tea-desk__backup1')") == corrupted
    demo.reload()
    expect(demo.notices).to_have_count(0)
    expect(name).to_have_value("new")


@pytest.mark.parametrize("framework", ["vue"])
def test_a_full_storage_changes_nothing_and_can_be_emptied(demo: Demo) -> None:
    demo.button("fill").click()
    expect(demo.notices).to_have_text([demo.string("notices.quota")])
    expect(demo.teas).to_have_count(3)
    used = demo.page.locator('.inspector-group[data-storage="local"] progress')
    assert used.evaluate("({ value, max }) => value / max") > 0.999
    # The form keeps its values, so that nothing is lost.
    demo.add("One more")
    expect(demo.page.get_by_label(demo.string("name"), exact=True)).to_have_value("One more")
    expect(demo.teas).to_have_count(3)
    demo.button("freeSpace").click()
    expect(demo.outcome("fill")).to_have_text(demo.string("notices.freed"))
    demo.button("add").click()
    expect(demo.teas).to_have_count(4)


def test_an_invalid_tea_is_rejected_with_a_link_to_the_reason(demo: Demo) -> None:
    demo.button("unnamed").click()
    expect(demo.notices).to_have_text([demo.string("notices.schema")])
    expect(demo.teas).to_have_count(3)
    link = demo.page.get_by_role("link", name=demo.string("explain"))
    prefix = "/zh" if demo.language == "zh" else ""
    address = f"{prefix}/guide/other/questions-and-answers.html#error-schema"
    expect(link).to_have_attribute("href", address)
    demo.button("dismiss").click()
    expect(demo.notices).to_have_count(0)


def test_settings_of_version_1_are_migrated(demo: Demo) -> None:
    demo.choose("theme", demo.string("themes.dark"))
    demo.button("version1").click()
    expect(demo.notices).to_have_text([demo.string("notices.migrated")])
    expect(demo.page.locator(".tin-facts").first).to_contain_text("176 °F")
    expect(demo.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(demo.entry("tea-settings_v2")).to_contain_text("fahrenheit")
    assert demo.stored("tea-settings") is None
    demo.reload()
    expect(demo.notices).to_have_count(0)


DENIALS = {
    "asking for it throws": """for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() { throw new DOMException('denied', 'SecurityError'); },
      })""",
    "writing throws": """Storage.prototype.setItem = () => {
      throw new DOMException('denied', 'SecurityError');
    }""",
}


@pytest.mark.parametrize(("framework", "denial"), [*zip(("vue", "react"), DENIALS, strict=True)])
def test_with_blocked_storage_everything_works_and_the_demo_says_so(
    open_demo: OpenDemo, framework: Framework, denial: str
) -> None:
    demo = open_demo(framework, "zh", script=DENIALS[denial])
    expect(demo.page.get_by_text(demo.string("denied"))).to_be_visible()
    demo.add("记在心里")
    expect(demo.teas).to_contain_text(["记在心里"])
    expect(demo.entry("tea-shelf")).to_contain_text("记在心里")
    expect(demo.entry("tea-shelf")).to_contain_text(demo.string("entry.memory"))
    for word in ("bypass", "fill", "corruptDraft", "version1"):
        expect(demo.button(word)).to_be_disabled()
    demo.button("unnamed").click()
    expect(demo.notices).to_have_text([demo.string("notices.schema")])
    demo.reload()
    expect(demo.teas).to_have_count(3)
