"""Every exported name has a hover in all samples."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from docsite.cache import Cache
from docsite.load import Site
from docsite.node.hovers import COMPILED, Hovers
from docsite.node.theme import find_node
from docsite.records import CodeBlock, Document

DOCS = Path(__file__).resolve().parents[1]
ROOT = DOCS.parent
THEME = ROOT / "theme"
CLASSES = {"", *"ksnftpvo"}
_NO_CODE = re.compile(
    r"""//.*|/\*.*?\*/|<!--.*?-->|'(?:\\.|[^'\\\n])*'|"[^"\n]*"(?!>)|`[^`]*`""", re.DOTALL
)
"""Comments and strings. Quoted attributes in a template are code."""
_NAME = re.compile(r"[A-Za-z_$][\w$]*")

Span = tuple[int, int, int]
"""Line, column and length."""


@pytest.fixture(scope="module")
def documents(site: Site) -> Mapping[str, Document]:
    return {page.path: page.document for page in site.pages}


@pytest.fixture(scope="module")
def hovers(site: Site, documents: Mapping[str, Document]) -> Mapping[str, Any]:
    """The hovers of each page, like in a build. Uses the cache of `make build`."""
    config, locales = site.config.hovers, site.config.locales
    found = Hovers(DOCS, THEME)
    with Cache(ROOT / "build/cache.sqlite") as cache:
        found.load(config, documents, cache, locales)
        found.compile_missing([find_node(THEME), str(THEME / "worker.mjs")], cache)
        pages = found.load(config, documents, cache, locales)
    assert found.missing == ()
    return {path: json.loads(text) for path, text in pages.items()}


def find_names(block: CodeBlock) -> Iterator[tuple[str, Span]]:
    """Returns every name in the code of a block, except in comments and strings."""
    code = _NO_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), block.text)
    for number, line in enumerate(code.split("\n")):
        for found in _NAME.finditer(line):
            before = line[: found.start()].encode("utf-16-le")
            yield found[0], (number, len(before) // 2, len(found[0]))


def spans_of(hovers: Mapping[str, Any], position: int) -> set[Span]:
    numbers = hovers["blocks"].get(str(position), ())
    return {
        (line, column, length) for line, column, length, _ in zip(*[iter(numbers)] * 4, strict=True)
    }


def test_every_use_of_an_exported_name_has_a_hover(
    documents: Mapping[str, Document], hovers: Mapping[str, Any]
) -> None:
    # The tests of the reference compare the index with the packages.
    index = (DOCS / "api/index.md").read_text(encoding="utf-8")
    exported = set(re.findall(r"^\| \[`([\w$]+)`\]\(", index, re.MULTILINE))
    assert len(exported) > 100
    seen: Counter[str] = Counter()
    bare: list[str] = []
    for path, document in documents.items():
        for position, block in enumerate(document.code_blocks):
            if not (block.file or "").endswith(COMPILED):
                continue
            known = spans_of(hovers[path], position)
            for name, span in find_names(block):
                if name in exported:
                    seen[name] += 1
                    bare += [] if span in known else [f"{path}: {block.file}: {name} at {span}"]
    assert bare == []
    assert exported - set(seen) == set(), "every exported name is in a sample"


def test_hovers_are_sorted_and_do_not_overlap(hovers: Mapping[str, Any]) -> None:
    for file in hovers.values():
        for numbers in file["blocks"].values():
            spans = list(zip(*[iter(numbers)] * 4, strict=True))
            assert spans == sorted(spans)
            for (line, column, length, _), (next_line, next_column, *_) in pairwise(spans):
                assert line < next_line or column + length <= next_column


def test_hovers_are_not_empty_and_contain_no_markup(hovers: Mapping[str, Any]) -> None:
    for file in hovers.values():
        for text in file["texts"]:
            assert "".join(text["tokens"][::2]).strip()
            assert set(text["tokens"][1::2]) <= CLASSES
            assert "unresolved" not in "".join(text["tokens"])
        used = {number for numbers in file["blocks"].values() for number in numbers[3::4]}
        assert used == set(range(len(file["texts"])))


def test_both_languages_have_the_same_hovers(hovers: Mapping[str, Any]) -> None:
    """Only the links to the reference differ."""
    for path, file in hovers.items():
        if not path.startswith("/zh/"):
            chinese = json.loads(json.dumps(hovers[f"/zh{path}"]["texts"]).replace('"/zh/', '"/'))
            assert chinese == file["texts"], path


def test_rejected_samples_show_the_compiler_message(documents: Mapping[str, Document]) -> None:
    refused = [
        block
        for document in documents.values()
        for block in document.code_blocks
        if (block.file or "").startswith("examples/rejected/")
    ]
    assert len(refused) >= 24
    assert [block.file for block in refused if not block.messages] == []
    assert all(message.startswith("TS") for block in refused for message in block.messages.values())
