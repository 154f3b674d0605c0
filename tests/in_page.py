"""Loads JavaScript functions that tests run in a page from files, so that they are linted."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent / "in-page"


def load_function(name: str) -> str:
    """Returns the default export of a file as an expression for `page.evaluate`."""
    text = (_FOLDER / f"{name}.js").read_text(encoding="utf-8")
    return text.partition("export default ")[2].rstrip().removesuffix(";")
