"""Hovers of names in samples: contents, caching, and deferred compilation in `docsite dev`."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from docsite.build import Builder, Folders, build_site
from docsite.cli import main
from docsite.errors import ConfigError, RenderError
from docsite.markdown import ParseContext, parse
from docsite.markdown.includes import find_excerpt
from docsite.node import hovers
from docsite.node.hovers import Hovers, find_compiled, load_compiler_version
from docsite.node.worker import Worker
from docsite.records import Document, HoverConfig, HoverFile, Json
from docsite.site.config import parse_config
from generator.tests.support import (
    ROOT,
    SITES,
    TSCONFIG,
    add_hovers,
    append,
    copy_site,
    edit,
    folders_in,
    memory_cache,
    strings,
    worker_command,
)

THEME = ROOT / "theme"
CONFIG = HoverConfig("examples/tsconfig.json")
KETTLE = """\
/**
 * Keeps water warm. Its `size` is in **litres**, see [tea](https://tea.example).
 *
 * More than a reader wants to know.
 */
export type Kettle = { size: number; colour: 'red' | 'blue' };
/** Makes a kettle. */
export const fill = (size: number): Kettle => ({ size, colour: 'red' });
"""
TEA = """\
import { fill, type Kettle } from './kettle';

const before: 'blue' | 'red' = 'blue';
// #region pour
  const kettle: Kettle = fill(2); // 😀 fill
  const text = '😀😀'; const cups = kettle.size * 4; // [!code ++]
