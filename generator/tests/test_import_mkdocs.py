"""`docsite import mkdocs`: every construct, every setting, and what it must never do."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from docsite.build import build_site
from docsite.cli import main
from docsite.emit.appearance import style_theme
from docsite.errors import ConfigError, OutputError
from docsite.importing.includes import Includer, expand_includes
from docsite.importing.lines import Line
from docsite.importing.mkdocs import NOTES_FILE, Imported, default_target, import_mkdocs
from docsite.importing.settings import load_project, parse_yaml
from docsite.importing.site import COLORS, readable_color
from docsite.importing.summary import Outcome, Summary
from docsite.load import load_site
from docsite.node.theme import load_theme
from docsite.records import Accent, SiteConfig
from docsite.site.config import load_config
from docsite.site.routes import resolve_path, route_for
from generator.tests.mkdocs_project import CONFIG, IMAGE, write_project
from generator.tests.support import FIXTURES, folders_in, read_files

CASES: list[dict[str, Any]] = tomllib.loads((FIXTURES / "mkdocs.toml").read_text(encoding="utf-8"))[
    "cases"
]
SVG = IMAGE.decode()
TITLE = "# Case {#case}\n\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pages = {f"docs/case-{at}.md": f"# Case\n\n{case['source']}" for at, case in enumerate(CASES)}
    return write_project(tmp_path_factory.mktemp("kettle"), pages)


@pytest.fixture(scope="module")
def imported(project: Path) -> Imported:
    return import_mkdocs(project, default_target(project))


def import_pages(
    folder: Path, pages: Mapping[str, str], config: str = CONFIG
) -> tuple[Imported, SiteConfig]:
    result = import_mkdocs(write_project(folder / "kettle", pages, config), folder / "new")
    return result, load_config(result.target)


def read_page(imported: Imported, name: str) -> str:
    return (imported.target / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("number", range(len(CASES)), ids=[case["title"] for case in CASES])
def test_every_construct_is_converted(number: int, imported: Imported) -> None:
    case = CASES[number]
    body = read_page(imported, f"case-{number}.md").partition(TITLE)[2]
    assert body == case["expected"]
    notes = [note for note in imported.summary.notes if note.file == f"docs/case-{number}.md"]
    assert [note.construct.name for note in notes] == case.get("notes", [])
    assert all(note.line and note.advice for note in notes)


def test_the_result_has_no_errors_and_the_notes_say_what_is_left(imported: Imported) -> None:
    assert imported.errors == []
    text = read_page(imported, NOTES_FILE)
    assert "\ndocs/case-31.md:3: link: nowhere.md doesn't exist\n  Correct the target" in text
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "\n".join(
                [
                    "a0: &a0 [x, x]",
                    *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)),
                ]
            ),
            "too large",
        ),
        ("nav: &n [{A: *n}]", "contains itself"),
        ("nav: &n { A: *n }", "contains itself"),
    ],
    ids=["growing", "list", "table"],
)
def test_aliases_that_grow_without_limit_are_rejected(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        parse_yaml(text, "mkdocs.yml")


def test_aliases_can_be_used_in_settings() -> None:
    values = parse_yaml("a: &a { b: 1 }\nc: *a\nd: { <<: *a, e: 2 }\n")
    assert (values["c"], values["d"]) == ({"b": 1}, {"b": 1, "e": 2})


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


def test_pages_are_read_only_from_the_project(tmp_path: Path) -> None:
    (tmp_path / "private").mkdir()
    (tmp_path / "private/key.txt").write_text("hidden", encoding="utf-8")
    for name in ("../private", str(tmp_path / "private")):
        with pytest.raises(ConfigError, match="isn't in the project"):
            import_pages(tmp_path, {}, f"{CONFIG}docs_dir: {name}\n")
    assert not (tmp_path / "new").exists()


def test_a_page_that_is_not_utf8_is_noted(tmp_path: Path) -> None:
    project = write_project(tmp_path / "kettle", {})
    (project / "docs/latin.md").write_bytes("# Tea\n\nCafé\n".encode("latin-1"))
    imported = import_mkdocs(project, tmp_path / "new")
    notes = [(note.file, note.line) for note in imported.summary.notes if "UTF-8" in note.detail]
    assert notes == [("docs/latin.md", 3)]


def test_examples_with_similar_paths_stay_separate(tmp_path: Path) -> None:
    files = {f"{name}/a.py": f"print('{name}')\n" for name in (".tea", "tea")}
    pages = {
        f"docs/{title}.md": f'# {title}\n\n```python\n--8<-- "../{name}"\n```\n'
        for title, name in zip(("one", "two"), files, strict=True)
    }
    imported, _ = import_pages(tmp_path, {**files, **pages})
    assert "<<< examples/tea/a.py\n" in read_page(imported, "one.md")
    assert "<<< examples/tea/a-2.py\n" in read_page(imported, "two.md")
    assert read_page(imported, "examples/tea/a.py") == "print('.tea')\n"
    assert read_page(imported, "examples/tea/a-2.py") == "print('tea')\n"


@pytest.mark.parametrize(
    ("plugin", "advice"),
    [
        ("awesome-nav", "List the pages in order under [[sidebars]] in site.toml."),
        ("social", 'Run pip install "docsite[cards]", and add [cards] to site.toml.'),
    ],
)
def test_advice_for_a_plugin_that_is_not_read_is_noted(
    plugin: str, advice: str, tmp_path: Path
) -> None:
    config = CONFIG.replace("  - search", f"  - search\n  - {plugin}")
    imported, _ = import_pages(tmp_path, {}, config)
    notes = [note for note in imported.summary.notes if note.detail == f"plugin {plugin}"]
    assert [note.advice for note in notes] == [advice]


def test_critic_markup_is_converted_if_its_extension_is_on(tmp_path: Path) -> None:
    text = "# Pour\n\nPour {++hot++} or {--cold--} water {>>why?<<} with ++ctrl++.\n"
    result, _ = import_pages(tmp_path, {"docs/pour.md": text}, f"{CONFIG}  - pymdownx.critic\n")
    assert "Pour **hot** or cold water {>>why?<<} with `Ctrl`.\n" in read_page(result, "pour.md")
    assert [note.detail for note in result.summary.notes if note.line] == ["{>>why?<<}"]


def test_tags_are_in_kebab_case_and_others_are_listed(tmp_path: Path) -> None:
    text = "---\ntags: [first-steps, Hot Water, C#, First steps]\n---\n\n# Pour\n\nPour it.\n"
    result, _ = import_pages(tmp_path, {"docs/pour.md": text})
    front = tomllib.loads(read_page(result, "pour.md").split("+++")[1])
    assert front["tags"] == ["first-steps", "hot-water"]
    assert "tags: C#\n" in read_page(result, NOTES_FILE)


@pytest.mark.parametrize("mark", ["[TAGS]", "All of them:\n\n<!-- material/tags -->"])
def test_a_page_that_only_lists_tags_is_left_out_and_its_links_lead_to_the_generated_one(
    mark: str, tmp_path: Path
) -> None:
    pages = {
        "docs/index.md": "---\ntags: [hot]\n---\n\n# Kettle\n\nSee [all tags](topics.md).\n",
        "docs/topics.md": f"# Topics\n\n{mark}\n",
    }
    config = CONFIG.replace("  - search", "  - search\n  - tags") + "nav: [index.md, topics.md]\n"
    result, site = import_pages(tmp_path, pages, config)
    assert load_site(result.target).problems == ()
    assert "[all tags](tags.md)" in read_page(result, "index.md")
    assert site.sidebars[0].groups[0].pages == ("/tags.html",)
    assert not (result.target / "topics.md").exists()
    notes = read_page(result, NOTES_FILE)
    assert "- list of tags: its page was left out" in notes
    assert "redirect: /topics/ to /tags.html\n" in notes


@pytest.mark.parametrize(
    ("name", "front", "advice"),
    [
        ("topics.md", "", "Remove it."),
        ("topics.md", "---\ntags: [hot]\n---\n\n", "Replace it with a link to tags.md"),
        ("tags.md", "---\ntags: [hot]\n---\n\n", "Rename this page"),
    ],
)
def test_a_page_with_other_content_than_tags_is_kept_with_advice_that_works(
    name: str, front: str, advice: str, tmp_path: Path
) -> None:
    pages = {f"docs/{name}": f"{front}# Topics\n\nTags are good.\n\n[TAGS]\n"}
    config = CONFIG.replace("  - search", "  - search\n  - tags")
    result, _ = import_pages(tmp_path, pages, config)
    assert "Tags are good." in read_page(result, name)
    line = 5 + front.count("\n")
    expected = f"docs/{name}:{line}: list of tags: [TAGS]\n  {advice}"
    assert expected in read_page(result, NOTES_FILE)


TAGGED = "---\ntags: [hot]\n---\n\n"


@pytest.mark.parametrize(
    ("pages", "has_page"),
    [
        ({"tea.md": f"{TAGGED}# Tea\n", "tags.md": "# Tags\n\nAll tags:\n"}, False),
        ({"tea.md": f"{TAGGED}# Tea\n", "tags.md": "# 标签\n\n所有标签：\n\n[TAGS]\n"}, False),
        ({"tea.md": "---\ndraft: true\ntags: [hot]\n---\n\n# Tea\n", "tags.md": "# Tags\n"}, True),
    ],
)
def test_the_file_that_the_plugin_names_is_left_out_if_published_pages_have_tags(
    pages: Mapping[str, str], has_page: bool, tmp_path: Path
) -> None:
    config = CONFIG.replace("  - search", "  - search\n  - tags: { tags_file: tags.md }")
    result, _ = import_pages(tmp_path, {f"docs/{name}": pages[name] for name in pages}, config)
    assert result.errors == []
    assert (result.target / "tags.md").exists() is has_page


def test_drafts_are_imported_and_not_in_the_navigation(tmp_path: Path) -> None:
    nav = "nav: [index.md, {Guide: [tea.md, soon.md]}, {Soon: [soon.md]}]\n"
    pages = {"index.md": "# Kettle\n", "tea.md": "# Tea\n", "soon.md": "---\ndraft: true\n---\n"}
    files = {f"docs/{name}": text for name, text in pages.items()}
    result, site = import_pages(tmp_path, files, CONFIG + nav)
    assert result.errors == []
    assert "draft = true" in read_page(result, "soon.md")
    listed = {page for bar in site.sidebars for group in bar.groups for page in group.pages}
    assert "/tea.html" in listed
    assert "/soon.html" not in listed


@pytest.mark.parametrize(
    ("name", "text", "is_noted"),
    [
        ("index.md", "# Kettle\n\n[TAGS]\n", True),
        ("topics.md", "# Topics\n\n<!-- material/tags { include: [hot] } -->\n", True),
        ("topics.md", "# Topics\n\n```md\n[TAGS]\n```\n", False),
    ],
)
def test_a_home_page_and_a_list_of_some_tags_are_kept(
    name: str, text: str, is_noted: bool, tmp_path: Path
) -> None:
    config = CONFIG.replace("  - search", "  - search\n  - tags")
    pages = {"docs/tea.md": f"{TAGGED}# Tea\n", f"docs/{name}": text}
    result, _ = import_pages(tmp_path, pages, config)
    assert (result.target / name).exists()
    assert (": list of tags: " in read_page(result, NOTES_FILE)) is is_noted


def test_private_characters_and_empty_headings_are_dropped(tmp_path: Path) -> None:
    text = "#\n\nHot\ue0005\ue001 water.\n\n## Pour\n"
    result, _ = import_pages(tmp_path, {"docs/tea.md": text})
    assert result.errors == []
    assert "# Tea {#tea}\n\nHot5 water.\n\n## Pour {#pour}\n" in read_page(result, "tea.md")


def test_a_setting_that_is_wrong_on_all_pages_is_noted_once(tmp_path: Path) -> None:
    result, _ = import_pages(tmp_path, {}, CONFIG.replace("[shared.md]", "[shard.md]"))
    notes = [note for note in result.summary.notes if note.construct.name == "INCLUDE"]
    assert [(note.file, note.detail) for note in notes] == [
        ("mkdocs.yml", "auto_append: shard.md isn't in base_path (snippets)")
    ]


@pytest.mark.parametrize(
    ("setting", "detail", "advice"),
    [
        ("extra: { social: [], generator: false }", "extra.social", "[[nav]]"),
        ("extra_javascript: [https://x.example/MathJax.js]", "extra_javascript", "math = true"),
        ("extra_javascript: [a.js, katex.js]", "extra_javascript", "public/"),
    ],
)
def test_the_advice_for_a_setting_fits_its_value(
    setting: str, detail: str, advice: str, tmp_path: Path
) -> None:
    result, _ = import_pages(tmp_path, {}, f"{CONFIG}{setting}\n")
    (note,) = (note for note in result.summary.notes if note.detail == detail)
    assert advice in note.advice


def test_a_repository_that_is_missing_is_noted(tmp_path: Path) -> None:
    config = CONFIG.replace("repo_url: https://git.example/tea/kettle\n", "")
    result, _ = import_pages(tmp_path, {}, config)
    assert "repo_url is missing or not a URL\n  Set repository" in read_page(result, NOTES_FILE)


def test_a_logo_that_does_not_exist_is_noted(tmp_path: Path) -> None:
    result, site = import_pages(tmp_path, {}, CONFIG.replace("img/logo.svg", "img/lost.svg"))
    assert site.logo is None
    assert "mkdocs.yml: setting of mkdocs.yml: logo: img/lost.svg isn't in docs\n" in read_page(
        result, NOTES_FILE
    )


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


def test_tags_of_python_objects_are_never_executed(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    text = f"""\
a: !!python/object/apply:pathlib.Path.touch [!!python/object/apply:pathlib.Path ["{marker}"]]
b: !!python/name:os.system
c: !ENV [CI, 7]
d: !relative $config_dir
"""
    values = parse_yaml(text)
    assert not marker.exists()
    assert values["c"] == ["CI", 7]
    assert values["d"] == "$config_dir"


@pytest.mark.parametrize(
    ("text", "message"),
    [("a: [", "invalid YAML"), ("- a", "must contain"), ("a: 2026-99-99", "invalid YAML")],
)
def test_invalid_settings_are_reported(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        parse_yaml(text, "mkdocs.yml")


def test_a_folder_without_a_project_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="not an MkDocs project"):
        import_mkdocs(tmp_path, tmp_path / "new")


def test_settings_are_inherited(tmp_path: Path) -> None:
    base = "site_name: Base\ntheme: { name: material, logo: img/logo.svg }\n"
    config = "INHERIT: ../base.yml\nsite_name: Own\ntheme: { language: en }\n"
    (tmp_path / "base.yml").write_text(base, encoding="utf-8")
    _, site = import_pages(tmp_path, {}, config)
    assert (site.title, site.logo) == ("Own", "/img/logo.svg")


def test_includes_read_only_the_repository(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("hidden", encoding="utf-8")
    names = ("../secret.txt", str(tmp_path / "secret.txt"))
    lines = [f'--8<-- "{name}"\n\n{{% include-markdown "{name}" %}}\n' for name in names]
    imported, _ = import_pages(tmp_path, {"docs/a.md": "# A\n\nText.\n\n" + "\n".join(lines)})
    assert "hidden" not in read_page(imported, "a.md")
    assert len([note for note in imported.summary.notes if note.construct.name == "INCLUDE"]) == 4


def test_sections_become_groups_and_other_pages_are_added(tmp_path: Path) -> None:
    nav = """
