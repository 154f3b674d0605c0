"""The exceptions of docsite.

DocsiteError
  ConfigError    site.toml is invalid
  ContentError   a file can't be read
  RenderError    the theme or a worker failed
  OutputError    a folder must not be overwritten

Mistakes in pages don't raise: each is a `Problem`, and all are reported together.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Sequence

INTERRUPTED = 130
"""The exit code of shells for Ctrl+C."""
INTERRUPTION = "docsite: interrupted"

DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
"""The codes of system errors that free space would prevent."""


class DocsiteError(Exception):
    """An error with a message, a hint and a location."""

    def __init__(
        self, message: str, *, hint: str = "", file: str = "", line: int | None = None
    ) -> None:
        self.message = message
        self.hint = hint
        self.file = file
        self.line = line
        super().__init__(self.render())

    def render(self) -> str:
        location = f"{self.file}:{self.line}" if self.line else self.file
        message = f"{location}: {self.message}" if location else self.message
        return "\n  ".join(part for part in (message, self.hint) if part)


class ConfigError(DocsiteError):
    """A configuration file is missing or invalid."""

    @property
    def errors(self) -> Sequence[ConfigError]:
        """All mistakes, if there are several."""
        return (self,)


class CombinedConfigError(ConfigError):
    """A configuration file has several mistakes, sorted by line."""

    def __init__(self, errors: Iterable[ConfigError]) -> None:
        self._errors = sorted(errors, key=lambda error: error.line or 0)
        first = self._errors[0]
        super().__init__(first.message, hint=first.hint, file=first.file, line=first.line)

    @property
    def errors(self) -> Sequence[ConfigError]:
        return self._errors

    def render(self) -> str:
        return "\n".join(error.render() for error in self._errors)


class ContentError(DocsiteError):
    """A file or its history can't be read."""


class RenderError(DocsiteError):
    """The theme or a worker failed, or returned something unexpected."""


class OutputError(DocsiteError):
    """Writing to a folder would delete files that docsite didn't write."""
