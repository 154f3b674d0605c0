"""Updates the tables of analytics requests in the developer guide: `make contracts`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from harness.paths import ROOT
from harness.tables import render_table

PAGES = {
    "en": ROOT / "docs/guide/other/developer-guide.md",
    "zh": ROOT / "docs/zh/guide/other/developer-guide.md",
}

_SECTION = re.compile(r"(?<=\{#analytics-sent\}\n).*?(?=^#)", re.DOTALL | re.MULTILINE)
_TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)

_HEADS = {
    "en": (("Request", "When", "Contents"), ("Field", "Mode", "Contents")),
    "zh": (("请求", "触发时机", "内容"), ("字段", "模式", "内容")),
}
_MODES = {
    "en": {"always": "always", "detailed": "detailed"},
    "zh": {"always": "总是", "detailed": "详细"},
}


def render_guide(text: str, language: str) -> str:
    """Returns the page with its two tables generated from the contracts."""
    tables = iter([render_requests(language), render_fields(language)])

    def update(section: re.Match[str]) -> str:
        return _TABLE.sub(lambda _: next(tables), section[0])

    updated = _SECTION.sub(update, text)
    if next(tables, None) is not None:
        raise ValueError("The section #analytics-sent needs two tables.")
    return updated


def render_requests(language: str) -> str:
    """The table of requests, with when they are sent."""
    rows = [
        (
            f"`{request['operation']}` `{request['setting']}`",
            request["when"][language],
            request["says"][language],
        )
        for request in _load("analytics-site")["requests"]
    ]
    return render_table(_HEADS[language][0], rows) + "\n"


def render_fields(language: str) -> str:
    """The table of the fields of a record."""
    rows = [
        (f"`{field['name']}`", _MODES[language][field["mode"]], field["text"][language])
        for field in _load("analytics")["record_fields"]
    ]
    return render_table(_HEADS[language][1], rows) + "\n"


def _load(name: str) -> Mapping[str, Any]:
    return tomllib.loads((ROOT / f"contracts/{name}.toml").read_text(encoding="utf-8"))


def main() -> None:
    for language, page in PAGES.items():
        text = page.read_text(encoding="utf-8")
        page.write_text(render_guide(text, language), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
