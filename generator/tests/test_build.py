"""Complete builds with the real theme."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import brotli
import jsonschema
import pytest

from docsite.build import Builder, Folders, build_site
from docsite.emit import compress, site_files
from docsite.errors import ConfigError, RenderError
from docsite.node.render import Renderer
from docsite.records import Page
from docsite.site.routes import resolve_path
from generator.tests.support import (
    PRODUCT_WORDS,
    ROOT,
    add_bundles,
    add_hovers,
    append,
    copy_built,
    copy_site,
    edit,
    folders_in,
    prepend,
    read_files,
)

PATHS = ("index.html", "guide/index.html", "guide/start.html", "zh/guide/start.html")
THEME_NUMBERS = set(
    json.loads((ROOT / "contracts/theme-scripts.json").read_text(encoding="utf-8")).values()
)


def data_of(document: str) -> dict[str, object]:
    found = re.search(r'id="_data">(.*?)</script>', document)
    assert found
    value = json.loads(found[1])
    assert isinstance(value, dict)
    return value


def links_of(built: Folders, name: str) -> dict[str, Any]:
    """Returns the scripts of linked pages in a document, keyed by folder."""
    links = data_of((built.output / name).read_text(encoding="utf-8"))["links"]
    assert isinstance(links, dict)
    return links


def schema(name: str) -> dict[str, object]:
    text = (ROOT / f"contracts/{name}.schema.json").read_text(encoding="utf-8")
    value = json.loads(text)
    assert isinstance(value, dict)
    return value


@pytest.mark.requirement("site-static")
def test_a_site_consists_of_static_files(built: Folders) -> None:
    files = read_files(built.output)
    assert set(PATHS) <= set(files)
    assert {"404.html", "zh/404.html", "build.json", "sitemap.xml", "_headers"} <= set(files)


def test_a_site_can_have_no_edit_links(built: Folders, tmp_path: Path) -> None:
    links = re.compile(r'href="[^"]*/edit/')
    assert links.search(read_files(built.output)["guide/start.html"].decode())
    folders = copy_built(built, tmp_path)
    prepend(folders.docs / "site.toml", "edit_links = false\n")
    assert build_site(folders).problems == ()
    documents = {
        name: text.decode()
        for name, text in read_files(folders.output).items()
        if name.endswith(".html")
    }
    assert len(documents) > 4
    assert [name for name, text in documents.items() if links.search(text)] == []
    assert [name for name, text in documents.items() if ">Edit this page<" in text] == []


def test_a_site_about_something_else_does_not_mention_the_product(built: Folders) -> None:
    written = [*built.output.rglob("*"), *(built.work / "servers").rglob("*")]
    kinds = ("", ".html", ".md", ".txt", ".json", ".conf")
    files = [path for path in written if path.suffix in kinds and path.is_file()]
    assert len(files) > 20
    for file in files:
        # UI strings may mention it until they are moved to the theme.
        is_neutral = not PRODUCT_WORDS.search(file.read_text(encoding="utf-8"))
        assert is_neutral or file.parent.name == "strings", file


@pytest.mark.requirement("site-chunk-path", "site-lazy-pages")
def test_each_page_has_a_script_with_its_number_and_hash(built: Folders) -> None:
    scripts = sorted(path.name for path in built.output.glob("assets/js/*.js"))
    numbers = [int(name.split(".")[0]) for name in scripts if name[0].isdigit()]
    assert set(numbers) - THEME_NUMBERS == set(range(2, 10))
    assert all(re.fullmatch(r"\w+\.[0-9a-f]{8}\.js", name) for name in scripts)


def test_the_route_tables_map_a_path_to_its_page_record(built: Folders) -> None:
    build = json.loads((built.output / "build.json").read_text(encoding="utf-8"))
    jsonschema.validate(build, schema("build"))
    table = json.loads(
        (built.output / f"assets/routes/{build['folders']['/zh/guide/']}.json").read_text("utf-8")
    )
    jsonschema.validate(table, schema("folder"))
    file = table["pages"]["/zh/guide/start.html"]
    script = (built.output / f"assets/js/{file['number']}.{file['hash']}.js").read_text("utf-8")
    record = json.loads(script[script.index("module.exports=") + 15 : -len("}}]);")])
    jsonschema.validate(record, schema("page"))
    assert record["title"] == file["title"] == "开始"
    chrome = json.loads(
        (built.output / f"assets/chrome/{table['chrome']}.json").read_text(encoding="utf-8")
    )
    jsonschema.validate(chrome, schema("chrome"))
    assert chrome["locale"] == "zh-CN"
    assert chrome["sidebar"][0]["items"][0]["path"] == "/zh/guide/start.html"


def test_a_document_has_the_scripts_of_the_pages_in_its_sidebar(built: Folders) -> None:
    build = json.loads((built.output / "build.json").read_text(encoding="utf-8"))
    links = links_of(built, "guide/start.html")
    assert links == links_of(built, "guide/index.html")
    assert set(links) == {"/guide/"}
    folder = links["/guide/"]
    jsonschema.validate(folder, schema("linked-folder"))
    assert folder["table"] == build["folders"]["/guide/"]
    assert (built.output / f"assets/chrome/{folder['chrome']}.json").is_file()
    assert list(folder["pages"]) == ["/guide/start.html", "/guide/pour.html"]
    for path, name in folder["pages"].items():
        script = (built.output / f"assets/js/{name}.js").read_text(encoding="utf-8")
        assert f'"path":"{path}"' in script


def test_a_home_page_has_the_scripts_of_the_pages_of_its_buttons(built: Folders) -> None:
    links = links_of(built, "zh/index.html")
    assert {path for folder in links.values() for path in folder["pages"]} == {
        "/zh/guide/start.html"
    }


def test_a_page_for_unknown_paths_has_no_scripts_of_other_pages(built: Folders) -> None:
    assert "links" not in data_of((built.output / "404.html").read_text(encoding="utf-8"))


def test_a_document_contains_its_text_once(built: Folders) -> None:
    document = (built.output / "guide/start.html").read_text(encoding="utf-8")
    view = data_of(document)["view"]
    assert isinstance(view, dict)
    assert "html" not in view["page"]
    assert document.count('id="water"') == 1


@pytest.mark.requirement("site-generator-marker")
def test_every_document_names_its_generator(built: Folders) -> None:
    documents = list(built.output.rglob("*.html"))
    assert len(documents) == 10
    for document in documents:
        assert '<meta name="generator" content="docsite 1.9.2"' in document.read_text("utf-8")


def test_every_document_has_one_inline_script_and_one_style_element(built: Folders) -> None:
    for document in built.output.rglob("*.html"):
        text = document.read_text(encoding="utf-8")
        tags = re.findall(r"<script\b[^>]*>", text)
        data = [tag for tag in tags if 'type="application/' in tag]
        assert len(tags) - len(data) == 1, tags
        assert len(data) == (1 if document.name == "404.html" else 2), tags
        assert " style=" not in text
        assert text.count("<style") == 1


def test_every_link_has_an_existing_target(built: Folders) -> None:
    files = {f"/{name}" for name in read_files(built.output)}
    paths = {path.removesuffix("index.html") for path in files}
    for document in built.output.rglob("*.html"):
        text = document.read_text(encoding="utf-8")
        for href in re.findall(r'<(?:a|link)\b[^>]* href="(/[^"#]*)', text):
            assert resolve_path(href, paths).outcome == "page", (document, href)


def test_a_second_build_changes_no_file(built: Folders) -> None:
    times = {path: path.stat().st_mtime_ns for path in built.output.rglob("*")}
    build_site(built)
    assert {path: path.stat().st_mtime_ns for path in built.output.rglob("*")} == times


def test_a_second_build_reuses_all_documents_and_scripts(
    built: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def render_chunk(_number: int, page: Page) -> str:
        made.append(page.path)
        return ""

    def render_pages(_renderer: Renderer, pages: Sequence[Page], *_: object) -> Iterator[Any]:
        made.extend(page.path for page in pages)
        return iter(())

    monkeypatch.setattr(site_files, "render_chunk", render_chunk)
    monkeypatch.setattr(Renderer, "render_pages", render_pages)
    build_site(built)
    assert made == []


def test_a_file_that_was_modified_between_builds_is_rewritten(
    built: Folders, tmp_path: Path
) -> None:
    folders = copy_built(built, tmp_path)
    build_site(folders)
    before = read_files(folders.output)
    for file in (folders.output / "guide/start.html", *folders.output.glob("assets/js/2.*.js")):
        file.write_bytes(file.read_bytes().replace(b"a", b"b"))
    build_site(folders)
    assert read_files(folders.output) == before


def test_a_build_renders_each_record_at_most_twice(
    built: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once for its hash, and once for its file."""
    dumps, rendered = json.dumps, Counter[str]()

    def count(value: object, **options: Any) -> str:
        text = dumps(value, **options)
        rendered[text] += 1
        return text

    monkeypatch.setattr(json, "dumps", count)
    build_site(built)
    monkeypatch.undo()
    assert any(text.startswith('{"chrome":') for text in rendered)
    assert {text[:80]: times for text, times in rendered.items() if times > 2} == {}


