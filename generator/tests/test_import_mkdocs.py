"""`docsite import mkdocs`: every construct on a page, and the resulting site."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from docsite.build import build_site
from docsite.emit.appearance import style_theme
from docsite.importing.mkdocs import NOTES_FILE, Imported, default_target, import_mkdocs
from docsite.importing.site import COLORS, readable_color
from docsite.importing.summary import Outcome
from docsite.load import load_site
from docsite.node.theme import load_theme
from docsite.records import Accent
from docsite.site.config import load_config
from docsite.site.routes import resolve_path, route_for
from generator.tests.mkdocs_project import CONFIG, import_pages, read_page, write_project
from generator.tests.support import FIXTURES, folders_in, read_files

CASES: list[dict[str, Any]] = tomllib.loads((FIXTURES / "mkdocs.toml").read_text(encoding="utf-8"))[
    "cases"
]
TITLE = "# Case {#case}\n\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pages = {f"docs/case-{at}.md": f"# Case\n\n{case['source']}" for at, case in enumerate(CASES)}
    return write_project(tmp_path_factory.mktemp("kettle"), pages)


@pytest.fixture(scope="module")
def imported(project: Path) -> Imported:
    return import_mkdocs(project, default_target(project))


@pytest.mark.parametrize("number", range(len(CASES)), ids=[case["title"] for case in CASES])
def test_every_construct_is_converted(number: int, imported: Imported) -> None:
    case = CASES[number]
    body = read_page(imported, f"case-{number}.md").partition(TITLE)[2]
    assert body == case["expected"]
    notes = [note for note in imported.summary.notes if note.file == f"docs/case-{number}.md"]
    assert [note.construct.name for note in notes] == case.get("notes", [])
    assert all(note.line and note.advice for note in notes)


def test_the_result_has_no_errors_and_the_notes_list_the_remaining_work(imported: Imported) -> None:
    assert imported.errors == []
    text = read_page(imported, NOTES_FILE)
    assert (
        "\ndocs/case-31.md:3: link: nowhere.md isn't part of the new site\n  The link was" in text
    )
    assert "\nmkdocs.yml: redirect: gone.md: https://elsewhere.example/\n" in text
    assert "\n- definition list: a list with the terms in bold\n" in text
    total = imported.summary.total
    assert min(total.values()) > 0
    assert set(total) == set(Outcome)


def test_settings_become_those_of_docsite(imported: Imported) -> None:
    config = load_config(imported.target)
    assert (config.title, config.address, config.base) == (
        "Kettle",
        "https://kettle.example",
        "/docs/",
    )
    assert config.repository == "https://git.example/tea/kettle"
    assert (config.docs_directory, config.docs_branch) == ("docs", "trunk")
    assert config.logo == "/img/logo.svg"
    assert config.accent
    assert config.locales[0].description == "Boils water"


def test_earlier_paths_are_redirected(imported: Imported) -> None:
    front = tomllib.loads(read_page(imported, "guide/brew-tea.md").split("+++")[1])
    assert front["redirect_from"] == ["/guide/Brew_Tea/", "/old/", "/older/"]


def test_the_project_is_not_changed(project: Path, imported: Imported, tmp_path: Path) -> None:
    before = read_files(project)
    import_mkdocs(project, tmp_path / "again")
    assert read_files(project) == before
    again = read_files(tmp_path / "again")
    assert again == read_files(imported.target)


def test_a_page_that_is_not_utf8_is_noted(tmp_path: Path) -> None:
    project = write_project(tmp_path / "kettle", {})
    (project / "docs/latin.md").write_bytes("# Tea\n\nCafé\n".encode("latin-1"))
    imported = import_mkdocs(project, tmp_path / "new")
    notes = [(note.file, note.line) for note in imported.summary.notes if "UTF-8" in note.detail]
    assert notes == [("docs/latin.md", 3)]


def test_critic_markup_is_converted_if_its_extension_is_on(tmp_path: Path) -> None:
    text = "# Pour\n\nPour {++hot++} or {--cold--} water {>>why?<<} with ++ctrl++.\n"
    result, _ = import_pages(tmp_path, {"docs/pour.md": text}, f"{CONFIG}  - pymdownx.critic\n")
    assert "Pour **hot** or cold water <!-- why? --> with `Ctrl`.\n" in read_page(result, "pour.md")
    assert [note.detail for note in result.summary.notes if note.line] == []


def test_private_characters_and_empty_headings_are_dropped(tmp_path: Path) -> None:
    text = "#\n\nHot\ue0005\ue001 water.\n\n## Pour\n"
    result, _ = import_pages(tmp_path, {"docs/tea.md": text})
    assert result.errors == []
    assert "# Tea {#tea}\n\nHot5 water.\n\n## Pour {#pour}\n" in read_page(result, "tea.md")


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("**A label that is long enough**\n\nPour it into the largest cup.", "Pour it into"),
        ("- An item that is long enough\n\n  and more of it.\n\nPour it into the cup.", "Pour it"),
        ("The time is $t = \\frac{1}{n}$ for a cup.\n\nPour it into the cup.", "Pour it into"),
        ("$$\nt = a + b + c + d + e + f\n$$\n\nPour it into the cup.", "Pour it into"),
        ("[Read everything](index.md) [Home page](index.md)\n\nPour it into the cup.", "Pour it"),
        ("!!! tip\n    Never pour it on the floor.\n\nPour it into the cup.", "Pour it into"),
        ("```sh\necho $$\n```\n\nPour it into the cup.", "Pour it into"),
        ("Run `$$` to see it.\n\nPour it into the cup.", "Pour it into"),
        ("- An item\ncontinued here at length.\n\nPour it into the cup.", "Pour it into"),
        ("::: kettle.boiling.water\n\nPour it into the cup.", "Pour it into"),
        ("Pour it.\n\nFollow all of these steps:\n\n1. Fill it up to the top.", "Tea"),
        ("把热水倒进最大的茶杯。", "把热水倒进最大的茶杯。"),
    ],
    ids=[
        "label",
        "item",
        "formula",
        "display",
        "links",
        "callout",
        "code",
        "inline",
        "lazy",
        "api",
        "short",
        "chinese",
    ],
)
def test_a_summary_is_a_sentence_or_the_title(text: str, summary: str, tmp_path: Path) -> None:
    described = "---\ndescription: Milk.\n---\n\n# Milk\n\nMilk is good for tea.\n"
    pages = {"docs/tea.md": f"# Tea\n\n{text}\n", "docs/milk.md": described}
    result, _ = import_pages(tmp_path, pages)
    front = tomllib.loads(read_page(result, "tea.md").split("+++")[1])
    assert front["summary"].startswith(summary)
    notes = read_page(result, NOTES_FILE)
    assert "\n- tea.md\n" in notes
    assert "\n- milk.md\n" not in notes


def test_an_imported_site_can_be_built_and_its_links_work(
    imported: Imported, tmp_path: Path
) -> None:
    folders = folders_in(tmp_path, imported.target)
    site = build_site(folders, is_compressed=False)
    assert not site.has_errors
    paths = {page.path for page in site.pages}
    assert {path for path in paths if not _document_of(folders.output, path).is_file()} == set()
    targets = [link.target for page in site.pages for link in page.document.links]
    internal = [target for target in targets if target.startswith("/")]
    assert len(internal) > 20
    for target in internal:
        path = target.partition("#")[0]
        is_page = resolve_path(path, paths).outcome == "page"
        assert is_page or (folders.output / path.lstrip("/").replace("%20", " ")).is_file()
    home = (folders.output / "index.html").read_text(encoding="utf-8")
    assert "MIT" not in home  # the project names no license
    redirects = (folders.output / "_redirects").read_text(encoding="utf-8")
    assert "/docs/guide/Brew_Tea/ /docs/guide/brew-tea.html" in redirects

    theme = load_theme(folders.theme, folders.bundles)
    for color in filter(None, map(readable_color, COLORS)):
        style_theme(theme, replace(site.config, accent=Accent(light=color)), imported.target)


def _document_of(output: Path, path: str) -> Path:
    return output / f"{path.lstrip('/')}{'index.html' if path.endswith('/') else ''}"


def test_the_earlier_path_of_every_page_leads_to_it(project: Path, imported: Imported) -> None:
    """`/guide/start/` works as before, because docsite also looks for `/guide/start.html`."""
    site = load_site(imported.target)
    paths = {page.path for page in site.pages}
    redirects = {redirect.path: redirect.target for redirect in site.routes.redirects}
    for source in (project / "docs").rglob("*.md"):
        inner = source.relative_to(project / "docs").with_suffix("").as_posix()
        old = f"/{inner}/" if inner != "index" else "/"
        found = redirects.get(old) or resolve_path(old, paths).path
        assert found.lower().replace("_", "-") == route_for(f"{inner}.md").lower().replace("_", "-")