nav:
  - index.md
  - Guide:
      - guide/Brew_Tea.md
      - Deep: [deep/a.md]
      - Chat: https://chat.example/
  - missing.md
"""
    pages = {"docs/deep/a.md": "# A\n", "docs/unlisted.md": "Text only.\n"}
    imported, site = import_pages(tmp_path, pages, CONFIG + nav)
    assert [(group.label["en-US"], group.pages) for group in site.sidebars[0].groups] == [
        ("Guide", ("/guide/brew-tea.html",)),
        ("Deep", ("/deep/a.html",)),
        ("More", ("/unlisted.html",)),
    ]
    assert [entry.link for entry in site.nav] == ["https://chat.example/"]
    assert "# Unlisted {#unlisted}\n\nText only." in read_page(imported, "unlisted.md")
    assert any(note.detail.startswith("missing.md isn't") for note in imported.summary.notes)


def test_pages_after_a_subsection_stay_after_it(tmp_path: Path) -> None:
    nav = """
nav:
  - a.md
  - Guide:
      - b.md
      - Deep: [c.md]
      - d.md
      - e.md
  - f.md
"""
    pages = {f"docs/{name}.md": f"# {name}\n" for name in "abcdefg"}
    _, site = import_pages(tmp_path, pages, CONFIG + nav)
    assert [(group.label["en-US"], group.pages) for group in site.sidebars[0].groups] == [
        ("Kettle", ("/a.html",)),
        ("Guide", ("/b.html",)),
        ("Deep", ("/c.html",)),
        ("Guide", ("/d.html", "/e.html")),
        ("More", ("/f.html", "/g.html", "/guide/brew-tea.html")),
    ]


@pytest.mark.parametrize(
    ("files", "branch"),
    [
        ({}, "master"),
        ({".git/HEAD": "ref: refs/heads/new\n"}, "new"),
        (
            {
                ".git/HEAD": "ref: refs/heads/new\n",
                ".git/refs/remotes/origin/HEAD": "ref: refs/remotes/origin/main\n",
            },
            "main",
        ),
    ],
    ids=["default", "current", "origin"],
)
def test_pages_are_edited_on_the_branch_of_mkdocs_or_git(
    files: dict[str, str], branch: str, tmp_path: Path
) -> None:
    result, site = import_pages(tmp_path, files, CONFIG.replace("edit_uri: edit/trunk/docs/\n", ""))
    assert (site.docs_branch, site.docs_directory) == (branch, "docs")
    noted = [note.advice for note in result.summary.notes if note.detail == "edit_uri is missing"]
    assert noted == ["If your branch isn't master, set docs_branch in site.toml."] * (not files)


def test_text_of_python_functions_is_noted_as_missing(tmp_path: Path) -> None:
    page = "# A\n\nRuff <RUFF_VERSION>, `<CODE>` and <name>.\n"
    result, _ = import_pages(tmp_path, {"docs/a.md": page}, f"{CONFIG}hooks: [own.py]\n")
    notes = {note.detail: note for note in result.summary.notes}
    assert "missing" in notes["hooks"].advice
    assert (notes["<RUFF_VERSION>"].line, "<CODE>" in notes) == (3, False)


def test_without_nav_files_are_in_alphabetical_order(tmp_path: Path) -> None:
    pages = {f"docs/{name}.md": f"# {name}\n" for name in ("b", "a", "tea/z", "tea/index")}
    _, site = import_pages(tmp_path, pages)
    groups = [(group.label["en-US"], group.pages) for group in site.sidebars[0].groups]
    assert groups == [
        ("Kettle", ("/a.html", "/b.html")),
        ("Guide", ("/guide/brew-tea.html",)),
        ("Tea", ("/tea/", "/tea/z.html")),
    ]


def test_tabs_of_the_navigation_become_the_top_navigation(tmp_path: Path) -> None:
    config = CONFIG.replace("  name: material", "  name: material\n  features: [navigation.tabs]")
    nav = "nav:\n  - index.md\n  - Guide: [guide/Brew_Tea.md]\n"
    _, site = import_pages(tmp_path, {}, config + nav)
    assert [(entry.label["en-US"], entry.page) for entry in site.nav] == [
        ("Guide", "/guide/brew-tea.html")
    ]
    assert [sidebar.under for sidebar in site.sidebars] == ["/guide/"]


LANGUAGES = """
  - i18n:
      docs_structure: {structure}
      languages:
        - {{ locale: en, name: English, default: true }}
        - {{ locale: zh, name: 中文, nav_translations: {{ Guide: 指南 }} }}