// #endregion pour
"""
CLASSES = {"", *"ksnftpvo"}

Cut = tuple[str, str, str]
"""A name in the block, its signature and its comment."""


class Compiler:
    """A docs folder with samples. Records for which files a compiler was started."""

    def __init__(self, docs: Path) -> None:
        self.docs = docs
        self.cache = memory_cache()
        self.hovers = Hovers(docs, THEME)
        self.asked: list[tuple[str, ...]] = []

    def write(self, name: str, text: str) -> None:
        path = self.docs / "examples" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def parse(self, text: str) -> Document:
        def load(name: str) -> str | None:
            path = self.docs / name
            return path.read_text(encoding="utf-8") if path.is_file() else None

        return parse(text, ParseContext("a.md", strings(), load_example=load))

    def load(self, *texts: str) -> Mapping[str, str]:
        """Returns the hovers that are available without a compiler."""
        documents = {f"/{at}.html": self.parse(text) for at, text in enumerate(texts)}
        return self.hovers.load(CONFIG, documents, self.cache)

    def build(self, *texts: str) -> Mapping[str, str]:
        """Returns all hovers, and records the files that had to be compiled."""
        self.load(*texts)
        self.asked.append(self.hovers.missing)
        self.hovers.compile_missing(worker_command(), self.cache)
        return self.load(*texts)


@pytest.fixture
def compiler(tmp_path: Path) -> Compiler:
    compiler = Compiler(tmp_path)
    compiler.write("tsconfig.json", json.dumps(TSCONFIG))
    compiler.write("kettle.ts", KETTLE)
    compiler.write("tea.ts", TEA)
    return compiler


def cut(document: Document, hovers: str) -> Iterator[Cut]:
    """Returns the code of each hover, located like the script in the browser does."""
    file = json.loads(hovers)
    for block, numbers in file["blocks"].items():
        lines = document.code_blocks[int(block)].text.split("\n")
        for line, column, length, text in zip(*[iter(numbers)] * 4, strict=True):
            units = lines[line].encode("utf-16-le")[column * 2 : (column + length) * 2]
            said = file["texts"][text]
            yield units.decode("utf-16-le"), "".join(said["tokens"][::2]), "|".join(said["comment"])


# --- Contents -------------------------------------------------------------------------------------


def test_hovers_in_a_region_use_the_types_of_the_whole_file(
    compiler: Compiler,
) -> None:
    page = "<<< examples/tea.ts#pour"
    (hovers,) = compiler.build(page).values()
    comment = "Keeps water warm. Its |size| is in litres, see tea."
    kettle = "type Kettle = {\n    size: number;\n    colour: 'red' | 'blue';\n}".replace("'", '"')
    assert list(cut(compiler.parse(page), hovers)) == [
        ("kettle", "const kettle: Kettle", ""),
        ("Kettle", kettle, comment),
        ("fill", "fill(size: number): Kettle", "Makes a kettle."),
        ("text", 'const text: "😀😀"', ""),
        ("cups", "const cups: number", ""),
        ("kettle", "const kettle: Kettle", ""),
        ("size", "(property) size: number", ""),
    ]


def test_the_hovers_file_of_a_page_matches_its_schema(compiler: Compiler) -> None:
    compiler.build("<<< examples/tea.ts\n\n<<< examples/tea.ts#pour")
    (hovers,) = compiler.load("<<< examples/tea.ts\n\n<<< examples/tea.ts#pour").values()
    schema = json.loads((ROOT / "contracts/hovers.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(json.loads(hovers), schema)
    assert '"style' not in hovers


def test_signatures_have_highlighting_classes_and_strings_are_deduplicated(
    compiler: Compiler,
) -> None:
    (hovers,) = compiler.build("<<< examples/tea.ts\n\n<<< examples/kettle.ts").values()
    texts = json.loads(hovers)["texts"]
    assert {name for text in texts for name in text["tokens"][1::2]} <= CLASSES
    assert len({json.dumps(text) for text in texts}) == len(texts)
    imported = next(text["tokens"] for text in texts if text["comment"] == ["Makes a kettle."])
    assert imported[:2] == ["const ", "k"]


def test_signatures_are_highlighted_like_code(compiler: Compiler) -> None:
    compiler.write(
        "colours.ts",
        "export type Tea = { readonly leaf?: string; cups: 1 | 2 | null; };\n"
        "export declare const tea: Map<string, Tea | undefined>;\n"
        "export declare const pour: [(tea: Tea, ...more: number[]) => void];\n"
        "export function brew<T extends Tea = Tea>(tea: T): tea is T { return !!tea; }\n",
    )
    (hovers,) = compiler.build("<<< examples/colours.ts").values()
    texts = [text["tokens"] for text in json.loads(hovers)["texts"]]
    whole = [tokens for tokens in texts if tokens[1] == "k"]
    assert len(whole) >= 5
    with Worker(worker_command()) as worker:
        for tokens in whole:
            code = "".join(tokens[::2])
            html = worker.call("highlight", [{"code": code, "language": "ts"}])
            assert isinstance(html, list)
            assert spell_tokens(tokens) == spell_html(str(html[0])), code


def spell_tokens(tokens: list[str]) -> list[tuple[str, str]]:
    """Returns each character with its class. Spaces have none."""
    pairs = zip(tokens[::2], tokens[1::2], strict=True)
    return [(char, name) for text, name in pairs for char in text if not char.isspace()]


def spell_html(html: str) -> list[tuple[str, str]]:
    parts = re.findall(r'<span class="(.)">(.*?)</span>|([^<]+)', html, re.S)
    pairs = [(unescape(text or plain), name) for name, text, plain in parts]
    return [(char, name) for text, name in pairs for char in text if not char.isspace()]


def test_only_included_typescript_files_have_hovers(compiler: Compiler) -> None:
    compiler.write("brew.js", "export const cups = 1;\n")
    page = "<<< examples/brew.js\n\n```ts\nconst cups = 1;\n```\n"
    assert compiler.build(page) == {}
    assert compiler.asked == [()]


def test_blocks_are_numbered_in_page_order(compiler: Compiler) -> None:
    page = "```sh\nboil\n```\n\n<<< examples/kettle.ts\n\n    indented\n\n<<< examples/tea.ts#pour"
    (hovers,) = compiler.build(page).values()
    assert list(json.loads(hovers)["blocks"]) == ["1", "3"]


def test_a_sample_that_does_not_compile_has_hovers(compiler: Compiler) -> None:
    compiler.write("wrong.ts", "import { fill } from './kettle';\nfill('much').lid;\n")
    page = "<<< examples/wrong.ts"
    (hovers,) = compiler.build(page).values()
    assert [name for name, *_ in cut(compiler.parse(page), hovers)] == ["fill", "fill"]


def test_vue_components_have_hovers_in_script_and_template(compiler: Compiler) -> None:
    (compiler.docs / "examples/node_modules").mkdir()
    vue = compiler.docs / "examples/node_modules/vue"
    vue.symlink_to(ROOT / "docs/examples/node_modules/vue", target_is_directory=True)
    compiler.write(
        "Tea.vue",
        "<script setup lang=\"ts\">\nimport { fill } from './kettle';\nconst one = fill(1);\n"
        "</script>\n\n<template>\n  <p>{{ one.size }}</p>\n</template>\n",
    )
    page = "<<< examples/Tea.vue"
    (hovers,) = compiler.build(page).values()
    found = {(name, signature) for name, signature, _ in cut(compiler.parse(page), hovers)}
    assert ("one", "const one: Kettle") in found
    assert ("size", "(property) size: number") in found
    assert "p" not in {name for name, _ in found}


def test_hovers_of_a_file_do_not_depend_on_other_files(compiler: Compiler) -> None:
    """A compiler that has seen 'blue' | 'red' first prints every such union in that order."""
    compiler.write("other.ts", "export const other: 'blue' | 'red' = 'red';\n")
    compiler.build("<<< examples/other.ts\n\n<<< examples/kettle.ts")
    again = Compiler(compiler.docs)
    alone = again.build("<<< examples/kettle.ts")
    assert '"\\"red\\" ","s","| ","o","\\"blue\\""' in alone["/0.html"]
    assert compiler.load("<<< examples/kettle.ts") == alone


# --- Caching --------------------------------------------------------------------------------------


def test_unchanged_files_are_not_compiled_again(compiler: Compiler) -> None:
    page = "<<< examples/tea.ts#pour"
    first = compiler.build(page)
    assert compiler.build(page) == first
    compiler.hovers = Hovers(compiler.docs, THEME)
    assert compiler.build(page) == first
    assert compiler.asked == [("examples/tea.ts",), (), ()]


def test_an_edit_recompiles_the_file_and_its_importers(compiler: Compiler) -> None:
    compiler.write("alone.ts", "export const alone = 1;\n")
    pages = ("<<< examples/tea.ts", "<<< examples/alone.ts", "<<< examples/kettle.ts")
    compiler.build(*pages)
    compiler.write("alone.ts", "export const alone = 'now a text';\n")
    compiler.build(*pages)
    compiler.write("kettle.ts", KETTLE.replace("number", "bigint"))
    texts = compiler.build(*pages)
    assert compiler.asked[1:] == [
        ("examples/alone.ts",),
        ("examples/kettle.ts", "examples/tea.ts"),
    ]
    assert "bigint" in texts["/0.html"]


def test_changed_settings_recompile_everything(compiler: Compiler) -> None:
    compiler.build("<<< examples/tea.ts")
    options = TSCONFIG["compilerOptions"] | {"strict": False}
    compiler.write("tsconfig.json", json.dumps({"compilerOptions": options}))
    compiler.build("<<< examples/tea.ts")
    assert compiler.asked == [("examples/tea.ts",)] * 2


def test_a_rebuilt_package_recompiles_its_importers(compiler: Compiler) -> None:
    package = "node_modules/leaf/package.json"
    declarations = "node_modules/leaf/index.d.ts"
    compiler.write(package, json.dumps({"name": "leaf", "types": "index.d.ts"}))
    compiler.write(declarations, "export declare const leaf: 1;\n")
    compiler.write("use.ts", "import { leaf } from 'leaf';\nleaf;\n")
    pages = ("<<< examples/use.ts", "<<< examples/kettle.ts")
    assert '"1","n"' in compiler.build(*pages)["/0.html"]
    compiler.write(declarations, "export declare const leaf: 2;\n")
    assert '"2","n"' in compiler.build(*pages)["/0.html"]
    assert compiler.asked[1] == ("examples/use.ts",)


def test_adding_a_missing_file_recompiles_its_importers(compiler: Compiler) -> None:
    compiler.write("late.ts", "import { cup } from './cup';\ncup;\n")
    compiler.build("<<< examples/late.ts")
    assert "number" not in compiler.build("<<< examples/late.ts")["/0.html"]
    compiler.write("cup.ts", "export const cup: number = 1;\n")
    assert "number" in compiler.build("<<< examples/late.ts")["/0.html"]
    assert compiler.asked == [("examples/late.ts",), (), ("examples/late.ts",)]


def test_a_copy_of_the_docs_uses_the_cache(compiler: Compiler, tmp_path: Path) -> None:
    """Tests and benchmarks build modified copies of a site."""
    page = "<<< examples/tea.ts"
    first = compiler.build(page)
    copied = tmp_path / "copy"
    (copied / "examples").mkdir(parents=True)
    for path in (tmp_path / "examples").iterdir():
        (copied / "examples" / path.name).write_bytes(path.read_bytes())
    copy = Compiler(copied)
    copy.cache = compiler.cache
    assert copy.load(page) == first


def test_files_outside_the_docs_resolve_the_packages_of_the_samples(compiler: Compiler) -> None:
    compiler.write("node_modules/leaf/package.json", json.dumps({"types": "index.d.ts"}))
    compiler.write("node_modules/leaf/index.d.ts", "export type Leaf = 1;\n")
    compiler.write("../reference/a.d.ts", "import type { Leaf } from 'leaf';\ntype A = Leaf;\n")
    assert "Leaf" in compiler.build("<<< reference/a.d.ts")["/0.html"]


def test_the_version_depends_on_the_compiler(tmp_path: Path) -> None:
    package = json.loads((THEME / "package.json").read_text(encoding="utf-8"))
    (tmp_path / "hovers.mjs").write_bytes((THEME / "hovers.mjs").read_bytes())
    (tmp_path / "package.json").write_text(json.dumps(package), encoding="utf-8")
    assert load_compiler_version(tmp_path) == load_compiler_version(THEME)
    package["dependencies"]["@vue/language-core"] = "0.0.0"
    (tmp_path / "package.json").write_text(json.dumps(package), encoding="utf-8")
    assert load_compiler_version(tmp_path) != load_compiler_version(THEME)


def install_typescript(compiler: Compiler, version: str) -> None:
    """Links the compiler of this repository, with another version in its manifest."""
    compiler.write("node_modules/typescript/package.json", json.dumps({"version": version}))
    lib = compiler.docs / "examples/node_modules/typescript/lib"
    lib.symlink_to(ROOT / "node_modules/typescript/lib", target_is_directory=True)


def test_the_compiler_of_the_project_is_used_and_an_update_compiles_again(
    compiler: Compiler,
) -> None:
    first = compiler.build("<<< examples/tea.ts")
    install_typescript(compiler, "5.0.0")
    assert compiler.load("<<< examples/tea.ts") == {}, "another compiler could print other types"
    assert compiler.build("<<< examples/tea.ts") == first


@pytest.mark.parametrize(
    ("version", "problem"),
    [(None, "TypeScript isn't installed in"), ("7.0.1", r"TypeScript 7\.0\.1 has no compiler API")],
)
def test_a_missing_compiler_is_reported_with_the_command_that_installs_it(
    version: str | None, problem: str, compiler: Compiler
) -> None:
    compiler.write("packed/package.json", json.dumps({"docsite": {"packed": "1", "strings": {}}}))
    compiler.hovers = Hovers(compiler.docs, compiler.docs / "examples/packed")
    if version:
        install_typescript(compiler, version)
    with pytest.raises(ConfigError, match=problem) as caught:
        compiler.load("<<< examples/tea.ts")
    assert "npm install --save-dev typescript@6" in (caught.value.hint or "")
    assert compiler.load("No sample.") == {}, "without samples, no compiler is needed"


def test_an_incomplete_response_of_the_worker_is_an_error(
    compiler: Compiler, tmp_path: Path
) -> None:
    program = tmp_path / "worker.mjs"
    program.write_text(
        "process.stdin.on('data', () => console.log('{\"id\":1,\"result\":[]}'));", encoding="utf-8"
    )
    compiler.load("<<< examples/tea.ts")
    with pytest.raises(RenderError, match=r"returned \[\] for 1 files"):
        compiler.hovers.compile_missing([worker_command()[0], str(program)], compiler.cache)


def test_a_running_compiler_can_be_stopped(compiler: Compiler, tmp_path: Path) -> None:
    started = tmp_path / "started"
    program = tmp_path / "worker.mjs"
    program.write_text(
        "import { writeFileSync } from 'node:fs';\n"
        "writeFileSync(process.argv[2], '');\nsetInterval(() => {}, 1000);\n",
        encoding="utf-8",
    )
    command = [worker_command()[0], str(program), str(started)]
    compiler.load("<<< examples/tea.ts")
    with ThreadPoolExecutor() as threads:
        adding = threads.submit(compiler.hovers.compile_missing, command, compiler.cache)
        while not started.exists():
            time.sleep(0.01)
        compiler.hovers.stop()
        with pytest.raises(RenderError, match="Node ended"):
            adding.result(5)


# --- Settings -------------------------------------------------------------------------------------


def test_without_settings_there_are_no_hovers_and_no_compiler(compiler: Compiler) -> None:
    documents = {"/": compiler.parse("<<< examples/tea.ts")}
    assert find_compiled(documents.values()) == ("examples/tea.ts",)
    assert compiler.hovers.load(None, documents, compiler.cache) == {}
    assert compiler.hovers.missing == ()


def test_missing_settings_are_reported(compiler: Compiler) -> None:
    with pytest.raises(ConfigError, match=r"site\.toml: hovers: there is no file nowhere\.json"):
        compiler.hovers.load(HoverConfig("nowhere.json"), {}, compiler.cache)


def test_the_configuration_has_the_path_of_the_settings() -> None:
    text = (SITES / "good/site.toml").read_text(encoding="utf-8")
    assert parse_config(text).hovers is None
    line = 'hovers = { tsconfig = "examples/tsconfig.json" }\n'
    assert parse_config(line + text).hovers == CONFIG
    with pytest.raises(ConfigError, match="tsconfig"):
        parse_config("hovers = {}\n" + text)


# --- Regions --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("region", "lines", "indent"),
    [("a", (2, 4), 2), ("b", (4,), 4), (None, (0, 2, 4, 7), 0)],
)
def test_an_excerpt_has_the_line_numbers_of_its_file(
    region: str | None, lines: tuple[int, ...], indent: int
) -> None:
    text = "x\n// #region a\n  y\n  // #region b\n    z\n  // #endregion b\n// #endregion a\nw\n"
    excerpt = find_excerpt(text, region)
    assert excerpt
    assert (excerpt.lines, excerpt.indent) == (lines, indent)


def test_empty_lines_around_a_region_are_not_counted() -> None:
    excerpt = find_excerpt("// #region a\n\n\n  x\n\n  y\n\n// #endregion a\n", "a")
    assert excerpt
    assert (excerpt.code, excerpt.lines, excerpt.indent) == ("x\n\ny\n", (3, 4, 5), 2)


# --- Builds ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Built:
    """A small site with hovers."""

    folders: Folders

    @property
    def document(self) -> str:
        return (self.folders.output / "guide/start.html").read_text(encoding="utf-8")

    @property
    def files(self) -> list[str]:
        return sorted(path.name for path in self.folders.output.glob("assets/hovers/*.json"))

    @property
    def name(self) -> str | None:
        found = re.search(r'"hovers":(?:null|"([0-9a-f]{8})")', self.document)
        assert found
        return found[1]

    def edit(self, old: str, new: str) -> None:
        edit(self.folders.docs / "examples/boil.ts", old, new)


@pytest.fixture
def built(tmp_path: Path) -> Built:
    docs = copy_site(tmp_path)
    add_hovers(docs)
    return Built(folders_in(tmp_path, docs))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Records the calls to all Node processes during a test."""
    methods: list[str] = []
    call = Worker.call

    def record_and_call(worker: Worker, method: str, params: Json = None) -> Json:
        methods.append(method)
        return call(worker, method, params)

    monkeypatch.setattr(Worker, "call", record_and_call)
    return methods


