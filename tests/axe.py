"""Runs axe-core in a page. The debugger adds it, so the content security policy isn't affected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from playwright.sync_api import BrowserContext, Frame, Page

from harness.paths import ROOT
from tests.in_page import load_function

if TYPE_CHECKING:
    # At run time, this would import the drivers of all browsers into every test.
    from harness.browsers.engines import EngineTab

AXE = ROOT / "node_modules/axe-core/axe.min.js"

Rules = Literal["all", "part", "colors"]

_LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]

_RULES: dict[Rules, dict[str, Any]] = {
    "all": {
        "type": "tag",
        "values": [*_LEVELS, "best-practice"],
    },
    "part": {"type": "tag", "values": _LEVELS},
    "colors": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}
"""WCAG 2.0 to 2.2 at levels A and AA with best practices for whole pages, such as landmarks; only
the levels; or only the rules about colors."""

# axe can't determine the contrast over scrolling or patterned backgrounds. The test of the color
# tokens checks all pairs. Any other incomplete result counts as a violation.
_RUN = load_function("run-axe")


TOKENS = "pre code > *"
"""Thousands of elements, whose colors are the same on all pages and at all widths."""


def add_axe(context: BrowserContext) -> None:
    """Adds axe to every document that the context opens from now on. Only needed for frames that
    the page removes if they don't respond: they would be removed while axe is loading."""
    context.add_init_script(path=AXE)


def find_violations(
    page: Page | Frame | EngineTab,
    rules: Rules = "all",
    *,
    exclude: str = TOKENS,
    include: str = "",
) -> list[str]:
    """Returns the violations in the current state of the page, or of a part of it."""
    return [str(fault) for fault in _run(page, rules, exclude, include)["faults"]]


def list_rules(page: Page, rules: Rules = "all") -> set[str]:
    """Returns the rules that apply to at least one element."""
    return {str(rule) for rule in _run(page, rules)["rules"]}


def _run(
    page: Page | Frame | EngineTab, rules: Rules, exclude: str = "", include: str = ""
) -> dict[str, Any]:
    # An init script would load axe in every document and frame of the context.
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(f"() => {{ {AXE.read_text(encoding='utf-8')}\n }}")
    parts = {"exclude": exclude, "include": include}
    context = {name: [part] for name, part in parts.items() if part}
    report: dict[str, Any] = page.evaluate(_RUN, [_RULES[rules], context])
    return report
