"""The engine of the search by itself, in a page of the built site."""

from __future__ import annotations

import subprocess
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from harness.paths import BIN, ROOT
from tests.website.conftest import wait_for_life

QUERIES = ROOT / "docs/tests/search.toml"

# What the dialog does, without the dialog.
_ENTRY = """
import { createSearch } from './engine';
const ask = async (path: string) => (await fetch(path, { cache: 'no-store' })).json();
Object.assign(globalThis, {
  startSearch(base: string, locale: string) {
    const index = { loadBuild: () => ask(`${base}build.json`) };
    const engine = createSearch({ base, index, locale: () => locale });
    return Object.assign(globalThis, { engine });
  },
});
"""
_SEARCH = """
async (queries) => {
  const answers = [];
  for (const query of queries) {
    const start = performance.now();
    const groups = await engine.search(query);
    answers.push({ query, groups, milliseconds: performance.now() - start });
  }
  return answers;
}
"""


@dataclass(frozen=True)
class Queries:
    """What readers of one language search for."""

    found: Mapping[str, Sequence[str]]
    """Queries, and the sections of which they must find one."""
    absent: Sequence[str]
    """Queries that must find nothing."""


@dataclass(frozen=True)
class Answer:
    """What a query found."""

    query: str
    groups: Sequence[Mapping[str, Any]]
    milliseconds: float

    @property
    def paths(self) -> list[str]:
        """The sections in the order in which a reader sees them."""
        return [result["path"] for group in self.groups for result in group["results"]]


def load_queries() -> Mapping[str, Queries]:
    """The test set, by language tag."""
    record = tomllib.loads(QUERIES.read_text(encoding="utf-8"))
    return {
        tag: Queries(
            {
                query: [wanted] if isinstance(wanted, str) else wanted
                for query, wanted in value["found"].items()
            },
            value["absent"],
        )
        for tag, value in record.items()
    }


def bundle_engine(folder: Path) -> Path:
    """The engine as a script that can be put into a page."""
    script = folder / "engine.js"
    command = [str(BIN / "esbuild"), "--bundle", "--format=iife", "--loader=ts", "--target=es2022"]
    subprocess.run(
        [*command, "--log-level=warning", f"--outfile={script}"],
        input=_ENTRY,
        cwd=ROOT / "theme/src/features/search",
        text=True,
        check=True,
    )
    return script


def start_engine(page: Page, address: str, locale: str, base: str = "/") -> None:
    """Opens a page of a site; a script of the context brought the engine into it."""
    page.goto(address + base)
    wait_for_life(page)
    page.evaluate("([base, locale]) => void startSearch(base, locale)", [base, locale])


def search(page: Page, *queries: str) -> list[Answer]:
    """Asks one after the other."""
    return [Answer(**answer) for answer in page.evaluate(_SEARCH, queries)]
