"""The samples of the documentation, run in a browser on the built packages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.packages import ROOT, run
from tests.site import render_page, serve

EXAMPLES = ROOT / "docs/examples"

_COMPILE_VUE = """
import { readFileSync } from 'node:fs';
import { compileScript, parse } from 'vue/compiler-sfc';
const { descriptor } = parse(readFileSync(process.argv[1], 'utf8'));
console.log(compileScript(descriptor, { id: 'sample', inlineTemplate: true }).content);
"""

_MOUNT_REACT = """
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { ThemeButton } from './docs/examples/settings-react.tsx';
createRoot(document.body).render(createElement(ThemeButton));
"""


def bundle_sample(sample: str, source: str) -> bytes:
    """One script of some code whose sample imports a package by name: it is the built one."""
    (name,) = re.findall(r"from '@tuffet/([\w-]+)'", sample)
    alias = f"--alias:@tuffet/{name}=./packages/{name}/dist/index.mjs"
    command = ["esbuild", "--bundle", "--format=iife", "--tsconfig-raw={}", "--loader=ts"]
    define = '--define:process.env.NODE_ENV="production"'
    return run([*command, "--jsx=automatic", define, alias], source=source).encode()


def load_sample(name: str) -> str:
    return (EXAMPLES / name).read_text(encoding="utf-8")


@contextmanager
def shown(page: Page, script: bytes, before: str = "") -> Iterator[list[str]]:
    """Runs a script in a fresh page; gives what it throws."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    files = {
        "/before.js": before.encode(),
        "/sample.js": f"addEventListener('load', () => {{{script.decode()}}});".encode(),
        "/": render_page("before.js", "sample.js"),
    }
    with serve(files) as address:
        page.goto(address)
        yield errors


def load_entries(page: Page) -> dict[str, Any]:
    stored: dict[str, str] = page.evaluate("() => ({ ...localStorage })")
    return {key: json.loads(text) for key, text in stored.items()}


@pytest.mark.usefixtures("built_packages")
@pytest.mark.parametrize(
    ("name", "before", "entries"),
    [
        ("settings-core.ts", "", {"settings": {"theme": "dark"}}),
        ("settings-hooks.ts", "", {"settings": {"theme": "dark"}}),
        ("helper.ts", "", {"settings": {"theme": "light"}}),
        (
            "versions.ts",
            """localStorage.setItem('settings', '{"theme":"dark"}')""",
            {"settings_v2": {"colours": "dark"}},
        ),
        ("names.ts", "", {}),
    ],
)
@pytest.mark.requirement("site-documents-library")
def test_a_sample_stores_what_its_page_tells(
    page: Page, name: str, before: str, entries: dict[str, Any]
) -> None:
    sample = load_sample(name)
    with shown(page, bundle_sample(sample, sample), before) as errors:
        assert load_entries(page) == entries
    assert errors == []


@pytest.mark.usefixtures("built_packages")
@pytest.mark.requirement("site-documents-library")
def test_the_sample_of_the_home_page_stores_the_entry_beside_it(page: Page) -> None:
    home = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    (entry,) = re.findall(r"```json.*\n(.*)\n```", home)
    sample = load_sample("home.ts")
    with shown(page, bundle_sample(sample, sample)) as errors:
        assert list(load_entries(page).values()) == [json.loads(entry)]
    assert errors == []


@pytest.mark.usefixtures("built_packages")
@pytest.mark.requirement("site-documents-library")
def test_the_sample_of_protection_throws_where_its_page_says(page: Page) -> None:
    sample = load_sample("protect.ts")
    with shown(page, bundle_sample(sample, sample)) as errors:
        assert load_entries(page) == {"settings": {"theme": "dark"}}
    (error,) = errors
    assert "protect" in error


@pytest.mark.usefixtures("built_packages")
@pytest.mark.parametrize("framework", ["vue", "react"])
@pytest.mark.requirement("site-documents-library")
def test_the_button_of_a_framework_shows_the_value_and_stores_the_next_one(
    page: Page, framework: str
) -> None:
    with shown(page, bundle_button(framework)) as errors:
        button = page.get_by_role("button")
        expect(button).to_have_text("light")
        button.click()
        expect(button).to_have_text("dark")
        assert load_entries(page) == {"settings": {"theme": "dark"}}
    assert errors == []


def bundle_button(framework: str) -> bytes:
    if framework == "react":
        return bundle_sample(load_sample("settings-react.tsx"), _MOUNT_REACT)
    file = str(EXAMPLES / "settings-vue.vue")
    component = run(["node", "--input-type=module", "--eval", _COMPILE_VUE, file])
    return bundle_sample(
        component,
        "import { createApp } from 'vue';\n"
        + component.replace("export default", "const Sample =")
        + "\ncreateApp(Sample).mount(document.body);",
    )
