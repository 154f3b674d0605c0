"""Random GraphQL documents: those of clients, mutated and oversized ones, and random strings."""

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


@st.composite
def _cut(draw: DrawFn, text: str) -> str:
    """Removes, inserts or duplicates a part of a string."""
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 12)))
    middle = draw(
        st.sampled_from(["", text[start:end] * 2, "{", "}", "(", "$", "...", '"', "\0", "@"])
    )
    return text[:start] + middle + text[end:]


_repeated = st.builds(
    lambda text, part, count: text + part * count,
    st.sampled_from(["", *USUAL]),
    st.sampled_from(["{", "#", "# x\n", ",", "$a ", "字", '"', "\ufeff"]),
    st.integers(0, 3000),
)

documents = st.one_of(
    st.sampled_from(USUAL), st.sampled_from(USUAL).flatmap(_cut), _repeated, texts
)
