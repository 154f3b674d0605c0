import re
import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docsite.markdown import Highlighter, ParseContext, parse
from docsite.node.highlight import CachedHighlighter, create_highlighter, load_highlighter_version
from docsite.node.worker import Worker
from docsite.site.languages import LANGUAGES, PLAIN_LANGUAGES
from generator.tests.support import ROOT, memory_cache, strings, worker_command

THEME = ROOT / "theme"
SAFE_LINE = re.compile(r'(?:<span class="[acdfgiknopstvx]">[^<>\n]+</span>|[^<>\n])*')
FRAGMENTS = (
    *(
        "const a = 1;",
        "</script>",
        "<b onclick=x>",
        "`${",
        "'",
        '"',
        "/*",
        "*/",
        "//",
        "<!--",
        "-->",
    ),
    *("&amp;", "&lt;", "{{", "}}", "$(", "<<EOF", "\\", "#", "```ts", "@click=", "\t", "\r"),
    *(
        " ",
        "\n",
        "\n\n",
        "中文",
        "😀",
        "\u2028",
        "\x00",
        "\xa0",
        "\ufeff",
        "type A<T> = {",
        "import x",
    ),
)
CODE = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=8), max_size=12).map("".join)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker(worker_command()) as worker:
        yield worker


@pytest.fixture(scope="module")
def highlight(worker: Worker) -> Highlighter:
    return create_highlighter(worker, memory_cache(), THEME)


def text_of(line: str) -> str:
    return unescape(re.sub("<[^>]*>", "", line))


def marked(lines: list[str]) -> str:
    """Converts `<span class="k">type</span> A` to `k(type) A`, which is easier to read."""
    return unescape(re.sub('<span class="(.)">(.*?)</span>', r"\1⟨\2⟩", "\n".join(lines)))


@pytest.mark.parametrize(
    "language", ["ts", "tsx", "vue", "json", "sh", "html", "md", "css", "no-such-language", ""]
)
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(CODE)
def test_highlighting_only_adds_classes(highlight: Highlighter, language: str, code: str) -> None:
    lines = highlight(code, language)
    assert [text_of(line) for line in lines] == code.split("\n")
    for line in lines:
        assert SAFE_LINE.fullmatch(line)


def test_a_lone_surrogate_is_unchanged(highlight: Highlighter) -> None:
    assert "".join(map(text_of, highlight("'\ud800'", "ts"))) == "'\ud800'"


@pytest.mark.parametrize(
    ("language", "code", "expected"),
    [
        ("ts", "type A = { b?: string };", "k⟨type⟩ t⟨A⟩ o⟨=⟩ { p⟨b⟩?: t⟨string⟩ };"),
        ("ts", "const a = { b: 'c' }; // d", "k⟨const⟩ a o⟨=⟩ { p⟨b⟩: s⟨'c'⟩ }; c⟨// d⟩"),
        ("ts", "/** @param a */", "c⟨/** @param a */⟩"),
        ("ts", "f((a) => a.b(1, true));", "f⟨f⟩((v⟨a⟩) o⟨=>⟩ a.f⟨b⟩(n⟨1⟩, n⟨true⟩));"),
        ("ts", "export class A<T> extends B {}", "k⟨export class⟩ t⟨A⟩<t⟨T⟩> k⟨extends⟩ t⟨B⟩ {}"),
        ("ts", "`a${b}` ?? /c+/g", "s⟨`a⟩o⟨${⟩bo⟨}⟩s⟨`⟩ o⟨??⟩ s⟨/c+/g⟩"),
        ("tsx", '<A b="c">{d}</A>', '<g⟨A⟩ a⟨b⟩=s⟨"c"⟩>{d}</g⟨A⟩>'),
        (
            "vue",
            '<template>\n  <p v-if="a" @click="b = 1">{{ f(c) }}</p>\n</template>',
            '<g⟨template⟩>\n  <g⟨p⟩ k⟨v-if⟩="a" a⟨@click⟩="b o⟨=⟩ n⟨1⟩">{{ f⟨f⟩(c) }}</g⟨p⟩>\n'
            "</g⟨template⟩>",
        ),
        (
            "vue",
            '<script setup lang="ts">\nconst a: A = 1; // b\n</script>',
            '<g⟨script⟩ a⟨setup lang⟩=s⟨"ts"⟩>\nk⟨const⟩ a: t⟨A⟩ o⟨=⟩ n⟨1⟩; c⟨// b⟩\n</g⟨script⟩>',
        ),
        ("json", '{"a": ["b", 1, null]}', '{p⟨"a"⟩: [s⟨"b"⟩, n⟨1⟩, n⟨null⟩]}'),
        ("sh", "pnpm add a@1 -D # b", "f⟨pnpm⟩ add a@1 a⟨-D⟩ c⟨# b⟩"),
        ("bash", 'A="b $C" | if', 'v⟨A⟩o⟨=⟩s⟨"b⟩ v⟨$C⟩s⟨"⟩ o⟨|⟩ k⟨if⟩'),
        (
            "html",
            '<p class="a">&amp;</p><!-- b -->',
            '<g⟨p⟩ a⟨class⟩=s⟨"a"⟩>n⟨&amp;⟩</g⟨p⟩>c⟨<!-- b -->⟩',
        ),
        ("css", ".a { color: red; } /* b */", "a⟨.a⟩ { p⟨color⟩: n⟨red⟩; } c⟨/* b */⟩"),
        ("toml", 'a = "b" # c', 'p⟨a⟩ = s⟨"b"⟩ c⟨# c⟩'),
        ("python", "def f(a: int): ...", "k⟨def⟩ f⟨f⟩(v⟨a⟩: t⟨int⟩): n⟨...⟩"),
        ("nginx", "location / { return 404; }", "k⟨location⟩ / { k⟨return⟩ n⟨404⟩; }"),
        ("diff", "-a\n+b\n c", "d⟨-a⟩\ni⟨+b⟩\n c"),
        ("yaml", "a: [b, 1] # c", "p⟨a⟩: [s⟨b⟩, n⟨1⟩] c⟨# c⟩"),
        ("md", "# A\n\n```ts\nlet a;\n```", "k⟨# A⟩\n\n```ts\nk⟨let⟩ a;\n```"),
    ],
)
def test_each_token_has_its_class(
    highlight: Highlighter, language: str, code: str, expected: str
) -> None:
    assert marked(list(highlight(code, language))) == expected


