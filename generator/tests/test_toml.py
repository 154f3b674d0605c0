"""Errors in TOML files have a line, the problem and a hint."""

from contextlib import suppress
from datetime import date
from time import process_time

import pytest
from msgspec import Struct

from docsite.errors import ConfigError
from docsite.pages.content import parse_source
from docsite.site.suggestions import did_you_mean
from docsite.site.toml import TomlFile
from generator.tests.support import good_config, is_linear

DAY = date(2026, 2, 28)


class Leaf(Struct, forbid_unknown_fields=True):
    name: str
    is_hot: bool = False
    tags: tuple[str, ...] = ()
    texts: dict[str, str] = {}


class Tree(Struct, forbid_unknown_fields=True):
    leaf: Leaf | None = None
    leaves: tuple[Leaf, ...] = ()


def explain(text: str) -> tuple[str, str, str, int | None]:
    with pytest.raises(ConfigError) as caught:
        TomlFile(text, "tea.toml").decode(Tree)
    error = caught.value
    return error.message, error.hint, error.file, error.line


def test_a_valid_file_is_decoded_as_a_whole_or_by_key() -> None:
    file = TomlFile('[leaf]\nname = "green"\ntexts = { a = "b" }\n', "tea.toml")
    assert file.decode(Tree) == Tree(Leaf("green", texts={"a": "b"}))
    assert file.decode(Leaf, "leaf").name == "green"
    assert file.decode(dict[str, str], "leaf", "texts") == {"a": "b"}


@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        ("leaf = 1", 1, "leaf: 1 is not a table", "Write [leaf]."),
        ("leaves = 1", 1, "leaves: 1 is not a list of tables", "Write [[leaves]]."),
        ("\nleaves = [1]", 2, "leaves: [1] is not a list of tables", "Write [[leaves]]."),
        ("[leaf]\nname = 1", 2, "leaf.name: 1 is not a string", 'Write name = "…".'),
        (
            '[leaf]\nname = "a"\nis_hot = 1',
            3,
            "leaf.is_hot: 1 is neither true nor false",
            "Write is_hot = true or is_hot = false.",
        ),
        (
            '[leaf]\nname = "a"\ntags = ["a", 1]',
            3,
            "leaf.tags: ['a', 1] is not a list of strings",
            'Write tags = ["…", "…"].',
        ),
        (
            'leaf = { name = "a", texts = 1 }',
            1,
            "leaf.texts: 1 is not a table of strings",
            'Write texts = { name = "…" }.',
        ),
        ("\n[leaf]\nis_hot = true", 2, "leaf.name: this key is missing", "Add name = …."),
        (
            '[[leaves]]\nname = "a"\n\n[[leaves]]\nis_hot = true',
            4,
            "leaves.name: this key is missing",
            "Add name = ….",
        ),
        (
            '[[leaves]]\nname = "a"\n[[leaves]]\nnmae = "b"',
            4,
            "leaves.nmae: unknown key",
            "Did you mean name?",
        ),
        ("\nxyz = 1", 2, "xyz: unknown key", "Remove it."),
        ('leafs = "a"', 1, "leafs: unknown key", "Did you mean leaf?"),
    ],
)
def test_an_error_has_its_line_and_a_hint(text: str, line: int, message: str, hint: str) -> None:
    assert explain(text) == (message, hint, "tea.toml", line)


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = 1\nb = c", 2), ("a = [1", None)],
    ids=["with a line", "at the end of the file"],
)
def test_invalid_toml_is_reported(text: str, line: int | None) -> None:
    message, hint, file, found = explain(text)
    assert message.startswith("invalid TOML: ")
    assert (hint, file, found) == (
        *("Correct the line; strings are in double quotes.", "tea.toml"),
        line,
    )


def test_unknown_keys_of_a_table_are_rejected() -> None:
    file = TomlFile("[words.en]\n[words.fr]\n", "tea.toml")
    file.require_known(["words"])
    file.require_known(["en", "fr"], ("words",))
    with pytest.raises(ConfigError) as caught:
        file.require_known(["en", "de"], ("words",))
    assert (caught.value.message, caught.value.line) == ("words.fr: unknown key", 2)


def test_a_hint_names_the_most_similar_name() -> None:
    assert did_you_mean("kettel", ["tea", "kettles", "kettle"]) == "Did you mean kettle?"
    assert did_you_mean("xyz", ["tea"]) == "Correct the name, or add the missing item."
    assert did_you_mean("xyz", ["tea"], "Remove it.") == "Remove it."


@pytest.mark.parametrize("before", ["", "x = 1\n", '"""', "x = '''\n'''\n", 'x = ["""a""""]\n'])
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a." * 20_000 + "a = 1", "A key has more than 20 parts"),
        ("[" + "a." * 20_000 + "a]", "A key has more than 20 parts"),
        ("'a' . \"a\" . " * 20_000 + "a = 1", "A key has more than 20 parts"),
        ("a = {" + "a." * 20_000 + "a = 1}", "A key has more than 20 parts"),
        ("a = " + "[" * 3_000, "Values are nested deeper than 50"),
        ("a = " + "[\n" * 3_000, "Values are nested deeper than 50"),
        ("a = " + "{a = [" * 3_000, "Values are nested deeper than 50"),
        ("a = " + "1" * 5_000, "A number has more than 1,000 digits"),
        ("a = " + "1_1" * 5_000, "A number has more than 1,000 digits"),
    ],
)
def test_what_the_parser_takes_long_for_is_refused(before: str, text: str, problem: str) -> None:
    is_string = before == '"""'
    content = f'x = """{text}"""' if is_string else before + text
    if is_string:
        assert TomlFile(content.replace('"a"', "a"), "tea.toml").values["x"]
        return
    message, _, file, line = explain(content)
    assert message.startswith(f"invalid TOML: {problem} (at line ")
    first = content.count("\n", 0, len(before)) + 1
    assert (file, line) == ("tea.toml", first + (50 if "[\n" in text else 0))


@pytest.mark.parametrize(
    "part",
    [
        '"',
        "'",
        '"""',
        "'''",
        '\\"',
        '"""\\',
        "[",
        "]",
        "[]",
        "{}",
        "a.a ",
        "aaaa\n",
        "1_",
        " ",
        "#",
    ],
)
def test_time_is_linear_in_the_length(part: str) -> None:
    def seconds_for(count: int) -> float:
        start = process_time()
        with suppress(ConfigError):
            TomlFile(f"a = {part * count}", "tea.toml")
        return process_time() - start

    assert is_linear(seconds_for, 4_000, floor_s=0.05)


def test_front_matter_that_the_parser_takes_long_for_is_refused() -> None:
    (problem,) = parse_source(
        "a.md", f"+++\n\n{'a.' * 20_000}a = 1\n+++\n", good_config(), DAY
    ).problems
    assert (problem.file, problem.line) == ("a.md", 3)
    assert "A key has more than 20 parts" in problem.message
