"""Builds of sites with hovers, and deferred compilation in `docsite dev`."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from docsite.build import CACHE_FILE, Builder, Folders, build_site
from docsite.cli import main
from docsite.node import hovers
from docsite.node.worker import Worker
from docsite.records import Document, HoverFile, Json
from generator.tests.support import THEME, add_hovers, append, copy_site, edit, folders_in


@dataclass(frozen=True)
class Built:
    """A small site with hovers."""

    folder: Path

    @property
    def folders(self) -> Folders:
        return Folders(self.folder / "docs", THEME, self.folder / "dist", self.folder / "work")

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


Calls = list[tuple[str, int]]
"""The methods that Node was called with, and how many Node processes were running."""


def record_calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    calls: Calls = []
    workers: set[Worker] = set()
    call = Worker.call

    def call_and_record(worker: Worker, method: str, params: Json = None) -> Json:
        answer = call(worker, method, params)
        workers.add(worker)
        calls.append((method, sum(one.process_id is not None for one in workers)))
        return answer

    monkeypatch.setattr(Worker, "call", call_and_record)
    return calls


@pytest.fixture(scope="module")
def first_build(tmp_path_factory: pytest.TempPathFactory) -> tuple[Built, Calls]:
    """The site after its first build, and the calls to Node. Tests must not change it."""
    folder = tmp_path_factory.mktemp("built")
    docs = copy_site(folder)
    add_hovers(docs)
    folders = folders_in(folder, docs)
    (folders.work / CACHE_FILE).unlink()
    with pytest.MonkeyPatch.context() as patched:
        calls = record_calls(patched)
        assert build_site(folders, is_compressed=False).problems == ()
    return Built(folder), calls


@pytest.fixture
def built(first_build: tuple[Built, Calls], tmp_path: Path) -> Built:
    """A copy of the site after its first build."""
    return Built(shutil.copytree(first_build[0].folder, tmp_path / "built"))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    return record_calls(monkeypatch)


@pytest.fixture
def assembled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of pages whose hovers are assembled."""
    titles: list[str] = []
    assemble = hovers.assemble_hovers

    def assemble_and_record(document: Document, *others: Any) -> HoverFile | None:
        titles.append(document.title)
        return assemble(document, *others)

    monkeypatch.setattr(hovers, "assemble_hovers", assemble_and_record)
    return titles


def test_a_build_writes_the_hovers_of_each_page(first_build: tuple[Built, Calls]) -> None:
    built, _ = first_build
    assert built.files == [f"{built.name}.json"], "both languages show the same sample"
    other = (built.folders.output / "guide/pour.html").read_text(encoding="utf-8")
    assert '"hovers":null' in other
    assert " style=" not in built.document


def test_a_build_never_runs_two_node_processes_at_the_same_time(
    first_build: tuple[Built, Calls],
) -> None:
    """Both need much memory, so together they would need too much."""
    _, calls = first_build
    assert {method for method, _ in calls} >= {"highlight", "hovers", "render"}
    assert {count for _, count in calls} == {1}


def test_an_edited_paragraph_neither_starts_a_compiler_nor_assembles_hovers(
    built: Built, calls: Calls, assembled: list[str]
) -> None:
    before, known = built.document, built.name
    with Builder(built.folders) as builder:
        builder.build(is_compressed=False)
        assert builder.process_backlog() is False
        assert built.document == before, "nothing has changed"
        append(built.folders.docs / "guide/start.md", "\nMore tea.\n")
        builder.build(is_compressed=False)
    assert "More tea." in built.document
    assert built.name == known
    assert "hovers" not in dict(calls)
    assert assembled == []


def test_a_build_without_hovers_starts_no_compiler(built: Built, calls: Calls) -> None:
    built.edit("litres", "cups")
    folders = built.folders
    names = ["--theme", str(folders.theme), "--output", str(folders.output)]
    names += ["--work", str(folders.work), "--no-hovers"]
    assert main(["build", str(folders.docs), *names]) == 0
    assert built.files == []
    assert "cups" in built.document
    assert "hovers" not in dict(calls)


def test_incomplete_builds_add_the_hovers_of_an_edited_sample_later(
    built: Built, assembled: list[str]
) -> None:
    first = built.name
    assert first is not None
    built.edit("litres", "cups")
    with Builder(built.folders) as builder:
        builder.build(is_compressed=False, is_complete=False)
        assert "cups" in built.document
        assert built.name is None
        assert builder.process_backlog() is True
        assert built.name is None, "only a build writes"
        builder.build(is_compressed=False, is_complete=False)
        assert built.name not in (None, first)
        assert builder.process_backlog() is False
    assert sorted(assembled) == ["Start", "开始"]
