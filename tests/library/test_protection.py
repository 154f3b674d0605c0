"""The built packages in every engine against every attack and observation of the contract."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page

from harness.browsers.engines import ENGINES, EngineTab, Profile
from harness.paths import ROOT
from tests.in_page import load_function
from tests.library.conftest import in_engine, open_page
from tests.library.reports import LINK

Case = dict[str, Any]

CONTRACT = tomllib.loads((ROOT / "contracts" / "protection.toml").read_text(encoding="utf-8"))
MODES: dict[str, bool | str] = {"default": True, "strict": "strict"}
"""The values of `protect` by their columns in the contract."""

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


@dataclass(frozen=True)
class Trial:
    """Runs scripts in one engine, each in a new document over empty storage."""

    engine: str
    site: str
    profile: Profile
    tab: EngineTab

    def run(self, case: Case, protect: bool | str) -> dict[str, Any]:
        """Runs a script of the contract against a module with that protection."""
        open_page(self.tab, self.site)
        self.tab.evaluate(PREPARE, {"before": case.get("before"), "protect": protect})
        if case.get("tab"):
            other = self.profile.new_page()
            other.goto(self.site)
            outcome: dict[str, Any] = other.evaluate(ATTEMPT, case["script"])
            self.tab.wait_for_function("localStorage.getItem(key) !== entry")
            other.close()
        else:
            outcome = self.tab.evaluate(ATTEMPT, case["script"])
        return outcome | {"hasChanged": self.tab.evaluate("localStorage.getItem(key) !== entry")}

    def expect(self, case: Case) -> Case:
        """The results in this engine."""
        differences: Case = case.get(self.engine, {})
        return case | differences


@pytest.fixture
def trial(engine_name: str, engine_profile: Profile, engine_tab: EngineTab, site: str) -> Trial:
    return Trial(engine_name, site, engine_profile, engine_tab)


def verdict(outcome: dict[str, Any]) -> str:
    if outcome["error"]:
        return "throws and changes" if outcome["hasChanged"] else "throws"
    return "passes" if outcome["hasChanged"] else "ignored"


def cases(table: str, shows: dict[str, list[str]] | None = None) -> pytest.MarkDecorator:
    """The cases of a table in every engine, with the requirements that some of them verify.

    `make e2e` runs all of them in Chromium, and in other engines those with a different result.
    """
    return pytest.mark.parametrize(
        ("engine_name", "case"),
        [
            pytest.param(
                name,
                case,
                id=f"{name}-{case['id']}",
                marks=[
                    pytest.mark.requirement(*(shows or {}).get(case["id"], [])),
                    *in_engine(name, is_in_e2e=name in case),
                ],
            )
            for name in ENGINES
            for case in CONTRACT[table]
        ],
        indirect=["engine_name"],
        # Otherwise the browser would restart for every case.
        scope="session",
    )


SHOWN = {
    "set-item": ["lib-protect-by-option", "lib-protect-set-throws", "lib-protect-error"],
    "remove-item": ["lib-protect-by-option", "lib-protect-remove-throws", "lib-protect-error"],
    "clear": ["lib-protect-by-option", "lib-protect-clear-keeps"],
}


@pytest.mark.requirement("defect-captured-references", "lib-protect-off-default")
@cases("attacks", SHOWN)
def test_an_attack_has_the_result_in_the_contract(trial: Trial, case: Case) -> None:
    """Without protection, every attack passes."""
    assert verdict(trial.run(case, False)) == "passes"
    for mode, protect in MODES.items():
        outcome = trial.run(case, protect)
        expected = trial.expect(case)[mode]
        assert verdict(outcome) == expected, mode
        if expected == "throws":
            assert outcome["error"] == {
                "name": "TuffetError",
                "code": "protected-key",
                "key": "guarded",
                "message": f'[tuffet] protected-key "guarded": {LINK}protected-key',
            }


@pytest.mark.requirement("defect-changed-storage")
@cases("observations", {"other-keys": ["lib-protect-other-keys"]})
def test_other_code_only_observes_the_differences_in_the_contract(trial: Trial, case: Case) -> None:
    """Without protection, it has the result in the contract."""
    expected = trial.expect(case)
    assert trial.run(case, False)["result"] == expected["result"]
    for mode, protect in MODES.items():
        outcome = trial.run(case, protect)
        assert outcome["error"] is None, mode
        is_same = outcome["result"] == expected["result"]
        assert ("same" if is_same else "differs") == expected[mode], (mode, outcome["result"])


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
