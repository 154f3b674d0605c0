"""Builds applications that use devtools, with three bundlers. Production builds contain none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from harness.paths import ROOT
from harness.static import serve
from tests.frameworks.conftest import build, copy_project, install

pytestmark = pytest.mark.sweep

Mode = Literal["production", "development"]

BUNDLERS = {
    "esbuild": "esbuild {entry} --bundle --splitting --format=esm --outdir={output} "
    '--loader:.vue=js --define:process.env.NODE_ENV="{mode}" {minify}',
    "vite": "vite build --mode {mode} --outDir {output} --config vite.{name}.{mode}.mjs",
    "webpack": "webpack --mode {mode} --entry ./{entry} --output-path {output} "
    "--output-filename {name}.js --output-public-path / --devtool false",
}
VITE = """export default {{
  define: {{ 'process.env.NODE_ENV': '"{mode}"' }},
  build: {{
    minify: {minify},
    modulePreload: false,
    rolldownOptions: {{
      input: '{entry}',
      output: {{ entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }},
    }},
  }},
}};
"""
ENTRIES = ("main", "react", "vue")
WITHOUT = {
    "main": "import './app';",
    "react": """import { createRoot } from 'react-dom/client';
      import './app';
      createRoot(document.body.appendChild(document.createElement('div'))).render(null);""",
    "vue": """import { createApp } from 'vue';
      import './app';
      createApp({ setup: () => () => null })
        .mount(document.body.appendChild(document.createElement('div')));""",
    "vue-devtools": """import { createApp } from 'vue';
      import App from './App.vue';
      createApp(App).mount('#app');""",
}
"""The same applications without devtools."""
COMPONENT = "import './app';\nexport default { setup: () => () => null };\n"
"""App.vue as the compiler of Vue would return it."""
WITH_VUE_DEVTOOLS = """import { devtools } from '@vue/devtools-kit';
devtools.init();
import('./vue-devtools');
"""
"""Simulates Vue DevTools without its window."""
MAX_BYTES = {"main": 40, "react": 200, "vue": 230, "vue-devtools": 60}
"""The minified size that devtools add: an empty function or component, and its imports."""


@dataclass(frozen=True)
class Output:
    """The scripts that a bundler wrote."""

    entry: str
    files: dict[str, bytes]

    @property
    def size(self) -> int:
        return sum(map(len, self.files.values()))


@pytest.fixture(scope="module")
def project(tarballs: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = copy_project("bundlers", tmp_path_factory.mktemp("bundlers"))
    install(project, tarballs)
    for name, source in WITHOUT.items():
        (project / f"{name}-without.js").write_text(source, encoding="utf-8")
    (project / "App.vue").write_text(COMPONENT, encoding="utf-8")
    (project / "with-vue-devtools.js").write_text(WITH_VUE_DEVTOOLS, encoding="utf-8")
    return project


def bundle(
    project: Path, bundler: str, name: str, mode: Mode, options: tuple[str, ...] = ()
) -> Output:
    output = project / "out" / bundler / mode / name
    is_minified = mode == "production"
    entry = f"{name}.js"
    if bundler == "vite":
        config = VITE.format(mode=mode, entry=entry, minify=str(is_minified).lower())
        (project / f"vite.{name}.{mode}.mjs").write_text(config, encoding="utf-8")
    minify = "--minify" if is_minified else ""
    command = BUNDLERS[bundler].format(
        entry=entry, name=name, mode=mode, minify=minify, output=output
    )
    build(project, " ".join([command, *options]))
    files = {f"/{file.relative_to(output)}": file.read_bytes() for file in output.rglob("*.js")}
    return Output(f"{name}.js", files)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        yield context.new_page()


def open_app(page: Page, output: Output, address: str) -> None:
    page.goto(f"{address}/page")
    expect(page.get_by_role("button", name="light")).to_be_visible()
    assert f"/{output.entry}" in output.files


def render(output: Output) -> dict[str, bytes]:
    tag = f'<script type="module" src="/{output.entry}"></script>'
    body = f'<body><div id="app"></div>{tag}</body>'
    html = f'<!doctype html><html lang="en"><title>App</title>{body}</html>'
    return {**output.files, "/page": html.encode()}


# @vue/devtools-api isn't installed, because only development builds need it.
@pytest.mark.parametrize("name", [*ENTRIES, "vue-devtools"])
@pytest.mark.parametrize("bundler", BUNDLERS)
def test_nothing_of_the_devtools_is_in_a_production_build(
    project: Path, page: Page, bundler: str, name: str
) -> None:
    output = bundle(project, bundler, name, "production")
    without = bundle(project, bundler, f"{name}-without", "production")
    assert len(output.files) == len(without.files), "no script of the panel"
    text = b"".join(output.files.values()).decode()
    assert not re.search(r"tuffet-devtools|tabpanel|adoptedStyleSheets|timeline", text)
    assert output.size - without.size <= MAX_BYTES[name]
    with serve(render(output)) as address:
        open_app(page, output, address)
        page.get_by_role("button", name="light").click()
        expect(page.get_by_role("button")).to_have_text(["dark"])


@pytest.mark.parametrize("name", ENTRIES)
@pytest.mark.parametrize("bundler", BUNDLERS)
def test_a_development_build_loads_the_panel_on_demand(
    project: Path, page: Page, bundler: str, name: str
) -> None:
    output = bundle(project, bundler, name, "development")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    with serve(render(output)) as address:
        open_app(page, output, address)
        launcher = page.get_by_role("button", name="Open Tuffet devtools")
        expect(launcher).to_be_visible()
        count = len(requests)
        launcher.click()
        expect(page.locator(".inspector-key")).to_have_text(["settings"])
        assert len(requests) > count


def test_a_development_build_adds_the_inspector_to_vue_devtools(project: Path, page: Page) -> None:
    aliases = tuple(
        f"--alias:@vue/devtools-{name}={ROOT / 'node_modules/@vue' / f'devtools-{name}'}"
        for name in ("api", "kit")
    )
    output = bundle(project, "esbuild", "with-vue-devtools", "development", aliases)
    with serve(render(output)) as address:
        open_app(page, output, address)
        page.wait_for_function(
            "__VUE_DEVTOOLS_KIT_INSPECTOR__.some(({ options }) => options.id === 'tuffet')"
        )
