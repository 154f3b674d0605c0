"""Prints the size report of a pull request as Markdown: `make report`.

It contains the sizes of the packages, and the pages whose first load changed, as recorded by
`benchmarks.first_load`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from harness.paths import ROOT
from scripts.release.size import LIMITS, Size, load_size

FIRST_LOAD = ROOT / "benchmarks/results/first-load.json"

Pages = Mapping[str, Mapping[str, Any]]
"""By path, each with its bytes `now` and `before`, and their difference `growth`."""


def render_sizes(sizes: Iterable[Size]) -> str:
    rows = [
        f"| `{size.package}` | {size.minified:,} | {size.gzip:,} | {size.brotli:,} |"
        f" {size.limit:,} | {'⚠️ over the limit' if size.is_over else ''} |"
        for size in sizes
    ]
    header = (
        "| Package | min | gzip | Brotli | gzip limit | |\n| --- | --: | --: | --: | --: | --- |"
    )
    return "\n".join([header, *rows])


def render_first_load(pages: Pages) -> str:
    changed = {path: page for path, page in pages.items() if page["growth"] or not page["before"]}
    if not changed:
        return f"None of the {len(pages)} pages has changed."
    header = "| Page | bytes | change |\n| --- | --: | --: |"
    rows = [
        f"| `{path}` | {page['now']['all']:,} | {_change(page)} |" for path, page in changed.items()
    ]
    total = f"{len(changed)} of {len(pages)} pages have changed."
    table = "\n".join([header, *rows])
    return f"{total}\n\n<details>\n<summary>Pages</summary>\n\n{table}\n\n</details>"


def _change(page: Mapping[str, Any]) -> str:
    return f"{page['growth']:+,}" if page["before"] else "new"


def render_report(sizes: Iterable[Size], pages: Pages, run: str = "") -> str:
    sections = [
        "## Sizes of the packages",
        "In bytes, with the packages they depend on and without the framework.",
        render_sizes(sizes),
        "## First load of the pages",
        "What a first visit downloads, compressed with Brotli, compared with the last record.",
        render_first_load(pages),
    ]
    if run:
        sections += ["## Try it", f"Download `site` and `packages` from [this run]({run})."]
    return "\n\n".join(sections)


def main(arguments: list[str]) -> int:
    pages = json.loads(FIRST_LOAD.read_text(encoding="utf-8"))["pages"]
    print(render_report([load_size(name) for name in LIMITS], pages, *arguments[:1]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
