"""The search queries expect sections that exist. Browser tests check whether they are found."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from docsite.load import Site

DOCS = Path(__file__).resolve().parents[1]
QUERIES: dict[str, Any] = tomllib.loads((DOCS / "tests/search.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def sections(site: Site) -> set[str]:
    """The URL of every heading."""
    return {
        f"{page.path}#{heading.slug}" for page in site.pages for heading in page.document.headings
    }


@pytest.mark.parametrize("tag", QUERIES)
def test_every_query_leads_to_a_section_that_exists(tag: str, sections: set[str]) -> None:
    prefix = {"en-US": "", "zh-CN": "/zh"}[tag]
    found = QUERIES[tag]["found"]
    wanted = {
        prefix + path
        for value in found.values()
        for path in ([value] if isinstance(value, str) else value)
    }
    assert wanted - sections == set()


@pytest.mark.parametrize("tag", QUERIES)
def test_no_query_is_both_found_and_absent(tag: str) -> None:
    assert set(QUERIES[tag]["found"]) & set(QUERIES[tag]["absent"]) == set()
