"""`docsite import mkdocs`: the files that it reads, writes and never touches."""

from __future__ import annotations

from pathlib import Path

import pytest

from docsite.cli import main
from docsite.errors import ConfigError, OutputError
from docsite.importing.includes import Includer, expand_includes
from docsite.importing.lines import Line
from docsite.importing.mkdocs import import_mkdocs
from docsite.importing.settings import load_project
from docsite.importing.summary import Construct, Outcome, Summary
from generator.tests.mkdocs_project import CONFIG, SVG, import_pages, read_page, write_project
from generator.tests.support import read_files


def test_only_a_new_folder_outside_of_the_project_is_written(tmp_path: Path) -> None:
    project = write_project(tmp_path / "kettle", {})
    for target in (project, project / "new", project / "docs/new", tmp_path):
        with pytest.raises(OutputError, match="overlaps"):
            import_mkdocs(project, target, is_forced=True)
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "mine.txt").touch()
    with pytest.raises(OutputError, match="isn't empty"):
        import_mkdocs(project, foreign, is_forced=True)
    assert [path.name for path in foreign.iterdir()] == ["mine.txt"]


def test_an_earlier_import_is_replaced_only_with_an_option(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = write_project(tmp_path / "kettle", {"docs/extra.md": "# Extra\n"})
    assert main(["import", "mkdocs", str(project)]) == 0
    assert "docsite dev" in capsys.readouterr().out
    (project / "docs/extra.md").unlink()
    assert main(["import", "mkdocs", str(project)]) == 1
    assert "--force" in capsys.readouterr().err
    assert main(["import", "mkdocs", str(project), "--force"]) == 0
    assert not (tmp_path / "kettle-docsite/extra.md").exists()


def test_force_keeps_files_that_the_import_did_not_write(tmp_path: Path) -> None:
    project = write_project(tmp_path / "kettle", {"docs/old/extra.md": "# Extra\n"})
    target = tmp_path / "new"
    import_mkdocs(project, target)
    own = {".git/HEAD": "ref: refs/heads/main", "own.md": "# Own", "guide/own.md": "# Own"}
    for name, text in own.items():
        (target / name).parent.mkdir(exist_ok=True)
        (target / name).write_text(text, encoding="utf-8")
    (project / "docs/old/extra.md").unlink()
    (project / "docs/index.md").write_text("# Kettle\n\nNew text.\n", encoding="utf-8")
    import_mkdocs(project, target, is_forced=True)
    assert {name: (target / name).read_text(encoding="utf-8") for name in own} == own
    assert "New text." in (target / "index.md").read_text(encoding="utf-8")
    assert not (target / "old").exists()


@pytest.mark.parametrize("name", ["index.md", "added.md", "site.toml", "linked"])
def test_force_refuses_to_overwrite_changes_and_names_them(name: str, tmp_path: Path) -> None:
    project = write_project(tmp_path / "kettle", {})
    target = tmp_path / "new"
    import_mkdocs(project, target)
    if name == "linked":
        (target / "guide").rename(tmp_path / "elsewhere")
        (target / "guide").symlink_to(tmp_path / "elsewhere")
    else:
        (target / name).write_text("# Mine\n", encoding="utf-8")
    (project / "docs/added.md").write_text("# Added\n", encoding="utf-8")
    before = read_files(target)
    wanted = "guide/brew-tea.md" if name == "linked" else name
    with pytest.raises(OutputError, match=f"overwrite your changes: {wanted}"):
        import_mkdocs(project, target, is_forced=True)
    assert read_files(target) == before
    assert {path.name for path in tmp_path.iterdir()} <= {"kettle", "new", "elsewhere"}


@pytest.mark.parametrize("moves", [0, 1, 2, 4])
def test_an_interrupted_import_can_be_repeated(
    moves: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = write_project(tmp_path / "kettle", {"docs/extra.md": "# Extra\n"})
    target = tmp_path / "new"
    import_mkdocs(project, target)
    (project / "docs/extra.md").unlink()
    (project / "docs/index.md").write_text("# Kettle\n\nNew text.\n", encoding="utf-8")
    left = iter(range(moves))

    def replace_some(source: Path, path: Path) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt
        source.rename(path)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", replace_some)
        with pytest.raises(KeyboardInterrupt):
            import_mkdocs(project, target, is_forced=True)
    assert {path.name for path in tmp_path.iterdir()} == {"kettle", "new"}
    import_mkdocs(project, target, is_forced=True)
    import_mkdocs(project, tmp_path / "fresh")
    assert read_files(target) == read_files(tmp_path / "fresh")


def test_pages_are_read_only_from_the_project(tmp_path: Path) -> None:
    (tmp_path / "private").mkdir()
    (tmp_path / "private/key.txt").write_text("hidden", encoding="utf-8")
    for name in ("../private", str(tmp_path / "private")):
        with pytest.raises(ConfigError, match="isn't in the project"):
            import_pages(tmp_path, {}, f"{CONFIG}docs_dir: {name}\n")
    assert not (tmp_path / "new").exists()


def test_includes_do_not_repeat_themselves(tmp_path: Path) -> None:
    grow = {
        f"snippets/grow-{n}.md": f'--8<-- "grow-{n + 1}.md"\n' * 20 + "Grown.\n" for n in range(4)
    }
    pages = {
        "docs/own.md": "# Own\n\nText.\n\n"
        + '--8<-- "own.md"\n{% include-markdown "./own.md" %}\n',
        "docs/two.md": '# Two\n\n--8<-- "a.md"\n',
        "snippets/a.md": 'From a.\n\n--8<-- "b.md"\n--8<-- "b.md"\n',
        "snippets/b.md": 'From b.\n\n--8<-- "a.md"\n',
    }
    imported, _ = import_pages(tmp_path, pages)
    assert read_page(imported, "own.md").count("Text.") == 1
    assert read_page(imported, "two.md").count("From b.") == 2
    details = {note.detail for note in imported.summary.notes if note.construct.name == "INCLUDE"}
    assert details == {"own.md includes itself", "./own.md includes itself", "a.md includes itself"}

    summary = Summary()
    write_project(tmp_path / "kettle", {**grow, "snippets/grow-4.md": "Grown.\n"})
    includer = Includer(load_project(tmp_path / "kettle"), summary).for_page("index.md")
    lines = expand_includes([Line('--8<-- "grow-0.md"', "index.md", 1)], includer)
    assert sum(len(line.text) for line in lines) <= 2_000_000
    assert any("too long" in note.detail for note in summary.notes)


def test_lines_after_the_end_of_a_file_are_an_empty_block(tmp_path: Path) -> None:
    pages = {"docs/a.md": '# A\n\n```py\n--8<-- "boil.py:50:60"\n```\n\nText.\n'}
    imported, _ = import_pages(tmp_path, pages)
    assert read_page(imported, "a.md").endswith("```py\n```\n\nText.\n")


def test_a_missing_start_includes_the_whole_file_without_its_front_matter(tmp_path: Path) -> None:
    include = '{% include-markdown "./pot.md" start="<!-- gone -->" %}'
    pages = {
        "docs/a.md": f"# A\n\n{include}\n",
        "docs/pot.md": "---\ntitle: Pot\n---\n\nA pot with a [gap](gone.md).\n",
    }
    imported, _ = import_pages(tmp_path, pages)
    page = read_page(imported, "a.md")
    assert "A pot with a gap." in page
    assert "title: Pot" not in page


def test_includes_read_only_the_repository(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("hidden", encoding="utf-8")
    names = ("../secret.txt", str(tmp_path / "secret.txt"))
    lines = [f'--8<-- "{name}"\n\n{{% include-markdown "{name}" %}}\n' for name in names]
    imported, _ = import_pages(tmp_path, {"docs/a.md": "# A\n\nText.\n\n" + "\n".join(lines)})
    assert "hidden" not in read_page(imported, "a.md")
    assert len([note for note in imported.summary.notes if note.construct.name == "INCLUDE"]) == 4


@pytest.mark.parametrize(
    ("setting", "kept", "left"),
    [
        ("exclude_docs: /notes.md", "guide/notes.md", "notes.md"),
        ("exclude_docs: secret", "guide/notes.md", "secret/key.md"),
        ("exclude_docs: |\n  notes.md\n  !/notes.md", "notes.md", "guide/notes.md"),
        ("site_author: Ada", "guide/templates/tea.md", "templates/tea.md"),
        ("plugins: [exclude: { glob: [guide/*] }]", "notes.md", "guide/notes.md"),
    ],
)
def test_the_same_files_are_published_as_by_mkdocs(
    setting: str, kept: str, left: str, tmp_path: Path
) -> None:
    names = ("notes.md", "guide/notes.md", "secret/key.md", "templates/tea.md")
    pages = {f"docs/{name}": "# Page\n\nText.\n" for name in (*names, "guide/templates/tea.md")}
    config = f"site_name: Kettle\nsite_url: https://kettle.example/\n{setting}\n"
    result, _ = import_pages(tmp_path, pages, config)
    assert (result.target / kept).exists()
    assert not (result.target / left).exists()


def test_an_invalid_pattern_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="pattern"):
        import_pages(tmp_path, {}, f"{CONFIG}exclude_docs: '!'\n")


@pytest.mark.parametrize("target", ["nowhere.md", "#nothing", "guide/Brew_Tea.md#nothing"])
def test_the_advice_for_a_link_definition_says_where_its_links_lead(
    target: str, tmp_path: Path
) -> None:
    page = f"# Tea\n\nA [text][x].\n\n[x]: {target}\n"
    result, _ = import_pages(tmp_path, {"docs/tea.md": page})
    lost = "guide/brew-tea.md" if target.startswith("guide/") else "#tea"
    assert f"A [text][x].\n\n[x]: {lost}\n" in read_page(result, "tea.md")
    (note,) = (note for note in result.summary.notes if note.file == "docs/tea.md")
    assert note.line == 5
    assert note.advice.startswith("Links with this label now lead to the top of a page.")


def test_links_to_files_in_the_repository_are_followed_and_others_are_noted(tmp_path: Path) -> None:
    (tmp_path / "private.md").write_text("# Private\n", encoding="utf-8")
    docs = write_project(tmp_path / "kettle", {"CHANGES.md": "# Changes\n\nHotter.\n"}) / "docs"
    (docs / "changes.md").symlink_to("../CHANGES.md")
    (docs / "private.md").symlink_to(tmp_path / "private.md")
    (docs / "linked").symlink_to("../snippets")
    result = import_mkdocs(tmp_path / "kettle", tmp_path / "new")
    assert "Hotter." in read_page(result, "changes.md")
    assert not (result.target / "private.md").exists()
    noted = {note.file for note in result.summary.notes if note.construct.name == "FILE"}
    assert noted == {"docs/private.md", "docs/linked"}


def test_no_imported_file_is_below_assets(tmp_path: Path) -> None:
    pages = {
        "docs/index.md": "# Kettle\n\n![Cup](assets/img/cup.svg) and "
        "[leaf](assets/leaf.md), [pot](https://kettle.example/docs/assets/pot%201.pdf).\n",
        "docs/assets/img/cup.svg": SVG,
        "docs/assets/pot 1.pdf": "%PDF",
        "docs/assets/leaf.md": "# Leaf\n\n![Cup](img/cup.svg)\n",
        "docs/Media/jug.svg": SVG,
    }
    result, site = import_pages(tmp_path, pages, CONFIG.replace("img/logo", "assets/img/cup"))
    assert not result.errors
    assert site.logo == "/media-2/img/cup.svg"
    public = read_files(result.target / "public").keys()
    assert {"media-2/img/cup.svg", "media-2/pot 1.pdf", "Media/jug.svg"} <= public
    assert not any(name.startswith("assets/") for name in public)
    home = "![Cup](/media-2/img/cup.svg) and [leaf](assets-pages/leaf.md), "
    assert f"{home}[pot](/media-2/pot%201.pdf)." in read_page(result, "index.md")
    leaf = read_page(result, "assets-pages/leaf.md")
    assert 'redirect_from = ["/assets/leaf/"]' in leaf
    assert "![Cup](/media-2/img/cup.svg)" in leaf
    notes = [note for note in result.summary.notes if note.file == "docs/assets/"]
    assert [note.detail for note in notes] == ["/assets/ to /media-2/"]
    redirects = result.summary.counts[Construct.REDIRECT]
    assert redirects[Outcome.NOT_CONVERTED] == 2, "the folder, and gone.md"


def test_the_folder_of_a_language_is_not_part_of_a_path_below_assets(tmp_path: Path) -> None:
    names = ("en/assets/cup.svg", "zh/assets/cup.svg")
    pages = {f"docs/{name}": SVG for name in names} | {"docs/en/index.md": "# Kettle\n\nTea.\n"}
    config = CONFIG.replace("img/logo", "assets/cup") + (
        "  - attr_list\nplugins: [{ i18n: { docs_structure: folder, languages: "
        "[{ locale: en, default: true }, { locale: zh }] } }]\n"
    )
    result, site = import_pages(tmp_path, pages, config)
    assert site.logo == "/media/cup.svg"
    public = read_files(result.target / "public").keys()
    assert {"media/cup.svg", "zh/assets/cup.svg"} <= public


def test_files_and_pages_do_not_replace_generated_documents(tmp_path: Path) -> None:
    names = ("404.html", "build.json", "guide/pour.html", "guide/pour-2.html")
    pages = {f"docs/{name}": "{}" for name in names} | {
        "docs/index.md": "# Kettle\n\n[Lost](404.md) [build](build.json)\n",
        "docs/404.md": "# Lost\n\nText.\n",
        "docs/guide/pour.md": "# Pour\n\nText.\n",
    }
    result, _ = import_pages(tmp_path, pages, f"{CONFIG}use_directory_urls: false\n")
    assert not result.errors
    renamed = ("404-2.html", "build-2.json", "guide/pour-3.html", "guide/pour-2.html")
    assert {*renamed} <= read_files(result.target / "public").keys()
    assert "[Lost](404-page.md) [build](/build-2.json)" in read_page(result, "index.md")
    assert "redirect_from" not in read_page(result, "404-page.md")
    notes = {note.file: note.detail for note in result.summary.notes}
    assert notes["docs/guide/pour.html"] == "renamed to public/guide/pour-3.html"
