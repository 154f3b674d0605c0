"""Compiler messages of samples with errors: `x.message.txt` next to `x.ts`.

Each message starts at the beginning of a line; its other lines are indented. The first belongs to
the first line with the mark `[!code error]`, and so on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from docsite.markdown.context import ExampleLoader

ERROR_MARK = "[!code error]"
_MESSAGE = re.compile(r"^\S.*\n?(?:[ \t].*\n?|\n)*", re.MULTILINE)


def load_messages(file: str, load: ExampleLoader) -> Mapping[int, str]:
    """Returns the recorded messages of a file, keyed by line from 0."""
    recorded = load(PurePosixPath(file).with_suffix(".message.txt").as_posix())
    text = load(file) if recorded else None
    if not recorded or not text:
        return {}
    messages = [message.rstrip() for message in _MESSAGE.findall(recorded)]
    marked = [at for at, line in enumerate(text.splitlines()) if ERROR_MARK in line]
    if len(messages) == len(marked):
        return dict(zip(marked, messages, strict=True))
    # The numbers of messages and lines differ, so messages can't be assigned to lines.
    return {marked[0]: "\n".join(messages)} if marked else {}
