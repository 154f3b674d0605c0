"""Notices of the demos: direct writes, corrupted entries, full and blocked storage."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.demos.conftest import OpenDemo
from tests.demos.demo import Demo, Framework, Language


@pytest.fixture
def harmed(open_demo: OpenDemo, framework: Framework, language: Language) -> Demo:
    return open_demo(framework, language)


def test_protection_blocks_a_direct_write_and_can_be_turned_off(harmed: Demo) -> None:
    before = harmed.stored("tea-shelf")
    harmed.button("bypass").click()
    expect(harmed.notices).to_have_text([harmed.say("notices.protected-key", key="tea-shelf")])
    assert harmed.stored("tea-shelf") == before
    expect(harmed.teas).to_have_count(3)
    expect(harmed.outcome("bypass")).to_be_visible()
    harmed.page.get_by_label(harmed.say("protected"), exact=True).uncheck()
    expect(harmed.entry("tea-shelf")).to_contain_text(harmed.say("entry.isOpen"))
    harmed.button("bypass").click()
    expect(harmed.teas).to_have_text([harmed.say("unknownTea")])
    expect(harmed.notices).to_have_text([harmed.say("notices.bypassed")])
    harmed.page.get_by_label(harmed.say("protected"), exact=True).check()
    harmed.button("bypass").click()
    expect(harmed.notices).to_have_text([harmed.say("notices.protected-key", key="tea-shelf")])


def test_outcomes_are_shown_in_their_cards_and_others_one_at_a_time(harmed: Demo) -> None:
    harmed.page.set_viewport_size({"width": 1000, "height": 600})
    outcomes = {"bypass": "protected-key", "corruptDraft": "corrupt", "unnamed": "schema"}
    for button, code in {**outcomes, "fill": "quota"}.items():
        harmed.button(button).click()
        shown = "freeSpace" if button == "fill" else button
        key = {"corrupt": "tea-desk"}.get(code, "tea-shelf")
        expect(harmed.outcome(shown)).to_have_text(harmed.say(f"notices.{code}", key=key))
    expect(harmed.notices).to_have_count(4)
    for name in ("One more", "Another"):
        harmed.add(name)
        expect(harmed.notices).to_have_count(5)
        expect(harmed.page.locator(".notices p:first-child")).to_have_text(
            harmed.say("notices.quota")
        )


def test_a_corrupted_entry_is_reported_and_backed_up(harmed: Demo) -> None:
    harmed.page.get_by_label(harmed.say("name"), exact=True).fill("lost and found")
    harmed.button("corruptDraft").click()
    expect(harmed.notices).to_have_text([harmed.say("notices.corrupt", key="tea-desk")])
    expect(harmed.page.get_by_label(harmed.say("name"), exact=True)).to_have_value("")
    kept = harmed.page.evaluate("sessionStorage.getItem('tea-desk__corrupt')")
    assert kept.startswith('{"draft":{"name":"lost and')
    expect(harmed.entry("tea-desk__corrupt")).to_contain_text(harmed.say("entry.noModule"))
    harmed.reload()
    expect(harmed.notices).to_have_count(0)


def test_a_full_storage_changes_nothing_and_is_emptied_when_the_page_closes(harmed: Demo) -> None:
    harmed.button("fill").click()
    expect(harmed.notices).to_have_text([harmed.say("notices.quota")])
    expect(harmed.teas).to_have_count(3)
    used = harmed.page.locator('.inspector-group[data-storage="local"] progress')
    assert used.evaluate("({ value, max }) => value / max") > 0.999
    # The form keeps its values, so that nothing is lost.
    harmed.add("One more")
    expect(harmed.page.get_by_label(harmed.say("name"), exact=True)).to_have_value("One more")
    expect(harmed.teas).to_have_count(3)
    harmed.button("freeSpace").click()
    expect(harmed.outcome("fill")).to_have_text(harmed.say("notices.freed"))
    harmed.button("add").click()
    expect(harmed.teas).to_have_count(4)
    harmed.button("fill").click()
    expect(harmed.outcome("freeSpace")).to_have_text(harmed.say("notices.quota"))
    harmed.reload()
    expect(harmed.button("fill")).to_be_visible()
    assert harmed.page.evaluate("'tea-filler' in localStorage") is False


def test_an_invalid_tea_is_rejected_with_a_link_to_the_reason(harmed: Demo) -> None:
    harmed.button("unnamed").click()
    expect(harmed.notices).to_have_text([harmed.say("notices.schema")])
    expect(harmed.teas).to_have_count(3)
    link = harmed.page.get_by_role("link", name=harmed.say("explain"))
    prefix = "/zh" if harmed.language == "zh" else ""
    address = f"{prefix}/guide/other/questions-and-answers.html#error-schema"
    expect(link).to_have_attribute("href", address)
    harmed.button("dismiss").click()
    expect(harmed.notices).to_have_count(0)


def test_settings_of_version_1_are_migrated(
    open_demo: OpenDemo, framework: Framework, language: Language
) -> None:
    demo = open_demo(
        framework,
        language,
        script="""if (origin !== 'null' && !localStorage.length)
          localStorage.setItem('tea-settings', '{"fahrenheit":true}')""",
    )
    expect(demo.notices).to_have_text([demo.say("notices.migrated")])
    expect(demo.page.locator(".tin-facts").first).to_contain_text("176 °F")
    assert demo.stored("tea-settings") is None
    assert demo.stored("tea-settings_v2")["unit"] == "fahrenheit"
    demo.reload()
    expect(demo.notices).to_have_count(0)


def test_a_return_to_version_1_comes_back_migrated(harmed: Demo) -> None:
    harmed.choose("theme", harmed.say("themes.dark"))
    harmed.button("version1").click()
    expect(harmed.notices).to_have_text([harmed.say("notices.migrated")])
    expect(harmed.page.locator(".tin-facts").first).to_contain_text("176 °F")
    expect(harmed.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(harmed.entry("tea-settings_v2")).to_contain_text("fahrenheit")


DENIALS = {
    "asking for it throws": """for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() { throw new DOMException('denied', 'SecurityError'); },
      })""",
    "writing throws": """Storage.prototype.setItem = () => {
      throw new DOMException('denied', 'SecurityError');
    }""",
}


@pytest.mark.parametrize("denial", DENIALS)
def test_with_blocked_storage_everything_works_and_the_demo_says_so(
    open_demo: OpenDemo, framework: Framework, denial: str
) -> None:
    demo = open_demo(framework, "zh", script=DENIALS[denial])
    expect(demo.page.get_by_text(demo.say("denied"))).to_be_visible()
    demo.add("记在心里")
    expect(demo.teas).to_contain_text(["记在心里"])
    expect(demo.entry("tea-shelf")).to_contain_text("记在心里")
    expect(demo.entry("tea-shelf")).to_contain_text(demo.say("entry.memory"))
    for word in ("bypass", "fill", "corruptDraft", "version1"):
        expect(demo.button(word)).to_be_disabled()
    demo.button("unnamed").click()
    expect(demo.notices).to_have_text([demo.say("notices.schema")])
    demo.reload()
    expect(demo.teas).to_have_count(3)
