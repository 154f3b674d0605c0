"""Every mistake that earlier libraries made has a test here that would notice it."""

from __future__ import annotations

import tomllib

import pytest

from harness.paths import ROOT

DEFECTS = tomllib.loads((ROOT / "tests/known_defects.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("defect", DEFECTS["defect"], ids=lambda defect: str(defect["id"]))
def test_a_known_defect_has_its_test(defect: dict[str, str]) -> None:
    text = (ROOT / defect["file"]).read_text(encoding="utf-8")
    assert defect["test"] in text, f"{defect['file']} no longer guards against: {defect['mistake']}"
