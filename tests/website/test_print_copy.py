"""A whole section as PDF, from a page without scripts, and pages outside of all sections."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from pypdf import PdfReader

from docsite.build import build_site
from generator.tests.support import append, copy_site, edit, folders_in
from harness.servers import serve_nginx
from tests.axe import find_violations
from tests.violations import Violations
from tests.website.conftest import wait_for_hydration
from tests.website.reading import DESKTOP, PHONE, box_of, find_misfits

COPY = "/guide/print/"
A4 = ViewportSize(width=680, height=1009)
"""The sheet without margins of 1.5 cm, in pixels."""
NAMES = "| `keep_warm_in_degrees_c` " * 4 + "|"
TEXT = f"""
::: details
Folded text
:::

::: code-group stove

```sh [Gas]
{"boil " * 60}gas-end
```

```sh [induction]
boil --induction
```

:::

Back to [water](start.md#water) and [home](../index.md).

| Option                    | Variable                      | Default                    | Effect |
| ------------------------- | ----------------------------- | -------------------------- | ------ |
| `--keep-warm-temperature` | `KETTLE_KEEP_WARM_IN_DEGREES` | `/etc/kettle/default.toml` | Warm   |

{NAMES}
| - | - | - | - |
{NAMES}

| Key                | Type   | Default  | Description                  |
| ------------------ | ------ | -------- | ---------------------------- |
| `water_directory`  | string | `"main"` | {"The folder of water. " * 9} |
| `keep_warm_enabled` | flag   | `false`  | {"Whether it stays warm. " * 9} |
"""
CHANGELOG = """\
+++
summary = "All releases."
feed = true
tags = ["water"]
+++

# Changelog {#changelog}

## 1.0 (2026-11-02) {#v1}

It boils.
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("print")
    docs = copy_site(folder)
    edit(docs / "site.toml", 'under = "/guide/"', 'under = "/guide/"\nprint = true')
    for file in ("guide/pour.md", "zh/guide/pour.md"):
        append(docs / file, TEXT)
    for name in ("changelog.md", "zh/changelog.md"):
        (docs / name).write_text(CHANGELOG, encoding="utf-8")
    for home in ("index.md", "zh/index.md"):
        append(docs / home, "\n[1](changelog.md) [2](tags.md)\n")
    folders = folders_in(folder, docs)
    assert build_site(folders, is_compressed=False).problems == ()
    return folders.output


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with serve_nginx(site) as found:
        yield found


def read_pdf(page: Page) -> PdfReader:
    return PdfReader(io.BytesIO(page.pdf(format="A4")))


def without_spaces(text: str) -> str:
    """Lines of a PDF end anywhere."""
    return "".join(text.split())


def test_the_pdf_has_all_text_and_each_page_starts_on_a_new_sheet(page: Page, address: str) -> None:
    page.goto(address + COPY)
    sheets = [without_spaces(sheet.extract_text()) for sheet in read_pdf(page).pages]
    # A sheet without other text than its number has an image.
    starts = [sheet[:6] for sheet in sheets if not sheet.isdecimal()]
    assert starts == ["1Guide", "2Guide", "3Start", "5PourS"]
    last_table = "KeyTypeDefaultDescription"
    expected = ("Foldedtext", "gas-end", "boil--induction", "(https://kettle.example/)", last_table)
    assert [text for text in expected if text not in sheets[-1]] == []
    assert not any("printcommand" in sheet for sheet in sheets)
    assert not any("Printthissection" in sheet for sheet in sheets)


def test_links_inside_the_pdf_resolve(page: Page, address: str) -> None:
    page.goto(address + COPY)
    pdf = read_pdf(page)
    annotations = [
        annotation.get_object() for sheet in pdf.pages for annotation in sheet.get("/Annots", [])
    ]
    inside = {str(one["/Dest"]) for one in annotations if "/Dest" in one}
    assert {"/guide/start", "/guide/pour", "/guide/start.water"} <= inside
    assert {name.removeprefix("/") for name in inside} <= {
        name.removeprefix("/") for name in pdf.named_destinations
    }


def test_nothing_is_cut_on_paper(page: Page, address: str) -> None:
    page.set_viewport_size(A4)
    page.goto(address + COPY)
    page.emulate_media(media="print")
    assert find_misfits(page) == []
    code = page.locator("pre").evaluate_all(
        "blocks => blocks.filter((block) => block.scrollWidth > block.clientWidth + 1).length"
    )
    assert code == 0, "long lines wrap"
    names = page.locator("table").last.locator("code")
    assert names.count() == 4
    lines = names.evaluate_all("names => names.map((name) => name.getClientRects().length)")
    assert set(lines) == {1}, "names stay whole"
    expect(page.get_by_role("heading", name="Contents")).to_be_visible()


@pytest.mark.parametrize(
    "size", [pytest.param(DESKTOP, marks=pytest.mark.sweep), PHONE], ids=["desktop", "phone"]
)
def test_the_copy_is_readable_and_accessible_on_screens(
    own_page: Page, address: str, size: ViewportSize
) -> None:
    page = own_page
    violations = Violations(page.context)
    page.set_viewport_size(size)
    page.goto(address + COPY)
    assert find_misfits(page) == []
    assert find_violations(page) == []
    assert violations.collect(page) == []


def test_tabs_of_each_page_work_without_scripts(page: Page, address: str) -> None:
    page.goto(address + COPY)
    page.get_by_role("radio", name="induction").check()
    expect(page.get_by_text("boil --induction")).to_be_visible()
    expect(page.get_by_text("gas-end")).to_be_hidden()


def test_a_page_leads_to_the_copy_and_back(page: Page, address: str) -> None:
    page.goto(f"{address}/guide/pour.html")
    wait_for_hydration(page)
    page.get_by_role("link", name="Print version of this section").click()
    page.wait_for_url(address + COPY)
    page.get_by_role("link", name="Kettle").click()
    page.wait_for_url(f"{address}/guide/")


@pytest.mark.parametrize("path", ["/tags.html", "/changelog.html"])
def test_pages_without_a_sidebar_are_as_wide_as_others_and_accessible(
    page: Page, address: str, path: str
) -> None:
    page.set_viewport_size(DESKTOP)
    page.goto(f"{address}/guide/pour.html")
    expected = box_of(page.locator("main"))
    page.goto(address + path)
    wait_for_hydration(page)
    found = box_of(page.locator("main"))
    assert (found["x"], found["width"]) == (expected["x"], expected["width"])
    assert find_misfits(page) == []
    assert find_violations(page) == []
