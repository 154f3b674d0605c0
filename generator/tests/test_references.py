"""Links from hovers to the reference."""

import pytest

from docsite.markdown import ParseContext, parse
from docsite.node.references import References, assemble_references, find_imports
from docsite.records import HoverText, Locale
from generator.tests.support import strings

ENGLISH = Locale("en-US", "/", "English", "")
CHINESE = Locale("zh-CN", "/zh/", "简体中文", "")
PAGES = {
    "/api/hot.html": "# @tea/hot {#hot}\n\n## `pour()` {#pour}\n\n## `Cup<T>` {#cup}\n\n"
    "### `fill()` {#cup-fill}\n\n## With a lid {#lid}\n\n### `close()` {#close}\n",
    "/api/cold.html": "# Types of @tea/cold {#cold}\n\n## `pour()` {#pour}\n",
    "/zh/api/hot.html": "# @tea/hot {#hot}\n\n## `pour()` {#pour}\n",
    "/guide/hot.html": "# @tea/hot {#hot}\n\n## `steam()` {#steam}\n",
}
IMPORTS = find_imports(
    "import { pour, type Cup as Mug } from '@tea/hot';\n"
    'import {\n  close,\n} from "@tea/hot/lid";\n'
    "import { steam } from '@tea/hot';\nimport { own } from './own';\n"
)


@pytest.fixture(scope="module")
def references() -> dict[str, References]:
    documents = {path: parse(text, ParseContext("a.md", strings())) for path, text in PAGES.items()}
    return dict(assemble_references(documents, "/api/", (ENGLISH, CHINESE)))


def test_imports_have_their_original_name_and_package() -> None:
    assert IMPORTS == {
        "pour": ("pour", "@tea/hot"),
        "Mug": ("Cup", "@tea/hot"),
        "close": ("close", "@tea/hot/lid"),
        "steam": ("steam", "@tea/hot"),
    }


@pytest.mark.parametrize(
    ("name", "signature", "address"),
    [
        ("pour", "function pour(): void", "/api/hot.html#pour"),
        ("Mug", "type Mug<T> = T", "/api/hot.html#cup"),
        ("close", "function close(): void", "/api/hot.html#close"),
        ("fill", "(method) Cup<'a' | 'b'>.fill(): void", "/api/hot.html#cup-fill"),
        ("fill", "function fill(): void", None),
        ("steam", "function steam(): void", None),
        ("own", "const own: 1", None),
    ],
)
def test_names_link_to_the_section_of_their_package(
    references: dict[str, References], name: str, signature: str, address: str | None
) -> None:
    text = HoverText((signature, ""), ())
    assert references["en-US"].find(name, text, IMPORTS) == address


def test_links_stay_in_the_language(references: dict[str, References]) -> None:
    text = HoverText(("function pour(): void", ""), ())
    assert references["zh-CN"].find("pour", text, IMPORTS) == "/zh/api/hot.html#pour"
    assert references["zh-CN"].find("close", text, IMPORTS) is None
