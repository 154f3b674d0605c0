"""The records that the theme reads."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from docsite.cli import main
from docsite.emit.records import write_records
from docsite.load import load_site
from docsite.pages.assemble import assemble_headers
from docsite.records import Heading, render_json, to_camel_case, to_json
from docsite.records.contracts import render_contracts
from docsite.records.schemas import SCHEMAS, render_schema
from generator.tests.support import ROOT, THEME_OPTION, append, copy_site


@pytest.fixture
def output(tmp_path: Path) -> Path:
    write_records(load_site(copy_site(tmp_path)), tmp_path / "records")
    return tmp_path / "records"


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_generated_contracts_are_up_to_date() -> None:
    rendered = render_contracts()
    stored = {name: (ROOT / "contracts" / name).read_text(encoding="utf-8") for name in rendered}
    assert [name for name in rendered if stored[name] != rendered[name]] == [], (
        "Run `make contracts`."
    )


def test_every_file_matches_its_schema(output: Path) -> None:
    schemas = {name: json.loads(render_schema(record)) for name, record in SCHEMAS.items()}
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(read(output / "site.json"), schemas["site"])
    jsonschema.validate(read(output / "routes.json"), schemas["routes"])
    pages = list(output.glob("pages/**/*.json"))
    assert len(pages) == 8
    for page in pages:
        jsonschema.validate(read(page), schemas["page"])


@pytest.mark.requirement("site-page-record")
def test_a_page_record_has_the_fields_of_the_specification(output: Path) -> None:
    page = read(output / "pages/zh/guide/start.json")
    assert page["title"] == "开始"
    assert page["path"] == "/zh/guide/start.html"
    assert page["key"] == "zh/guide/start"
    assert page["lastUpdated"] == "2021-03-04"
    assert page["frontmatter"]["summary"] == "第一杯水。"
    assert page["headers"] == [
        {
            "level": 2,
            "title": "水",
            "slug": "water",
            "children": [{"level": 3, "title": "加多少", "slug": "how-much", "children": []}],
        }
    ]


def test_a_page_has_its_neighbors_its_source_and_its_translation(output: Path) -> None:
    page = read(output / "pages/zh/guide/start.json")
    assert page["previous"] is None
    assert page["next"] == {"text": "倒水", "path": "/zh/guide/pour.html"}
    assert page["minutes"] == 1
    assert page["editLink"] == "https://code.example/kettle/edit/main/docs/zh/guide/start.md"
    assert page["counterparts"] == {"en-US": "/guide/start.html", "zh-CN": "/zh/guide/start.html"}


def test_the_site_record_has_navigation_in_each_language(output: Path) -> None:
    english, chinese = read(output / "site.json")["locales"]
    assert [entry["path"] for entry in english["nav"]] == ["/guide/", None]
    assert [entry["path"] for entry in chinese["nav"]] == ["/zh/guide/", None]
    assert chinese["nav"][1]["items"] == [{"text": "茶", "path": "https://tea.example/leaves/"}]
    (sidebar,) = chinese["sidebars"]
    assert sidebar["under"] == "/zh/guide/"
    assert [item["text"] for item in sidebar["groups"][0]["items"]] == ["开始", "倒水"]


def test_routes_are_sorted_by_path(output: Path) -> None:
    paths = [route["path"] for route in read(output / "routes.json")["routes"]]
    assert paths == sorted(paths)
    assert "/zh/" in paths


def test_a_removed_page_has_no_record_and_other_files_stay(tmp_path: Path) -> None:
    site = load_site(copy_site(tmp_path))
    write_records(site, tmp_path / "records")
    before = set(tmp_path.glob("records/pages/**/*.json"))
    mine = tmp_path / "records/pages/mine.json"
    mine.write_text("{}", encoding="utf-8")
    write_records(replace(site, pages=site.pages[:-1]), tmp_path / "records")
    assert mine.is_file()
    assert len(before - set(tmp_path.glob("records/pages/**/*.json"))) == 1


def test_headings_become_a_tree_even_if_levels_are_skipped() -> None:
    levels = [1, 3, 2, 3, 4, 3, 2]
    headings = [Heading(level, "", str(i), i) for i, level in enumerate(levels)]
    assert [
        (header.slug, [child.slug for child in header.children])
        for header in assemble_headers(headings)
    ] == [("1", []), ("2", ["3", "5"]), ("6", [])]


def test_field_names_become_camel_case_and_dict_keys_do_not() -> None:
    assert to_camel_case("last_updated") == "lastUpdated"
    assert to_json({"last_updated": 1}) == {"last_updated": 1}
    assert render_json(["中"]) == '[\n  "中"\n]\n'
    with pytest.raises(TypeError):
        to_json(object())


def test_check_prints_each_problem_with_its_location_and_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    docs = copy_site(tmp_path, "unknown-container")
    assert main(["check", str(docs), *THEME_OPTION]) == 1
    assert (
        f"{docs}/guide/pour.md:9: error: There is no container called tpi.\n  Did you mean tip?\n"
        == (capsys.readouterr().err)
    )


def test_check_prints_only_the_counts_for_a_valid_site(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(copy_site(tmp_path)), *THEME_OPTION]) == 0
    assert capsys.readouterr() == ("8 pages, 0 errors, 0 warnings\n", "")


def test_nothing_is_written_for_an_invalid_site(tmp_path: Path) -> None:
    docs = copy_site(tmp_path, "dead-link")
    assert main(["records", str(docs), "--output", str(tmp_path / "out")]) == 1
    assert not (tmp_path / "out").exists()


def test_records_and_schemas_are_written_by_their_commands(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    assert main(["records", str(docs), "--output", str(tmp_path / "out")]) == 0
    assert main(["schemas", str(tmp_path)]) == 0
    assert (tmp_path / "out/site.json").is_file()
    assert (tmp_path / "page.schema.json").is_file()


def test_check_reports_a_folder_without_a_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(tmp_path), *THEME_OPTION]) == 1
    assert "no configuration found" in capsys.readouterr().err


def test_an_announcement_links_to_a_page_in_each_language(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    text = 'text = { en-US = "New", zh-CN = "新" }\n'
    append(docs / "site.toml", f'[announcement]\nid = "1"\npage = "/guide/start.html"\n{text}')
    write_records(load_site(docs), tmp_path / "out")
    assert [locale["announcement"] for locale in read(tmp_path / "out/site.json")["locales"]] == [
        {"id": "1", "text": "New", "path": "/guide/start.html"},
        {"id": "1", "text": "新", "path": "/zh/guide/start.html"},
    ]


def test_a_draft_is_published_only_on_request(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    for file in ("guide/later.md", "zh/guide/later.md"):
        text = '+++\nsummary = "Later."\ndraft = true\n+++\n# Later {#later}\n'
        (docs / file).write_text(text, encoding="utf-8")
    assert "/guide/later.html" not in [page.path for page in load_site(docs).pages]
    assert main(["check", str(docs), *THEME_OPTION]) == 0
    assert main(["check", "--drafts", str(docs), *THEME_OPTION]) == 1  # no page links to it yet


def test_an_old_path_is_a_redirect(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    text = '+++\nsummary = "Boils."\nredirect_from = ["/old/", "/a.html"]\n+++\n# K {#kettle}\n'
    (docs / "index.md").write_text(text, encoding="utf-8")
    write_records(load_site(docs), tmp_path / "out")
    assert read(tmp_path / "out/routes.json")["redirects"] == [
        {"path": "/a.html", "target": "/"},
        {"path": "/old/", "target": "/"},
    ]
