"""By default, bundlers remove messages and checks for development from production builds."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from harness.packages import load_manifest
from harness.paths import PACKAGES, ROOT
from harness.programs import run
from harness.static import serve
from tests.library.conftest import open_page

SOURCE = """
import { createLocalStorage, useStorage } from '@tuffet/hooks';
window.tuffet = { createLocalStorage, useStorage };
"""
TEXTS = ("Did you mean", "must be a positive integer", "Storage is full", "can't be serialized")
"""Of an unknown option, an invalid option, a problem of the device and a programming mistake."""


def build_with_esbuild(entry: Path, mode: str) -> str:
    # Like every project without options: esbuild derives NODE_ENV from --minify.
    options = ["--minify"] if mode == "production" else []
    return run(["esbuild", str(entry), "--bundle", "--tsconfig-raw={}", *options])


def build_with_vite(entry: Path, mode: str) -> str:
    page = entry.with_name("index.html")
    page.write_text('<script type="module" src="./main.js"></script>', encoding="utf-8")
    # Vite's own NODE_ENV for a mode; its environment has the one of the test runner.
    source = f"""
      process.env.NODE_ENV = {mode!r};
      const {{ build }} = await import('vite');
      const options = {{ root: {str(page.parent)!r}, configFile: false, logLevel: 'error' }};
      const {{ output }} = await build({{ ...options, mode: {mode!r}, build: {{ write: false }} }});
      console.log(output.map(({{ code }}) => code ?? '').join(''));
    """
    return run(["node", "--input-type=module", "--eval", source])


def build_with_rspack(entry: Path, mode: str) -> str:
    output = entry.with_name("out")
    source = f"""
      import {{ rspack }} from '@rspack/core';
      const paths = {{ entry: {str(entry)!r}, output: {{ path: {str(output)!r} }} }};
      rspack({{ mode: {mode!r}, devtool: false, ...paths }}, (error, stats) => {{
        if (error || stats.hasErrors()) throw error ?? stats.toString();
      }});
    """
    run(["node", "--input-type=module", "--eval", source], directory=ROOT / "theme")
    return (output / "main.js").read_text(encoding="utf-8")


@pytest.fixture
def entry(built_packages: None, tmp_path: Path) -> Path:  # noqa: ARG001
    """The script of an application that has the built packages installed."""
    modules = tmp_path / "node_modules" / "@tuffet"
    modules.mkdir(parents=True)
    for name in ("shared", "core", "hooks"):
        (modules / name).symlink_to(PACKAGES / name)
    file = tmp_path / "main.js"
    file.write_text(SOURCE, encoding="utf-8")
    return file


@pytest.mark.parametrize("build", [build_with_esbuild, build_with_vite, build_with_rspack])
def test_only_development_builds_contain_texts_and_checks(
    entry: Path, build: Callable[[Path, str], str]
) -> None:
    development, production = build(entry, "development"), build(entry, "production")
    assert [text for text in TEXTS if text not in development] == []
    assert [text for text in (*TEXTS, "NODE_ENV") if text in production] == []


WITHOUT_A_BUNDLER = """async () => {
  const { createLocalStorage, useStorage } = await import('@tuffet/hooks');
  const codes = [];
  const onError = ({ code }) => codes.push(code);
  const options = { storageModuleKey: 'm', initial: { list: [1] }, verison: 2, onError };
  const { list } = useStorage(createLocalStorage(options));
  let message = '';
  try { list.set(10n); } catch (error) { message = error.message; }
  return [typeof process, list.get(), Object.isFrozen(list.get()), codes, message];
}"""


def test_without_a_bundler_the_modules_run_like_a_production_build(
    tab: Page,
    built_packages: None,  # noqa: ARG001
) -> None:
    imports = {
        f"@tuffet/{name}{path.removeprefix('.')}": f"/{name}/{target['import']['default']}"
        for name in ("shared", "core", "hooks")
        for path, target in load_manifest(name)["exports"].items()
        if path != "./package.json"
    }
    files = {
        f"/{name}/dist/{file.name}": file.read_bytes()
        for name in ("shared", "core", "hooks")
        for file in (PACKAGES / name / "dist").glob("*.mjs")
    }
    table = json.dumps({"imports": imports})
    page = f'<!doctype html><title>Tuffet</title><script type="importmap">{table}</script>'
    warnings: list[str] = []
    tab.on("console", lambda message: warnings.append(message.text))
    with serve({**files, "/": page.encode()}) as address:
        outcome = open_page(tab, address).evaluate(WITHOUT_A_BUNDLER)
    link = "https://tuffet.example/guide/other/questions-and-answers.html#error-unserializable"
    message = f'[tuffet] unserializable "m": {link}'
    assert outcome == ["undefined", [1], False, ["invalid-options"], message]
    assert [text for text in warnings if "tuffet" in text] == []
