"""Random sequences of writes for two tabs, and a plain map as the model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

REQUIRED = ("a", "b", "c", "d")
OPTIONAL = ("x", "y")
NAMES = REQUIRED + OPTIONAL
INITIAL = {name: f"{name} at first" for name in REQUIRED}

Step = tuple[Any, ...]
"""Milliseconds after the start, number of the module, operation, arguments."""
Entry = dict[str, Any]


@dataclass(frozen=True)
class Round:
    """The steps of both tabs until all events have arrived."""

    steps: tuple[list[Step], list[Step]]
    """The steps of each tab."""
    is_yielding: bool
    """Whether a tab lets events through between two of its steps."""
    is_by_clock: bool
    """Whether both start at a time of the clock; otherwise one sends the other a message."""


@dataclass
class Model:
    """A module as a plain map."""

    entry: Entry = field(default_factory=lambda: dict(INITIAL))

    def apply(self, operation: str, *arguments: Any) -> None:
        match operation, arguments:
            case (("set" | "update"), (name, value)):
                self.entry[name] = value
            case "reset", (name,) if name in INITIAL:
                self.entry[name] = INITIAL[name]
            case (("reset" | "remove"), (name,)):
                self.entry.pop(name, None)
            case "patch", (values,):
                self.entry.update(values)
            case "initialize", ():
                self.entry = dict(INITIAL)

    @property
    def view(self) -> Entry:
        """The values of the items: a missing required property has its initial value."""
        return {name: self.entry.get(name, INITIAL.get(name)) for name in NAMES}


def generate_rounds(random: Random, modules: int, rounds: int) -> Iterator[Round]:
    """Rounds for many modules at the same time, with values that are all different.

    In most rounds both tabs write different properties of a module at the same time, one by one or
    several by one patch. In the others one tab alone changes several properties by one call.
    """
    values = count(1)
    for _ in range(rounds):
        steps: tuple[list[Step], list[Step]] = ([], [])
        for module in range(modules):
            if random.random() < 0.75:
                _add_together(random, steps, module, values)
            else:
                _add_alone(random, random.choice(steps), module, values)
        ordered = [sorted(side, key=lambda step: step[0]) for side in steps]
        is_yielding, is_by_clock = random.random() < 0.5, random.random() < 0.75
        yield Round((ordered[0], ordered[1]), is_yielding, is_by_clock)


def _add_together(
    random: Random, steps: Sequence[list[Step]], module: int, values: Iterator[int]
) -> None:
    names = random.sample(NAMES, random.randint(2, 4))
    middle = random.randint(1, len(names) - 1)
    for side, own in zip(steps, (names[:middle], names[middle:]), strict=True):
        delay = random.choice([0, 0, 0, 1, 2, 4])
        if len(own) > 1 and random.random() < 0.3:
            side.append((delay, module, "patch", {name: next(values) for name in own}))
            continue
        for name in own:
            operation = random.choice(["set", "set", "set", "update", "reset", "remove"])
            arguments = [name] if operation in ("reset", "remove") else [name, next(values)]
            side.append((delay, module, operation, *arguments))


def _add_alone(random: Random, side: list[Step], module: int, values: Iterator[int]) -> None:
    if random.random() < 0.5:
        side.append((0, module, "initialize"))
    else:
        names = random.sample(NAMES, random.randint(2, 3))
        side.append((0, module, "patch", {name: next(values) for name in names}))
