import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docsite.errors import RenderError
from docsite.markdown import Highlighter, ParseContext, Snippet, parse
from docsite.node.highlight import CachedHighlighter, create_highlighter, load_highlighter_version
from docsite.node.worker import Worker
from docsite.records import Json
from docsite.site.languages import LANGUAGES, PLAIN_LANGUAGES
from generator.tests.support import THEME, memory_cache, strings, worker_command

SAFE_LINE = re.compile(r'(?:<span class="[acdfgiknopstvx]">[^<>\n]+</span>|[^<>\n])*')
FRAGMENTS = (
    *("const a = 1;", "</script>", "<b onclick=x>", "`${", "'", '"', "/*", "*/", "//", "<!--"),
    *("-->", "&amp;", "&lt;", "{{", "}}", "$(", "<<EOF", "\\", "#", "```ts", "@click=", "\t"),
    *("\r", " ", "\n", "\n\n", "中文", "😀", "\u2028", "\x00", "\xa0", "\ufeff", "import x"),
    "type A<T> = {",
)
CODE = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=8), max_size=12).map("".join)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker(worker_command()) as worker:
        yield worker


HighlightOne = Callable[[str, str], Sequence[str]]


def one_by_one(highlighter: Highlighter) -> HighlightOne:
    """Highlights single snippets."""

    def highlight(code: str, language: str) -> Sequence[str]:
        (lines,) = highlighter([Snippet(code, language)])
        return lines

    return highlight


@pytest.fixture(scope="module")
def highlight(worker: Worker) -> HighlightOne:
    return one_by_one(create_highlighter(worker, memory_cache(), THEME))


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
def test_highlighting_only_adds_classes(highlight: HighlightOne, language: str, code: str) -> None:
    lines = highlight(code, language)
    assert [text_of(line) for line in lines] == code.split("\n")
    for line in lines:
        assert SAFE_LINE.fullmatch(line)


def test_a_lone_surrogate_is_unchanged(highlight: HighlightOne) -> None:
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
    highlight: HighlightOne, language: str, code: str, expected: str
) -> None:
    assert marked(list(highlight(code, language))) == expected


def test_whitespace_around_tokens_is_not_wrapped(highlight: HighlightOne) -> None:
    (line,) = highlight("  const   a = 'b';   // c  ", "ts")
    assert "> " not in re.sub("</span> ", "", line)
    assert " </span>" not in line


def test_an_unknown_language_is_not_highlighted(highlight: HighlightOne) -> None:
    assert highlight("a < b\nc", "no-such-language") == ["a &lt; b", "c"]


def test_a_very_long_line_is_not_highlighted(highlight: HighlightOne) -> None:
    """Highlighting it would take hours."""
    before, long, after = highlight(f"echo\n{'<' * 200_000}\necho", "sh")
    assert long == "&lt;" * 200_000
    assert before == after == '<span class="f">echo</span>'


def test_highlighting_does_not_depend_on_earlier_code(highlight: HighlightOne) -> None:
    blocks = [
        ("{{ f(1) }}", "md"),  # Vue adds rules for Markdown
        ('<template lang="pug">\np.a b\n</template>', "vue"),  # Vue uses Pug if it is loaded
        ("p.a b", "pug"),
    ]
    with Worker(worker_command()) as fresh:
        backwards = one_by_one(create_highlighter(fresh, memory_cache(), THEME))
        expected = [backwards(*block) for block in reversed(blocks)][::-1]
    assert [highlight(*block) for block in blocks] == expected


def test_the_worker_knows_every_language_name(worker: Worker) -> None:
    names = worker.call("languages")
    assert isinstance(names, list)
    assert PLAIN_LANGUAGES.union(map(str, names)) == LANGUAGES, "update docsite/languages.py"


def test_a_language_can_be_named_by_any_alias(highlight: HighlightOne) -> None:
    assert highlight("let a = 1;", "ts") == highlight("let a = 1;", "typescript")


# --- The cache ------------------------------------------------------------------------------------


