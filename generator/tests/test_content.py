import re
import subprocess
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from docsite.errors import ContentError
from docsite.load import load_site
from docsite.pages.assemble import assemble_pages
from docsite.pages.content import load_sources, parse_source
from docsite.pages.history import FileHistory, parse_history
from docsite.records import FrontMatter, SiteConfig, render_json
from docsite.site.text_files import load_inside
from generator.tests.support import append, copy_site, good_config, prepend

DAY = date(2020, 2, 29)


def with_git(config: SiteConfig) -> SiteConfig:
    return replace(config, last_updated=None)


def git(
    folder: Path, *arguments: str, day: str = "2022-05-06T00:00:00Z", text: bytes = b""
) -> bytes:
    identity = ["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
    environment = {"GIT_AUTHOR_DATE": day, "GIT_COMMITTER_DATE": day, "PATH": "/usr/bin:/bin"}
    command = ["git", *identity, *arguments]
    return subprocess.run(
        command, cwd=folder, check=True, capture_output=True, env=environment, input=text
    ).stdout


def test_sources_are_sorted_by_path_and_exclude_examples(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    (docs / "examples/note.md").write_text("no page", encoding="utf-8")
    files = [source.file for source in load_sources(docs, good_config())]
    assert files == sorted(files)
    assert len(files) == 8


def test_front_matter_is_removed_and_line_numbers_are_kept(tmp_path: Path) -> None:
    (source,) = (
        source
        for source in load_sources(copy_site(tmp_path), good_config())
        if source.file == "zh/guide/start.md"
    )
    assert source.frontmatter == FrontMatter("第一杯水。")
    assert source.locale == "zh-CN"
    assert source.first_line == 5
    assert source.text.startswith("\n# 开始")


TEXT_FILES = {
    "site.toml": "",
    "glossary.toml": '[[zh-CN]]\nterm = "kettle"\ntranslation = "水壶"\n',
    "comments.toml": "[zh-CN]\n",
    "zh/index.md": "",
    "examples/boil.ts": "",
}


@pytest.mark.parametrize("file", TEXT_FILES)
def test_a_byte_order_mark_is_ignored(file: str, tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    text = TEXT_FILES[file] or (docs / file).read_text(encoding="utf-8")
    (docs / file).write_text(text, encoding="utf-8-sig")
    assert load_site(docs).problems == ()


@pytest.mark.parametrize("encoding", ["utf-16", "gbk"])
@pytest.mark.parametrize("file", TEXT_FILES)
def test_a_file_in_another_encoding_is_reported(file: str, encoding: str, tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    (docs / file).write_text("# 水壶", encoding=encoding)
    with pytest.raises(ContentError, match="can't be read") as caught:
        load_site(docs)
    assert caught.value.file == str(docs / file)
    assert "UTF-8" in caught.value.hint


def test_the_date_in_front_matter_overrides_the_one_of_the_site() -> None:
    own = parse_source(
        "a.md", '+++\nsummary = "A."\nlast_updated = 2021-03-04\n+++\n', good_config(), DAY
    )
    none = parse_source("a.md", '+++\nsummary = "A."\n+++\n', good_config(), DAY)
    assert (own.last_updated, none.last_updated) == (date(2021, 3, 4), DAY)


REFUSED = ("javascript:x", "data:,x", "//host", "/\\\\host", "java\\tscript:x", " JavaScript:x")
"""Rejected links, as written in TOML strings."""

FRONT_MATTER = st.lists(
    st.sampled_from(
        [
            *("summary = ", "draft = ", "action = ", "[[features]]", "last_updated = ", "x = "),
            *('"a"', "07:32:00", "2020-01-01T00:00:00Z", "[1]", "{ text = 07:32:00, link = 1 }"),
            *("true", "nan", "\n", "+++\n", "redirect_from = ", '["/a"]', "layout = [", '"""'),
        ]
    ),
    max_size=12,
).map("".join)


@given(FRONT_MATTER)
def test_invalid_front_matter_does_not_stop_parsing(text: str) -> None:
    source = parse_source("a.md", f"+++\n{text}\n+++\n# A {{#a}}\n", good_config(), DAY)
    render_json(source.frontmatter)


@pytest.mark.parametrize(
    "line",
    [
        *("summary = 1", 'summary = " "', 'layout = "wide"', 'last_updated = "2020-01-01"'),
        *("last_updated = 2020-01-01T00:00:00Z", 'draft = "yes"', 'redirect_from = "/a"'),
        *('redirect_from = ["a"]', 'redirect_from = ["//a"]', 'redirect_from = ["/a?b"]'),
        *('action = "x"', 'action = { text = "a" }', 'action = { text = "a", link = 1 }'),
        *(r"redirect_from = ['/a\']", "redirect_from = ['/\"']", 'redirect_from = ["/\'"]'),
        *('redirect_from = ["/`"]', r'redirect_from = ["/\u0007"]', r'redirect_from = ["/\u009b"]'),
        *(f'action = {{ text = "a", link = "{link}" }}' for link in REFUSED),
        *(
            f'ways = [{{ title = "a", text = "a", note = "a", link = "{link}" }}]'
            for link in REFUSED
        ),
        *('action = { a = "a", b = "b" }', "features = [1]", 'features = [{ title = "a" }]'),
    ],
)
def test_each_invalid_value_in_front_matter_is_one_problem(line: str) -> None:
    summary = "" if line.startswith("summary") else 'summary = "A."\n'
    source = parse_source("a.md", f"+++\n{summary}{line}\n+++\n", good_config(), DAY)
    (problem,) = source.problems
    assert problem.message.endswith(f"invalid value for {line.partition(' ')[0]}.")
    assert problem.line == 2 + summary.count("\n")


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("title: Tea\ndescription: How to boil.\n", "How to boil."),
        ("# sidebar\nsummary: 'Boil \"it\".'\ntags:\n  - tea\n\nweight: 1\n", "Boil 'it'."),
        ("title: Tea\n", "One sentence."),
    ],
)
def test_front_matter_in_yaml_is_one_problem_that_says_what_to_write(
    text: str, summary: str
) -> None:
    source = parse_source("guide/tea.md", f"---\n{text}---\n\n# Tea {{#tea}}\n", good_config(), DAY)
    (problem,) = source.problems
    assert problem.message == "The front matter is YAML instead of TOML."
    assert f'Write +++, summary = "{summary}" and +++ on separate lines.' in problem.hint
    assert source.text == "\n# Tea {#tea}\n"
    assert source.first_line == text.count("\n") + 3


@pytest.mark.parametrize("text", ["---\n\n# Tea {#tea}\n", "---\nTea: hot\n\n# Tea {#tea}\n"])
def test_a_line_at_the_start_of_a_page_is_not_front_matter(text: str) -> None:
    source = parse_source("guide/tea.md", text, good_config(), DAY)
    assert [problem.message for problem in source.problems] == ["The front matter has no summary."]
    assert source.text == text


def test_links_in_front_matter_can_lead_to_pages_and_other_sites() -> None:
    for link in ("/guide/", "https://a.example", "mailto:a@b.example"):
        text = f'+++\nsummary = "A."\naction = {{ text = "a", link = "{link}" }}\n+++\n'
        assert parse_source("a.md", text, good_config(), DAY).problems == ()


def test_an_invalid_value_is_dropped() -> None:
    text = '+++\nsummary = "A."\ndraft = "no"\n+++\n'
    source = parse_source("a.md", text, good_config(), DAY)
    assert not source.frontmatter.draft
    assert len(source.problems) == 1


def test_the_git_history_has_the_last_change_of_each_file() -> None:
    log = "\x0086400\tAda\n\na.md\n\x000\tBo\n\na.md\nb.md\n\x000\tBo\n\na.md\n"
    assert parse_history(log) == {
        "a.md": FileHistory(date(1970, 1, 2), ("Bo", "Ada")),
        "b.md": FileHistory(date(1970, 1, 1), ("Bo",)),
    }


def test_the_last_change_can_be_taken_from_git(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    (docs / "index.md").write_text('+++\nsummary = "A."\n+++\n# A {#a}\n', encoding="utf-8")
    git(tmp_path, "commit", "-qam", "two", day="2023-07-08T00:00:00Z")
    dates = {
        source.file: source.last_updated for source in load_sources(docs, with_git(good_config()))
    }
    assert dates["index.md"] == date(2023, 7, 8)
    assert dates["guide/index.md"] == date(2022, 5, 6)
    assert dates["guide/start.md"] == date(2021, 3, 4)


def test_an_author_name_in_another_encoding_is_read(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    commit = git(tmp_path, "cat-file", "commit", "HEAD").replace(b"author A", b"author J\xf6rg")
    renamed = git(tmp_path, "hash-object", "-t", "commit", "-w", "--stdin", text=commit)
    git(tmp_path, "update-ref", "HEAD", renamed.decode().strip())
    config = replace(with_git(good_config()), contributors=True)
    (source, *_) = load_sources(docs, config)
    assert source.contributors == ("J\ufffdrg",)


def test_pages_can_list_their_authors(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one", "--author=Ada & Co <ada@people.example>")
    append(docs / "zh/guide/start.md", "\n新的一行。\n")
    git(tmp_path, "commit", "-qam", "two", "--author=李华 <hua@people.example>")
    config = replace(good_config(), contributors=True)
    sources = {source.file: source for source in load_sources(docs, config)}
    assert set(sources["zh/guide/start.md"].contributors) == {"Ada & Co", "李华"}
    assert sources["guide/start.md"].contributors == ("Ada & Co",)
    assert sources["guide/start.md"].last_updated == date(2021, 3, 4)
    prepend(docs / "site.toml", "contributors = true\n")
    site = load_site(docs)
    records = assemble_pages(site.config, site.record, site.pages, {})
    texts = {page.path: page.html for page in records}
    assert texts["/guide/start.html"].endswith(
        '<p lang="en-US" dir="ltr"><small>Contributors: Ada &amp; Co</small></p>\n'
    )
    assert re.search(
        "贡献者：(Ada &amp; Co、李华|李华、Ada &amp; Co)<", texts["/zh/guide/start.html"]
    )
    assert "Contributors" not in texts["/"]
    assert "people.example" not in "".join(texts.values())


def test_dates_from_git_need_a_full_clone(tmp_path: Path) -> None:
    full = tmp_path / "full"
    copy_site(full)
    git(full, "init", "-q")
    git(full, "add", ".")
    git(full, "commit", "-qm", "one")
    git(full, "commit", "-qm", "two", "--allow-empty")
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{full}", "shallow")
    with pytest.raises(ContentError, match=r"git fetch --unshallow"):
        load_sources(tmp_path / "shallow/docs", with_git(good_config()))


def test_dates_from_git_need_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    with pytest.raises(ContentError, match=r"Git failed here"):
        load_sources(copy_site(tmp_path), with_git(good_config()))


def test_a_missing_git_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    docs = copy_site(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ContentError, match=r"Install Git"):
        load_sources(docs, with_git(good_config()))


def test_only_files_below_the_docs_can_be_included(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    (tmp_path / "secret.ts").write_text("x", encoding="utf-8")
    (docs / "examples/link.ts").symlink_to(tmp_path / "secret.ts")
    assert load_inside(docs, "examples/boil.ts") is not None
    for name in ("../secret.ts", "examples/../../secret.ts", "examples/link.ts", "/etc/hosts", "x"):
        assert load_inside(docs, name) is None
