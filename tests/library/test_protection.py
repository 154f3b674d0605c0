from __future__ import annotations

import tomllib
from typing import Any

import pytest
from playwright.sync_api import Page

from harness.paths import ROOT
from scripts.docs.examples.runs import strip_mark
from tests.in_page import load_function

CONTRACT = tomllib.loads((ROOT / "contracts" / "protection.toml").read_text(encoding="utf-8"))
MODES: dict[str, bool | str] = {"default": True, "strict": "strict"}

PREPARE = """async ({ before, protect }) => {
  window.AsyncFunction = (async () => {}).constructor;
  window.key = 'guarded';
  localStorage.setItem('other', 'theirs');
  window.held = before && await new AsyncFunction('key', before)(key);
  tuffet.createLocalStorage({ storageModuleKey: key, initial: { n: 1 }, protect });
  window.entry = localStorage.getItem(key);
}"""

ATTEMPT = """async (script) => {
  const AsyncFunction = (async () => {}).constructor;
  try {
    const run = new AsyncFunction('key', 'forged', 'held', script);
    return { result: await run('guarded', '{"n":"forged"}', window.held), error: null };
  } catch ({ name, code, key, hint, message }) {
    return { error: { name, code, key, hint, message } };
  }
}"""


def run(page: Page, case: dict[str, Any], protect: bool | str) -> dict[str, Any]:
    """Runs a script of the contract against a module with that protection."""
    page.evaluate(PREPARE, {"before": case.get("before"), "protect": protect})
    if case.get("tab"):
        with page.context.new_page() as tab:
            tab.goto(page.url)
            outcome: dict[str, Any] = tab.evaluate(ATTEMPT, case["script"])
    else:
        outcome = page.evaluate(ATTEMPT, case["script"])
    return outcome | {"hasChanged": page.evaluate("localStorage.getItem(key) !== entry")}


def verdict(outcome: dict[str, Any]) -> str:
    if outcome["error"]:
        return "throws and changes" if outcome["hasChanged"] else "throws"
    return "passes" if outcome["hasChanged"] else "ignored"


def cases(table: str, shows: dict[str, list[str]] | None = None) -> list[Any]:
    """The cases of a table, and the requirements that some of them show."""
    return [
        pytest.param(
            case,
            id=case["id"],
            marks=pytest.mark.requirement(*(shows or {}).get(case["id"], [])),
        )
        for case in CONTRACT[table]
    ]


SHOWN = {
    "set-item": ["lib-protect-by-option", "lib-protect-set-throws", "lib-protect-error"],
    "remove-item": ["lib-protect-by-option", "lib-protect-remove-throws", "lib-protect-error"],
    "clear": ["lib-protect-by-option", "lib-protect-clear-keeps"],
}


@pytest.mark.requirement("defect-captured-references")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("attack", cases("attacks", SHOWN))
def test_an_attack_ends_as_the_table_says(home: Page, attack: dict[str, Any], mode: str) -> None:
    outcome = run(home, attack, MODES[mode])
    assert verdict(outcome) == attack[mode]
    if attack[mode] == "throws":
        error = outcome["error"]
        assert (error["name"], error["code"]) == ("TuffetError", "protected-key")
        assert error["key"] == "guarded"
        assert "Write through its module, or call helper.cancelProtect() first" in error["message"]


@pytest.mark.requirement("lib-protect-off-default")
@pytest.mark.parametrize("attack", cases("attacks"))
def test_every_attack_passes_while_nothing_is_protected(home: Page, attack: dict[str, Any]) -> None:
    assert verdict(run(home, attack, False)) == "passes"


@pytest.mark.requirement("defect-changed-storage")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "observation", cases("observations", {"other-keys": ["lib-protect-other-keys"]})
)
def test_other_code_notices_no_more_than_the_table_says(
    home: Page, observation: dict[str, Any], mode: str
) -> None:
    outcome = run(home, observation, MODES[mode])
    assert outcome["error"] is None
    is_same = outcome["result"] == observation["result"]
    assert ("same" if is_same else "differs") == observation[mode], outcome["result"]


@pytest.mark.parametrize("observation", cases("observations"))
def test_the_table_describes_storage_without_protection(
    home: Page, observation: dict[str, Any]
) -> None:
    assert run(home, observation, False)["result"] == observation["result"]


@pytest.mark.requirement("lib-protect-clear-keeps", "lib-protect-clear-removes-rest")
@pytest.mark.parametrize("mode", MODES)
def test_a_raw_clear_keeps_protected_modules_and_removes_the_rest(home: Page, mode: str) -> None:
    left = home.evaluate(
        load_function("clear-raw"),
        MODES[mode],
    )
    # `length` read as a property would be the entry's text if the storage were an ordinary object.
    assert left == ["length", "one"]


