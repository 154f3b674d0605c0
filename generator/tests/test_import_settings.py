"""`docsite import mkdocs`: the settings of a project."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from docsite.errors import ConfigError
from docsite.importing.mkdocs import NOTES_FILE, import_mkdocs
from docsite.importing.settings import parse_yaml
from generator.tests.mkdocs_project import CONFIG, import_pages, read_page


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


def test_a_setting_that_is_wrong_on_all_pages_is_noted_once(tmp_path: Path) -> None:
    names = "[shard.md, 'shared.md:words']"
    words = "--8<-- [start:words]\n*[SPA]: Shared page\n--8<-- [end:words]\n"
    pages = {"snippets/shared.md": words, "docs/spa.md": "# One\n\nAn SPA.\n"}
    result, _ = import_pages(tmp_path, pages, CONFIG.replace("[shared.md]", names))
    assert "An SPA (Shared page)." in read_page(result, "spa.md")
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
        ("extra_javascript: [polyfill.js, katex.js]", "extra_javascript", "math = true"),
        ("extra_javascript: [polyfill.js]", "extra_javascript", "public/"),
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


@pytest.mark.parametrize(
    ("languages", "expected"),
    [
        ("[{ locale: pt_BR }, { locale: zh }]", [("pt-BR", "/"), ("zh-CN", "/zh/")]),
        ("[{ locale: en }, { locale: en_US }]", [("en", "/"), ("en-US", "/en-us/")]),
        ("{ fr: Français, en: English }", [("en-US", "/"), ("fr", "/fr/")]),
        ("{ default: { name: Home }, fr: Français }", [("en-US", "/"), ("fr", "/fr/")]),
        ("{ default: { build: false }, en: A, fr: B }", [("en-US", "/"), ("fr", "/fr/")]),
        ("{}", [("en-US", "/")]),
    ],
)
def test_each_language_has_its_own_valid_tag(
    languages: str, expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    plugin = f"  - search\n  - i18n: {{ default_language: en, languages: {languages} }}"
    _, site = import_pages(tmp_path, {}, CONFIG.replace("  - search", plugin))
    assert [(locale.tag, locale.prefix) for locale in site.locales] == expected


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("name: material", "name: material\n  language: custom"),
        ("  - search", "  - search\n  - i18n: { languages: { en: English, custom: Own } }"),
    ],
)
def test_a_language_whose_name_is_not_a_tag_is_noted(
    before: str, after: str, tmp_path: Path
) -> None:
    result, site = import_pages(tmp_path, {}, CONFIG.replace(before, after))
    assert [locale.tag for locale in site.locales] == ["en-US"]
    assert "custom is not a language tag\n  Write it" in read_page(result, NOTES_FILE)


def test_a_logo_that_does_not_exist_is_noted(tmp_path: Path) -> None:
    result, site = import_pages(tmp_path, {}, CONFIG.replace("img/logo.svg", "img/lost.svg"))
    assert site.logo is None
    assert "mkdocs.yml: setting of mkdocs.yml: logo: img/lost.svg isn't in docs\n" in read_page(
        result, NOTES_FILE
    )


@pytest.mark.parametrize(
    ("text", "is_used"),
    [
        ("p { color: teal }", True),
        (".md-nav { color: teal }", False),
        ('p { content: "</STYLE>" }', False),
    ],
)
def test_a_stylesheet_that_must_be_adapted_is_noted_and_not_used(
    text: str, is_used: bool, tmp_path: Path
) -> None:
    config = f"{CONFIG}extra_css: [tea.css]\n"
    result, site = import_pages(tmp_path, {"docs/tea.css": text}, config)
    assert text in read_page(result, "styles.css")
    assert site.styles == ("styles.css" if is_used else None)
    noted = [note for note in result.summary.notes if note.construct.name == "STYLES"]
    assert len(noted) == (not is_used)


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
    [
        ("a: [", "invalid YAML"),
        ("- a", "expected `key: value` pairs"),
        ("a: 2026-99-99", "invalid YAML"),
    ],
)
def test_invalid_settings_are_reported(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        parse_yaml(text, "mkdocs.yml")


def test_a_folder_without_a_project_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="not an MkDocs project"):
        import_mkdocs(tmp_path, tmp_path / "new")


def test_settings_are_inherited(tmp_path: Path) -> None:
    base = "site_name: Base\ntheme: { name: material, logo: img/logo.svg }\n"
    config = "INHERIT: config/base.yml\nsite_name: Own\ntheme: { language: en }\n"
    _, site = import_pages(tmp_path, {"config/base.yml": base}, config)
    assert (site.title, site.logo) == ("Own", "/img/logo.svg")


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
    noted = [note.advice for note in result.summary.notes if note.detail.startswith("edit_uri")]
    assert noted == ["If your branch isn't master, set docs_branch in site.toml."] * (not files)


@pytest.mark.parametrize("value", ['""', "''", ""])
def test_an_empty_edit_uri_means_no_edit_links(value: str, tmp_path: Path) -> None:
    config = CONFIG.replace("edit_uri: edit/trunk/docs/\n", f"edit_uri: {value}\n")
    result, site = import_pages(tmp_path, {}, config)
    assert site.edit_links is (value == "")  # YAML reads nothing as null, the default of MkDocs
    noted = [note for note in result.summary.notes if note.detail.startswith("edit_uri")]
    assert bool(noted) is (value == "")


def test_text_of_python_functions_is_noted_as_missing(tmp_path: Path) -> None:
    page = "# A\n\nRuff <RUFF_VERSION>, `<CODE>` and <name>.\n"
    result, _ = import_pages(tmp_path, {"docs/a.md": page}, f"{CONFIG}hooks: [own.py]\n")
    notes = {note.detail: note for note in result.summary.notes}
    assert "missing" in notes["hooks"].advice
    assert (notes["<RUFF_VERSION>"].line, "<CODE>" in notes) == (3, False)


def test_drafts_of_settings_and_folders_are_not_published(tmp_path: Path) -> None:
    pages = {
        "docs/plan.md": "# Plan\n\nText.\n",
        "docs/soon/.meta.yml": "draft: true\ntags: [hot]\nhide: [toc]\n",
        "docs/soon/tea.md": "---\ntags: [green]\n---\n\n# Tea\n\nText.\n",
        "docs/soon/now/.meta.yml": "draft: false\n",
        "docs/soon/now/cup.md": "# Cup\n\nText.\n",
    }
    config = CONFIG.replace("  - search", "  - search\n  - meta") + "draft_docs: /plan.md\n"
    result, site = import_pages(tmp_path, pages, config)
    fronts = {
        name: tomllib.loads(read_page(result, f"{name}.md").split("+++")[1])
        for name in ("plan", "soon/tea", "soon/now/cup")
    }
    assert [name for name, front in fronts.items() if front.get("draft")] == ["plan", "soon/tea"]
    assert fronts["soon/tea"]["tags"] == ["hot", "green"]
    listed = {page for bar in site.sidebars for group in bar.groups for page in group.pages}
    assert {page for page in listed if "/soon/" in page or "plan" in page} == {"/soon/now/cup.html"}


def test_meta_files_that_cannot_be_read_are_noted(tmp_path: Path) -> None:
    config = CONFIG.replace("  - search", "  - search\n  - meta")
    result, _ = import_pages(tmp_path, {"docs/guide/.meta.yml": "draft: ["}, config)
    noted = [note for note in result.summary.notes if note.file == "docs/guide/.meta.yml"]
    (note,) = noted
    assert "import the project again" in note.advice
    assert ".meta.yml" not in note.detail, "the file is already named"


@pytest.mark.parametrize(
    ("redirect", "advice"),
    [
        ("index.md: guide/Brew_Tea.md", "Keep only one"),
        ("lost.md: nowhere.md", "wasn't imported"),
        ("lost.md: https://elsewhere.example/", "on your host"),
        ("two words.md: guide/Brew_Tea.md", "on your host"),
    ],
)
def test_the_advice_for_a_redirect_names_the_conflict(
    redirect: str, advice: str, tmp_path: Path
) -> None:
    config = CONFIG.replace("gone.md: https://elsewhere.example/", redirect)
    result, _ = import_pages(tmp_path, {}, config)
    noted = [note for note in result.summary.notes if note.detail == redirect]
    assert [advice in note.advice for note in noted] == [True]
