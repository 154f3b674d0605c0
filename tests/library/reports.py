"""Assertions about errors and about the values of a module."""

from __future__ import annotations

from typing import Any

from scripts.docs.examples.runs import strip_mark

LINK = "https://tuffet.example/guide/other/questions-and-answers.html#error-"


def assert_reported(
    error: dict[str, Any], code: str, *, key: str = "m", raw: str | None = None
) -> None:
    """An error of a production build: its code, key and link, and only for `schema` a hint."""
    assert (error["name"], error["code"], error["key"]) == ("TuffetError", code, key)
    assert error["link"] == LINK + code
    assert error["raw"] == raw
    assert bool(error["hint"]) == (code == "schema")
    text = f"{error['hint']} {error['link']}".strip()
    assert error["message"] == f'[tuffet] {code} "{key}": {text}'


def agrees(seen: dict[str, Any], n: object) -> bool:
    """Whether all views of the module show `n`, and storage contains the same."""
    # The browser's text of an entry; Python's has spaces.
    entry = f'{{"n":{n}}}'
    views = {"item": n, "core": n, "module": {"n": n}, "size": 1}
    stored = seen["entry"] and strip_mark(seen["entry"])
    return {**seen, "entry": stored} == {**views, "entry": entry, "backup": None}
