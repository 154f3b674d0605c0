from collections import Counter
from pathlib import Path

import pytest

from benchmarks.corpus import write_corpus
from docsite.load import load_site
from docsite.records import CodeBlock
from docsite.site.config import load_config
from docsite.site.languages import PLAIN_LANGUAGES
from harness.paths import ROOT

DOCS = ROOT / "docs"
SMALL_SITE = ROOT / "generator/tests/sites/good"


def files_of(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two sections, the second of which is not complete."""
    output = tmp_path_factory.mktemp("corpus") / "docs"
    write_corpus(DOCS, output, 100)
    return output


@pytest.mark.parametrize(("docs", "count"), [(DOCS, 46), (DOCS, 92), (SMALL_SITE, 70)])
def test_there_are_as_many_pages_as_asked_for_and_nothing_is_wrong_with_them(
    docs: Path, count: int, tmp_path: Path
) -> None:
    write_corpus(docs, tmp_path, count)
    site = load_site(tmp_path)
    assert site.problems == ()
    assert len(site.pages) == count


def test_every_page_is_in_every_language(tmp_path: Path) -> None:
    write_corpus(SMALL_SITE, tmp_path, 15)
    assert len(load_site(tmp_path).pages) == 16


def test_no_two_code_blocks_of_the_copies_have_the_same_colours(corpus: Path) -> None:
    blocks: Counter[tuple[str, str]] = Counter()
    for page in load_site(corpus).pages:
        if "s0" in page.path:
            blocks.update(map(_essence, page.document.code_blocks))
    coloured = {block: count for block, count in blocks.items() if block[0] not in PLAIN_LANGUAGES}
    assert len(coloured) > 50
    assert [block for block, count in coloured.items() if count > 1] == []


def _essence(block: CodeBlock) -> tuple[str, str]:
    return block.language, block.text


def test_what_code_declares_has_another_name_on_each_page(tmp_path: Path) -> None:
    write_corpus(SMALL_SITE, tmp_path, 16)
    text = (tmp_path / "s01/guide/start.md").read_text(encoding="utf-8")
    assert (
        "```ts [boil.ts] {1}\n"
        "export function boil3(litres: number): number {\n"
        "  return litres * 4;\n"
        "}\n"
        "// s01/guide/start.md 0\n"
        "```\n"
    ) in text


def test_what_is_mounted_beside_the_docs_is_left_out(corpus: Path) -> None:
    assert load_config(DOCS).mounts
    assert load_config(corpus).mounts == ()


def test_what_runs_on_the_pages_is_found_where_it_is(corpus: Path) -> None:
    original, copy = load_config(DOCS).live, load_config(corpus).live
    assert original
    assert copy
    assert Path(copy.folder) == (DOCS / original.folder).resolve()


def test_the_original_pages_stay_as_they_are(corpus: Path) -> None:
    originals = {
        name: content
        for name, content in files_of(DOCS).items()
        if not name.startswith("tests/") and name not in ("site.toml", "comments.toml")
    }
    assert originals.items() <= files_of(corpus).items()


def test_navigation_is_the_original_and_each_section_has_a_sidebar(corpus: Path) -> None:
    before, after = load_site(DOCS).config, load_site(corpus).config
    assert after.nav == before.nav
    assert after.sidebars[: len(before.sidebars)] == before.sidebars
    assert [bar.under for bar in after.sidebars[len(before.sidebars) :]] == ["/s01/", "/s02/"]
    assert after.chunk_numbers == (2, None)


def test_links_stay_in_their_section_where_it_has_the_page(tmp_path: Path) -> None:
    write_corpus(SMALL_SITE, tmp_path, 20)
    pages = {page.path: page for page in load_site(tmp_path).pages}
    whole, part = (pages[f"/zh/{name}/guide/pour.html"].document.links for name in ("s01", "s02"))
    assert [link.target for link in whole] == ["/zh/s01/guide/start.html"]
    assert [link.target for link in part] == ["/zh/guide/start.html"]


def test_two_runs_write_the_same(corpus: Path, tmp_path: Path) -> None:
    write_corpus(DOCS, tmp_path, 100)
    assert files_of(tmp_path) == files_of(corpus)


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(FileExistsError, match="is not empty"):
        write_corpus(DOCS, tmp_path, 84)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_fewer_pages_than_there_are_cannot_be_made(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="already 23 pages in each language"):
        write_corpus(DOCS, tmp_path, 10)
