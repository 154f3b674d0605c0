"""Checks the vocabulary of all published text: `python -m scripts.quality.vocabulary [source …]`.

Without arguments, the sources under `enabled` in `rules.toml` are checked. Sources that are given
as arguments are checked with all rules, enabled or not.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator

from scripts.quality.vocabulary.rules import Match, Passage, Rules, load_rules
from scripts.quality.vocabulary.sources import SOURCES, WARNED


def find_matches(
    rules: Rules, passages: Iterable[Passage], groups: Iterable[str] | None = None
) -> Iterator[Match]:
    """Matches of the rules in the given groups, by default in all of them."""
    wanted = None if groups is None else set(groups)
    for passage in passages:
        for rule, match in rules.find(passage):
            if wanted is None or rule.group in wanted:
                yield match


def check_source(rules: Rules, source: str, *, is_named: bool) -> list[Match]:
    groups = [group for group, sources in rules.enabled.items() if source in sources]
    if not is_named and not groups:
        return []
    return [*find_matches(rules, SOURCES[source](), None if is_named else groups)]


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
    errors = 0
    for source in options.sources or SOURCES:
        severity = "warning" if source in WARNED else "error"
        matches = check_source(rules, source, is_named=bool(options.sources))
        for match in sorted(matches, key=lambda item: (item.file, item.line)):
            print(f"{match.file}:{match.line}: {severity}: {match.message}", file=sys.stderr)
        errors += len(matches) if severity == "error" else 0
    return int(errors > 0)


if __name__ == "__main__":
    sys.exit(main())
