"""The search engine without its dialog, in a page of the built site."""

from __future__ import annotations

import subprocess
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from harness.paths import BIN, ROOT
from tests.website.conftest import wait_for_hydration

QUERIES = ROOT / "docs/tests/search.toml"
FIRST_RIGHT = 0.9
RIGHT_WITHIN_THREE = 0.97

# Uses the engine like the dialog does.
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
    const { groups, corrected } = await engine.search(query);
    answers.push({ query, groups, corrected });
  }
  return answers;
}
"""


@dataclass(frozen=True)
class Queries:
    """Search queries in one language."""

    found: Mapping[str, Sequence[str]]
    """Queries, each with the sections that answer it."""
    absent: Sequence[str]
    """Queries that no section matches as a whole."""


@dataclass(frozen=True)
class Answer:
    """The results of a query."""

    query: str
    groups: Sequence[Mapping[str, Any]]
    corrected: str | None = None

    @property
    def paths(self) -> list[str]:
        """The sections in the displayed order."""
        return [result["path"] for group in self.groups for result in group["results"]]

    @property
    def complete(self) -> list[str]:
        """The sections that have everything that was searched for."""
        groups = (group for group in self.groups if not group["isPartial"])
        return [result["path"] for group in groups for result in group["results"]]


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
    """Bundles the engine as a script for a page."""
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
    """Opens a page and starts the engine, which an init script has added."""
    page.goto(address + base)
    wait_for_hydration(page)
    page.evaluate("([base, locale]) => void startSearch(base, locale)", [base, locale])


def search(page: Page, *queries: str) -> list[Answer]:
    """Runs queries one by one."""
    return [Answer(**answer) for answer in page.evaluate(_SEARCH, queries)]


def expect_right_sections(positions: Mapping[str, int | None]) -> None:
    """Most queries have their section first, and nearly all within the first three."""
    for most, share in ((1, FIRST_RIGHT), (3, RIGHT_WITHIN_THREE)):
        wrong = {
            query: position
            for query, position in positions.items()
            if position is None or position >= most
        }
        assert len(wrong) <= (1 - share) * len(positions), (most, wrong)
