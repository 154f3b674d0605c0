"""`docsite links` against a real server: its reports, and the timing of its requests."""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path

import pytest

from docsite.cli import main
from docsite.external import LinkOptions, Result, check_external, request_all
from docsite.load import Site, load_site
from docsite.starter.new import create_site
from generator.tests.support import append

STATUS = {"/ok": 200, "/gone": 404, "/old": 410, "/robots": 403, "/broken": 500}
QUICK = LinkOptions(pause=0)


@dataclass
class Server:
    address: str
    requests: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    """When each request arrived, in seconds."""
    before_response: Callable[[str], object] = str
    """Called with the path of each request."""


@contextmanager
def serving() -> Iterator[Server]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Disables logging."""

        def respond(self) -> None:
            state.times.append(time.monotonic())
            state.requests.append(f"{self.command} {self.path}")
            state.before_response(self.path)
            is_get_only = self.path == "/get-only" and self.command == "HEAD"
            moved = self.path == "/moved"
            self.send_response(405 if is_get_only else 302 if moved else STATUS.get(self.path, 200))
            if moved:
                self.send_header("Location", "/ok")
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_GET = do_HEAD = respond  # noqa: N815

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        state = Server(f"http://127.0.0.1:{running.server_address[1]}")
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield state
        running.shutdown()
        thread.join()


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as state:
        yield state


def site_with(folder: Path, *addresses: str) -> Site:
    docs = folder / "docs"
    create_site(docs)
    append(docs / "index.md", "".join(f"\n[link]({address})\n" for address in addresses))
    return load_site(docs)


def test_only_missing_pages_are_errors(server: Server, tmp_path: Path) -> None:
    paths = ("ok", "gone", "old#part", "robots", "broken", "moved", "get-only")
    site = site_with(tmp_path, *(f"{server.address}/{path}" for path in paths))
    options = replace(QUICK, ignored=("https://*",))
    problems = check_external(site, tmp_path / "links.jsonl", options)
    found = {
        (each.message.split("/")[-1].split(" ")[0].rstrip(":"), each.severity) for each in problems
    }
    assert found == {
        ("gone", "error"),
        ("old", "error"),
        ("robots", "warning"),
        ("broken", "warning"),
    }
    assert {each.file for each in problems} == {"index.md"}
    assert all(each.line and each.hint for each in problems)
    assert server.requests.count("HEAD /get-only") == server.requests.count("GET /get-only") == 1
    assert "GET /moved" not in server.requests


def test_only_failures_and_old_results_are_checked_again(server: Server, tmp_path: Path) -> None:
    site = site_with(tmp_path, f"{server.address}/ok", f"{server.address}/gone")
    options = replace(QUICK, ignored=("https://*",), days=7)
    for _ in range(2):
        assert len(check_external(site, tmp_path / "links.jsonl", options, lambda: 1e9)) == 1
    assert Counter(server.requests)["HEAD /ok"] == 1
    assert Counter(server.requests)["HEAD /gone"] == 2
    check_external(site, tmp_path / "links.jsonl", options, lambda: 1e9 + 8 * 86_400)
    assert Counter(server.requests)["HEAD /ok"] == 2


def test_damaged_results_are_ignored(server: Server, tmp_path: Path) -> None:
    cache = tmp_path / "links.jsonl"
    site = site_with(tmp_path, f"{server.address}/ok", f"{server.address}/moved")
    options = replace(QUICK, ignored=("https://*",))
    assert check_external(site, cache, options) == []
    cache.write_bytes(cache.read_bytes()[:-5])
    server.requests.clear()
    assert check_external(site, cache, options) == []
    assert server.requests == ["HEAD /ok"]


def test_hosts_are_checked_in_parallel_with_one_request_at_a_time_for_each(server: Server) -> None:
    """The first response of a host is delayed until all requests to another one have arrived."""
    results: list[Result] = []
    is_other_done = threading.Event()
    seen_meanwhile: list[str] = []

    def wait_for_other(path: str) -> None:
        if path == "/0":
            assert is_other_done.wait(10)
            seen_meanwhile.extend(server.requests)

    def release(path: str) -> None:
        if path == "/19":
            is_other_done.set()

    with serving() as other:
        server.before_response = wait_for_other
        other.before_response = release
        addresses = [f"{each.address}/{at}" for each in (server, other) for at in range(20)]
        request_all(addresses, QUICK, results.append)
    assert seen_meanwhile == ["HEAD /0"]
    assert sorted(result.address for result in results) == sorted(addresses)
    assert {result.status for result in results} == {200}


def test_there_is_a_pause_before_every_further_request_to_a_host(server: Server) -> None:
    addresses = [f"{server.address}/{path}" for path in ("gone", "ok")]
    results: list[Result] = []
    request_all(addresses, LinkOptions(pause=0.05), results.append)
    assert server.requests == ["HEAD /gone", "GET /gone", "HEAD /ok"]
    assert all(later - sooner >= 0.05 for sooner, later in pairwise(server.times))


@pytest.fixture
def _default_interrupts() -> Iterator[None]:
    """Shells start background jobs with SIGINT ignored, and Python inherits that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_default_interrupts")
def test_an_interruption_loses_no_results(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    interrupted = threading.Event()

    def interrupt(path: str) -> None:
        if path == "/b" and not interrupted.is_set():
            interrupted.set()
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    server.before_response = interrupt
    site_with(tmp_path, *(f"{server.address}/{path}" for path in "abc"))
    command = ["links", str(tmp_path / "docs"), "--work", str(tmp_path), "--ignore", "https://*"]
    assert main(command) == 130
    assert "remaining links" in capsys.readouterr().err
    assert main(command) == 0
    assert Counter(server.requests)["HEAD /a"] == 1
    assert Counter(server.requests)["HEAD /c"] == 1


def test_a_server_that_does_not_answer_is_a_warning(tmp_path: Path) -> None:
    """Port 1 is reserved, so nothing listens there; the other host never answers in time."""
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as silent:
        slow = f"http://127.0.0.1:{silent.server_address[1]}/"
        site = site_with(tmp_path, "http://127.0.0.1:1/", slow)
        options = replace(QUICK, ignored=("https://*",), timeout=0.2)
        problems = check_external(site, tmp_path / "links.jsonl", options)
    assert [each.severity for each in problems] == ["warning", "warning"]
    assert any("refused" in each.message for each in problems)
    assert any("timed out" in each.message for each in problems)


@pytest.mark.parametrize(
    ("path", "options", "code"),
    [("ok", [], 0), ("gone", [], 1), ("robots", [], 0), ("robots", ["--strict"], 1)],
)
def test_the_exit_code_says_whether_links_are_broken(
    path: str, options: list[str], code: int, server: Server, tmp_path: Path
) -> None:
    site_with(tmp_path, f"{server.address}/{path}")
    work = ["--work", str(tmp_path / "work"), "--ignore", "https://*"]
    assert main(["links", str(tmp_path / "docs"), *work, *options]) == code
    assert (tmp_path / "work/links.jsonl").is_file()
