"""The diffs of the recipes are those of the applications that the tests run."""

from __future__ import annotations

from scripts.docs.switching import DIFFS, list_diffs


def test_every_application_has_its_diff_in_the_docs() -> None:
    stored = {file: file.read_text(encoding="utf-8") for file in DIFFS.glob("*.diff")}
    assert stored == list_diffs()
    for language in ("", "zh/"):
        recipes = DIFFS.parents[3] / f"{language}guide/essentials/recipes.md"
        page = recipes.read_text(encoding="utf-8")
        assert [file.name for file in stored if f"adopt/{file.name} [" not in page] == []