@pytest.mark.requirement("lib-protect-clear-removes-rest")
def test_a_raw_clear_of_one_storage_ignores_what_is_protected_in_the_other(home: Page) -> None:
    left = home.evaluate(
        """() => {
          tuffet.createLocalStorage({ storageModuleKey: 'm', initial: { n: 1 }, protect: true });
          sessionStorage.setItem('m', 'theirs');
          sessionStorage.clear();
          return [localStorage.length, sessionStorage.length];
        }"""
    )
    assert left == [1, 0]


def test_a_protected_module_in_session_storage_leaves_local_storage_alone(home: Page) -> None:
    outcome = home.evaluate(load_function("protect-session"))
    assert outcome == ["protected-key", "protected-key", '{"n":1}', "raw again"]


def test_protection_covers_the_stored_key_of_a_version_and_not_the_module_key(home: Page) -> None:
    outcome = home.evaluate(
        """() => {
          const options = { storageModuleKey: 'm', initial: { n: 1 }, version: 2, protect: true };
          tuffet.createLocalStorage(options);
          localStorage.setItem('m', 'free');
          try { localStorage.setItem('m_v2', ''); } catch ({ code, key }) { return [code, key]; }
        }"""
    )
    assert outcome == ["protected-key", "m_v2"]


@pytest.mark.requirement("lib-protect-own-writes")
@pytest.mark.parametrize("mode", MODES)
def test_a_protected_module_changes_through_the_library(home: Page, mode: str) -> None:
    entries = home.evaluate(
        load_function("change-protected"),
        MODES[mode],
    )
    assert [[done, entry and strip_mark(entry)] for done, entry in entries] == [
        [True, entry]
        for entry in [
            '{"n":2}',
            '{"n":3}',
            '{"n":4,"extra":"x"}',
            '{"n":1,"extra":"x"}',
            '{"n":1}',
            '{"n":5}',
            "{}",
            '{"n":1}',
            "{}",
            '{"n":6}',
            None,
        ]
    ]


@pytest.mark.requirement(
    "lib-protect-by-helper", "lib-helper-protect", "lib-helper-cancel-protect", "lib-protect-cancel"
)
def test_the_helper_turns_protection_on_and_off_again(home: Page) -> None:
    outcome = home.evaluate(load_function("toggle-protection"))
    assert outcome == ['{"n":1}', '{"n":1}', '{"n":3}']


LAST_CALL = load_function("last-call")


@pytest.mark.parametrize(
    "calls",
    [
        ["default", "strict", "default", "cancel"],
        ["strict", "strict", "cancel", "cancel", "strict"],
        ["cancel", "default", "cancel", "strict", "default"],
    ],
    ids=" ".join,
)
def test_of_several_calls_for_one_key_the_last_one_wins(home: Page, calls: list[str]) -> None:
    assert home.evaluate(LAST_CALL, calls) == calls


SURFACE = load_function("note-surface")


@pytest.mark.requirement("lib-protect-cancel", "lib-helper-cancel-protect")
@pytest.mark.parametrize("mode", MODES)
def test_the_last_cancel_brings_back_the_very_functions_of_the_browser(
    home: Page, mode: str
) -> None:
    home.evaluate(SURFACE)
    steps = home.evaluate(
        load_function("cancel-twice"),
        MODES[mode],
    )
    assert steps == [False, False, True, True]


SOMEBODY = load_function("patch-like-others")


def test_cancelling_leaves_the_later_patch_of_somebody_else_in_place(home: Page) -> None:
    home.evaluate(SOMEBODY)
    outcome = home.evaluate(load_function("cancel-after-patch"))
    assert outcome == ["protected-key", True, True, "passes", ["m", "m"]]


def test_protection_holds_over_an_earlier_patch_of_somebody_else(home: Page) -> None:
    home.evaluate(SOMEBODY)
    outcome = home.evaluate(
        """() => {
          const options = { storageModuleKey: 'm', initial: { n: 1 } };
          const { helper } = tuffet.createLocalStorage(options);
          const theirs = patchSetItem();
          helper.protect();
          const whileOn = attempt();
          localStorage.setItem('other', 'theirs');
          helper.cancelProtect();
          return [whileOn, [...heard], Storage.prototype.setItem === theirs, attempt()];
        }"""
    )
    assert outcome == ["protected-key", ["other"], True, "passes"]


def test_protection_can_return_under_a_patch_that_somebody_left(home: Page) -> None:
    home.evaluate(SOMEBODY)
    outcome = home.evaluate(
        """() => {
          const options = { storageModuleKey: 'm', initial: { n: 1 }, protect: true };
          const { helper } = tuffet.createLocalStorage(options);
          patchSetItem();
          helper.cancelProtect();
          const between = attempt();
          helper.protect();
          return [between, attempt()];
        }"""
    )
    assert outcome == ["passes", "protected-key"]
