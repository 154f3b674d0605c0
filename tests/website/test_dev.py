"""`docsite dev` in a browser: edits are shown immediately."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from harness.browsers.page_messages import PageMessages
from harness.paths import ROOT
from harness.servers import serve_dev

PAGE = "guide/quick-start"


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the docs that tests can edit. Its tests don't depend on each other's edits."""
    folder = tmp_path_factory.mktemp("dev")
    for sibling in ("demos", "live"):
        (folder / sibling).symlink_to(ROOT / sibling)
    copy = shutil.copytree(ROOT / "docs", folder / "docs")
    config = (copy / "site.toml").read_text(encoding="utf-8")
    # The site uses all its chunk numbers, and a test adds a page.
    config = config.replace("chunk_numbers = [2, 59]\n", "")
    (copy / "site.toml").write_text(config, encoding="utf-8")
    return copy


@pytest.fixture(scope="module")
def address(docs: Path) -> Iterator[str]:
    with serve_dev(docs, ROOT / "theme", docs.parent / "site", ROOT / "build") as address:
        yield address


class Editor:
    """A page open in an editor and in a browser."""

    def __init__(self, docs: Path, tab: Page, address: str) -> None:
        self.file = docs / f"{PAGE}.md"
        self.text = self.file.read_text(encoding="utf-8")
        self.tab = tab
        self.console = PageMessages()
        self.console.watch(tab)
        tab.goto(f"{address}/{PAGE}.html")

    def add(self, text: str) -> None:
        self.file.write_text(f"{self.text}\n{text}\n", encoding="utf-8")

    def restore(self) -> None:
        self.file.write_text(self.text, encoding="utf-8")


@pytest.fixture
def editor(docs: Path, page: Page, address: str) -> Iterator[Editor]:
    page.set_viewport_size({"width": 1200, "height": 500})
    editor = Editor(docs, page, address)
    yield editor
    editor.restore()


READ_HOVERS = """async () => {
  const { page } = JSON.parse(document.getElementById('_data').textContent).view;
  return page.hovers ? (await fetch(`/assets/hovers/${page.hovers}.json`)).text() : '';
}"""


def test_an_edited_sample_is_shown_and_its_hovers_follow(editor: Editor, docs: Path) -> None:
    assert "createLocalStorage" in editor.tab.evaluate(READ_HOVERS)
    sample = docs / "examples/rejected/guide/missing-initial.ts"
    text = sample.read_text(encoding="utf-8")
    sample.write_text(text.replace("Settings", "Preferences"), encoding="utf-8")
    expect(editor.tab.get_by_text("type Preferences")).to_be_attached()
    # The page reloads automatically.
    editor.tab.wait_for_function(f"async () => (await ({READ_HOVERS})()).includes('Preferences')")
    assert editor.console.messages == []


def test_an_edit_is_shown_and_keeps_the_scroll_position(editor: Editor) -> None:
    editor.tab.evaluate("scrollTo(0, 300)")
    for number in range(3):
        editor.add(f"Sentence number {number}.")
        expect(editor.tab.get_by_text(f"Sentence number {number}.")).to_be_attached()
        assert editor.tab.evaluate("scrollY") == 300
    assert editor.console.messages == []


def test_a_problem_is_shown_as_text_and_the_page_stays(editor: Editor) -> None:
    title = editor.tab.locator("h1").inner_text()
    editor.add("[dead <b>link</b>](nowhere.md)")
    problem = editor.tab.get_by_role("alert").and_(editor.tab.locator("#docsite-problem"))
    expect(problem).to_contain_text("The link nowhere.md has no target.")
    expect(problem).to_contain_text(f"{PAGE}.md:")
    assert problem.locator("*").count() == 0
    assert editor.tab.locator("h1").inner_text() == title
    # After a reload, the last valid page and the problem are shown.
    editor.tab.reload()
    expect(problem).to_be_visible()
    editor.restore()
    expect(problem).not_to_be_attached()
    assert editor.tab.locator("h1").inner_text() == title
    assert editor.console.messages == []


def test_a_new_page_replaces_its_not_found_page(editor: Editor, docs: Path, address: str) -> None:
    editor.tab.goto(f"{address}/guide/fresh.html")
    page = '+++\nsummary = "New."\n+++\n\n# Fresh {#fresh}\n\nFresh text.\n'
    chinese = (docs / f"zh/{PAGE}.md").read_text(encoding="utf-8")
    # Pages must exist in both languages and have a link to them.
    for name, text in {
        "guide/fresh.md": page,
        "zh/guide/fresh.md": page,
        f"zh/{PAGE}.md": f"{chinese}\n[fresh](fresh.md)\n",
    }.items():
        (docs / name).write_text(text, encoding="utf-8")
    editor.add("[fresh](fresh.md)")
    expect(editor.tab.get_by_text("Fresh text.")).to_be_visible()
