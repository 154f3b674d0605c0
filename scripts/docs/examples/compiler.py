"""Type errors of the samples, from TypeScript and, for `.vue` files, vue-tsc."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from harness.paths import BIN
from harness.programs import TIMEOUT_S
from scripts.docs.examples.samples import MARK, Kind, Sample, Samples

_LOCATION = re.compile(r"(?P<file>\S.*?)\((?P<line>\d+),\d+\): error ")


@dataclass(frozen=True)
class Message:
    """A compiler error."""

    line: int
    text: str
    """`TS2322: Type …`, with the indented lines that explain it."""


Messages = dict[str, list[Message]]
"""By the path relative to the folder of the samples."""


def load_messages(folder: Path) -> Messages:
    """The errors of each file, with the folder's own `tsconfig.json`."""
    command = [str(BIN / "vue-tsc"), "-p", str(folder), "--pretty", "false"]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=TIMEOUT_S
    )
    messages: Messages = {}
    for text in re.split(r"^(?=\S)", done.stdout + done.stderr, flags=re.MULTILINE):
        if location := _LOCATION.match(text):
            message = Message(int(location["line"]), text[location.end() :])
            messages.setdefault(location["file"], []).append(message)
        elif text.strip():
            messages.setdefault("tsconfig.json", []).append(Message(1, text))
    return messages


def check_messages(samples: Samples, messages: Messages) -> Iterator[str]:
    """Errors in samples that must compile, and unexpected or missing ones in rejected samples."""
    rejected = {sample.name: sample for sample in samples.of(Kind.REJECTED)}
    known = {sample.name for sample in samples.samples}
    known |= {path.relative_to(samples.folder).as_posix() for path in samples.companions}
    for name, found in messages.items():
        if name not in rejected and name in {*known, "tsconfig.json"}:
            yield from (f"{name}:{message.line}: {message.text.strip()}" for message in found)
    for sample in rejected.values():
        yield from _check_rejected(sample, messages.get(sample.name, []))


def _check_rejected(sample: Sample, messages: list[Message]) -> Iterator[str]:
    if not messages:
        yield f"{sample.name}: this sample compiles, but must not."
        return
    lines = sample.path.read_text(encoding="utf-8").splitlines()
    marked = {number for number, line in enumerate(lines, start=1) if MARK in line}
    rejected_lines = {message.line for message in messages}
    for line in sorted(rejected_lines - marked):
        yield f"{sample.name}:{line}: this line has a compiler error. Mark it: // {MARK}"
    for line in sorted(marked - rejected_lines):
        yield f"{sample.name}:{line}: this line has no compiler error. Remove the mark."


def render_messages(messages: list[Message]) -> str:
    """The messages in the form that pages show."""
    return "".join(message.text for message in messages)
