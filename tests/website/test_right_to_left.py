"""A site in Arabic and five other languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from docsite.build import Folders, build_site
from docsite.cli import main
from harness.paths import ROOT
from harness.servers import serve_nginx
from harness.variants import warm_work
from tests.axe import find_violations
from tests.website.conftest import wait_for_hydration
from tests.website.reading import DESKTOP, PHONE, box_of, find_misfits, sidebar

LANGUAGES = ("zh", "ja", "ko", "de", "ar")
TRANSLATED = {
    "# Get started": "# البداية",
    "## Preview the site": "## معاينة الموقع",
    "## Make it yours": "## تخصيص الموقع",
    "## Publish it": "## نشر الموقع",
    "This site is a folder of Markdown files.": "هذا الموقع مجلد من ملفات Markdown.",
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("languages")
    docs = folder / "docs"
    assert main(["new", str(docs)]) == 0
    for name in LANGUAGES:
        assert main(["add-language", str(docs), name]) == 0
    _translate(docs)
    folders = Folders(docs, ROOT / "theme", folder / "site", warm_work(folder))
    assert build_site(folders, is_compressed=False).problems == ()
    with serve_nginx(folders.output) as found:
        yield found


def _translate(docs: Path) -> None:
    text = (docs / "guide/start.md").read_text(encoding="utf-8")
    for english, arabic in TRANSLATED.items():
        assert english in text
        text = text.replace(english, arabic)
    (docs / "ar/guide").mkdir(parents=True)
    (docs / "ar/guide/start.md").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", ["start", "writing"], ids=["translated", "untranslated"])
def test_a_page_in_arabic_is_mirrored_fits_and_is_accessible(
    page: Page, address: str, name: str
) -> None:
    page.set_viewport_size(DESKTOP)
    page.goto(f"{address}/ar/guide/{name}.html")
    wait_for_hydration(page)
    column, text = box_of(sidebar(page)), box_of(page.locator("main"))
    assert column["x"] >= text["x"] + text["width"]
    assert find_violations(page) == []
    page.set_viewport_size(PHONE)
    assert find_misfits(page) == []
