"""Every difference from the reference has a test, and is in the README."""

from __future__ import annotations

from typing import Any

import pytest

from harness.paths import PACKAGES, ROOT
from tests.analytics.contract import CONTRACT

DIFFERENCES: list[dict[str, Any]] = CONTRACT["differences"]


def read_table() -> list[list[str]]:
    """The cells of the last table of the README, without the header."""
    text = (PACKAGES / "analytics" / "README.md").read_text(encoding="utf-8")
    table = text.rpartition("\n\n| ")[2].partition("\n\n")[0]
    rows = [line.strip("| ").split("|") for line in table.splitlines()[2:]]
    return [[cell.strip() for cell in row] for row in rows]


def test_the_readme_shows_every_difference() -> None:
    columns = ("subject", "reference", "ours", "reason")
    assert len({entry["id"] for entry in DIFFERENCES}) == len(DIFFERENCES)
    assert read_table() == [[entry[column] for column in columns] for entry in DIFFERENCES]


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda entry: entry["id"])
def test_every_difference_is_shown_by_a_test(difference: dict[str, Any]) -> None:
    file, name = difference["shown_by"]
    assert name in (ROOT / file).read_text(encoding="utf-8")
