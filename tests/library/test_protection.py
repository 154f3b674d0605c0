"""The built packages in Chromium against every attack and observation of the contract."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from playwright.sync_api import Page

from harness.paths import ROOT
from tests.in_page import load_function
from tests.library.reports import LINK

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
  } catch ({ name, code, key, message }) {
    return { error: { name, code, key, message } };
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
    """The cases of a table, with the requirements that some of them verify."""
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
def test_an_attack_has_the_result_in_the_contract(
    home: Page, attack: dict[str, Any], mode: str
) -> None:
    outcome = run(home, attack, MODES[mode])
    assert verdict(outcome) == attack[mode]
    if attack[mode] == "throws":
        error = outcome["error"]
        assert (error["name"], error["code"]) == ("TuffetError", "protected-key")
        assert error["key"] == "guarded"
        assert error["message"] == f'[tuffet] protected-key "guarded": {LINK}protected-key'


@pytest.mark.requirement("lib-protect-off-default")
@pytest.mark.parametrize("attack", cases("attacks"))
def test_every_attack_passes_without_protection(home: Page, attack: dict[str, Any]) -> None:
    assert verdict(run(home, attack, False)) == "passes"


@pytest.mark.requirement("defect-changed-storage")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "observation", cases("observations", {"other-keys": ["lib-protect-other-keys"]})
)
def test_other_code_only_observes_the_differences_in_the_contract(
    home: Page, observation: dict[str, Any], mode: str
) -> None:
    outcome = run(home, observation, MODES[mode])
    assert outcome["error"] is None
    is_same = outcome["result"] == observation["result"]
    assert ("same" if is_same else "differs") == observation[mode], outcome["result"]


@pytest.mark.parametrize("observation", cases("observations"))
def test_the_contract_describes_storage_without_protection(
    home: Page, observation: dict[str, Any]
) -> None:
    assert run(home, observation, False)["result"] == observation["result"]


PATCHES = load_function("patch-like-others")


def test_protection_works_over_an_earlier_patch_of_another_script(home: Page) -> None:
    home.evaluate(PATCHES)
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


def test_protection_can_start_again_under_a_patch_of_another_script(home: Page) -> None:
    home.evaluate(PATCHES)
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