def without_links(document: bytes) -> bytes:
    return re.sub(rb'"links":\{.*?\}\}\},', b"", document)


def test_an_edit_changes_only_the_page_and_files_that_reference_it(
    built: Folders, tmp_path: Path
) -> None:
    folders = copy_built(built, tmp_path)
    before = read_files(folders.output)
    for prefix in ("", "zh/"):
        append(folders.docs / f"{prefix}guide/start.md", "\nMore tea, `2`.\n")
    assert build_site(folders, is_compressed=False).problems == ()
    after = read_files(folders.output)
    changed = {name for name in after if after[name] != before.get(name)}
    documents = {name for name in changed if name.endswith(".html")}
    linking = {"index.html", "guide/index.html", "guide/start.html", "guide/pour.html"}
    assert documents == linking | {f"zh/{name}" for name in linking}
    for name in documents - {"guide/start.html", "zh/guide/start.html"}:
        assert without_links(after[name]) == without_links(before[name])
    assert "build.json" in changed
    assert len({name for name in changed if name.startswith("assets/js/")}) == 2
    assert len({name for name in changed if name.startswith("assets/routes/")}) == 2
    assert len(after) == len(before), "stale files are removed"


def test_a_page_with_errors_leaves_the_site_unchanged(built: Folders, tmp_path: Path) -> None:
    folders = copy_built(built, tmp_path)
    before = read_files(folders.output)
    append(folders.docs / "guide/start.md", "\n[x](nowhere.md)\n")
    assert build_site(folders, is_compressed=False).has_errors
    assert read_files(folders.output) == before


