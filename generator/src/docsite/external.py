"""Checks external links: `docsite links`.

Hosts are checked in parallel, with one request at a time per host and a pause between requests.
Results are stored, so that the next run only repeats those that failed or are too old.
"""

from __future__ import annotations

import fnmatch
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urldefrag, urlsplit

import msgspec

from docsite.load import Site
from docsite.records import Problem

_OK = range(200, 400)
_GONE = frozenset({404, 410})
"""The page doesn't exist. Other statuses can be temporary, or only apply to bots."""
_HEADERS = {"User-Agent": "Mozilla/5.0 (compatible; docsite links)", "Accept": "*/*"}
_DAY = 86_400


@dataclass(frozen=True)
class LinkOptions:
    ignored: Sequence[str] = ()
    """Patterns such as `https://example.com/*`."""
    timeout: float = 15
    """The timeout of a request, in seconds."""
    hosts: int = 8
    """The number of hosts that are checked at the same time."""
    pause: float = 0.5
    """The time between two requests to the same host, in seconds."""
    days: float = 7
    """The time until a working link is checked again."""


class Result(msgspec.Struct, frozen=True):
    address: str
    status: int
    """0 if there was no response."""
    reason: str
    time: float
    """The time of the response, in seconds since 1970."""

    @property
    def is_ok(self) -> bool:
        return self.status in _OK


Record = Callable[[Result], None]
Clock = Callable[[], float]


def check_external(
    site: Site, cache: Path, options: LinkOptions, now: Clock = time.time
) -> list[Problem]:
    """Returns a problem for each broken link, sorted by file and line."""
    links = sorted(_find_links(site, options))
    wanted = {address for _, _, address in links}
    oldest = now() - options.days * _DAY
    results = {
        result.address: result
        for result in _load(cache)
        if result.address in wanted and result.is_ok and result.time > oldest
    }
    with _store(cache, results) as record:
        request_all(sorted(wanted - results.keys()), options, record, now)
    return [
        _describe(file, line, results[address])
        for file, line, address in links
        if not results[address].is_ok
    ]


def _find_links(site: Site, options: LinkOptions) -> Iterator[tuple[str, int, str]]:
    """Yields the file, line and URL of each link, without the fragment."""
    for page in site.pages:
        if page.source.original:
            continue
        for link in page.document.links:
            address = urldefrag(link.target)[0]
            is_external = address.startswith(("https://", "http://"))
            is_ignored = any(fnmatch.fnmatchcase(address, each) for each in options.ignored)
            if is_external and not is_ignored:
                yield page.source.file, link.line, address


def _load(cache: Path) -> Iterator[Result]:
    """Skips damaged lines, for example a last line that was only partially written."""
    try:
        lines = cache.read_bytes().splitlines()
    except OSError:
        return
    for line in lines:
        try:
            yield msgspec.json.decode(line, type=Result)
        except msgspec.DecodeError:
            continue


@contextmanager
def _store(cache: Path, results: dict[str, Result]) -> Iterator[Record]:
    """Replaces the file with `results`. Then adds each new result to both immediately, so that none
    is lost if the command is interrupted."""
    cache.parent.mkdir(parents=True, exist_ok=True)
    draft = cache.with_name(f"{cache.name}.new")
    draft.write_bytes(msgspec.json.Encoder().encode_lines([*results.values()]))
    draft.replace(cache)
    lock = threading.Lock()
    with cache.open("ab", buffering=0) as file:

        def record(result: Result) -> None:
            with lock:
                results[result.address] = result
                file.write(msgspec.json.encode(result) + b"\n")

        yield record


def request_all(
    addresses: Iterable[str], options: LinkOptions, record: Record, now: Clock = time.time
) -> None:
    """Calls `record` with each result as it arrives, in the threads of the hosts."""
    by_host: dict[str, list[str]] = {}
    for address in addresses:
        by_host.setdefault(urlsplit(address).netloc, []).append(address)
    stopped = threading.Event()
    with ThreadPoolExecutor(options.hosts) as pool:
        try:
            hosts = [
                pool.submit(_request_host, own, options, record, stopped, now)
                for own in by_host.values()
            ]
            for host in hosts:
                host.result()
        finally:
            # After Ctrl+C or an error, only the current requests are completed.
            stopped.set()
            pool.shutdown(wait=False, cancel_futures=True)


def _request_host(
    addresses: Sequence[str],
    options: LinkOptions,
    record: Record,
    stopped: threading.Event,
    now: Clock,
) -> None:
    """Requests the URLs of one host. HEAD only counts if it succeeds, because many servers don't
    support it."""
    is_first = True
    for address in addresses:
        for method in ("HEAD", "GET"):
            if not is_first and stopped.wait(options.pause):
                return
            is_first = False
            status, reason = _request(address, method, options.timeout)
            result = Result(address, status, reason, now())
            if result.is_ok:
                break
        record(result)


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


def _describe(file: str, line: int, result: Result) -> Problem:
    if result.status in _GONE:
        message = f"The page {result.address} doesn't exist ({result.status})."
        return Problem("error", file, line, message, "Correct the link, or remove it.")
    cause = f"{result.status} {result.reason}".strip() if result.status else result.reason
    message = f"The link {result.address} couldn't be checked: {cause}."
    hint = "Open it in a browser. If it works there, exclude it with --ignore."
    return Problem("warning", file, line, message, hint)
