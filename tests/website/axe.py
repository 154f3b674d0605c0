"""axe-core in a page. It comes through the debugger, so the policy of the page stays as it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import BrowserContext, Page

_FILE = Path(__file__).resolve().parents[2] / "node_modules/axe-core/axe.min.js"

Rules = Literal["all", "colours"]

_RULES: dict[Rules, dict[str, Any]] = {
    "all": {
        "type": "tag",
        "values": [
            *("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"),
            "best-practice",
        ],
    },
    "colours": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}
"""WCAG 2.0 to 2.2 at levels A and AA, and what experience adds; or those that look at colours."""

# Where axe cannot tell by itself, somebody must look. That is so for colours on what scrolls or has
# a pattern; the test of the colour tokens knows all pairs. Anything else counts as found.
_RUN = """async (rules) => {
  const { violations, incomplete, passes } = await axe.run({
    runOnly: rules,
    resultTypes: ['violations', 'incomplete'],
    preload: false,
    selectors: false, // they take as long as all the rest
  });
  const unclear = incomplete.filter(({ id }) => id !== 'color-contrast');
  const tell = ({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`);
  return {
    faults: [...violations, ...unclear].flatMap(tell),
    rules: [...violations, ...incomplete, ...passes].map(({ id }) => id),
  };
}"""


def bring_axe(context: BrowserContext) -> None:
    """Makes axe part of every document that the context opens from now on."""
    context.add_init_script(path=_FILE)


def find_faults(page: Page, rules: Rules = "all") -> list[str]:
    """What breaks a rule in what is shown now."""
    return [str(fault) for fault in _run(page, rules)["faults"]]


def list_rules(page: Page, rules: Rules = "all") -> set[str]:
    """The rules that found something to look at."""
    return {str(rule) for rule in _run(page, rules)["rules"]}


def _run(page: Page, rules: Rules) -> dict[str, Any]:
    report: dict[str, Any] = page.evaluate(_RUN, _RULES[rules])
    return report
