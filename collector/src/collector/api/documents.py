"""The GraphQL documents that clients may send. They are recognized by a hash of their tokens.

Parsing and validating an unknown document would take fifty times as long as a page view, so a few
clients could keep the service busy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

from collector.errors import CollectorError

MAX_LENGTH = 2000
"""Characters. The longest document of a client has about 200."""

ARGUMENTS: Mapping[str, Mapping[str, str]] = {
    "createRecord": {"domainId": "ID", "input": "CreateRecordInput"},
    "updateRecord": {"id": "ID"},
    "createAction": {"eventId": "ID", "input": "CreateActionInput"},
    "updateAction": {"id": "ID", "input": "UpdateActionInput"},
}
"""The names and types of the arguments of each operation. None of them can be null."""


@dataclass(frozen=True, slots=True)
class Document:
    """One operation, with variables only, that selects the id or the success."""

    operation: str
    name: str | None
    variables: tuple[str, ...]
    """One for each argument, in the order of `ARGUMENTS`."""
    fields: tuple[str, ...]
    """The selected ones: `success`, `payload`."""


# GraphQL ignores white space, commas and comments.
_TOKEN = re.compile(r"#[^\n\r]*|([_0-9A-Za-z]+|[^\s,\ufeff])")

# Of tokens that end with a space each.
_DOCUMENT = re.compile(
    r"mutation (?:(?P<name>\w+) )?\( (?P<variables>(?:\$ \w+ : \w+ ! )+)\) "
    r"\{ (?P<operation>\w+) \( (?P<arguments>(?:\w+ : \$ \w+ )+)\) "
    r"\{ (?P<fields>(?:success |payload \{ id \} )+)\} \} "
)
_VARIABLE = re.compile(r"\$ (\w+) : (\w+) ")
_ARGUMENT = re.compile(r"(\w+) : \$ (\w+) ")
_FIELD = re.compile(r"success|payload")


class Documents:
    """The accepted documents."""

    def __init__(self, file: str | None = None) -> None:
        """`file` contains more documents. Raises `CollectorError`."""
        own = files(__package__).joinpath("documents.graphql").read_text(encoding="utf-8")
        self._known = dict(_read(own))
        if file:
            self._known |= _read_file(file)

    def find(self, text: str) -> Document | None:
        return self._known.get(_hash(_tokenize(text))) if len(text) <= MAX_LENGTH else None


def _tokenize(text: str) -> str:
    return "".join(f"{token} " for token in _TOKEN.findall(text) if token)


def _hash(tokens: str) -> bytes:
    return blake2b(tokens.encode(errors="replace"), digest_size=16).digest()


def _read_file(file: str) -> dict[bytes, Document]:
    try:
        return dict(_read(Path(file).read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise CollectorError(f"documents: {file}: {error}") from error


def _read(text: str) -> Iterator[tuple[bytes, Document]]:
    """Yields each document with its hash. Raises `ValueError`."""
    tokens, position = _tokenize(text), 0
    while position < len(tokens):
        found = _DOCUMENT.match(tokens, position)
        document = found and _describe(found)
        if not found or not document:
            raise ValueError(
                f"`{tokens[position : position + 60].strip()} …` is not one of the four mutations "
                "with one variable per argument, selecting `success`, `payload { id }` or both."
            )
        yield _hash(found[0]), document
        position = found.end()


def _describe(found: re.Match[str]) -> Document | None:
    """Returns `None` if the operation is unknown, or if its arguments or their types are wrong."""
    operation = found["operation"]
    arguments = ARGUMENTS.get(operation, {})
    types = dict(_VARIABLE.findall(found["variables"]))
    variables = dict(_ARGUMENT.findall(found["arguments"]))
    if {name: types.get(variable) for name, variable in variables.items()} != arguments:
        return None
    fields = tuple(dict.fromkeys(_FIELD.findall(found["fields"])))
    return Document(operation, found["name"], tuple(variables[name] for name in arguments), fields)
