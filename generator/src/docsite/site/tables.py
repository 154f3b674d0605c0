"""A table of TOML that is read key by key, with errors that say where and what to do."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from docsite.errors import ConfigError

_NEEDED = object()


class Table:
    """Remembers which keys were asked for; those nobody asked for are misspelt."""

    def __init__(
        self, values: Mapping[str, Any], text: str, file: str, *, start: int = 1, name: str = ""
    ) -> None:
        self._values = values
        self._text = text
        self._file = file
        self._start = start
        self._name = name
        self._asked: set[str] = set()

    def has(self, key: str) -> bool:
        self._asked.add(key)
        return key in self._values

    def take(self, key: str, default: Any = _NEEDED) -> Any:
        if self.has(key):
            return self._values[key]
        if default is _NEEDED:
            raise self.wrong(key, "this key is missing", f"Add {key} = ….")
        return default

    def string(self, key: str, default: str | None = None) -> str:
        value = self.take(key, _NEEDED if default is None else default)
        if isinstance(value, str) and (value or default is not None):
            return value
        raise self.wrong(key, f"{value!r} is not a string", f'Write {key} = "…".')

    def flag(self, key: str, *, default: bool = False) -> bool:
        value = self.take(key, default=default)
        if isinstance(value, bool):
            return value
        hint = f"Write {key} = {str(not default).lower()}."
        raise self.wrong(key, f"{value!r} is neither true nor false", hint)

    def strings(self, key: str, default: list[str] | None = None) -> tuple[str, ...]:
        value = self.take(key, _NEEDED if default is None else default)
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        raise self.wrong(key, f"{value!r} is not a list of strings", f'Write {key} = ["…", "…"].')

    def texts(self, key: str, default: Mapping[str, str] | None = None) -> Mapping[str, str]:
        value = self.take(key, _NEEDED if default is None else default)
        if isinstance(value, Mapping) and all(isinstance(item, str) for item in value.values()):
            return dict(value)
        raise self.wrong(
            key, f"{value!r} is not a table of strings", f'Write {key} = {{ name = "…" }}.'
        )

    def table(self, key: str) -> Table:
        value = self.take(key)
        if isinstance(value, Mapping):
            start = self._line_of(key)
            return Table(value, self._text, self._file, start=start, name=f"{self._name}{key}.")
        raise self.wrong(key, f"{value!r} is not a table", f"Write [{self._name}{key}].")

    def tables(self, key: str, default: Sequence[Any] | None = None) -> list[Table]:
        value = self.take(key, _NEEDED if default is None else default)
        if isinstance(value, Sequence) and all(isinstance(item, Mapping) for item in value):
            name = f"{self._name}{key}."
            starts = self._lines_of(rf"\[\[{re.escape(name[:-1])}\]\]")
            starts += [self._line_of(key)] * len(value)
            return [
                Table(item, self._text, self._file, start=start, name=name)
                for item, start in zip(value, starts, strict=False)
            ]
        raise self.wrong(key, f"{value!r} is not a list of tables", f"Write [[{self._name}{key}]].")

    def refuse_unknown(self) -> None:
        for key in self._values:
            if key not in self._asked:
                near = get_close_matches(key, sorted(self._asked), n=1)
                hint = f"Did you mean {near[0]}?" if near else "Remove it."
                raise self.wrong(key, "unknown key", hint)

    def wrong(self, key: str, message: str, hint: str) -> ConfigError:
        return ConfigError(
            f"{self._name}{key}: {message}",
            hint=hint,
            file=self._file,
            line=self._line_of(key) if key in self._values else self._start,
        )

    def _line_of(self, key: str) -> int:
        """Where the key stands: the first place from the start of this table on."""
        heading = rf"\[+{re.escape(self._name + key)}\]"
        entry = rf"(?:.*[{{,]\s*)?\"?{re.escape(key)}\"?\s*="
        return next(iter(self._lines_of(f"(?:{heading}|{entry})")), self._start)

    def _lines_of(self, pattern: str) -> list[int]:
        lines = self._text.splitlines()[self._start - 1 :]
        return [
            number
            for number, line in enumerate(lines, start=self._start)
            if re.match(rf"\s*{pattern}", line)
        ]
