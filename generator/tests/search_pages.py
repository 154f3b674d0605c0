"""Pages and helpers for tests of the search index."""

from datetime import date
from typing import Any

from docsite.cache import Cache
from docsite.markdown import ParseContext, parse
from docsite.pages.content import to_front_matter
from docsite.pages.parse import ParsedPage
from docsite.records import Source
from docsite.search import Searcher, Vocabulary
from docsite.search.sections import FoundSection, split_page
from generator.tests.support import good_config, memory_cache, strings

NOTHING = Vocabulary({}, {})


def make_page(
    text: str, file: str = "kettle.md", locale: str = "en-US", **front: Any
) -> ParsedPage:
    source = Source(file, locale, text, 1, to_front_matter(front), date(2020, 2, 29))
    document = parse(text, ParseContext(file, strings(locale)))
    return ParsedPage(f"/{file.replace('.md', '.html')}", source, document)


TEXT = """\
# Kettle {#kettle}

Boils `water`.

## Use it {#use}

Press the
button.

### Safely {#use-safely}

```js
press();
wait();
```

| Option   | Type   |
| -------- | ------ |
| `litres` | number |

## Clean it {#clean}

- Vinegar & salt
"""
PAGE = make_page(TEXT)
CHINESE = make_page("# 水壶 {#kettle}\n\n水壶保护你的手。", "zh/kettle.md", "zh-CN")


def split(page: ParsedPage) -> list[FoundSection]:
    return list(split_page(page))


def make(*pages: ParsedPage, store: Cache | None = None) -> Any:
    return Searcher().make(pages, good_config(), NOTHING, store or memory_cache())