def test_cached_code_does_not_start_node(worker: Worker) -> None:
    cache = memory_cache()
    snippets = [Snippet("let a = '中';\n\n", "ts")]
    first = create_highlighter(worker, cache, THEME)(snippets)
    with Worker(["/no/such/node"]) as nobody:
        assert create_highlighter(nobody, cache, THEME)(snippets) == first


def test_plain_text_does_not_start_node() -> None:
    with Worker(["/no/such/node"]) as nobody:
        highlight = create_highlighter(nobody, memory_cache(), THEME)
        snippets = [Snippet("a < b\n", language) for language in sorted(PLAIN_LANGUAGES)]
        assert highlight(snippets) == [["a &lt; b", ""]] * len(snippets)
        assert highlight([]) == []


def test_the_cache_key_includes_language_and_version(worker: Worker) -> None:
    cache = memory_cache()
    CachedHighlighter(worker, cache, "1")([Snippet("a: 1", "yaml")])
    with Worker(["/no/such/node"]) as nobody:
        for version, language in (("2", "yaml"), ("1", "ts")):
            with pytest.raises(Exception, match="can't be started"):
                CachedHighlighter(nobody, cache, version)([Snippet("a: 1", language)])
        assert CachedHighlighter(nobody, cache, "1")([Snippet("a: 1", "yaml")])


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


class CountingWorker(Worker):
    """Counts the snippets of each request."""

    def __init__(self) -> None:
        super().__init__(worker_command())
        self.requests: list[int] = []

    def call(self, method: str, params: Json = None) -> Json:
        assert isinstance(params, list)
        self.requests.append(len(params))
        return super().call(method, params)


@pytest.fixture
def counting() -> Iterator[CountingWorker]:
    with CountingWorker() as worker:
        yield worker


@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(CODE, st.sampled_from(["ts", "json", "sh", "", "text"])), max_size=8))
def test_a_batch_has_the_results_of_its_snippets_in_order(
    worker: Worker, highlight: HighlightOne, blocks: list[tuple[str, str]]
) -> None:
    batch = create_highlighter(worker, memory_cache(), THEME)
    expected = [highlight(*block) for block in blocks]
    assert batch([Snippet(*block) for block in blocks]) == expected


def test_a_batch_requests_each_missing_snippet_once(counting: CountingWorker) -> None:
    highlight = create_highlighter(counting, memory_cache(), THEME)
    one, two, plain = Snippet("1", "ts"), Snippet("2", "ts"), Snippet("3", "text")
    highlight([one])
    assert highlight([two, one, plain, two])[0] == ['<span class="n">2</span>']
    assert counting.requests == [1, 1]


@pytest.mark.parametrize("answer", ['"text"', '["a"]', '["a",null]', '["a","b","c"]'])
def test_an_answer_with_other_snippets_is_an_error(answer: str) -> None:
    program = f"process.stdin.on('data', () => console.log('{{\"id\":1,\"result\":{answer}}}'))"
    with Worker([worker_command()[0], "-e", program]) as worker:
        highlight = create_highlighter(worker, memory_cache(), THEME)
        with pytest.raises(RenderError, match="2 code blocks"):
            highlight([Snippet("1", "ts"), Snippet("2", "ts")])


PAGE = """\
```ts
let a = 1; // [!code ++]
```

<<< examples/a.stored.txt

```sh
echo
```
"""


def test_code_blocks_of_a_page_are_highlighted_in_one_request(counting: CountingWorker) -> None:
    context = ParseContext(
        file="a.md",
        strings=strings(),
        highlight=create_highlighter(counting, memory_cache(), THEME),
        load_example=lambda _name: 'localStorage    a    {"b":1}\nlocalStorage    c    d\n',
    )
    html = parse(PAGE, context).html
    assert '<span class="line added"><span class="k">let</span> a <span class="o">=' in html
    assert '<b>a</b> localStorage</span><span class="line">{</span>' in html
    assert '<span class="p">"b"</span>: <span class="n">1</span>' in html
    assert '<b>c</b> localStorage</span><span class="line">d</span>' in html
    assert '<span class="f">echo</span>' in html
    assert counting.requests == [3]
