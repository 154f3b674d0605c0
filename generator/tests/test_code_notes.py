"""Notes below code blocks: `[[code_notes]]` in `site.toml`."""

from __future__ import annotations

from pathlib import Path

import pytest

from docsite.errors import ConfigError
from docsite.load import load_site
from docsite.markdown import ParseContext, parse
from docsite.records import CodeNote, Document
from docsite.site.config import load_config
from generator.tests.support import append, copy_site, edit, strings

NOTE = CodeNote(
    code=("install kettle", "add kettle"),
    text={"en-US": "Not *released*: see [why](/why.html)."},
)
SHOWN = '<p>Not <em>released</em>: see <a href="/why.html">why</a>.</p>\n'
CONFIG = """
[[code_notes]]
code = ["boil("]
text = { en-US = "Only in the next version.", zh-CN = "下个版本才有。" }
"""


def read(text: str, *notes: CodeNote) -> Document:
    context = ParseContext(
        "guide/page.md",
        strings(),
        locale="en-US",
        notes=notes or (NOTE,),
        load_example={"examples/setup.sh": "install kettle\n"}.get,
    )
    return parse(f"# Page {{#page}}\n\n{text}\n", context)


@pytest.mark.parametrize(
    "code",
    [
        "```sh\ncd tea\nnpm install kettle\n```",
        "```yaml\n- run: pip install kettle\n```",
        "    pnpm add kettle",
        "<<< examples/setup.sh",
    ],
)
def test_a_block_with_one_of_the_strings_is_followed_by_the_note(code: str) -> None:
    document = read(f"{code}\n\nThen fill it.")
    assert document.problems == ()
    assert f"</div>\n{SHOWN}<p>Then fill it.</p>" in document.html


def test_other_code_has_no_note() -> None:
    assert "released" not in read("```sh\nnpm install pot\n```\n\nRun `install kettle`.").html


def test_a_code_group_has_the_note_once_and_below_it() -> None:
    group = "::: code-group\n\n```sh [a]\ninstall kettle\n```\n\n```sh [b]\nadd kettle\n```\n\n:::"
    document = read(f"{group}\n\nThen fill it.")
    assert document.problems == ()
    assert document.html.count(SHOWN) == 1
    assert f"</div>\n</div>\n{SHOWN}<p>Then fill it.</p>" in document.html


def test_a_note_stays_in_the_list_item_of_its_code() -> None:
    document = read("1. Install:\n\n   ```sh\n   install kettle\n   ```\n\n2. Fill.")
    assert f"</div>\n{SHOWN}</li>" in document.html


def test_a_block_can_have_several_notes() -> None:
    other = CodeNote(code=("kettle",), text={"en-US": "Mind the steam."})
    html = read("```sh\ninstall kettle\n```", NOTE, other).html
    assert html.endswith(f"{SHOWN}<p>Mind the steam.</p>\n")


def test_search_and_the_markdown_copy_contain_the_note() -> None:
    document = read("```sh\ninstall kettle\n```")
    assert "Not released: see why." in document.sections[0].lines
    assert "```\n\nNot *released*: see [why](/why.html).\n" in document.markdown
    assert [link.target for link in document.links] == ["/why.html"]


def test_each_language_has_its_own_note_and_removing_it_outdates_no_translation(
    tmp_path: Path,
) -> None:
    docs = copy_site(tmp_path)
    append(docs / "guide/start.md", "\n```js\nboil()\n```\n")
    append(docs / "zh/guide/start.md", "\n```js\nboil()\n```\n")
    before = load_site(docs)
    append(docs / "site.toml", CONFIG)
    after = load_site(docs)
    html = {page.path: page.document.html for page in after.pages}
    assert "<p>Only in the next version.</p>" in html["/guide/start.html"]
    assert "<p>下个版本才有。</p>" in html["/zh/guide/start.html"]
    assert after.problems == before.problems
    assert after.originals == before.originals


def test_a_note_without_code_or_without_the_first_language_is_an_error(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    append(docs / "site.toml", CONFIG)
    edit(docs / "site.toml", 'code = ["boil("]', 'code = [""]')
    with pytest.raises(ConfigError, match=r"code_notes\.code"):
        load_config(docs)
    edit(docs / "site.toml", 'code = [""]', 'code = ["boil("]')
    edit(docs / "site.toml", 'en-US = "Only', 'fr = "Only')
    with pytest.raises(ConfigError, match="there is no text for en-US"):
        load_config(docs)
