"""The names in HTML that the theme relies on are declared, and the generator writes all of them."""

import json
import re
from pathlib import Path

from docsite.cli import main
from docsite.emit.records import write_records
from docsite.load import load_site
from docsite.markdown import ParseContext, parse
from docsite.records import LiveConfig
from docsite.records.markup import ContentAttribute, ContentClass
from docsite.site.live import Live
from generator.tests.support import copy_site, edit, strings

PAGE = """\
# Kettle {#kettle}

## Water {#water}

{badge: new} {badge warning: hot} {badge danger: steam} [outside](https://tea.example/)
`a-name-that-is-too-long-for-one-line`

::: tip
:::
::: warning
:::
::: danger
:::
::: details
:::
::: live kettle Try it
:::
::: steps

1. Boil.

:::
::: link-cards

- [Water](#water)

:::
::: file-tree

- tea/

:::

| a   | b   | c   |
| :-- | :-: | --: |
| 1   | 2   | 3   |

<<< refused.ts [refused.ts]

<<< kettle.stored.txt

<<< samples/boil.ts [boil.ts]

::: code-group

```ts {1} [one]
a // [!code ++]
b // [!code --]
c // [!code focus]
d // [!code warning]
```

```txt [two]
1
2
3
4
5
6
7
8
9
10
11
12
13
14
15
16
```

:::

$x$
"""
EXAMPLES = {
    "refused.ts": "let a: 1 = 2; // [!code error]\n",
    "refused.message.txt": "TS2322: Type '2'.\n",
    "kettle.stored.txt": "localStorage  kettle  full\n",
    "samples/boil.ts": "boil();\n",
}
RUNS = {"kettle": "0123abcd", "boil.ts": "4567cdef"}
LIVE = Live(LiveConfig("live", "make live", "samples"), RUNS)


def html_of_page() -> str:
    context = ParseContext("a.md", strings(), load_example=EXAMPLES.get, live=LIVE, math=True)
    document = parse(PAGE, context)
    assert document.problems == ()
    return document.html


def html_with_note_and_tags(folder: Path) -> str:
    docs = copy_site(folder)
    edit(docs / "guide/start.md", "summary", 'tags = ["water"]\nsummary')
    assert main(["translated", str(docs)]) == 0
    original = docs / "guide/start.md"
    text = original.read_text(encoding="utf-8").replace("Fill it,", "Fill it well,")
    original.write_text(text, encoding="utf-8")
    write_records(load_site(docs), folder / "records")
    record = (folder / "records/pages/zh/guide/start.json").read_text(encoding="utf-8")
    return str(json.loads(record)["html"])


def test_exactly_the_declared_names_are_written(tmp_path: Path) -> None:
    html = html_of_page() + html_with_note_and_tags(tmp_path)
    classes = {name for found in re.findall(r'class="([^"]*)"', html) for name in found.split()}
    assert classes == set(ContentClass)
    assert set(re.findall(r"(?<= )data-[a-z-]+", html)) == set(ContentAttribute)
