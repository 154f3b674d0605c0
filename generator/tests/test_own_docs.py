"""The documentation of docsite matches docsite: commands, settings, files for hosts, and claims."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from docsite.cli import create_arguments, main
from docsite.hosts import HOST_FILES
from docsite.markdown.code import MARKS
from docsite.markdown.containers import KINDS
from docsite.pages.content import FRONT_MATTER
from docsite.site.comments import COMMENTS_FILE
from docsite.site.config import parse_config
from docsite.site.glossary import GLOSSARY_FILE
from docsite.starter.new import load_known_languages
from generator.tests.support import ROOT, THEME_OPTION

DOCS = ROOT / "generator/docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "zh" not in path.parts)
COMPARISON = Path(__file__).with_name("comparison.toml")
REQUIRED = {
    "title": "Kettle",
    "address": "https://kettle.example",
    "repository": "https://git.example/kettle",
    "docs_directory": "docs",
}
LANGUAGE = '[[locales]]\ntag = "en-US"\nprefix = "/"\nlabel = "English"\ndescription = "Tea"\n'


def read(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def find_code(language: str) -> Iterator[str]:
    """The code blocks of all English pages, without those that show Markdown."""
    for page in PAGES:
        text = re.sub(r"^````md\n.*?^````$", "", page.read_text("utf-8"), flags=re.M | re.S)
        yield from re.findall(rf"^```{language}\b[^\n]*\n(.*?)^```$", text, re.M | re.S)


def test_it_passes_strict_checks() -> None:
    assert main(["check", str(DOCS), "--strict", *THEME_OPTION]) == 0


@pytest.mark.parametrize(
    "command",
    sorted(
        line
        for code in find_code("sh")
        for line in code.splitlines()
        if line.startswith("docsite ")
    ),
)
def test_every_command_is_accepted(command: str) -> None:
    create_arguments().parse_args(shlex.split(command)[1:])


def test_every_command_is_documented(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    known = set(re.findall(r"^    ([a-z-]+)(?: |$)", capsys.readouterr().out, re.M))
    listed = set(re.findall(r"^\| `docsite ([a-z-]+) ", read("guide/start.md"), re.M))
    # Only this repository needs the schemas.
    assert known - {"schemas"} == listed


@pytest.mark.parametrize("code", [*find_code("toml")])
def test_every_setting_is_accepted(code: str) -> None:
    values = tomllib.loads(code)
    if {"synonyms", "zh-CN"} & set(values):
        return  # a glossary, or comments
    missing = {key: value for key, value in REQUIRED.items() if key not in values}
    head = "".join(f'{key} = "{value}"\n' for key, value in missing.items())
    if "locales" not in values:
        code = f"{code}\n{LANGUAGE}"
    elif values["locales"][0]["prefix"] != "/":
        code = f"{LANGUAGE}\n{code}"
    parse_config(head + code)


def test_every_key_of_front_matter_is_documented() -> None:
    listed = re.findall(r"^\| `(\w+)` ", read("guide/writing.md"), re.M)
    assert set(listed) == set(FRONT_MATTER)


def test_every_kind_of_container_and_mark_is_documented() -> None:
    text = read("guide/writing.md")
    # Live samples need another tool, which users don't have.
    assert [kind for kind in KINDS if kind not in text] == ["live"]
    assert [mark for mark in MARKS if f"`{mark}`" not in text] == []


def test_every_file_for_a_host_is_documented() -> None:
    text = read("guide/deployment.md")
    names = (*HOST_FILES, ".nojekyll", "robots.txt", "sitemap.xml", "nginx.conf", "Caddyfile")
    assert [name for name in names if name not in text] == []


def test_the_files_for_glossary_and_comments_are_documented() -> None:
    text = read("guide/start.md")
    assert [name for name in (GLOSSARY_FILE, COMMENTS_FILE) if f"`{name}`" not in text] == []


def test_the_number_of_languages_is_right() -> None:
    facts = tomllib.loads(read("index.md").split("+++")[1])["facts"]
    count = next(fact["value"] for fact in facts if "languages" in fact["text"])
    assert int(count) == len(load_known_languages())
    assert len(list((ROOT / "theme/src/strings").glob("*.json"))) == int(count)


def load_claims() -> Mapping[str, Any]:
    return tomllib.loads(COMPARISON.read_text(encoding="utf-8"))


def test_every_yes_of_the_comparison_has_a_test() -> None:
    rows = re.findall(r"^\| ([^|]+?) +\| (\w+) ", read("guide/comparison.md"), re.M)
    assert [name for name, cell in rows if cell == "yes"] == list(load_claims())


@pytest.mark.parametrize("test", sorted({*chain.from_iterable(load_claims().values())}))
def test_the_tests_of_the_comparison_exist(test: str) -> None:
    file, _, name = test.partition("::")
    assert f"\ndef {name}(" in (ROOT / file).read_text(encoding="utf-8")
