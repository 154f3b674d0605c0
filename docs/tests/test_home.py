"""Facts on the home page match their sources."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from docsite.load import Site
from docsite.pages.parse import ParsedPage
from scripts.docs.examples.check import FOLDER
from scripts.docs.examples.samples import load_samples
from scripts.release.size import load_size

DOCS = Path(__file__).resolve().parents[1]
ROOT = DOCS.parent
PACKAGES = ("vue-hooks", "react-hooks", "hooks", "core")
FRAMEWORKS = ROOT / "tests/library/frameworks"


@pytest.fixture(scope="module")
def pages(site: Site) -> dict[str, ParsedPage]:
    return {page.source.file: page for page in site.pages}


@pytest.fixture(params=["", "zh/"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def home(pages: dict[str, ParsedPage], language: str) -> ParsedPage:
    return pages[f"{language}index.md"]


def load_json(path: str) -> Any:
    return json.loads((ROOT / path).read_text(encoding="utf-8"))


def test_it_links_to_the_introduction_and_has_three_features(
    home: ParsedPage, language: str
) -> None:
    front = home.source.frontmatter
    assert front.action
    assert front.action.link == f"/{language}guide/introduction.html"
    assert len(front.features) == 3
    assert all(feature.proof for feature in front.features)


def test_it_links_to_every_instrument(
    pages: dict[str, ParsedPage], home: ParsedPage, language: str
) -> None:
    linked = {link.href.partition("#")[0] for link in home.document.links}
    with_instruments = {
        file.removeprefix(language)
        for file, page in pages.items()
        if file.startswith(language or "guide/") and "::: live instruments/" in page.source.text
    }
    assert len(with_instruments) == 2
    assert with_instruments <= linked


def test_links_to_instruments_name_the_heading_directly_above_them(
    pages: dict[str, ParsedPage], home: ParsedPage, language: str
) -> None:
    """Such a link opens the instrument."""
    headings = {
        f"{file.removeprefix(language)}#{heading}"
        for file, page in pages.items()
        if file.startswith(language or "guide/")
        for heading in re.findall(r"\{#([\w-]+)\}\n\n::: live instruments/", page.source.text)
    }
    linked = {link.href for link in home.document.links}
    assert len(headings) == 2
    assert headings <= linked
    proofs = {feature.proof.link for feature in home.source.frontmatter.features if feature.proof}
    assert f"/{language}guide/advanced/version-control.html#try-upgrade" in proofs


@pytest.mark.requirement("site-states-minimums")
def test_packages_have_their_sizes_and_versions(home: ParsedPage) -> None:
    """Sizes are gzip in kB with one digit, of the packages as they were last built."""
    ways = home.source.frontmatter.ways
    for name, way in zip(PACKAGES, ways, strict=True):
        package, versions, size = way.note.split(" · ")
        assert package == f"@tuffet/{name}"
        assert size == f"{load_size(name).gzip / 1000:.1f}\N{NO-BREAK SPACE}kB"
        peers = load_json(f"packages/{name}/package.json").get("peerDependencies", {})
        for framework, range_ in peers.items():
            assert f"{framework} {range_.removeprefix('>=')}" in versions.lower()


# --- facts ---------------------------------------------------------------------------------------


def test_facts_are_measured(home: ParsedPage) -> None:
    facts = home.source.frontmatter.facts
    assert [fact.value for fact in facts] == [
        state_sizes(),
        f"{round(1 / load_read_ratio())}×",
        str(len([*FRAMEWORKS.iterdir()])),
        f"{len(load_samples(FOLDER).samples) // 100 * 100}+",
    ]
    versions = facts[2].text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{WORD JOINER}", "")
    assert f"React {state_versions('react')}" in versions
    assert f"Vue {state_versions('vue')}" in versions


def state_sizes() -> str:
    sizes = [load_size(name).gzip / 1000 for name in PACKAGES]
    return f"{min(sizes):.1f}–{max(sizes):.1f}\N{NO-BREAK SPACE}kB"


def load_read_ratio() -> float:
    """The time of a read, compared with parsing the entry."""
    (ratio,) = (
        figure["ratio"]
        for series in load_json("benchmarks/results/library.json")["series"]
        for figure in series["figures"]
        if (series["case"], series["shape"]) == ("access", "small")
        and (figure["contender"], figure["measure"]) == ("@tuffet/hooks", "read")
    )
    return float(ratio)


def state_versions(framework: str) -> str:
    """The oldest and the newest version that the packages are tested with."""
    versions = sorted(
        tuple(map(int, folder.name.removeprefix(f"{framework}-").split("-")))
        for folder in FRAMEWORKS.glob(f"{framework}-*")
    )
    first, *_, last = (".".join(map(str, version)) for version in versions)
    return f"{first}–{last}"


def test_packages_have_no_third_party_dependencies() -> None:
    needed = {
        dependency
        for name in PACKAGES
        for dependency in load_json(f"packages/{name}/package.json").get("dependencies", {})
    }
    assert [name for name in needed if not name.startswith("@tuffet/")] == []


# --- samples -------------------------------------------------------------------------------------


def test_without_scripts_both_tabs_show_the_output_of_the_sample(home: ParsedPage) -> None:
    recorded = (FOLDER / "home/any/greeting.shown.txt").read_text(encoding="utf-8").splitlines()
    text, field = recorded[:2]
    assert recorded[-2:] == [text, field], "the entry is the last one that the sample stored"
    rows = re.findall(r"^\| (\S.*?) +\| (\S.*?) +\|$", home.source.text, re.M)
    assert rows[2:] == [(field.removeprefix("field: "),) * 2, (text, text)]


def test_the_sample_with_raw_storage_shows_the_stored_string() -> None:
    stored = (FOLDER / "home/raw.stored.txt").read_text(encoding="utf-8").split(maxsplit=2)
    source = (FOLDER / "home/raw.ts").read_text(encoding="utf-8")
    assert f"// Stored: {stored[2].strip()}\n" in source
