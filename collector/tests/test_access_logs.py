"""Parses access logs: any line is counted, ignored or skipped, and a log counts once."""

import io
import json
from collections import Counter
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, timezone
from uuid import uuid4

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from collector.agents import Agent, TextRequest, classify_agent
from collector.errors import KnownError
from collector.imports import access_logs
from collector.imports.access_logs import LogCounts, parse_line
from collector.imports.site import describe_site
from collector.imports.tally import Tally

SITE = describe_site(uuid4(), "Docs", ["https://docs.example"])
TODAY = date(2026, 11, 18)
NOON = datetime(2026, 11, 17, 12, tzinfo=UTC)
ADDRESS = "203.0.113.77"

AGENTS = {
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; "
    "+https://openai.com/bot": Agent.ASSISTANT,
    "Claude-User (claude-code/2.1.0; +https://support.anthropic.com/)": Agent.ASSISTANT,
    "Mozilla/5.0 (compatible; Perplexity-User/1.0; +https://perplexity.ai)": Agent.ASSISTANT,
    "Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)": Agent.AI_CRAWLER,
    "Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)": Agent.AI_CRAWLER,
    "CCBot/2.0 (https://commoncrawl.org/faq/)": Agent.AI_CRAWLER,
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)": Agent.SEARCH,
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)": Agent.SEARCH,
    "Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0": Agent.BROWSER,
    "curl/8.5.0": Agent.TOOL,
    "python-requests/2.32.0": Agent.TOOL,
    "node": Agent.TOOL,
    "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)": Agent.OTHER,
    "": Agent.OTHER,
    "-": Agent.OTHER,
}


@pytest.mark.parametrize("user_agent", AGENTS)
def test_agents_have_a_class(user_agent: str) -> None:
    assert classify_agent(user_agent) is AGENTS[user_agent]


def write_combined(moment: datetime, method: str, target: str, status: int, agent: str) -> str:
    stamp = moment.strftime("%d/%b/%Y:%H:%M:%S %z")
    return f'{ADDRESS} - - [{stamp}] "{method} {target} HTTP/1.1" {status} 120 "-" "{agent}"\n'


def write_caddy(moment: datetime, method: str, target: str, status: int, agent: str) -> str:
    request = {
        "remote_ip": ADDRESS, "method": method, "host": "www.docs.example:443", "uri": target,
        "headers": {"User-Agent": [agent]},
    }  # fmt: skip
    line = {"level": "info", "ts": moment.timestamp(), "request": request, "status": status}
    return json.dumps(line) + "\n"


WRITERS = {"combined": write_combined, "caddy": write_caddy}


def read(text: str, read_before: dict[int, set[bytes]] | None = None) -> tuple[LogCounts, Tally]:
    log, tally = LogCounts(SITE, read_before or {}, TODAY), Tally()
    log.read(io.StringIO(text, newline=""), tally)
    return log, tally


zones = st.integers(-12, 14).map(lambda hours: timezone(timedelta(hours=hours)))
requests = st.lists(
    st.tuples(
        st.integers(0, 3000).flatmap(
            lambda minutes: zones.map(
                lambda zone: (NOON - timedelta(minutes=minutes)).astimezone(zone)
            )
        ),
        st.sampled_from(["GET", "HEAD", "POST"]),
        st.sampled_from(
            ["/llms.txt", "/guide/start.md?x=1", "/zh/llms-full.txt", "/guide/", "/robots.txt"]
        ),
        st.sampled_from([200, 304, 404, 301]),
        st.sampled_from(list(AGENTS)),
    ),
    max_size=15,
)
TEXTS = {"/llms.txt": "/llms.txt", "/guide/start.md?x=1": "/guide/start.md",
         "/zh/llms-full.txt": "/zh/llms-full.txt"}  # fmt: skip


@pytest.mark.parametrize("layout", WRITERS)
@settings(max_examples=12)
@given(made=requests, cut=st.integers(0, 15))
def test_totals_equal_a_model_however_often_a_growing_log_is_read(
    layout: str, made: list[tuple[datetime, str, str, int, str]], cut: int
) -> None:
    lines = [WRITERS[layout](*one) for one in made]
    expected = Counter(
        TextRequest(moment.astimezone(UTC).date(), TEXTS[target], AGENTS[agent])
        for moment, method, target, status, agent in made
        if method == "GET" and target in TEXTS and status in (200, 304)
    )
    whole, tally = read("".join(lines))
    assert whole.counts == expected
    assert (whole.lines, tally.skipped) == (len(lines), {})
    first, _ = read("".join(lines[:cut]))
    known = {first.lines: {first.digest}} if first.lines else {}
    # The server is writing a line.
    second, _ = read("".join(lines) + "192.0.2.1 - - [17/Nov", known)
    assert second.known_lines == first.lines
    assert Counter(first.counts) + Counter(second.counts) == expected
    third, _ = read("".join(lines), known | {second.lines: {second.digest}})
    assert third.counts == {}


@settings(max_examples=30)
@given(st.text() | st.text('[]"\\ -/:+0123456789aNov{}', max_size=80))
@example('{"ts":1e300,"request":{"method":"GET","uri":"/a.md"},"status":200}')
@example('{"ts":"x","request":{"method":"GET","uri":"/a.md"},"status":200}')
@example('{"ts":1,"request":{"method":"GET","uri":"http://[/a.md"},"status":200}')
@example('- - - [99/Nov/2026:00:00:00 +0000] "GET /a.md HTTP/1.1" 200 1 "-" "-"')
@example('- - - [01/Nov/0001:00:00:00 +9999] "GET /a.md HTTP/1.1" 200 1 "-" "-"')
@example('{"request":' * 2000)
def test_hostile_lines_raise_only_the_documented_error(text: str) -> None:
    with suppress(KnownError):
        parse_line(text)
    log, tally = read(f"{text}\n")
    assert sum(log.counts.values()) + sum(one.count for one in tally.skipped.values()) <= log.lines


def test_the_address_changes_nothing_that_is_stored() -> None:
    line = write_combined(NOON, "GET", "/llms.txt", 200, "curl/8.5.0")
    first, _ = read(line)
    second, _ = read(line.replace(ADDRESS, "198.51.100.3"))
    assert (first.counts, first.digest) == (second.counts, second.digest)


def test_other_hosts_in_a_log_are_ignored() -> None:
    line = write_caddy(NOON, "GET", "/llms.txt", 200, "curl/8.5.0")
    assert read(line)[0].counts
    assert not read(line.replace("docs.example", "blog.example"))[0].counts


def test_a_server_that_answers_any_path_adds_a_limited_number_of_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(access_logs, "_MAX_ROWS", 2)
    lines = [write_combined(NOON, "GET", f"/{n}.md", 200, "curl/8.5.0") for n in range(5)]
    counts = {row.path: count for row, count in read("".join(lines))[0].counts.items()}
    assert counts == {"/0.md": 1, "/1.md": 1, "/(other)": 3}
