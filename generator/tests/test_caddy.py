"""Caddy accepts the Caddyfile for any paths of the site."""

import json
import subprocess
from collections.abc import Iterator
from datetime import date
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from docsite.hosts import HostedSite
from docsite.hosts.caddy import _quote, render_caddy
from docsite.pages.content import parse_source
from generator.tests.servers import HOSTED
from generator.tests.support import good_config
from harness.programs import find_program

ADAPT_TIMEOUT_S = 60

_MARKS = "\\\"'`{}$*()[]^|~%&;:<>=@!,.+-_ \t\n\x07\x7f\x9b\u2028\ufeffaZ09é指"


def adapt(text: str) -> Any:
    """Returns the Caddyfile as Caddy's JSON configuration."""
    run = subprocess.run(
        [find_program("caddy"), "adapt", "--adapter", "caddyfile", "--config", "/dev/stdin"],
        input=text,
        capture_output=True,
        text=True,
        timeout=ADAPT_TIMEOUT_S,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def find_all(value: Any, key: str) -> Iterator[Any]:
    """Yields every value of a key, at any depth."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == key:
                yield inner
            yield from find_all(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from find_all(inner, key)


def accepted_paths(paths: list[str]) -> list[str]:
    """Generates paths that are valid as old paths in front matter."""

    def is_accepted(path: str) -> bool:
        text = f"+++\nsummary = 'A.'\nredirect_from = [{json.dumps(path)}]\n+++\n"
        source = parse_source("a.md", text, good_config(), date(2020, 1, 1))
        return source.frontmatter.redirect_from == (path,)

    return [path for path in dict.fromkeys(paths) if is_accepted(path)]


def moved_paths(site: HostedSite) -> set[str]:
    mappings = [
        entry
        for handler in find_all(adapt(render_caddy(site)), "handle")
        for entry in handler
        if entry.get("destinations") == ["{docsite_moved}"]
    ]
    (mapping,) = mappings
    return {entry.get("input") or entry["input_regexp"] for entry in mapping["mappings"]}


SLOW = settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
"""Each example starts Caddy once, for many strings."""


@SLOW
@given(st.lists(st.text(_MARKS, max_size=8).map("/".__add__), min_size=20, max_size=40))
def test_caddy_accepts_every_valid_old_path(paths: list[str]) -> None:
    accepted = accepted_paths(["/old.html", *paths])
    found = moved_paths(replace(HOSTED, redirects=dict.fromkeys(accepted, "/guide/")))
    assert len(found) == len(accepted)
    assert {path for path in accepted if not set("{}") & set(path)} <= found


QUOTED = st.text([mark for mark in _MARKS if mark not in "`{}"], min_size=1, max_size=12)


@SLOW
@given(st.lists(QUOTED, min_size=20, max_size=40, unique=True))
@example(["`", 'a`b"c', "`\"'`"])
def test_quoted_text_is_read_unchanged(texts: list[str]) -> None:
    lines = (f"\trespond /{number} {_quote(text)} 200\n" for number, text in enumerate(texts))
    found = find_all(adapt(f":80 {{\n{''.join(lines)}}}\n"), "body")
    assert sorted(found) == sorted(texts)
