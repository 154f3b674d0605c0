"""Formulas in Chromium and Firefox."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from docsite.build import Folders, build_site
from docsite.cli import main
from harness.browsers.firefox import launch_firefox
from harness.paths import ROOT
from harness.servers import serve_nginx
from harness.variants import append, prepend, warm_work
from tests.axe import find_violations
from tests.website.conftest import wait_for_hydration
from tests.website.reading import PHONE

FORMULAS = r"""
In a sentence: $\frac{a}{b}$.

$$
\int_0^1 x^2 \, dx = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}
$$

$$
\begin{align} a &= b + c + d + e + f + g + h + i + j + k + l + m + n + o + p \\ q &= r \end{align}
$$

$\textcolor{red}{x}$

- $a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s$
1. **Bold $a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r$**
"""
# The boxes of elements, and the color of a colored one. `[x, y, width, height]`.
SHAPES = """() => {
  const boxOf = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height];
  };
  const all = (selector) => [...document.querySelectorAll(selector)].map(boxOf);
  return {
    fraction: all('p > math > mfrac > *'),
    cells: all('math mo + mtable mtd'),
    integral: all('msubsup > mo'),
    letter: all('msup > mi'),
    aligned: [...document.querySelectorAll('mtd')].map((one) => getComputedStyle(one).textAlign),
    color: getComputedStyle(document.querySelector('p > math > [mathcolor] > *')).color,
  };
}"""
WATCH = """() => {
  window.violations = [];
  addEventListener('securitypolicyviolation', (event) => {
    window.violations.push(`${event.effectiveDirective} ${event.sample}`);
  });
}"""
LIGHTNESS = """Number(getComputedStyle(document.querySelector('[mathcolor] > *')).color
  .match(/oklab\\(([\\d.]+)/)[1])"""
IS_SCROLLABLE = """[...document.querySelectorAll('div.math')].some(
  (block) => block.scrollWidth > block.clientWidth)"""
PATH = "/guide/writing.html"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("math")
    docs = folder / "docs"
    assert main(["new", str(docs)]) == 0
    prepend(docs / "site.toml", "math = true\n")
    append(docs / "guide/writing.md", FORMULAS)
    folders = Folders(docs, ROOT / "theme", folder / "site", warm_work(folder))
    assert build_site(folders, is_compressed=False).problems == ()
    with serve_nginx(folders.output) as found:
        yield found


def check_shapes(shapes: dict[str, Any]) -> None:
    numerator, denominator = shapes["fraction"]
    assert numerator[1] + numerator[3] <= denominator[1]
    assert min(*numerator[2:], *denominator[2:]) > 0
    one, two, three, four = shapes["cells"]
    assert one[0] == three[0] < two[0] == four[0]
    assert one[1] == two[1] < three[1] == four[1]
    (integral,), (letter,) = shapes["integral"], shapes["letter"]
    assert integral[3] > 1.2 * letter[3] > 0
    assert {"right", "left"} <= set(shapes["aligned"])
    assert shapes["color"] == "rgb(255, 0, 0)"


def test_formulas_are_laid_out_correctly_and_comply_with_the_policy(
    own_page: Page, address: str
) -> None:
    page = own_page
    page.add_init_script(f"({WATCH})()")
    page.goto(address)
    wait_for_hydration(page)
    # By the router, so that its text is inserted by a script.
    page.evaluate("path => navigation.navigate(path).finished.then(() => {})", PATH)
    page.locator("math").first.wait_for()
    check_shapes(page.evaluate(SHAPES))
    assert find_violations(page) == []
    page.set_viewport_size(PHONE)
    # A wide formula scrolls by itself.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(IS_SCROLLABLE)
    page.emulate_media(color_scheme="dark")
    lightness = page.evaluate(LIGHTNESS)
    assert lightness > 0.7, "colors are readable in dark mode"
    assert page.evaluate("window.violations") == []


def test_formulas_are_laid_out_correctly_in_firefox(address: str, tmp_path: Path) -> None:
    with launch_firefox(tmp_path) as firefox:
        tab = firefox.open_tab(address + PATH, WATCH)
        tab.wait_for("document.querySelector('[role=switch]:not(:disabled)') !== null")
        check_shapes(tab.evaluate(SHAPES))
        assert tab.evaluate("window.violations") == []
