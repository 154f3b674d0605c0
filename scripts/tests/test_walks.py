"""The steps in ARCHITECTURE.md exist, and each is called by the step or function before it."""

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCSITE = ROOT / "generator/src/docsite"
ITEM = re.compile(r"^(\d+)\. `([^`]+):(\w+)`(.*)$", re.MULTILINE)
CALLER = re.compile(r", from `([^`]+):(\w+)`")
BOUNDARY = re.compile(r", through `([^`]+)`")
CALLED = re.compile(r", calls step (\d+)")


@dataclass(frozen=True)
class Function:
    file: str
    name: str

    @property
    def text(self) -> str:
        """Its definitions in Python; in TypeScript the whole file, if it is defined there."""
        source = _read(self.file)
        if self.file.endswith(".py"):
            return "\n".join(_find_definitions(source, self.name))
        defined = rf"\b(function|const|class) {self.name}\b|^ +(async )?{self.name}\("
        return source if re.search(defined, source, re.MULTILINE) else ""

    def mentions(self, name: str) -> bool:
        """Whether it uses a name, other than to define it."""
        uses = re.sub(rf"\b(def|class|function|const) {name}\b", "", self.text)
        return re.search(rf"\b{name}\b", uses) is not None


@cache
def _read(file: str) -> str:
    path = ROOT / file
    return (path if path.is_file() else DOCSITE / file).read_text(encoding="utf-8")


def _find_definitions(source: str, name: str) -> list[str]:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    found = (node for node in ast.walk(ast.parse(source)) if isinstance(node, kinds))
    return [ast.get_source_segment(source, node) or "" for node in found if node.name == name]


def load_walks() -> dict[str, list[tuple[Function, str]]]:
    """The steps below each heading, with the text after each."""
    sections = re.split(r"^## ", (ROOT / "ARCHITECTURE.md").read_text("utf-8"), flags=re.M)
    walks = {
        section.splitlines()[0]: [
            (Function(file, name), text) for _, file, name, text in ITEM.findall(section)
        ]
        for section in sections
    }
    return {title: steps for title, steps in walks.items() if steps}


WALKS = load_walks()
STEPS = [(title, index) for title, steps in WALKS.items() for index in range(len(steps))]


def test_there_are_two_walks() -> None:
    assert list(WALKS) == ["From Markdown to dist/", "From a click to the dashboard"]


@pytest.mark.parametrize(("title", "index"), STEPS)
def test_a_step_exists_and_is_connected_to_the_steps_around_it(title: str, index: int) -> None:
    steps = WALKS[title]
    step, text = steps[index]
    assert step.text, f"{step} is not defined"
    if boundary := BOUNDARY.search(text):
        assert boundary[1] in _read(step.file)
        assert boundary[1] in _read(steps[index - 1][0].file)
    elif called := CALLED.search(text):
        assert step.mentions(steps[int(called[1]) - 1][0].name)
    elif caller := CALLER.search(text):
        assert Function(caller[1], caller[2]).mentions(step.name)
    elif index > 0:
        assert steps[index - 1][0].mentions(step.name)
