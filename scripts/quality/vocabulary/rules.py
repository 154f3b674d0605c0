"""Loads `rules.toml`, and applies the rules to passages of text."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

RULES_FILE = Path(__file__).with_name("rules.toml")
SPELLING = "spelling"


@dataclass(frozen=True)
class Passage:
    """A piece of text without code: a paragraph, a cell, a string or a comment."""

    file: str
    """Relative to the root of the repository."""
    line: int
    text: str
    language: str
    """`en` or `zh`."""


@dataclass(frozen=True)
class Match:
    """Words that a rule doesn't allow."""

    rule: str
    file: str
    line: int
    message: str


@dataclass(frozen=True)
class Rule:
    id: str
    group: str
    language: str
    pattern: re.Pattern[str]
    advice: str
    allowed: Sequence[re.Pattern[str]]

    def find(self, text: str) -> Iterator[re.Match[str]]:
        right = [found.span() for pattern in self.allowed for found in pattern.finditer(text)]
        for found in self.pattern.finditer(text):
            if not any(start <= found.start() and found.end() <= end for start, end in right):
                yield found

    def advise(self, _: str) -> str:
        return self.advice


@dataclass(frozen=True)
class SpellingRule(Rule):
    """One rule for all British spellings, whose advice depends on the word."""

    american: Mapping[str, str]

    def advise(self, word: str) -> str:
        return f"Write: {self.american[word.lower()]}."


@dataclass(frozen=True)
class Exemption:
    """A reviewed match that is allowed."""

    rule: str
    file: str
    text: str
    reason: str

    def covers(self, rule: Rule, passage: Passage) -> bool:
        return (
            self.rule == rule.id
            and self.file == passage.file
            and self.text in " ".join(passage.text.split())
        )


@dataclass(frozen=True)
class Rules:
    rules: Sequence[Rule]
    exemptions: Sequence[Exemption]
    enabled: Mapping[str, Sequence[str]]
    """The sources to which each group of rules applies."""

    @property
    def sources(self) -> Sequence[str]:
        """All enabled sources."""
        return [*dict.fromkeys(name for sources in self.enabled.values() for name in sources)]

    def groups_of(self, source: str) -> Sequence[str]:
        return [group for group, sources in self.enabled.items() if source in sources]

    def find(self, passage: Passage) -> Iterator[tuple[Rule, Match]]:
        for rule in self.rules:
            if rule.language != passage.language:
                continue
            if any(exemption.covers(rule, passage) for exemption in self.exemptions):
                continue
            for found in rule.find(passage.text):
                line = passage.line + passage.text.count("\n", 0, found.start())
                words = " ".join(found[0].split())
                message = f"“{words}” ({rule.id}). {rule.advise(words)}"
                yield rule, Match(rule.id, passage.file, line, message)


@cache
def load_rules() -> Rules:
    return parse_rules(RULES_FILE.read_text("utf-8"))


def parse_rules(text: str) -> Rules:
    data = tomllib.loads(text)
    return Rules(
        rules=[*map(_parse_rule, data["rule"]), _parse_spelling(data[SPELLING])],
        exemptions=[Exemption(**entry) for entry in data.get("exemption", ())],
        enabled=data["enabled"],
    )


def _parse_rule(entry: Mapping[str, Any]) -> Rule:
    return Rule(
        id=entry["id"],
        group=entry.get("group", "guide"),
        language=entry.get("language", "en"),
        pattern=_compile(entry["pattern"]),
        advice=entry["advice"],
        allowed=[_compile(pattern) for pattern in entry.get("allowed", ())],
    )


def _parse_spelling(stems: Mapping[str, Sequence[str]]) -> SpellingRule:
    american = {
        british + ending: stem + ending
        for british, (stem, endings) in stems.items()
        for ending in ([""] if endings.startswith(" ") else []) + endings.split()
    }
    pattern = _compile(rf"\b({'|'.join(american)})\b")
    return SpellingRule(SPELLING, "guide", "en", pattern, "", (), american)


def _compile(pattern: str) -> re.Pattern[str]:
    """Lets a line break between two words and within Chinese ones."""
    broken = re.sub(r"(?<=[\u4e00-\u9fff])(?=[\u4e00-\u9fff])", r"\\n?", pattern)
    return re.compile(broken.replace(" ", r"\s"), re.IGNORECASE)