def test_whitespace_around_tokens_is_not_wrapped(highlight: Highlighter) -> None:
    (line,) = highlight("  const   a = 'b';   // c  ", "ts")
    assert "> " not in re.sub("</span> ", "", line)
    assert " </span>" not in line


def test_an_unknown_language_is_not_highlighted(highlight: Highlighter) -> None:
    assert highlight("a < b\nc", "no-such-language") == ["a &lt; b", "c"]


def test_a_very_long_line_is_not_highlighted(highlight: Highlighter) -> None:
    """Highlighting it would take hours."""
    before, long, after = highlight(f"echo\n{'<' * 200_000}\necho", "sh")
    assert long == "&lt;" * 200_000
    assert before == after == '<span class="f">echo</span>'


def test_highlighting_does_not_depend_on_earlier_code(highlight: Highlighter) -> None:
    blocks = [
        ("{{ f(1) }}", "md"),  # Vue adds rules for Markdown
        ('<template lang="pug">\np.a b\n</template>', "vue"),  # Vue uses Pug if it is loaded
        ("p.a b", "pug"),
    ]
    with Worker(worker_command()) as fresh:
        backwards = create_highlighter(fresh, memory_cache(), THEME)
        expected = [backwards(*block) for block in reversed(blocks)][::-1]
    assert [highlight(*block) for block in blocks] == expected


def test_the_worker_knows_every_language_name(worker: Worker) -> None:
    names = worker.call("languages")
    assert isinstance(names, list)
    assert PLAIN_LANGUAGES.union(map(str, names)) == LANGUAGES, "update docsite/languages.py"


def test_a_language_can_be_named_by_any_alias(highlight: Highlighter) -> None:
    assert highlight("let a = 1;", "ts") == highlight("let a = 1;", "typescript")


# --- The cache ------------------------------------------------------------------------------------


def test_cached_code_does_not_start_node(worker: Worker) -> None:
    cache = memory_cache()
    first = create_highlighter(worker, cache, THEME)("let a = '中';\n\n", "ts")
    with Worker(["/no/such/node"]) as nobody:
        assert create_highlighter(nobody, cache, THEME)("let a = '中';\n\n", "ts") == first


def test_plain_text_does_not_start_node() -> None:
    with Worker(["/no/such/node"]) as nobody:
        highlight = create_highlighter(nobody, memory_cache(), THEME)
        for language in PLAIN_LANGUAGES:
            assert highlight("a < b\n", language) == ["a &lt; b", ""]


def test_the_cache_key_includes_language_and_version(worker: Worker) -> None:
    cache = memory_cache()
    CachedHighlighter(worker, cache, "1")("a: 1", "yaml")
    with Worker(["/no/such/node"]) as nobody:
        for version, language in (("2", "yaml"), ("1", "ts")):
            with pytest.raises(Exception, match="cannot be started"):
                CachedHighlighter(nobody, cache, version)("a: 1", language)
        assert CachedHighlighter(nobody, cache, "1")("a: 1", "yaml")


@pytest.mark.parametrize("name", ["highlight.mjs", "token-classes.mjs", "package.json"])
def test_the_version_depends_on_everything_that_affects_highlighting(
    tmp_path: Path, name: str
) -> None:
    for source in ("highlight.mjs", "token-classes.mjs", "package.json"):
        shutil.copy(THEME / source, tmp_path)
    before = load_highlighter_version(tmp_path)
    assert before == load_highlighter_version(THEME)
    text = (tmp_path / name).read_text(encoding="utf-8")
    changed = (
        re.sub(r'("shiki": )"[^"]*"', r'\1"0"', text) if name == "package.json" else text + " "
    )
    (tmp_path / name).write_text(changed, encoding="utf-8")
    assert load_highlighter_version(tmp_path) != before


def test_code_blocks_of_a_page_are_highlighted(highlight: Highlighter) -> None:
    context = ParseContext(file="a.md", strings=strings(), highlight=highlight)
    html = parse("```ts\nlet a = 1; // [!code ++]\n```", context).html
    assert '<span class="line added"><span class="k">let</span> a <span class="o">=' in html
