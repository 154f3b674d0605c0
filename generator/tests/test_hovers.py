"""Hovers of names in samples: contents and caching."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path

import jsonschema
import pytest

from docsite.cache import Cache
from docsite.errors import ConfigError, RenderError
from docsite.markdown import ParseContext, parse
from docsite.node.hovers import COMPILED, Hovers, find_compiled, load_compiler_version
from docsite.node.worker import Worker
from docsite.records import Document, HoverConfig
from docsite.site.config import parse_config
from generator.tests.support import ROOT, SITES, THEME, TSCONFIG, strings, worker_command

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
SAMPLES = {
    "tsconfig.json": json.dumps(TSCONFIG),
    "kettle.ts": KETTLE,
    "tea.ts": TEA,
    "alone.ts": "export const alone = 1;\n",
    "Blue.ts": "export const blue: 'blue' | 'red' = 'red';\n",
    "pick.ts": "export const pick = (first: boolean) => (first ? 'red' : 'blue');\n",
    "colours.ts": (
        "export type Tea = { readonly leaf?: string; cups: 1 | 2 | null; };\n"
        "export declare const tea: Map<string, Tea | undefined>;\n"
        "export declare const pour: [(tea: Tea, ...more: number[]) => void];\n"
        "export function brew<T extends Tea = Tea>(tea: T): tea is T { return !!tea; }\n"
    ),
    "late.ts": "import { cup } from './cup';\ncup;\n",
    "use.ts": "import { leaf } from 'leaf';\nleaf;\n",
    "wrong.ts": "import { fill } from './kettle';\nfill('much').lid;\n",
    "Tea.vue": (
        "<script setup lang=\"ts\">\nimport { fill } from './kettle';\nconst one = fill(1);\n"
        "</script>\n\n<template>\n  <p>{{ one.size }}</p>\n</template>\n"
    ),
    "../reference/a.d.ts": "import type { Leaf } from 'leaf';\ntype A = Leaf;\n",
    "node_modules/leaf/package.json": json.dumps({"name": "leaf", "types": "index.d.ts"}),
    "node_modules/leaf/index.d.ts": "export declare const leaf: 1;\nexport type Leaf = 1;\n",
}
"""The files of `samples`, in its folder `examples`."""
CLASSES = {"", *"ksnftpvo"}

Cut = tuple[str, str, str]
"""A name in the block, its signature and its comment."""


class Compiler:
    """A docs folder with samples and a cache."""

    def __init__(self, docs: Path) -> None:
        self.docs = docs
        self.cache = Cache(docs / "cache.sqlite")
        self.hovers = Hovers(docs, THEME)

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

    def find_missing(self, *texts: str) -> tuple[str, ...]:
        """Returns the files that have to be compiled."""
        self.load(*texts)
        return self.hovers.missing

    def compile(self, *texts: str) -> Mapping[str, str]:
        """Returns all hovers."""
        self.load(*texts)
        self.hovers.compile_missing(worker_command(), self.cache)
        return self.load(*texts)


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Compiler]:
    """All samples, compiled once. Tests must not change them."""
    compiler = Compiler(tmp_path_factory.mktemp("samples"))
    for name, text in SAMPLES.items():
        compiler.write(name, text)
    vue = compiler.docs / "examples/node_modules/vue"
    vue.symlink_to(ROOT / "docs/examples/node_modules/vue", target_is_directory=True)
    shown = [name for name in SAMPLES if name.endswith(COMPILED) and "node_modules" not in name]
    compiler.compile(*(f"<<< {os.path.normpath(f'examples/{name}')}" for name in shown))
    compiler.cache.close()
    with Cache(compiler.docs / "cache.sqlite") as compiler.cache:
        yield compiler


@pytest.fixture
def compiler(samples: Compiler, tmp_path: Path) -> Iterator[Compiler]:
    """A copy of the samples and of their cache."""
    docs = shutil.copytree(samples.docs, tmp_path / "docs", symlinks=True)
    compiler = Compiler(docs)
    with compiler.cache:
        yield compiler


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


def test_hovers_in_a_region_use_the_types_of_the_whole_file(samples: Compiler) -> None:
    page = "<<< examples/tea.ts#pour"
    (hovers,) = samples.load(page).values()
    comment = "Keeps water warm. Its |size| is in litres, see tea."
    kettle = "type Kettle = {\n    size: number;\n    colour: 'red' | 'blue';\n}".replace("'", '"')
    assert list(cut(samples.parse(page), hovers)) == [
        ("kettle", "const kettle: Kettle", ""),
        ("Kettle", kettle, comment),
        ("fill", "fill(size: number): Kettle", "Makes a kettle."),
        ("text", 'const text: "😀😀"', ""),
        ("cups", "const cups: number", ""),
        ("kettle", "const kettle: Kettle", ""),
        ("size", "(property) size: number", ""),
    ]


def test_the_hovers_file_of_a_page_matches_its_schema(samples: Compiler) -> None:
    (hovers,) = samples.load("<<< examples/tea.ts\n\n<<< examples/tea.ts#pour").values()
    schema = json.loads((ROOT / "contracts/hovers.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(json.loads(hovers), schema)
    assert '"style' not in hovers


def test_signatures_have_highlighting_classes_and_strings_are_deduplicated(
    samples: Compiler,
) -> None:
    (hovers,) = samples.load("<<< examples/tea.ts\n\n<<< examples/kettle.ts").values()
    texts = json.loads(hovers)["texts"]
    assert {name for text in texts for name in text["tokens"][1::2]} <= CLASSES
    assert len({json.dumps(text) for text in texts}) == len(texts)
    imported = next(text["tokens"] for text in texts if text["comment"] == ["Makes a kettle."])
    assert imported[:2] == ["const ", "k"]


def test_signatures_are_highlighted_like_code(samples: Compiler) -> None:
    (hovers,) = samples.load("<<< examples/colours.ts").values()
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
    assert compiler.find_missing(page) == ()
    assert compiler.load(page) == {}


def test_blocks_are_numbered_in_page_order(samples: Compiler) -> None:
    page = "```sh\nboil\n```\n\n<<< examples/kettle.ts\n\n    indented\n\n<<< examples/tea.ts#pour"
    (hovers,) = samples.load(page).values()
    assert list(json.loads(hovers)["blocks"]) == ["1", "3"]


def test_a_sample_that_does_not_compile_has_hovers(samples: Compiler) -> None:
    page = "<<< examples/wrong.ts"
    (hovers,) = samples.load(page).values()
    assert [name for name, *_ in cut(samples.parse(page), hovers)] == ["fill", "fill"]


def test_vue_components_have_hovers_in_script_and_template(samples: Compiler) -> None:
    page = "<<< examples/Tea.vue"
    (hovers,) = samples.load(page).values()
    found = {(name, signature) for name, signature, _ in cut(samples.parse(page), hovers)}
    assert ("one", "const one: Kettle") in found
    assert ("size", "(property) size: number") in found
    assert "p" not in {name for name, _ in found}


def test_hovers_of_a_file_do_not_depend_on_other_files(samples: Compiler) -> None:
    """A compiler that has seen 'blue' | 'red' in Blue.ts prints inferred types in that order."""
    page = "<<< examples/pick.ts"
    (hovers,) = samples.load(page).values()
    (_, signature, _), *_ = cut(samples.parse(page), hovers)
    assert signature == 'const pick: (first: boolean) => "red" | "blue"'


def test_files_outside_the_docs_resolve_the_packages_of_the_samples(samples: Compiler) -> None:
    assert "Leaf" in samples.load("<<< reference/a.d.ts")["/0.html"]


# --- Caching --------------------------------------------------------------------------------------


def test_unchanged_files_are_not_compiled_again_even_in_a_copy_of_the_docs(
    samples: Compiler, compiler: Compiler
) -> None:
    """Tests and benchmarks build modified copies of a site."""
    page = "<<< examples/tea.ts"
    first = samples.load(page)
    assert first
    assert compiler.load(page) == first
    assert compiler.find_missing(page) == samples.find_missing(page) == ()


def test_an_edit_recompiles_the_file_and_its_importers(compiler: Compiler) -> None:
    pages = ("<<< examples/tea.ts", "<<< examples/alone.ts", "<<< examples/kettle.ts")
    compiler.write("kettle.ts", KETTLE.replace("number", "bigint"))
    assert compiler.find_missing(*pages) == ("examples/kettle.ts", "examples/tea.ts")
    assert "bigint" in compiler.compile(*pages)["/0.html"]
    compiler.write("alone.ts", "export const alone = 'now a text';\n")
    assert compiler.find_missing(*pages) == ("examples/alone.ts",)


def test_changed_settings_recompile_everything(compiler: Compiler) -> None:
    options = TSCONFIG["compilerOptions"] | {"strict": False}
    compiler.write("tsconfig.json", json.dumps({"compilerOptions": options}))
    assert compiler.find_missing("<<< examples/tea.ts") == ("examples/tea.ts",)


def test_a_rebuilt_package_recompiles_its_importers(compiler: Compiler) -> None:
    pages = ("<<< examples/use.ts", "<<< examples/kettle.ts")
    assert '"1","n"' in compiler.load(*pages)["/0.html"]
    compiler.write("node_modules/leaf/index.d.ts", "export declare const leaf: 2;\n")
    assert compiler.find_missing(*pages) == ("examples/use.ts",)


def test_adding_a_missing_file_recompiles_its_importers(compiler: Compiler) -> None:
    assert compiler.find_missing("<<< examples/late.ts") == ()
    compiler.write("cup.ts", "export const cup: number = 1;\n")
    assert compiler.find_missing("<<< examples/late.ts") == ("examples/late.ts",)


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
    samples: Compiler, compiler: Compiler
) -> None:
    install_typescript(compiler, "5.0.0")
    assert compiler.load("<<< examples/tea.ts") == {}, "another compiler could print other types"
    assert compiler.compile("<<< examples/tea.ts") == samples.load("<<< examples/tea.ts")


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
    compiler.write("tea.ts", "const tea = 1;\n")
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
    compiler.write("tea.ts", "const tea = 1;\n")
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
    compiler.write("tea.ts", "const tea = 1;\n")
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
