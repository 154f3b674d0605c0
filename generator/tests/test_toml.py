"""Errors in TOML files have a line, the problem and a hint."""

import pytest
from msgspec import Struct

from docsite.errors import ConfigError
from docsite.site.suggestions import did_you_mean
from docsite.site.toml import TomlFile


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
