"""The summary that an import prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from collector.agents import Agent
from collector.imports.access_logs import LogCounts
from collector.imports.tally import Tally
from collector.postgres.imports import Decision, ImportedDay

_AGENTS = {
    Agent.ASSISTANT: "AI assistants",
    Agent.AI_CRAWLER: "AI crawlers",
    Agent.SEARCH: "search engines",
    Agent.BROWSER: "browsers",
    Agent.TOOL: "tools",
    Agent.OTHER: "other programs",
}


def render_summary(
    tallies: Mapping[str, Tally], days: Sequence[ImportedDay], *, is_dry_run: bool
) -> str:
    """`tallies` is keyed by file name."""
    rows = sum(tally.rows for tally in tallies.values())
    stored = [one for one in days if one.decision.stores]
    lines = [
        f"{', '.join(tallies)}: {count_noun(rows, 'row')} read, {_describe(stored)} "
        f"{'would be imported (dry run)' if is_dry_run else 'imported'}.",
        *_render_days(days),
        *(
            line
            for name, tally in tallies.items()
            for line in _render_skipped(tally, f" of {name}" if len(tallies) > 1 else "")
        ),
    ]
    return "\n".join(lines)


def render_log(name: str, tally: Tally, log: LogCounts, *, is_dry_run: bool) -> str:
    days = sorted({row.day for row in log.counts})
    verb = "would be counted (dry run)" if is_dry_run else "counted"
    known = (
        f" Skipped {count_noun(log.known_lines, 'line')} counted before." if log.known_lines else ""
    )
    agents: Counter[Agent] = Counter()
    for row, count in log.counts.items():
        agents[row.agent] += count
    return "\n".join(
        [
            f"{name}: {count_noun(tally.rows, 'new line')} read, "
            f"{count_noun(agents.total(), 'request')} for text files"
            f"{_describe_period(days)} {verb}.{known}",
            *(f"  {count:,} from {_AGENTS[agent]}" for agent, count in agents.most_common()),
            *_render_skipped(tally),
        ]
    )


def _render_days(days: Sequence[ImportedDay]) -> Iterator[str]:
    for decision in Decision:
        chosen = [one for one in days if one.decision is decision]
        if chosen:
            yield f"  {_describe(chosen)} {decision}"


def _describe(days: Sequence[ImportedDay]) -> str:
    views = sum(one.views for one in days)
    period = _describe_period([one.day for one in days])
    return f"{count_noun(views, 'view')} on {count_noun(len(days), 'day')}{period}"


def _describe_period(days: Sequence[date]) -> str:
    if not days:
        return ""
    first, last = days[0], days[-1]
    return f" ({first})" if first == last else f" ({first} to {last})"


def _render_skipped(tally: Tally, place: str = "") -> Iterator[str]:
    for reason, skipped in sorted(tally.skipped.items(), key=lambda item: -item[1].count):
        lines = ", ".join(map(str, skipped.lines))
        more = " …" if skipped.count > len(skipped.lines) else ""
        noun = "line" if skipped.count == 1 else "lines"
        rows = count_noun(skipped.count, "row")
        yield f"  {rows}{place} skipped: {reason} ({noun} {lines}{more})"


def count_noun(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
