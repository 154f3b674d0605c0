"""Checks links to other sites: `docsite links`.

Hosts are asked in parallel, but each of them only once at a time and with a pause in between.
Results are stored, so that the next run only repeats those that failed or are too old.
"""

from __future__ import annotations

import fnmatch
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urldefrag, urlsplit

import msgspec

from docsite.load import Site
from docsite.records import Problem

_OK = range(200, 400)
_GONE = frozenset({404, 410})
"""The answers that mean that a page doesn't exist. Others can be temporary, or meant for robots."""
_HEADERS = {"User-Agent": "Mozilla/5.0 (compatible; docsite links)", "Accept": "*/*"}
_DAY = 86_400


@dataclass(frozen=True)
class LinkOptions:
    ignored: Sequence[str] = ()
    """Patterns such as `https://example.com/*`."""
    timeout: float = 15
    """In seconds."""
    hosts: int = 8
    """How many hosts are asked at the same time."""
    pause: float = 0.5
    """Between two requests to a host, in seconds."""
    days: float = 7
    """How long results are valid."""


class Answer(msgspec.Struct, frozen=True):
    """The result for an address."""

    status: int
    """0 if there was no answer."""
    reason: str
    time: float
    """When it was received, in seconds since 1970."""

    @property
    def is_ok(self) -> bool:
        return self.status in _OK


Answers = Mapping[str, Answer]


def check_external(
    site: Site, cache: Path, options: LinkOptions, now: Callable[[], float] = time.time
) -> list[Problem]:
    """A problem for each link to an address that doesn't work, sorted by file and line."""
    wanted = sorted({address for _, _, address in _find_links(site, options)})
    oldest = now() - options.days * _DAY
    known = {
        address: answer
        for address, answer in _load(cache).items()
        if address in wanted and answer.is_ok and answer.time > oldest
    }
    missing = [address for address in wanted if address not in known]
    answers = {**known, **ask_all(missing, options, now)}
    cache.parent.mkdir(parents=True, exist_ok=True)
    cache.write_bytes(msgspec.json.format(msgspec.json.encode(answers)) + b"\n")
    found = _find_links(site, options)
    return [
        _describe(file, line, address, answers[address])
        for file, line, address in sorted(found)
        if not answers[address].is_ok
    ]


def _find_links(site: Site, options: LinkOptions) -> Iterator[tuple[str, int, str]]:
    """File, line and address, without the part that only browsers see."""
    for page in site.pages:
        if page.source.original:
            continue
        for link in page.document.links:
            address = urldefrag(link.target)[0]
            is_external = address.startswith(("https://", "http://"))
            is_ignored = any(fnmatch.fnmatchcase(address, each) for each in options.ignored)
            if is_external and not is_ignored:
                yield page.source.file, link.line, address


def _load(cache: Path) -> Answers:
    try:
        return msgspec.json.decode(cache.read_bytes(), type=dict[str, Answer])
    except (OSError, msgspec.DecodeError):
        return {}


def ask_all(
    addresses: Iterable[str], options: LinkOptions, now: Callable[[], float] = time.time
) -> Answers:
    by_host: dict[str, list[str]] = {}
    for address in addresses:
        by_host.setdefault(urlsplit(address).netloc, []).append(address)

    def ask_host(own: Sequence[str]) -> dict[str, Answer]:
        answers: dict[str, Answer] = {}
        for address in own:
            if answers:
                time.sleep(options.pause)
            answers[address] = _ask(address, options, now)
        return answers

    with ThreadPoolExecutor(options.hosts) as pool:
        found = pool.map(ask_host, by_host.values())
        return {address: answer for answers in found for address, answer in answers.items()}


def _ask(address: str, options: LinkOptions, now: Callable[[], float]) -> Answer:
    """Many servers don't support HEAD, so only a success of it counts."""
    answer = Answer(0, "", 0)
    for method in ("HEAD", "GET"):
        status, reason = _request(address, method, options.timeout)
        answer = Answer(status, reason, now())
        if answer.is_ok:
            break
    return answer


def _request(address: str, method: str, timeout: float) -> tuple[int, str]:
    try:
        request = urllib.request.Request(address, method=method, headers=_HEADERS)  # noqa: S310
        with urllib.request.urlopen(request, timeout=timeout) as response:  # noqa: S310
            return response.status, ""
    except urllib.error.HTTPError as error:
        error.close()
        return error.code, str(error.reason)
    except (OSError, HTTPException, ValueError) as error:
        return 0, str(getattr(error, "reason", "") or error)


def _describe(file: str, line: int, address: str, answer: Answer) -> Problem:
    if answer.status in _GONE:
        message = f"The page {address} doesn't exist ({answer.status})."
        return Problem("error", file, line, message, "Correct the link, or remove it.")
    cause = f"{answer.status} {answer.reason}".strip() if answer.status else answer.reason
    message = f"The link {address} couldn't be checked: {cause}."
    hint = "Open it in a browser. If it works there, exclude it with --ignore."
    return Problem("warning", file, line, message, hint)
