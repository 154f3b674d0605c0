"""What can stop docsite.

DocsiteError
  ConfigError    site.toml is wrong
  ContentError   a source cannot be read at all
  RenderError    a worker gave back something unusable
  OutputError    a folder must not be written to

What is merely wrong in a page is a `Problem`: problems are collected and shown together.
"""

from __future__ import annotations


class DocsiteError(Exception):
    """Carries the place, what is wrong and what to do."""

    def __init__(
        self, message: str, *, hint: str = "", file: str = "", line: int | None = None
    ) -> None:
        self.message = message
        self.hint = hint
        self.file = file
        self.line = line
        super().__init__(self.render())

    def render(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        message = f"{place}: {self.message}" if place else self.message
        return "\n  ".join(part for part in (message, self.hint) if part)


class ConfigError(DocsiteError):
    """`site.toml` is missing, unreadable or holds a wrong value."""


class ContentError(DocsiteError):
    """A source, or what is known about it, cannot be read."""


class RenderError(DocsiteError):
    """Something that renders for us broke its promise."""


class OutputError(DocsiteError):
    """To write to a folder would remove what is not ours."""
