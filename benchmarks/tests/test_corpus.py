from collections import Counter
from pathlib import Path

import pytest

from benchmarks.corpus import write_corpus
from docsite.load import Site, load_site
from docsite.records import CodeBlock
from docsite.site.comments import COMMENTS_FILE
from docsite.site.config import CONFIG_FILE, load_config
from docsite.site.languages import PLAIN_LANGUAGES
from harness.paths import ROOT

DOCS = ROOT / "docs"
SMALL_SITE = ROOT / "generator/tests/sites/good"


def files_of(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus with two sections, of which the second is incomplete."""
    output = tmp_path_factory.mktemp("corpus") / "docs"
    write_corpus(DOCS, output, 100)
    return output


@pytest.fixture(scope="module")
def site(corpus: Path) -> Site:
    return load_site(corpus)


def test_the_corpus_has_the_requested_number_of_pages_and_no_problems(site: Site) -> None:
    assert site.problems == ()
    assert len(site.pages) == 100


@pytest.mark.parametrize("count", [8, 16, 70])
def test_the_corpus_of_a_small_site_has_the_requested_size(count: int, tmp_path: Path) -> None:
    write_corpus(SMALL_SITE, tmp_path, count)
    site = load_site(tmp_path)
    assert site.problems == ()
    assert len(site.pages) == count


def test_every_page_exists_in_every_language(tmp_path: Path) -> None:
    write_corpus(SMALL_SITE, tmp_path, 15)
    assert len(load_site(tmp_path).pages) == 16


def test_code_blocks_of_the_copies_are_unique(site: Site) -> None:
    blocks: Counter[tuple[str, str]] = Counter()
    for page in site.pages:
        if "s0" in page.path:
            blocks.update(map(_identify, page.document.code_blocks))
    colored = {block: count for block, count in blocks.items() if block[0] not in PLAIN_LANGUAGES}
    assert len(colored) > 50
    assert [block for block, count in colored.items() if count > 1] == []


def _identify(block: CodeBlock) -> tuple[str, str]:
    return block.language, block.text


def test_declarations_have_different_names_on_each_page(tmp_path: Path) -> None:
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


def test_mounts_outside_the_docs_are_removed(corpus: Path) -> None:
    assert load_config(DOCS).mounts
    assert load_config(corpus).mounts == ()


def test_live_samples_are_found_in_their_original_folder(corpus: Path) -> None:
    original, copy = load_config(DOCS).live, load_config(corpus).live
    assert original
    assert copy
    assert Path(copy.folder) == (DOCS / original.folder).resolve()


def test_the_original_pages_are_unchanged(corpus: Path) -> None:
    originals = {
        name: content
        for name, content in files_of(DOCS).items()
        if not name.startswith("tests/") and name not in (CONFIG_FILE, COMMENTS_FILE)
    }
    assert originals.items() <= files_of(corpus).items()


def test_the_navigation_is_unchanged_and_each_section_has_a_sidebar(corpus: Path) -> None:
    before, after = load_config(DOCS), load_config(corpus)
    assert after.nav == before.nav
    assert after.sidebars[: len(before.sidebars)] == before.sidebars
    assert [bar.under for bar in after.sidebars[len(before.sidebars) :]] == ["/s01/", "/s02/"]
    assert after.chunk_numbers == (2, None)


def test_links_stay_in_their_section_if_it_has_the_page(tmp_path: Path) -> None:
    write_corpus(SMALL_SITE, tmp_path, 20)
    pages = {page.path: page for page in load_site(tmp_path).pages}
    whole, part = (pages[f"/zh/{name}/guide/pour.html"].document.links for name in ("s01", "s02"))
    assert [link.target for link in whole] == ["/zh/s01/guide/start.html"]
    assert [link.target for link in part] == ["/zh/guide/start.html"]


def test_two_runs_write_the_same_files(corpus: Path, tmp_path: Path) -> None:
    write_corpus(DOCS, tmp_path, 100)
    assert files_of(tmp_path) == files_of(corpus)


def test_a_folder_that_is_not_empty_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(FileExistsError, match="is not empty"):
        write_corpus(DOCS, tmp_path, 84)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_fewer_pages_than_the_original_are_rejected(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="already 23 pages in each language"):
        write_corpus(DOCS, tmp_path, 10)
