"""Comments are found exactly where each language has them."""

import gc
import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.node.worker import Worker
from docsite.site.scanners import find_comments, has_scanner
from generator.tests.support import ROOT, is_linear, worker_command


def find(code: str, language: str) -> list[str]:
    return [code[start:end] for start, end in find_comments(code, language)]


# --- Literals that look like comments ------------------------------------------------------------

CASES = {
    "ts": [
        ("a = 1; // one", ["// one"]),
        ("a = 'http://no'; /* one */", ["/* one */"]),
        (r"a = 'it\'s // no'; // one", ["// one"]),
        ("a = `// no ${ b /* one */ + `// no ${c}` } // no`; // two", ["/* one */", "// two"]),
        ("a = /[/]\\/\\/'/; // one", ["// one"]),
        ("a = b / c; // it's one / d", ["// it's one / d"]),
        ("a = b[0] / 2 // one'", ["// one'"]),
        ("a = (b) / 2 // one'", ["// one'"]),
        ("a = b! / 2 // one'", ["// one'"]),
        ("a++ / 2 // one'", ["// one'"]),
        ("if (a) /'/.test(b) // one", ["// one"]),
        ("return /'/ // one", ["// one"]),
        ("const f = () => { }\n/'/.test(a) // one", ["// one"]),
        ("a = { b: 1 } / 2 // one'", ["// one'"]),
        ("a.return / 2 // one'", ["// one'"]),
        ("const a = <T>b; // one", ["// one"]),
        ("/** One.\n * Two. */ a", ["/** One.\n * Two. */"]),
        ("/* one", ["/* one"]),
        ("#!/usr/bin/env node's\na // one", ["// one"]),
        ("a = '// no", []),
        ("a = `// no", []),
    ],
    "tsx": [
        ("return <p>it's // no</p>; // one", ["// one"]),
        ("return <p>{/* one */}</p>;", ["/* one */"]),
        ('return <p a="// no" b={c /* one */} /* two */>// no</p>;', ["/* one */", "/* two */"]),
        ("a = b ? <>// no</> : <i a='\\' />; // one", ["// one"]),
        ("a = <p>{b.map((c) => <i key={c}>// no</i>)} // no</p>; // one", ["// one"]),
        ("a = <A<string> b>// no</A>; // one", ["// one"]),
        ("const f = <T,>(a: T) => a; // one", ["// one"]),
        ("const f = <T extends U>(a: T) => a; // one", ["// one"]),
        ("let f: <T>(a: T) => T; // one", ["// one"]),
        ("useState<string | null>(null); // it's one", ["// it's one"]),
        ("a < b; // it's one", ["// it's one"]),
        ("a = <p b>// no", []),
        ("a = <p>(b): it's // no</p>; // one", ["// one"]),
        ("interface F { <T>(a: T): T } // it's one", ["// it's one"]),
    ],
    "css": [
        ("a { b: url(//no/*.png) } /* one */", ["/* one */"]),
        ('a { content: "/* no */" } /* it\'s one */', ["/* it's one */"]),
        ("a { b: c } // no", []),
        ("a {} /* one", ["/* one"]),
        ("a { b: c !important } /* one */", ["/* one */"]),
    ],
    "scss": [
        ("a { b: url('//no') } // one", ["// one"]),
        ("a { b: c; // it's one\n}", ["// it's one"]),
        ("@use 'x'; // one\na,\n// two\nb {}", ["// one", "// two"]),
        ("a /* one */ { b: url(http://c) }", ["/* one */"]),
    ],
    "html": [
        ('<p title="<!-- no -->">it\'s</p><!-- one -->', ["<!-- one -->"]),
        ("<script>a = '<!-- no -->' // one\n</script>", ["// one"]),
        ('<script type="application/json">"// no"</script>', []),
        ("<style>a {} /* one */</style>", ["/* one */"]),
        ("<title><!-- no --></title><textarea><!-- no --></textarea>", []),
        ("<!--><p>no</p><!-- one -->", ["<!-->", "<!-- one -->"]),
    ],
    "vue": [
        ('<script setup lang="ts">\na = "<!-- no -->"; // one\n</script>', ["// one"]),
        ("<template><p>{{ '<!-- no -->' }}</p><!-- one --></template>", ["<!-- one -->"]),
        (
            "<template><template #a>it's</template><!-- one --></template>\n<!-- two -->",
            ["<!-- one -->", "<!-- two -->"],
        ),
        ("<docs>// no <!-- no --></docs>", []),
        ('<template lang="pug">\n<!-- no -->\n</template>', []),
        ('<i18n lang="json5">{ a: "// no" } // one\n</i18n>', ["// one"]),
        ('<style lang="scss">a {} // one\n</style>', ["// one"]),
    ],
    "sh": [
        ("#!/bin/sh\nmake # one", ["# one"]),
        ("echo '# no' \"# no\" \\# a#b $# ${#a} ${a# no} # it's one", ["# it's one"]),
        ('echo "a $(b "# no" # one\n) # no" # two', ["# one", "# two"]),
        ("cat <<'EOF' # one\n# it's no\nEOF\n# two", ["# one", "# two"]),
        ("cat <<< word # one", ["# one"]),
        ("a=`b # one`", ["# one`"]),
        ("(a)# one", ["# one"]),
    ],
    "toml": [
        ('a = "# no" # one', ["# one"]),
        ("a = '# no\\' # one", ["# one"]),
        ('a = """\n# no " # no\n""" # one', ["# one"]),
        ("a = '''\n# it's no\n''' # one", ["# one"]),
    ],
    "nginx": [
        ('add_header A "# no"; # one', ["# one"]),
        ("rewrite ^/a#no$ ${b}#no; # it's one", ["# it's one"]),
    ],
    "json5": [("{ a: '// no', /* one */ b: 1 } // two", ["/* one */", "// two"])],
}


