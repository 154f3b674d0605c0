"""Sites in more than one language: `docsite add-language`, and pages without a translation."""

import shutil
import tomllib
from pathlib import Path

import pytest

from docsite.cli import main
from docsite.load import Site, load_site
from docsite.pages.assemble import assemble_pages
from docsite.pages.content import replace_recorded
from docsite.pages.parse import ParsedPage
from docsite.records import Page
from docsite.site.config import load_config
from docsite.site.locales import direction_of
from docsite.starter.add_language import insert_locale
from docsite.starter.new import load_known_languages
from generator.tests.support import THEME_OPTION, append, copy_site, edit, prepend

LANGUAGES = [*load_known_languages()]


def page_at(site: Site, path: str) -> ParsedPage:
    return next(page for page in site.pages if page.path == path)


def record_at(site: Site, path: str) -> Page:
    pages = assemble_pages(site.config, site.record, site.pages, site.originals)
    return next(page for page in pages if page.path == path)


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A site in English and Chinese, and in Japanese without a page."""
    docs = copy_site(tmp_path)
    assert main(["add-language", str(docs), "ja"]) == 0
    return docs


def test_a_new_site_can_add_every_language_and_passes_strict_checks(tmp_path: Path) -> None:
    docs = tmp_path / "demo"
    assert main(["new", str(docs)]) == 0
    for name in LANGUAGES[1:]:
        assert main(["add-language", str(docs), name]) == 0
    assert main(["check", "--strict", str(docs), *THEME_OPTION]) == 0
    config = load_config(docs)
    tags = [labels["tag"] for labels in load_known_languages().values()]
    assert [locale.tag for locale in config.locales] == tags
    assert [locale.prefix for locale in config.locales][-2:] == ["/pt-br/", "/ar/"]
    assert not any(locale.strings for locale in config.locales), "the theme has them"


def test_adding_a_language_changes_nothing_else(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    before = {file: file.read_bytes() for file in docs.rglob("*") if file.is_file()}
    assert main(["add-language", str(docs), "it", "--label", "Italiano"]) == 0
    after = {file: file.read_bytes() for file in docs.rglob("*") if file.is_file()}
    assert [file for file in after if after[file] != before.get(file)] == [docs / "site.toml"]
    old = before[docs / "site.toml"].decode()
    start, _, rest = (docs / "site.toml").read_text("utf-8").partition('[[locales]]\ntag = "it"')
    assert old.startswith(start.rstrip())
    assert old.endswith(rest[rest.index("[[nav]]") :])
    assert load_config(docs).locales[2].strings == load_config(docs).locales[0].strings


def test_adding_a_language_keeps_line_endings_and_the_byte_order_mark(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    config = docs / "site.toml"
    config.write_bytes(b"\xef\xbb\xbf" + config.read_bytes().replace(b"\n", b"\r\n"))
    assert main(["add-language", str(docs), "ja"]) == 0
    assert load_config(docs).locales[2].tag == "ja"
    after = config.read_bytes()
    assert after.startswith(b"\xef\xbb\xbftitle")
    assert after.count(b"\r\n") == after.count(b"\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["zh-cn"], "already has zh-CN"),
        (["it"], "no name for the language"),
        (["../it", "--label", "x"], "not a language tag"),
        (["guide", "--label", "x"], "not a language tag"),
    ],
)
def test_a_language_that_cannot_be_added_is_reported(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    docs = copy_site(tmp_path)
    before = (docs / "site.toml").read_bytes()
    assert main(["add-language", str(docs), *arguments]) == 1
    assert message in capsys.readouterr().err
    assert (docs / "site.toml").read_bytes() == before


def test_an_existing_folder_is_never_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    docs = copy_site(tmp_path)
    (docs / "ja").mkdir()
    assert main(["add-language", str(docs), "ja"]) == 1
    assert "already exists" in capsys.readouterr().err


def test_a_site_that_requires_translations_adds_none_without_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    docs = copy_site(tmp_path)
    prepend(docs / "site.toml", "require_translations = true\n")
    assert main(["add-language", str(docs), "ja"]) == 1
    assert "requires all translations" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text",
    [
        '[[locales]]\ntag = "en"',
        '[[locales]]\ntag = "en"\n\n# Menu\n[[nav]]\npage = "/"\n',
        '[[locales]]\ntag = "en"\nnames = [\n[1],\n]\n[[nav]]\n',
    ],
)
def test_a_language_is_inserted_after_the_others(text: str) -> None:
    table = '[[locales]]\ntag = "ja"'
    result = insert_locale(text, table, "site.toml")
    assert [each["tag"] for each in tomllib.loads(result)["locales"]] == ["en", "ja"]
    assert result.index(table) < result.find("# Menu") % len(result)
    assert result.endswith("\n")


def test_a_page_without_a_translation_shows_the_original_with_a_note(docs: Path) -> None:
    site = load_site(docs)
    assert site.problems == ()
    original, shown = record_at(site, "/guide/start.html"), record_at(site, "/ja/guide/start.html")
    note = shown.html.replace(original.html.split("</h1>\n")[1], "").split("</h1>\n")[1]
    assert note.startswith('<p class="stale" lang="ja" dir="ltr">')
    assert shown.original is not None
    assert (shown.original.lang, shown.locale, shown.title) == ("en-US", "ja", original.title)
    assert shown.edit_link == original.edit_link
    assert record_at(site, "/zh/guide/start.html").original is None


def test_links_of_an_untranslated_page_stay_in_its_language(docs: Path) -> None:
    more = "\n[a](start.md#water) [b](../zh/index.md) ![c](/kettle.svg)\n"
    append(docs / "guide/pour.md", more)
    (docs / "zh/guide/pour.md").unlink()
    site = load_site(docs)
    assert not site.has_errors
    html = record_at(site, "/ja/guide/pour.html").html
    assert 'href="/ja/guide/start.html#water"' in html
    assert 'href="/zh/"' in html
    assert 'src="/kettle.svg"' in html
    action = page_at(site, "/ja/").source.frontmatter.action
    assert action is not None
    assert action.link == "/ja/guide/start.html"


@pytest.mark.parametrize(
    ("image", "is_accepted"), [("/zh/kettle.svg", True), ("/ja/kettle.svg", False)]
)
def test_a_translation_can_show_the_image_of_its_language(
    docs: Path, image: str, is_accepted: bool
) -> None:
    file = docs / f"public{image}"
    file.parent.mkdir()
    shutil.copy(docs / "public/kettle.svg", file)
    edit(docs / "zh/guide/start.md", "/kettle.svg", image)
    assert load_site(docs).has_errors is not is_accepted


def test_navigation_and_counterparts_include_untranslated_pages(docs: Path) -> None:
    site = load_site(docs)
    japanese = site.record.locales[2]
    english = site.record.locales[0]
    assert [entry.text for entry in japanese.nav] == [entry.text for entry in english.nav]
    items = [item for group in japanese.sidebars[0].groups for item in group.items]
    assert [item.path for item in items] == ["/ja/guide/start.html", "/ja/guide/pour.html"]
    assert record_at(site, "/guide/pour.html").counterparts["ja"] == "/ja/guide/pour.html"


def test_a_mistake_in_an_original_is_reported_once(docs: Path) -> None:
    for file in ("guide/pour.md", "zh/guide/pour.md"):
        append(docs / file, "\n[x](missing.md)\n")
    files = [problem.file for problem in load_site(docs).problems]
    assert files == ["guide/pour.md", "zh/guide/pour.md"]


def test_a_translation_replaces_the_original_and_can_be_recorded(docs: Path) -> None:
    text = (docs / "guide/pour.md").read_text("utf-8")
    (docs / "ja/guide").mkdir(parents=True)
    (docs / "ja/guide/pour.md").write_text(text.replace("# Pour", "# 注ぐ"), encoding="utf-8")
    assert main(["translated", str(docs)]) == 0
    assert "[translated]" in (docs / "ja/guide/pour.md").read_text("utf-8")
    assert not (docs / "ja/index.md").exists()
    site = load_site(docs)
    assert site.problems == ()
    assert page_at(site, "/ja/guide/pour.html").document.title == "注ぐ"


def test_a_table_shows_the_coverage_of_each_language(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["translated", str(docs)]) == 0
    append(docs / "guide/pour.md", "\nSlowly.\n")
    (docs / "zh/guide/index.md").unlink()
    text = (docs / "zh/guide/start.md").read_text("utf-8")
    (docs / "zh/guide/start.md").write_text(replace_recorded(text, {}), encoding="utf-8")
    capsys.readouterr()
    assert main(["translations", str(docs)]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split("  ")[0] == "language"
    assert [row.split() for row in rows] == [
        ["zh-CN", "3/4", "75", "%", "1", "1", "1"],
        ["ja", "0/4", "0", "%", "0", "0", "0"],
    ]


@pytest.mark.parametrize(
    ("tag", "direction"),
    [("ar", "rtl"), ("he-IL", "rtl"), ("az-Arab", "rtl"), ("en-US", "ltr"), ("ks-Deva", "ltr")],
)
def test_the_script_of_a_language_has_a_direction(tag: str, direction: str) -> None:
    assert direction_of(tag) == direction
