import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.site.locales import counterpart_of, locale_of, localized_path, neutral_path
from docsite.site.routes import key_for, resolve_link, resolve_path, route_for, split_address
from generator.tests.support import ROOT, good_config

CONTRACT = tomllib.loads((ROOT / "contracts/path-resolution.toml").read_text(encoding="utf-8"))
ROUTES = frozenset(CONTRACT["routes"])
LOCALES = good_config().locales

WORDS = st.from_regex(r"[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,4})?", fullmatch=True)
FILES = st.lists(WORDS, min_size=1, max_size=4).map(lambda parts: "/".join(parts) + ".md")


@pytest.mark.parametrize("case", CONTRACT["cases"], ids=lambda case: case["path"])
def test_paths_resolve_according_to_the_contract(case: dict[str, Any]) -> None:
    base = case.get("base", "/")
    resolution = resolve_path(case["path"], ROUTES, base, CONTRACT["redirects"])
    assert resolution.outcome == case["outcome"]
    assert resolution.path == case.get("to", "")
    if case["outcome"] == "not-found":
        inner = "/" + case["path"].removeprefix(base)
        assert locale_of(inner, LOCALES).tag == case["language"]


@given(FILES)
def test_every_source_has_a_path_that_resolves_to_it(file: str) -> None:
    path = route_for(file)
    assert resolve_path(path, {path}).path == path
    assert resolve_path(path.removesuffix(".html"), {path}).path == path
    assert resolve_link(file, "index.md") == path


@given(st.sets(FILES, max_size=20))
def test_different_sources_have_different_paths_and_keys(files: set[str]) -> None:
    assert len({route_for(file) for file in files}) == len(files)
    assert len({key_for(file) for file in files}) == len(files)


@given(st.text(max_size=60), st.sampled_from(["/", "/docs/"]))
def test_any_path_resolves_and_stays_on_the_site(path: str, base: str) -> None:
    resolution = resolve_path(path, ROUTES, base)
    assert resolution.path == "" or resolution.path.startswith(base)
    assert not resolution.path.startswith("//")


@given(st.sampled_from(sorted(ROUTES)), st.text("ab=&/?#", max_size=10))
def test_query_and_hash_are_kept(path: str, rest: str) -> None:
    mark = f"?{rest}"
    assert resolve_path(path + mark, ROUTES).path == path + mark


@given(st.text(max_size=60))
def test_splitting_a_url_is_lossless(address: str) -> None:
    path, rest = split_address(address)
    assert path + rest == address
    assert not set("?#") & set(path)


@given(FILES)
def test_the_counterpart_of_a_counterpart_is_the_page_itself(file: str) -> None:
    english, chinese = LOCALES
    path = localized_path(neutral_path(route_for(file), LOCALES), english)
    there = counterpart_of(path, chinese, LOCALES)
    assert there.startswith("/zh/")
    assert counterpart_of(there, english, LOCALES) == path


def test_an_index_is_the_page_of_its_folder() -> None:
    assert route_for("index.md") == "/"
    assert route_for("zh/index.md") == "/zh/"
    assert route_for("guide/index.md") == "/guide/"
    assert route_for("guide/myindex.md") == "/guide/myindex.html"


@pytest.mark.parametrize("href", ["../../x.md", "x.html", "x", "x.svg#a"])
def test_other_links_have_no_target(href: str) -> None:
    assert resolve_link(href, "guide/a.md") is None