def test_files_are_only_compressed_if_the_site_is_configured_for_it(built: Folders) -> None:
    assert list(built.output.rglob("*.br")) == []


def test_compressed_files_are_next_to_the_files_and_up_to_date(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    prepend(docs / "site.toml", "compression = true\n")
    folders = folders_in(tmp_path, docs)
    build_site(folders)
    old = (folders.output / "guide/start.html.br").read_bytes()
    document = (folders.output / "guide/start.html").read_bytes()
    assert old == brotli.compress(document, quality=11), "a first page is as small as possible"
    edit(docs / "guide/start.md", "# Start", "# Begin")
    build_site(folders)
    assert (folders.output / "guide/start.html.br").read_bytes() != old
    build_site(folders, is_compressed=False)
    assert (folders.output / "guide/start.html.br").is_file()


BUILD = """
import sys
from pathlib import Path
from docsite.build import Folders, build_site
from docsite.emit import compress
compress._BEST = 5 # the best quality takes seconds for the theme
docs, theme, output, work = map(Path, sys.argv[1:])
assert build_site(Folders(docs, theme, output, work)).problems == ()
"""


def test_builds_are_reproducible_on_any_machine(tmp_path: Path) -> None:
    """With different folders, time zones, languages, file times, umasks and hash seeds."""
    contents = []
    settings = (
        {"TZ": "Pacific/Kiritimati", "LANG": "C", "PYTHONHASHSEED": "1"},
        {"TZ": "America/Los_Angeles", "LANG": "C.UTF-8", "PYTHONHASHSEED": "2"},
    )
    for index, setting in enumerate(settings):
        folder = tmp_path / ("a" if index else "longer name")
        docs = copy_site(folder)
        add_hovers(docs)
        prepend(docs / "site.toml", "compression = true\n")
        for path in docs.rglob("*"):
            os.utime(path, (index * 10**9, index * 10**9))
        # Bundling takes most of the time, so the second build has the bundles of `make build`.
        work = folder / "work"
        if index:
            add_bundles(work)
        arguments = [docs, ROOT / "theme", folder / "dist", work]
        subprocess.run(
            [sys.executable, "-c", BUILD, *map(str, arguments)],
            check=True,
            env={**os.environ, **setting},
            cwd=folder,
        )
        contents.append(read_files(folder / "dist"))
    assert contents[0] == contents[1]
    assert any(name.startswith("assets/hovers/") for name in contents[0])


@pytest.mark.requirement("site-chunk-numbers")
def test_numbers_outside_the_configured_range_stop_the_build(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    prepend(docs / "site.toml", "chunk_numbers = [2, 20]\n")
    with pytest.raises(ConfigError, match=f"numbers up to {max(THEME_NUMBERS)}"):
        build_site(folders_in(tmp_path, docs))


MOUNT = 'mounts = [{ path = "/demo/", folder = "../demo/dist", made_by = "make demo" }]\n'


def test_a_mounted_folder_becomes_part_of_the_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compress, "_BEST", 5)  # the best quality takes seconds for the theme
    docs = copy_site(tmp_path)
    prepend(docs / "site.toml", f'compression = true\nbase = "/tea/"\n{MOUNT}')
    edit(docs / "site.toml", "https://tea.example/leaves/", "/demo/")
    assets = tmp_path / "demo/dist/assets"
    assets.mkdir(parents=True)
    (assets / "app-0123abcd.js").write_text("// a program\n" * 40, encoding="utf-8")
    text = "<!doctype html><head></head>"
    (assets.parent / "index.html").write_text(text, encoding="utf-8")
    folders = folders_in(tmp_path, docs)
    build_site(folders)
    page = (folders.output / "demo/index.html").read_text(encoding="utf-8")
    assert page.startswith('<!doctype html><head><meta http-equiv="Content-Security-Policy"')
    assert re.sub(r"<meta.*?>", "", page) == text
    assert (folders.output / "demo/assets/app-0123abcd.js.br").is_file()
    home = (folders.output / "zh/index.html").read_text(encoding="utf-8")
    assert '<a href="/tea/demo/">茶</a>' in home
    assert "\n/tea/demo/assets/*\n" in (folders.output / "_headers").read_text(encoding="utf-8")


def test_a_missing_mounted_folder_fails_with_the_command_that_creates_it(
    tmp_path: Path,
) -> None:
    docs = copy_site(tmp_path)
    prepend(docs / "site.toml", MOUNT)
    folders = folders_in(tmp_path, docs)
    with pytest.raises(ConfigError, match=r"\.\./demo/dist has no index\.html") as caught:
        build_site(folders)
    assert caught.value.hint == "Run `make demo` first."
    assert not folders.output.exists()


def test_a_folder_without_a_theme_is_reported(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(RenderError, match="not a docsite theme"):
        build_site(Folders(docs, tmp_path / "empty", tmp_path / "dist", tmp_path / "work"))


def test_a_theme_that_does_not_compile_is_reported(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    theme = tmp_path / "theme"
    theme.mkdir()
    shutil.copy(ROOT / "theme/package.json", theme)
    (theme / "build.mjs").write_text("throw new Error('no such component');", encoding="utf-8")
    with pytest.raises(RenderError, match="no such component"):
        build_site(Folders(docs, theme, tmp_path / "dist", tmp_path / "work"))


def test_a_builder_detects_edits_of_pages_and_included_files(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    examples = docs / "examples"
    examples.mkdir(exist_ok=True)
    for page in (docs / "guide/start.md", docs / "zh/guide/start.md"):
        append(page, "\n<<< examples/cup.ts\n")
    (examples / "cup.ts").write_text("const cups = 1;\n", encoding="utf-8")
    folders = folders_in(tmp_path, docs)
    document = folders.output / "guide/start.html"
    with Builder(folders) as builder:
        assert builder.build(is_compressed=False).problems == ()
        assert "cups" in document.read_text(encoding="utf-8")
        (examples / "cup.ts").write_text("const mugs = 1;\n", encoding="utf-8")
        assert builder.build(is_compressed=False).problems == ()
        assert "mugs" in document.read_text(encoding="utf-8")
        append(docs / "guide/start.md", "\nMore tea.\n")
        assert builder.build(is_compressed=False).problems == ()
        assert "More tea." in document.read_text(encoding="utf-8")
        prepend(docs / "site.toml", 'base = "/tea/"\n')
        builder.build(is_compressed=False)
        assert 'href="/tea/guide/pour.html"' in document.read_text(encoding="utf-8")


def test_a_comment_is_in_no_published_file(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    for prefix in ("", "zh/"):
        page = docs / f"{prefix}guide/start.md"
        edit(page, "{#start}", "<!-- unpublished -->{#start}")
        append(page, "\n<!--\nunpublished\n\n## unpublished\n-->\n\nTea <!-- unpublished -->.\n")
        edit(docs / f"{prefix}index.md", "\n#", "\n<!-- unpublished -->\n\n#")
    folders = folders_in(tmp_path, docs)
    assert build_site(folders, is_compressed=False).problems == ()
    files = read_files(folders.output)
    assert [name for name, content in files.items() if b"unpublished" in content] == []
    assert {"llms-full.txt", "guide/start.md", "zh/guide/start.md"} <= set(files)
