"""The size of "Was this page helpful?" in the script that the first input loads, in brotli."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import brotli
import pytest

from docsite.node.theme import find_node
from harness.paths import ROOT

BUDGET = 600
NUMBERS = json.loads((ROOT / "contracts/theme-scripts.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundles of the theme without the feature."""
    folder = tmp_path_factory.mktemp("without").resolve()
    script = ROOT / "benchmarks/site/build-without-feedback.mjs"
    subprocess.run([find_node(ROOT / "theme"), str(script), str(folder)], check=True)
    return folder / "client"


def read(folder: Path, name: str) -> bytes:
    (file,) = folder.glob(f"assets/js/{name}.*.js")
    return file.read_bytes()


def size_of(folder: Path, name: str) -> int:
    return len(brotli.compress(read(folder, name)))


def test_the_script_and_styles_keep_to_their_budget(dist: Path, without: Path) -> None:
    features = NUMBERS["features"]
    assert 0 < size_of(dist, features) - size_of(without, features) <= BUDGET


def test_the_first_load_does_not_contain_it(dist: Path, without: Path) -> None:
    """Only the name of the other script and the number of its module differ."""
    assert abs(len(read(dist, "main")) - len(read(without, "main"))) <= 4
