"""Edits the definition of a module while a development server runs, with three tools."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from harness.browsers.page_messages import PageMessages
from harness.network import find_port
from harness.servers import run_server
from harness.static import Quiet, serve_handler
from tests.frameworks.conftest import copy_project, environment, install

pytestmark = pytest.mark.sweep

_SECONDS = 120
"""The limit for servers, builds and edits that hang."""

SETTINGS = """import { createLocalStorage } from '@tuffet/hooks';
const initial = { theme: 'light' };
const settings = createLocalStorage({ storageModuleKey: 'settings', initial });
export const names = Object.keys(settings.initial).join();
"""
SECOND = SETTINGS.replace("theme", "color")
"""Another file with the same key, which the page loads on demand."""

MAIN = """import { names } from './settings.js';
const shown = document.body.appendChild(document.createElement('p'));
const button = document.body.appendChild(document.createElement('button'));
button.textContent = 'load';
button.onclick = () => import('./second.js').catch(({ code }) => { button.textContent = code; });
const show = (text) => { shown.textContent = text; };
show(names);
"""
ACCEPT = {
    "vite": "import.meta.hot.accept('./settings.js', (next) => show(next.names));",
    "webpack": "module.hot.accept('./settings.js', () => show(names));",
}
WEBPACK = """const { HotModuleReplacementPlugin } = require('webpack');
module.exports = {
  mode: 'development',
  entry: ['webpack/hot/poll?100', './reload/main.js'],
  output: { path: `${__dirname}/reload`, filename: 'bundle.js', publicPath: '' },
  plugins: [new HotModuleReplacementPlugin()],
};
"""
NEXT_PAGE = """'use client';
import { useEffect, useState } from 'react';
import { names } from './settings';

export default function Reload() {
  const [label, setLabel] = useState('');
  useEffect(() => setLabel('load'), []);
  const load = () => import('./second').catch(({ code }) => setLabel(code));
  return (<><p>{names}</p><button onClick={load}>{label}</button></>);
}
"""


class _Handler(Quiet, SimpleHTTPRequestHandler):
    """Answers without a line in the output of the tests."""


def _write(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir()
    for name, source in files.items():
        (folder / name).write_text(source, encoding="utf-8")
    return folder


def _prepare(name: str, tool: str, tarballs: list[Path], workspace: Path) -> tuple[Path, Path]:
    project = copy_project(name, workspace)
    install(project, tarballs)
    if tool == "next":
        files = {"page.tsx": NEXT_PAGE, "settings.ts": SETTINGS, "second.ts": SECOND}
        return project, _write(project / "app/reload", files) / "settings.ts"
    html = '<!doctype html><html lang="en"><title>App</title><body>'
    script = "bundle.js" if tool == "webpack" else "main.js"
    kind = "" if tool == "webpack" else ' type="module"'
    files = {
        "index.html": f'{html}<script{kind} src="./{script}"></script>',
        "main.js": MAIN + ACCEPT[tool],
        "settings.js": SETTINGS,
        "second.js": SECOND,
    }
    return project, _write(project / "reload", files) / "settings.js"


@contextmanager
def _watch_with_webpack(project: Path) -> Iterator[str]:
    """webpack-dev-server isn't installed: the page polls for updates itself."""
    (project / "webpack.config.js").write_text(WEBPACK, encoding="utf-8")
    command = ["webpack", "--watch"]
    handler = partial(_Handler, directory=str(project / "reload"))
    with subprocess.Popen(
        command, cwd=project, env=environment(project), stdout=subprocess.PIPE
    ) as process:
        try:
            assert process.stdout
            assert any(b" compiled " in line for line in process.stdout)
            with serve_handler(handler) as address:
                yield address
        finally:
            process.terminate()


@contextmanager
def _serve(tool: str, project: Path) -> Iterator[str]:
    if tool == "webpack":
        with _watch_with_webpack(project) as address:
            yield f"{address}/index.html"
        return
    port = find_port()
    command, path = {
        "vite": (f"vite --host 127.0.0.1 --port {port}", "reload/index.html"),
        "next": (f"next dev --hostname localhost --port {port}", "reload"),
    }[tool]
    # Next.js doesn't search for its package in a folder that contains the home directory.
    (home := project.parent.with_name(f"{tool}-home")).mkdir(exist_ok=True)
    variables = environment(project)
    with run_server(command.split(), port, home, _SECONDS, directory=project, variables=variables):
        yield f"http://{'localhost' if tool == 'next' else '127.0.0.1'}:{port}/{path}"


@pytest.fixture(scope="module", params=["vite", "webpack", "next"])
def served(
    request: pytest.FixtureRequest, tarballs: list[Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Path]]:
    """The address of a page, and the file that defines its module."""
    tool: str = request.param
    name = "next" if tool == "next" else "bundlers"
    project, settings = _prepare(name, tool, tarballs, tmp_path_factory.mktemp(tool))
    with _serve(tool, project) as address:
        yield address, settings


def test_an_edit_changes_the_definition_and_a_second_module_throws(
    browser: Browser, served: tuple[str, Path]
) -> None:
    address, settings = served
    messages = PageMessages()
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(_SECONDS * 1000)
        messages.watch(page)
        page.goto(address)
        load = page.get_by_role("button", name="load")
        expect(load).to_be_visible()
        expect(page.get_by_role("paragraph")).to_have_text("theme")
        page.evaluate("window.isSamePage = true")
        for names in ("theme,size", "theme,size,side"):
            initial = ", ".join(f"{name}: 'light'" for name in names.split(","))
            edited = SETTINGS.replace("theme: 'light'", initial)
            settings.write_text(edited, encoding="utf-8")
            expect(page.get_by_role("paragraph")).to_have_text(names, timeout=_SECONDS * 1000)
            change = f'the definition of "settings": initial.{names.rpartition(",")[2]}.'
            assert sum(change in message for message in messages.messages) == 1
        assert page.evaluate("window.isSamePage") is True
        load.click()
        expect(page.get_by_role("button", name="duplicate-key")).to_be_visible()
