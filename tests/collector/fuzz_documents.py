"""Documents of GraphQL that a stranger may send: by the grammar, spoilt, and far too large."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from harness.collector.service import CREATE_ACTION, CREATE_RECORD, UPDATE_ACTION, UPDATE_RECORD

ODD_TEXTS = [
    "", " ", "\0", "a\0b", "\x7f", "\u2028", "\ufeff", "\ufffe", "\uffff", "\U0010ffff", "\u202e",
    "e\u0301" * 50, "字" * 700, "\U0001f600" * 300, "x" * 3000, "'; drop table records; --", "%00",
    "%", "%ff", "%s%n", "\\", "{}", "../..", "=1+1", "null", "NaN", "http://[", "https://a@b:c",
    "https://docs.example/\0?\0=\0", "https://docs.example:99999999/", "https://docs.example/?&&=;",
    "https://docs.example/" + "a/" * 900, "https://[::1]/", "http://\u2100.example/", "//x",
    "https://docs.example/?q=" + "%F0" * 200, "javascript:alert(1)", "HTTPS://DOCS.EXAMPLE/",
]  # fmt: skip

texts = st.sampled_from(ODD_TEXTS) | st.text(max_size=20)

USUAL = [CREATE_RECORD, UPDATE_RECORD, CREATE_ACTION, UPDATE_ACTION]
_NAMES = ["createRecord", "updateRecord", "createAction", "updateAction", "isAlive", "success",
          "payload", "id", "__typename", "__schema", "__type", "types", "fields", "unknown", "key",
          "created", "siteLocation", "value"]  # fmt: skip
_TYPES = ["ID!", "ID", "String", "Int", "[ID!]!", "CreateRecordInput!", "UpdateActionInput",
          "CreateActionInput!", "UnsignedInt", "PositiveFloat!", "URL", "Unknown", "Query",
          "[[Int]]"]  # fmt: skip
_LITERALS = ["1", "-1", "1e400", "0.5", "9" * 400, '"x"', '""', '"\\u0000"', '"\\ud83d\\ude00"',
             '"\\ud800"', '"""\n block "x" \n"""', "true", "null", "WORD", "[]", "[1, [2, [3]]]",
             "{}", '{siteLocation: "https://docs.example/", screenWidth: 5}',
             '{key: "a", value: 1}', "{a: {a: {a: 1}}}", "$a", "$input", "$domainId",
             "[" * 60 + "]" * 60]  # fmt: skip
_DIRECTIVES = ["", "", "", "@skip(if: true)", "@include(if: $a)", "@include(if: false)",
               "@unknown", "@deprecated", "@skip", "@skip(if: true) @skip(if: false)"]  # fmt: skip
_SPREADS = ["...f", "...g", "... on Query { isAlive }", "... on Mutation { __typename }",
            "... { __typename }", "... @include(if: true) { success }"]  # fmt: skip

_names = st.sampled_from(_NAMES)
_literals = st.sampled_from(_LITERALS)
_directives = st.sampled_from(_DIRECTIVES)


@st.composite
def _fields_of(draw: DrawFn, depth: int) -> str:
    alias = draw(st.sampled_from(["", "", "a: ", "b: "]))
    name = draw(_names)
    count = draw(st.sampled_from([0, 0, 1, 2]))
    arguments = ", ".join(
        f"{draw(st.sampled_from(['id', 'domainId', 'eventId', 'input', 'name', 'x']))}: "
        f"{draw(_literals)}"
        for _ in range(count)
    )
    given = f"({arguments})" if arguments else ""
    inner = draw(_selections(depth - 1)) if depth and draw(st.booleans()) else ""
    return f"{alias}{name}{given} {draw(_directives)} {inner}"


@st.composite
def _selections(draw: DrawFn, depth: int = 3) -> str:
    parts = [
        draw(st.sampled_from(_SPREADS)) if draw(st.integers(0, 5)) == 0 else draw(_fields_of(depth))
        for _ in range(draw(st.integers(1, 3)))
    ]
    return "{ " + " ".join(parts) + " }"


@st.composite
def _operations(draw: DrawFn) -> str:
    kind = draw(st.sampled_from(["query", "mutation", "mutation", "subscription", ""]))
    name = draw(st.sampled_from(["", "a", "b"])) if kind else ""
    variables = ", ".join(
        f"${draw(st.sampled_from(['a', 'input', 'domainId']))}: {draw(st.sampled_from(_TYPES))}"
        + draw(st.sampled_from(["", "", " = 1", " = null", ' = {key: "a"}', " = $a"]))
        for _ in range(draw(st.integers(0, 2)) if kind else 0)
    )
    given = f"({variables})" if variables else ""
    return f"{kind} {name} {given} {draw(_directives)} {draw(_selections())}"


@st.composite
def written_documents(draw: DrawFn) -> str:
    """By the grammar: several operations, and fragments that may go in circles."""
    parts = [draw(_operations()) for _ in range(draw(st.sampled_from([1, 1, 1, 2])))]
    for name in ("f", "g")[: draw(st.integers(0, 2))]:
        type_ = draw(st.sampled_from(["Query", "Mutation", "Record", "CreateRecordPayload", "X"]))
        parts.append(f"fragment {name} on {type_} {draw(_selections(1))}")
    return " ".join(parts)


_BOMBS = [
    lambda n: "{" + "a: isAlive " * n + "}",
    lambda n: "{" + " ".join(f"a{k}: isAlive" for k in range(n)) + "}",
    lambda n: "{ isAlive " * n + "}" * n,
    lambda n: "{" * n + "}" * n,
    lambda n: "{ isAlive" + " @skip(if: true)" * n + "}",
    lambda n: "{ ...f } " + " ".join(f"fragment f{k} on Query {{ ...f }}" for k in range(n)),
    lambda n: "{ " + "...f " * n + "} fragment f on Query { isAlive }",
    lambda n: "{ " + "... on Query { " * n + "isAlive" + " }" * n + "}",
    lambda n: "mutation { updateRecord(id: " + "[" * n + "1" + "]" * n + ") { success } }",
    lambda n: "mutation { updateRecord(id: " + "{a: " * n + "1" + "}" * n + ") { success } }",
    lambda n: "{ isAlive " + "#\n" * n + "}",
    lambda n: "query (" + " ".join(f"$a{k}: Int" for k in range(n)) + ") { isAlive }",
    lambda n: "query ($a: " + "[" * n + "Int" + "]" * n + ") { isAlive }",
    lambda n: "{ __schema { types { fields { type " + "{ ofType " * n + "}" * n + " } } } }",
    lambda n: "mutation {" + " ".join(
        f'a{k}: updateRecord(id: "{k}") {{ success }}' for k in range(n)) + "}",
]  # fmt: skip
bombs = st.builds(lambda bomb, size: bomb(size), st.sampled_from(_BOMBS), st.integers(0, 700))


@st.composite
def _cut(draw: DrawFn, text: str) -> str:
    """A text with something taken out, put in, or put twice."""
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 12)))
    middle = draw(
        st.sampled_from(["", text[start:end] * 2, "{", "}", "(", "$", "...", '"', "\0", "@"])
    )
    return text[:start] + middle + text[end:]


documents = st.one_of(
    st.sampled_from(USUAL),
    written_documents(),
    written_documents(),
    bombs,
    st.sampled_from(USUAL).flatmap(_cut),
    texts,
)
