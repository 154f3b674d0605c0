"""Decodes TOML files with msgspec. Errors contain a line, a description and a hint."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from docsite.errors import CombinedConfigError, ConfigError
from docsite.site.suggestions import did_you_mean

T = TypeVar("T")
Path = tuple[str | int, ...]
"""The keys, and the indexes in lists of tables."""

_STEP = re.compile(r"\.([^.\[\]`]+)|\[(\d+)\]")
_STRING = re.compile(
    r""""{3}(?:\\.|[^\\])*?(?:"{3,5}|\Z)|'{3}.*?(?:'{3,5}|\Z)|"""
    r""""(?:\\[^\n]|[^"\\\n])*+"?|'[^'\n]*+'?|#[^\n]*+""",
    re.DOTALL,
)
"""Strings, even without an end, and comments."""
_LONG_KEY = re.compile(r"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){20}")
_LONG_NUMBER = re.compile(r"(?<!\w)[+-]?(?:\d_?+){1000}")
_BRACKETS = re.compile(r"[\[\]{}]")
_MAX_DEPTH = 50


def parse_toml(text: str) -> dict[str, Any]:
    """Refuses, before parsing, what no author writes: the parser's time is quadratic in the parts
    of a key, and its recursion as deep as the nesting. Raises `TOMLDecodeError` with a line."""
    bare = _STRING.sub(lambda found: "_" + "\n" * found[0].count("\n"), text)
    depth = 0
    for number, line in enumerate(bare.split("\n"), 1):
        if _LONG_KEY.search(line):
            raise _refuse("A key has more than 20 parts", number)
        if _LONG_NUMBER.search(line):
            raise _refuse("A number has more than 1,000 digits", number)
        for bracket in _BRACKETS.findall(line):
            depth = max(0, depth + (1 if bracket in "[{" else -1))
            if depth > _MAX_DEPTH:
                raise _refuse(f"Values are nested deeper than {_MAX_DEPTH}", number)
    return tomllib.loads(text)


def _refuse(problem: str, line: int) -> tomllib.TOMLDecodeError:
    return tomllib.TOMLDecodeError(f"{problem} (at line {line})")


