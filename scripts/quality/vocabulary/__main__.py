"""Checks the vocabulary of all published text: `python -m scripts.quality.vocabulary [source …]`.

Without arguments, the sources under `enabled` in `rules.toml` are checked. Sources that are given
as arguments are checked with all rules, enabled or not.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

from scripts.quality.vocabulary.rules import Match, Passage, Rules, load_rules
from scripts.quality.vocabulary.sources import SOURCES


def find_matches(
    rules: Rules, passages: Iterable[Passage], groups: Iterable[str] | None = None
) -> Iterator[Match]:
    """Matches of the rules in the given groups, by default in all of them."""
    wanted = None if groups is None else set(groups)
    for passage in passages:
        for rule, match in rules.find(passage):
            if wanted is None or rule.group in wanted:
                yield match


def find_mistakes(rules: Rules, passages: Mapping[str, Sequence[Passage]]) -> Iterator[str]:
    """Sources without text, and exemptions that match nothing in the sources."""
    for source, found in passages.items():
        if not found:
            yield f"the source {source} has no text. Correct its path in sources.py."
    for exemption in rules.exemptions:
        is_used = any(
            exemption.covers(rule, passage) and any(rule.find(passage.text))
            for found in passages.values()
            for passage in found
            for rule in rules.rules
        )
        if not is_used:
            yield f"{exemption} matches nothing. Remove it from rules.toml."


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m scripts.quality.vocabulary", description=__doc__
    )
    parser.add_argument("sources", nargs="*", metavar="source", help=", ".join(SOURCES))
    options = parser.parse_args(arguments)
    if unknown := set(options.sources) - set(SOURCES):
        parser.error(
            f"unknown source {', '.join(sorted(unknown))}; the sources: {', '.join(SOURCES)}"
        )
    rules = load_rules()
    passages = {source: [*SOURCES[source]()] for source in options.sources or rules.sources}
    errors = 0
    for source, found in passages.items():
        groups = None if options.sources else rules.groups_of(source)
        matches = [*find_matches(rules, found, groups)]
        for match in sorted(matches, key=lambda item: (item.file, item.line)):
            print(f"{match.file}:{match.line}: error: {match.message}", file=sys.stderr)
        errors += len(matches)
    mistakes = [] if options.sources else [*find_mistakes(rules, passages)]
    for mistake in mistakes:
        print(f"error: {mistake}", file=sys.stderr)
    return int(errors + len(mistakes) > 0)


if __name__ == "__main__":
    sys.exit(main())
