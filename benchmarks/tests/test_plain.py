"""Plain pages contain nothing that only docsite understands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.site.peers import Docsite, Starlight
from benchmarks.site.plain import PlainPage, load_plain_pages
from docsite.load import load_site
from harness.paths import ROOT

SITE = ROOT / "generator/tests/sites/good/site.toml"
SOURCE = """\
+++
summary = "A page"
+++

# Pour {#pour}

See [boiling](#boil) and [the start](../start.md#tea).

::: warning Hot

Wait.

:::

::: code-group stove

```sh [Gas] {1}
# Not a heading {#kept}
```

<<< examples/boil.ts#call [boil.ts]

:::

![A cup](/cup.svg)
## Boil {#boil}
"""
PLAIN = """\
See boiling and [the start](../start.md).

**Hot**

Wait.


```sh
# Not a heading {#kept}
```

```ts
boil(2);
```


## Boil
"""


@pytest.fixture
def page(tmp_path: Path) -> PlainPage:
    files = {
        "site.toml": SITE.read_text(encoding="utf-8"),
        "guide/pour.md": SOURCE,
        "zh/guide/pour.md": SOURCE,
        "examples/boil.ts": "// #region call\nboil(2);\n// #endregion call\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (page,) = load_plain_pages(tmp_path)
    return page


def test_a_page_becomes_plain_markdown(page: PlainPage) -> None:
    assert (page.file, page.title, page.section) == ("guide/pour.md", "Pour", "guide")
    assert re.sub(r"\n{3,}", "\n\n", page.body) == re.sub(r"\n{3,}", "\n\n", PLAIN)


def test_for_starlight_the_title_is_front_matter_and_links_are_paths(page: PlainPage) -> None:
    text = Starlight(Path()).render(page)
    assert text.startswith('---\ntitle: "Pour"\n---\n')
    assert "[the start](/start/)" in text


def test_docsite_finds_no_problems_on_our_plain_pages(tmp_path: Path) -> None:
    pages = load_plain_pages(ROOT / "docs")
    Docsite(tmp_path).use_pages(pages)
    site = load_site(tmp_path / "docs")
    assert len(site.pages) == len(pages)
    assert site.problems == ()
