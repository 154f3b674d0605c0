"""The search index of a large site with invented words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from docsite.cache import Cache
from docsite.records import SearchConfig, SearchSection, to_json
from docsite.search import Vocabulary
from docsite.search.files import make_search
from docsite.search.sections import FoundSection
from docsite.site.config import load_config
from harness.paths import ROOT

_SECTIONS = 6
_WORDS = 60
"""Per section."""
_VOCABULARY = 20_000
_SYLLABLES = ("ba", "ce", "di", "fo", "gu", "ha", "ke", "li", "mo", "nu")

FREQUENT_WORDS = "babagu babace"
"""Words that are in many sections."""


@dataclass(frozen=True)
class LargeSearch:
    record: Any
    """The `SearchRecord` as JSON."""
    contents: Mapping[str, bytes]
    """The files by name."""


def make_large_search(pages: int) -> LargeSearch:
    """A site in all languages of our site, with this number of pages in each."""
    config = replace(load_config(ROOT / "docs"), search=SearchConfig())
    random = Random(0)  # noqa: S311
    sections = {locale.tag: list(_invent_sections(pages, random)) for locale in config.locales}
    with TemporaryDirectory() as folder, Cache(Path(folder, "cache")) as cache:
        files = make_search(sections, config, Vocabulary({}, {}), cache)
    return LargeSearch(to_json(files.record), files.contents)


def _invent_sections(pages: int, random: Random) -> Iterator[FoundSection]:
    for page in range(pages):
        for number in range(_SECTIONS):
            heading = " ".join(_invent_word(random) for _ in range(4))
            text = " ".join(_invent_word(random) for _ in range(_WORDS))
            section = SearchSection(f"section-{number}", heading, (), text)
            yield FoundSection(f"/page-{page}.html", f"Page {page}", section, "")


def _invent_word(random: Random) -> str:
    """Few words are frequent and most are rare, as in a language."""
    rank = int(_VOCABULARY ** random.random())
    return "".join(_SYLLABLES[int(digit)] for digit in f"{rank:03}")