class TomlFile:
    """A file that is decoded as a whole or by key."""

    def __init__(self, text: str, file: str) -> None:
        self._lines = text.splitlines()
        self._file = file
        try:
            self.values = parse_toml(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            raise ConfigError(
                f"invalid TOML: {error}",
                hint="Correct the line; strings are in double quotes.",
                file=file,
                line=int(found[1]) if found else None,
            ) from error

    def decode(self, kind: type[T], *path: str) -> T:
        """Raises all mistakes together, except those that may only follow from others."""
        mistakes: dict[Path, ConfigError] = {}
        while True:
            try:
                value = msgspec.convert(self._value_at(path), kind)
                break
            except msgspec.ValidationError as error:
                place, mistake = self._explain(error, inspect.type_info(kind), path)
                if self._follows(place, mistakes):
                    break
                mistakes[place] = mistake
                if len(place) <= len(path) or not self._remove(place):
                    break
        raise_all(mistakes.values())
        return value

    def require_known(self, keys: Iterable[str], path: Path = ()) -> None:
        known = sorted(keys)
        raise_all(
            self._unknown((*path, key), known) for key in self._value_at(path) if key not in known
        )

    def _unknown(self, path: Path, known: Sequence[str]) -> ConfigError:
        return self.wrong(path, "unknown key", did_you_mean(str(path[-1]), known, "Remove it."))

    def _follows(self, path: Path, mistakes: Mapping[Path, ConfigError]) -> bool:
        """Returns whether a key may only be missing because it is misspelled, or was removed."""
        is_missing = path[-1] not in self._value_at(path[:-1])
        return is_missing and any(known[:-1] == path[:-1] for known in mistakes)

    def _remove(self, path: Path) -> bool:
        """Removes an invalid value, so that the next mistake is found."""
        table = self._value_at(path[:-1])
        if not isinstance(table, dict) or path[-1] not in table:
            return False
        del table[path[-1]]
        return True

    def wrong(self, path: Path, message: str, hint: str) -> ConfigError:
        name = ".".join(key for key in path if isinstance(key, str))
        return ConfigError(
            f"{name}: {message}", hint=hint, file=self._file, line=self._line_of(path)
        )

    def _explain(
        self, error: msgspec.ValidationError, kind: inspect.Type, start: Path
    ) -> tuple[Path, ConfigError]:
        """Returns the path of a mistake, and an error."""
        message, _, location = str(error).partition(" - at `$")
        path = *start, *(int(index) if index else key for key, index in _STEP.findall(location))
        table = _plain(_type_at(kind, path[len(start) :]))
        if isinstance(table, inspect.StructType) and "unknown field" in message:
            known = sorted(field.name for field in table.fields)
            key = next(key for key in self._value_at(path) if key not in known)
            return (*path, key), self._unknown((*path, key), known)
        if "missing required field" in message:
            key = message.split("`")[1]
            place = *path, key
            return place, self.wrong(place, "this key is missing", f"Add {key} = ….")
        while isinstance(path[-1], int):  # an item is part of its list
            path = path[:-1]
        name = ".".join(key for key in path if isinstance(key, str))
        problem, hint = _expectation(_type_at(kind, path[len(start) :]), name)
        return path, self.wrong(path, f"{self._value_at(path)!r} {problem}", hint)

    def _value_at(self, path: Path) -> Any:
        value: Any = self.values
        for step in path:
            value = value[step]
        return value

    def _line_of(self, path: Path) -> int:
        """Returns the first matching line from the start of the table on, or that start if the key
        is missing."""
        line, name = 0, ""
        value: Any = self.values
        for step in path:
            if isinstance(step, int):
                tables = self._find(rf"\[\[{re.escape(name)}\]\]", line)
                line = tables[step] if step < len(tables) else line
            elif step not in value:
                break
            else:
                name = f"{name}.{step}".strip(".")
                entry = rf"(?:.*[{{,]\s*)?\"?{re.escape(step)}\"?\s*="
                line = next(iter(self._find(rf"(?:\[+{re.escape(name)}\]|{entry})", line)), line)
            value = value[step]
        return line + 1

    def _find(self, pattern: str, start: int) -> list[int]:
        return [
            number
            for number, line in enumerate(self._lines[start:], start)
            if re.match(rf"\s*{pattern}", line)
        ]


def raise_all(errors: Iterable[ConfigError]) -> None:
    found = tuple(errors)
    if found:
        raise found[0] if len(found) == 1 else CombinedConfigError(found)


def _type_at(kind: inspect.Type, path: Path) -> inspect.Type:
    for step in path:
        kind = _plain(kind)
        if isinstance(kind, inspect.StructType):
            kind = next(field.type for field in kind.fields if field.name == step)
        elif isinstance(kind, inspect.VarTupleType):
            kind = kind.item_type
    return kind


def _plain(kind: inspect.Type) -> inspect.Type:
    if isinstance(kind, inspect.UnionType):
        return next(inner for inner in kind.types if not isinstance(inner, inspect.NoneType))
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def _expectation(kind: inspect.Type, name: str) -> tuple[str, str]:
    """Returns a description and a hint for values that don't match a type."""
    key = name.rpartition(".")[2]
    match kind:
        case inspect.UnionType():
            return _expectation(_plain(kind), name)
        case inspect.Metadata(extra={"problem": problem, "hint": hint}):
            return problem, hint
        case inspect.BoolType():
            return "is neither true nor false", f"Write {key} = true or {key} = false."
        case inspect.StructType():
            return "is not a table", f"Write [{name}]."
        case inspect.VarTupleType(item_type=inspect.StructType()):
            return "is not a list of tables", f"Write [[{name}]]."
        case inspect.VarTupleType():
            return "is not a list of strings", f'Write {key} = ["…", "…"].'
        case inspect.DictType():
            return "is not a table of strings", f'Write {key} = {{ name = "…" }}.'
    return "is not a string", f'Write {key} = "…".'
