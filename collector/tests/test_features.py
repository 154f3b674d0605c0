"""Every "yes" in `collector/docs/features.md` has tests."""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLAIMS: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("features.toml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(("page", "word"), [("features.md", "yes"), ("features.zh-CN.md", "支持")])
def test_every_yes_has_tests(page: str, word: str) -> None:
    text = (ROOT / "collector/docs" / page).read_text(encoding="utf-8")
    rows = re.findall(rf"^\| ([^|]+?) +\| {word} +\|", text, re.M)
    assert len(rows) == len(CLAIMS)
    if word == "yes":
        assert rows == list(CLAIMS)


@pytest.mark.parametrize("test", sorted({*chain.from_iterable(CLAIMS.values())}))
def test_the_named_tests_exist(test: str) -> None:
    file, _, name = test.partition("::")
    assert re.search(rf"^(async )?def {name}\(", (ROOT / file).read_text(encoding="utf-8"), re.M)
