"""A site is the same with pages that were parsed by an earlier build."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docsite.build import Folders, build_site
from docsite.cache import Cache
from docsite.load import Site, load_site
from docsite.markdown import Snippet, plain_highlighter
from docsite.pages.assemble import assemble_pages
from docsite.pages.parse import ParseMemo, ParseStore
from generator.tests.support import append, copy_built, copy_site, edit, prepend, read_files

Edit = Callable[[Path], None]

COMMENT = '[zh-CN]\n"one litre" = "一升"\n'


def write(name: str, *texts: str) -> Edit:
    """Writes a file, each time with the next content."""

    def change(docs: Path) -> None:
        path = docs / name
        known = path.read_text(encoding="utf-8") if path.exists() else ""
        following = texts[(texts.index(known) + 1) % len(texts)] if known in texts else texts[0]
        path.write_text(following, encoding="utf-8")

    return change


def swap(name: str, old: str, new: str) -> Edit:
    """Replaces one string with another, and back."""

    def change(docs: Path) -> None:
        text = (docs / name).read_text(encoding="utf-8")
        edit(docs / name, *((new, old) if new in text else (old, new)))

    return change


def remove_or_restore(name: str) -> Edit:
    def change(docs: Path) -> None:
        moved = docs.parent / name.replace("/", "-")
        shutil.move(*((moved, docs / name) if moved.exists() else (docs / name, moved)))

    return change


EDITS: dict[str, Edit] = {
    "text": lambda docs: append(docs / "guide/pour.md", "\nMore `tea`.\n"),
    "title of a linked page": swap("zh/guide/start.md", "# 开始 ", "# 起步 "),
    "id of a linked heading": swap("guide/start.md", "{#water}", "{#milk}"),
    "front matter": swap("guide/start.md", "A first cup.", "The first cup, in two minutes."),
    "lines before the text": swap("guide/pour.md", "+++\n\n#", "+++\n\n\n#"),
    "date": swap("guide/start.md", "2021-03-04", "2022-03-04"),
    "included file": lambda docs: prepend(docs / "examples/boil.ts", "// hot\n"),
    "missing included file": remove_or_restore("examples/boil.ts"),
    "comments of samples": write("comments.toml", "", COMMENT, COMMENT.replace("升", "公升")),
    "page": remove_or_restore("guide/pour.md"),
    "public file": remove_or_restore("public/kettle.svg"),
    "order of pages": swap(
        "site.toml", '"/guide/start.html", "/guide/pour.html"', '"/guide/pour.html"'
    ),
    "label of a group": swap("site.toml", "First steps", "Begin"),
    "address": swap("site.toml", "https://kettle.example", "https://pot.example"),
    "base": swap("site.toml", 'title = "Kettle"', 'title = "Kettle"\nbase = "/kettle/"'),
    "string": swap("site.toml", "strings = { edit", 'strings = { tip = "妙招", edit'),
    "choice": swap("site.toml", 'id = "induction"', 'id = "electric"'),
}


@contextmanager
def stored(file: Path, highlighter: str = "") -> Iterator[ParseStore]:
    with Cache(file) as cache:
        yield ParseStore(cache, highlighter)


def load(docs: Path, file: Path, memo: ParseMemo | None = None) -> Site:
    with stored(file) as store:
        return load_site(docs, store=store, memo=memo)


@settings(max_examples=15)
@given(st.lists(st.sampled_from(sorted(EDITS)), min_size=1, max_size=5))
def test_a_site_is_the_same_with_stored_pages_after_any_edits(names: Sequence[str]) -> None:
    with TemporaryDirectory() as folder:
        docs, file, memo = copy_site(Path(folder)), Path(folder) / "cache", ParseMemo()
        load(docs, file, memo)
        for name in names:
            with suppress(FileNotFoundError):  # an earlier edit may have removed the file
                EDITS[name](docs)
            fresh = load_site(docs)
            assert load(docs, file, memo) == load(docs, file) == fresh


def test_stored_pages_are_reused(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    requests: list[Sequence[Snippet]] = []

    def highlight(snippets: Sequence[Snippet]) -> Sequence[Sequence[str]]:
        requests.append(snippets)
        return plain_highlighter(snippets)

    def count_after(change: Edit) -> int:
        requests.clear()
        change(docs)
        with stored(tmp_path / "cache") as store:
            load_site(docs, highlight, store=store)
        return len([snippets for snippets in requests if snippets])

    assert count_after(lambda _docs: None) == 2
    assert count_after(lambda _docs: None) == 0
    assert count_after(EDITS["front matter"]) == 0
    assert count_after(EDITS["label of a group"]) == 0
    assert count_after(lambda docs: append(docs / "guide/start.md", "\nHot.\n")) == 1
    assert count_after(EDITS["included file"]) == 2


def test_a_page_is_parsed_while_another_one_waits_for_the_highlighter(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    waiting = Barrier(2, timeout=60)  # for the two pages with code

    def highlight(snippets: Sequence[Snippet]) -> Sequence[Sequence[str]]:
        if snippets:
            waiting.wait()
        return plain_highlighter(snippets)

    assert load_site(docs, highlight) == load_site(docs)


def test_stored_pages_are_read_with_one_query(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = copy_site(tmp_path)
    first = load(docs, tmp_path / "cache")
    queries: list[int] = []
    get_many = Cache.get_many

    def count(cache: Cache, stage: str, keys: Iterable[str]) -> Mapping[str, bytes]:
        queries.append(len(known := list(keys)))
        return get_many(cache, stage, known)

    monkeypatch.setattr(Cache, "get_many", count)
    assert load(docs, tmp_path / "cache") == first
    assert queries == [len(first.pages)]


def test_stored_pages_have_their_reading_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = copy_site(tmp_path)
    load(docs, tmp_path / "cache")
    monkeypatch.setattr("docsite.markdown.parser.reading_minutes", lambda _texts: 99)
    site = load(docs, tmp_path / "cache")
    pages = assemble_pages(site.config, site.record, site.pages, site.originals)
    assert {page.minutes for page in pages} == {1}


def test_another_highlighter_reparses_pages(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)

    def html_with(version: str) -> str:
        def highlight(snippets: Sequence[Snippet]) -> Sequence[Sequence[str]]:
            return [[version] * (snippet.code.count("\n") + 1) for snippet in snippets]

        with stored(tmp_path / "cache", version) as store:
            site = load_site(docs, highlight, store=store)
        return "".join(page.document.html for page in site.pages)

    assert "old" in html_with("old")
    assert "old" not in html_with("new")


def test_stored_pages_without_a_translation_link_to_the_current_prefix(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    shutil.rmtree(docs / "zh")
    load(docs, tmp_path / "cache")
    edit(docs / "site.toml", 'prefix = "/zh/"', 'prefix = "/cn/"')
    site = load(docs, tmp_path / "cache")
    assert site == load_site(docs)
    (page,) = (page for page in site.pages if page.path == "/cn/guide/pour.html")
    assert [link.target for link in page.document.links] == ["/cn/guide/start.html"]


def test_a_build_after_edits_writes_the_same_files_as_a_first_build(
    built: Folders, tmp_path: Path
) -> None:
    folders = copy_built(built, tmp_path)
    for name in ("title of a linked page", "front matter", "included file", "string", "base"):
        EDITS[name](folders.docs)
    build_site(folders)
    (folders.work / "cache.sqlite").unlink()
    again = replace(folders, output=tmp_path / "again")
    build_site(again)
    assert read_files(folders.output) == read_files(again.output)
