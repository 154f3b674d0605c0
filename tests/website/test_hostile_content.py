"""A site by malicious authors: markup in every string that they can write stays text."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from docsite.build import Folders, build_site
from harness.paths import ROOT
from harness.servers import serve_nginx
from harness.variants import warm_work
from tests.axe import find_violations
from tests.violations import Violations
from tests.website.conftest import wait_for_hydration

GOOD_SITE = ROOT / "generator/tests/sites/good"
HARM = """</script><script>harm=1</script><img src=x onerror=harm=1>'-->]]>${harm}{{harm}}"""
SIMPLE = "<img src=x onerror=harm=1>"
"""For syntax in which some characters of `HARM` are special."""
AS_TOML = HARM.replace("\\", "\\\\").replace('"', '\\"')
ANNOUNCEMENT = f"""\
announcement = {{ id = "1", text = {{ en-US = "{AS_TOML}", zh-CN = "{AS_TOML}" }} }}
"""
PAGE = f"""\
+++
summary = "{AS_TOML}"
last_updated = 2021-03-04
+++

# Title {HARM} {{#start}}

{HARM} {{badge tip: {SIMPLE}}}

## Section {HARM} {{#water}}

| {HARM} |
| -- |
| `{HARM}` |

::: tip {HARM}
{HARM}
:::

```html [{SIMPLE}]
{HARM}
</code></pre>{HARM}
```

![{SIMPLE}](/kettle.svg "{HARM}")
"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site. It builds without errors, because the markup is escaped."""
    folder = tmp_path_factory.mktemp("hostile")
    docs = folder / "docs"
    shutil.copytree(GOOD_SITE, docs)
    for page in (docs / "guide/start.md", docs / "zh/guide/start.md"):
        page.write_text(PAGE, encoding="utf-8")
    config = docs / "site.toml"
    text = config.read_text(encoding="utf-8")
    for word in ("Kettle", "Boils water", "Guide", "Tea", "First steps"):
        text = text.replace(f'"{word}"', f'"{word} {AS_TOML}"')
    config.write_text(ANNOUNCEMENT + text, encoding="utf-8")
    folders = Folders(docs, ROOT / "theme", folder / "site", warm_work(folder))
    assert not build_site(folders, is_compressed=False).has_errors
    with serve_nginx(folders.output) as address:
        yield address


def test_markup_in_content_is_shown_as_text(browser: Browser, hostile: str) -> None:
    with browser.new_context() as context:
        violations = Violations(context)
        page = context.new_page()
        for path in ("/guide/start.html", "/guide/pour.html", "/", "/zh/", "/no-such-page"):
            page.goto(hostile + path)
            wait_for_hydration(page)
            assert page.evaluate("typeof harm") == "undefined"
            assert page.locator('script:not([src], [type="application/ld+json"])').count() == 2
        page.goto(hostile + "/guide/pour.html")
        wait_for_hydration(page)
        announcement = page.locator(".announcement")
        expect(announcement).to_contain_text(HARM)
        announcement.get_by_role("button").click()
        page.locator("a[href='/guide/start.html']:visible").first.click()
        expect(page.locator("h1")).to_have_text(f"Title {HARM}")
        expect(page.locator("h1")).to_be_focused()
        expect(page.locator("pre")).to_contain_text(f"</code></pre>{HARM}")
        assert page.title().startswith(f"Title {HARM}")
        assert page.evaluate("typeof harm") == "undefined"
        assert page.locator("main :is(script, [onerror])").count() == 0
        assert violations.collect(page) == []


def test_axe_reports_nothing(browser: Browser, hostile: str) -> None:
    """The site has content that ours doesn't: an announcement, a badge and an image."""
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        for path in ("/guide/start.html", "/"):
            page.goto(hostile + path)
            wait_for_hydration(page)
            assert find_violations(page) == []
            page.emulate_media(color_scheme="dark")
            assert find_violations(page, "colors") == []