@pytest.mark.parametrize(
    ("language", "code", "comments"),
    [(language, *case) for language, cases in CASES.items() for case in cases],
)
def test_a_comment_is_found_and_a_literal_that_looks_like_one_is_not(
    language: str, code: str, comments: list[str]
) -> None:
    assert has_scanner(language)
    assert find(code, language) == comments


# --- Any sequence of tokens ----------------------------------------------------------------------

_SCRIPT_TOKENS = [
    *("const a = 'it\\'s // no';", 'f("/* no */");', "g = `// no ${h('//')} /* no */`;"),
    *("if (a) /['/*]/.test(b);", "i = (j / k) / 2;", "l = { m: /\\/\\// };", "n = o[0] / p;"),
    *("for (;;) { break; }", "const q = async <T,>(r: T) => { return /'/; };", "s = 'http://t';"),
]
_JSX_TOKENS = [
    "u = <p title='// no'>it's // no {v}</p>;",
    *("w = x ? <>/* no */</> : <i a={`//`} />;", "y = <ul>{z.map((b) => <li>// {b}</li>)}</ul>;"),
]
_MARKUP_TOKENS = [
    *('<p title="<!-- no -->">it\'s</p>', "<br/>", "a < b", "<title><!-- no --></title>"),
]
TOKENS = {
    "ts": (_SCRIPT_TOKENS, ["// it's 1\n", "/* `2 */", "/** 3\n * ' */"]),
    "tsx": ([*_SCRIPT_TOKENS, *_JSX_TOKENS], ["// it's 1\n", "/* `2 */"]),
    "css": (["a { b: url(//c/*) }", 'd::after { content: "/*" }', "e { f: 'g' }"], ["/* ' */"]),
    "html": (
        [*_MARKUP_TOKENS, "<script>a = '<!-- no -->'</script>", "<style>b {}</style>"],
        ["<!-- it's 1 -->", "<!-- <p> -->"],
    ),
    "sh": (
        ["echo '# no';", 'echo "# $(b "# no") no";', "c=${d# no};", "cat <<E\n# no\nE\n", "e#f;"],
        ["# it's 1\n", '# "2\n'],
    ),
    "toml": (['a = "# no"\n', "b = '# no'\n", 'c = """\n# no\n"""\n', "[d]\n"], ["# it's 1\n"]),
    "nginx": (['a "# no";', "b c#d;", "e { }", "f '# no';"], ["# it's 1\n"]),
    "json5": (["{ a: '// no' },", 'b: "/*",', "[1],"], ["// it's 1\n", "/* ' */"]),
}


@pytest.mark.parametrize("language", TOKENS)
@given(data=st.data())
def test_all_comments_are_found_among_any_other_tokens(language: str, data: st.DataObject) -> None:
    code, comments = TOKENS[language]
    tokens = data.draw(st.lists(st.sampled_from([*code, *comments]), max_size=12))
    found = find("".join(f"{token}\n" for token in tokens), language)
    assert found == [token.strip() for token in tokens if token in comments]


@pytest.mark.parametrize("language", [*CASES, "python"])
@given(code=st.text(alphabet="/*'\"`#<>!-${}()[]\\= \na", max_size=60))
def test_comments_in_any_text_never_overlap(language: str, code: str) -> None:
    end = 0
    for first, last in find_comments(code, language):
        assert end <= first < last <= len(code)
        end = last


def seconds_for(code: str, language: str) -> float:
    gc.disable()  # collecting the garbage of other tests takes longer
    try:
        start = time.process_time()
        find(f"{code} // #", language)
        return time.process_time() - start
    finally:
        gc.enable()


@pytest.mark.parametrize("language", CASES)
@pytest.mark.parametrize(
    "part", ["<a ", "<a>", "{{", "`${", '"""', "<<A\n", "<!-", "url(", "/[", "'", "$(", "// "]
)
def test_time_is_linear_in_the_length(language: str, part: str) -> None:
    assert is_linear(lambda count: seconds_for(part * count, language), 500, floor_s=0.05)


# --- Against the grammars of the highlighter -----------------------------------------------------


_NOT_OURS = {"dist", "node_modules"}


def list_samples() -> Iterator[Path]:
    for folder in ("docs/examples", "demos", "theme/src/components"):
        for path in sorted((ROOT / folder).rglob("*")):
            if not _NOT_OURS & {*path.parts} and has_scanner(path.suffix[1:]):
                yield path


def read_highlighted(html: str) -> list[str]:
    """Returns the comments according to the highlighter, line by line."""
    pieces = [re.findall(r'<span class="c">(.*?)</span>', line) for line in html.split("\n")]
    return [unescape(piece).strip() for line in pieces for piece in line]


def test_the_highlighter_finds_the_same_comments_in_all_our_code() -> None:
    differences: list[Path] = []
    with Worker(worker_command()) as worker:
        for path in list_samples():
            code, language = path.read_text(encoding="utf-8"), path.suffix[1:]
            answer = worker.call("highlight", [{"code": code, "language": language}])
            assert isinstance(answer, list)
            lines = (line.strip() for found in find(code, language) for line in found.split("\n"))
            if read_highlighted(str(answer[0])) != [line for line in lines if line]:
                differences.append(path)
    assert differences == []