def test_only_a_changed_sample_starts_a_compiler(built: Built, asked: list[str]) -> None:
    with Builder(built.folders) as builder:
        assert builder.build(is_compressed=False).problems == ()
    assert built.files == [f"{built.name}.json"], "both languages show the same sample"
    other = (built.folders.output / "guide/pour.html").read_text(encoding="utf-8")
    assert '"hovers":null' in other
    assert " style=" not in built.document
    before, known = built.document, built.name
    with Builder(built.folders) as builder:
        builder.build(is_compressed=False)
        assert builder.process_backlog() is False
        assert built.document == before, "nothing has changed"
        append(built.folders.docs / "guide/start.md", "\nMore tea.\n")
        builder.build(is_compressed=False)
    assert "More tea." in built.document
    assert built.name == known
    assert asked.count("hovers") == 1, "only the first build starts a compiler"


def test_hovers_are_only_assembled_for_pages_whose_code_has_changed(
    built: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    assemble = hovers.assemble_hovers

    def count(document: Document, *others: Any) -> HoverFile | None:
        seen.append(document.title)
        return assemble(document, *others)

    monkeypatch.setattr(hovers, "assemble_hovers", count)
    build_site(built.folders)
    assert sorted(seen) == ["Start", "开始"]
    name = built.name
    seen.clear()
    append(built.folders.docs / "guide/start.md", "\nMore tea.\n")
    build_site(built.folders)
    assert (seen, built.name) == ([], name)
    built.edit("litres", "cups")
    build_site(built.folders)
    assert sorted(seen) == ["Start", "开始"]
    assert built.name != name


def test_a_build_never_runs_two_node_processes_at_the_same_time(
    built: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both need much memory, so a build would need the sum of it."""
    workers: list[Worker] = []
    running: list[tuple[str, int]] = []
    call = Worker.call

    def record_and_call(worker: Worker, method: str, params: Json = None) -> Json:
        answer = call(worker, method, params)
        workers.extend({worker} - set(workers))
        running.append((method, sum(one.process_id is not None for one in workers)))
        return answer

    monkeypatch.setattr(Worker, "call", record_and_call)
    build_site(built.folders)
    assert {method for method, _ in running} >= {"highlight", "hovers", "render"}
    assert {count for _, count in running} == {1}


def test_a_build_without_hovers_starts_no_compiler(built: Built, asked: list[str]) -> None:
    folders = built.folders
    names = ["--theme", str(folders.theme), "--output", str(folders.output)]
    names += ["--work", str(folders.work), "--no-hovers"]
    assert main(["build", str(folders.docs), *names]) == 0
    assert built.files == []
    assert "litres" in built.document
    assert "hovers" not in asked


def test_incomplete_builds_add_hovers_later(built: Built) -> None:
    with Builder(built.folders) as builder:
        builder.build(is_compressed=False, is_complete=False)
        assert built.name is None
        assert "litres" in built.document
        assert builder.process_backlog() is True
        assert built.name is None, "only a build writes"
        builder.build(is_compressed=False, is_complete=False)
        first = built.name
        assert first is not None
        assert builder.process_backlog() is False
        built.edit("litres", "cups")
        builder.build(is_compressed=False, is_complete=False)
        assert "cups" in built.document
        assert built.name is None
        assert builder.process_backlog() is True
        builder.build(is_compressed=False, is_complete=False)
        assert built.name not in (None, first)
