"""axe-core in a page. It comes through the debugger, so the policy of the page stays as it is."""

from __future__ import annotations

from typing import Any, Literal

from playwright.sync_api import BrowserContext, Frame, Page

from harness.paths import ROOT

_FILE = ROOT / "node_modules/axe-core/axe.min.js"

Rules = Literal["all", "part", "colours"]

_LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]

_RULES: dict[Rules, dict[str, Any]] = {
    "all": {
        "type": "tag",
        "values": [*_LEVELS, "best-practice"],
    },
    "part": {"type": "tag", "values": _LEVELS},
    "colours": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}
"""WCAG 2.0 to 2.2 at levels A and AA, and what experience adds for whole pages, such as landmarks;
the levels alone; or those that look at colours."""

# Where axe cannot tell by itself, somebody must look. That is so for colours on what scrolls or has
# a pattern; the test of the colour tokens knows all pairs. Anything else counts as found.
_RUN = """async ([rules, exclude]) => {
  const { violations, incomplete, passes } = await axe.run({ exclude }, {
    runOnly: rules,
    resultTypes: ['violations', 'incomplete'],
    preload: false,
    // They cannot be asked from here: a test that has some looks into them.
    iframes: false,
    rules: { 'frame-tested': { enabled: false } },
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


def find_faults(page: Page | Frame, rules: Rules = "all", *, exclude: str = "") -> list[str]:
    """What breaks a rule in what is shown now."""
    return [str(fault) for fault in _run(page, rules, exclude)["faults"]]


def list_rules(page: Page, rules: Rules = "all") -> set[str]:
    """The rules that found something to look at."""
    return {str(rule) for rule in _run(page, rules)["rules"]}


def _run(page: Page | Frame, rules: Rules, exclude: str = "") -> dict[str, Any]:
    report: dict[str, Any] = page.evaluate(_RUN, [_RULES[rules], [exclude] if exclude else []])
    return report
