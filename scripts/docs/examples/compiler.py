"""What the compiler says of the samples: TypeScript, with Vue's part for `.vue` files."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from harness.paths import BIN
from harness.programs import TIMEOUT_S
from scripts.docs.examples.samples import MARK, Kind, Sample, Samples

_PLACE = re.compile(r"(?P<file>\S.*?)\((?P<line>\d+),\d+\): error ")


@dataclass(frozen=True)
class Message:
    """One error of the compiler."""

    line: int
    text: str
    """`TS2322: Type …`, with the lines that explain it."""


Messages = dict[str, list[Message]]
"""By the path below the folder of the samples."""


def load_messages(folder: Path) -> Messages:
    """What the compiler says of each file, by the folder's own `tsconfig.json`."""
    command = [str(BIN / "vue-tsc"), "-p", str(folder), "--pretty", "false"]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=TIMEOUT_S
    )
    messages: Messages = {}
    for said in re.split(r"^(?=\S)", done.stdout + done.stderr, flags=re.MULTILINE):
        if place := _PLACE.match(said):
            message = Message(int(place["line"]), said[place.end() :])
            messages.setdefault(place["file"], []).append(message)
        elif said.strip():
            messages.setdefault("tsconfig.json", []).append(Message(1, said))
    return messages


def check_messages(samples: Samples, messages: Messages) -> Iterator[str]:
    """Samples that do not compile, and rejected ones that do or are refused somewhere else."""
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
        yield f"{sample.name}: it compiles, but must not."
        return
    lines = sample.path.read_text(encoding="utf-8").splitlines()
    marked = {number for number, line in enumerate(lines, start=1) if MARK in line}
    refused = {message.line for message in messages}
    for line in sorted(refused - marked):
        yield f"{sample.name}:{line}: the compiler refuses this line. Mark it: // {MARK}"
    for line in sorted(marked - refused):
        yield f"{sample.name}:{line}: the compiler has nothing against this line. Remove the mark."


def render_messages(messages: list[Message]) -> str:
    """As a page shows them."""
    return "".join(message.text for message in messages)