nav:
  - index.md
  - Guide: [tea.md]
"""
ORIGINAL = (
    "---\ntags: [hot]\n---\n\n# Tea\n\n## Hot water\n\n[Home](index.md#kettle)\n\n"
    "![A cup](img/cup.svg) ![A pot](img/pot.svg)\n"
)


@pytest.mark.parametrize(
    ("structure", "names"),
    [
        ("suffix", ("docs/tea.md", "docs/tea.zh.md", "docs/img/pot.zh.svg")),
        ("folder", ("docs/en/tea.md", "docs/zh/tea.md", "docs/zh/img/pot.svg")),
    ],
)
def test_languages_get_a_folder_each(
    structure: str, names: tuple[str, str, str], tmp_path: Path
) -> None:
    config = CONFIG.replace(
        "  - search", "  - search" + LANGUAGES.format(structure=structure).split("nav:")[0]
    )
    config += "nav:" + LANGUAGES.split("nav:")[1]
    translation = (
        "---\ntags: [热, hot, cold]\n---\n\n# 茶\n\n## 热水\n\n[首页](index.md#kettle)\n\n"
        "![杯子](img/cup.svg) ![茶壶](img/pot.svg)\n"
    )
    pages = {names[0]: ORIGINAL, names[1]: translation, names[2]: SVG}
    first = "docs/en" if structure == "folder" else "docs"
    pages |= {f"{first}/img/{name}.svg": SVG for name in ("cup", "pot")}
    if structure == "folder":
        pages |= {"docs/en/index.md": "# Kettle\n", "docs/en/img/sign.svg": SVG}
        config = config.replace("img/logo.svg", "img/sign.svg")
    imported, site = import_pages(tmp_path, pages, config)
    assert imported.errors == []
    assert [(locale.tag, locale.prefix) for locale in site.locales] == [
        ("en-US", "/"),
        ("zh-CN", "/zh/"),
    ]
    labels = [group.label for group in site.sidebars[0].groups]
    assert {"en-US": "Guide", "zh-CN": "指南"} in labels
    assert site.logo == ("/img/sign.svg" if structure == "folder" else "/img/logo.svg")
    translated = read_page(imported, "zh/tea.md")
    assert "# 茶 {#tea}\n\n## 热水 {#hot-water}" in translated
    assert "![杯子](/img/cup.svg) ![茶壶](/zh/img/pot.svg)" in translated
    assert "tags" not in translated
    assert "tags: cold\n  Add them to tea.md." in read_page(imported, NOTES_FILE)


def test_without_languages_the_name_of_a_language_in_a_file_has_no_meaning(tmp_path: Path) -> None:
    pages = {"docs/tea.md": "# Tea\n\n![Cup](img/cup.svg)\n", "docs/tea.en.md": "# Old tea\n"}
    pages |= {f"docs/img/{name}.svg": SVG for name in ("cup", "cup.en")}
    imported, _ = import_pages(tmp_path, pages)
    assert "![Cup](/img/cup.svg)" in read_page(imported, "tea.md")
    assert "# Old tea" in read_page(imported, "tea-en.md")


def test_a_translation_that_differs_is_kept_for_later(tmp_path: Path) -> None:
    config = CONFIG.replace(
        "  - search", "  - search" + LANGUAGES.format(structure="suffix").split("nav:")[0]
    )
    pages = {f"docs/img/{name}.svg": SVG for name in ("cup", "pot")}
    pages |= {"docs/tea.md": ORIGINAL, "docs/tea.zh.md": "# 茶\n\n还没有翻译。\n"}
    imported, _ = import_pages(tmp_path, pages, config)
    assert imported.errors == []
    assert "还没有翻译" in read_page(imported, "zh/tea.md.todo")
    expected = """
zh/tea.md.todo
  A heading differs from tea.md:8: this page lacks ## {#hot-water}.
  A link target differs from tea.md:10: this page lacks index.md#kettle.
  A link target differs from tea.md:12: this page lacks /img/cup.svg.
  A link target differs from tea.md:12: this page lacks /img/pot.svg.
  Make both pages match, then rename this file to zh/tea.md.
"""
    assert expected in read_page(imported, NOTES_FILE)


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
