"""`docsite links` against a real server: what is reported, and how often a server is asked."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from docsite.cli import main
from docsite.external import LinkOptions, ask_all, check_external
from docsite.load import Site, load_site
from docsite.starter.new import create_site
from generator.tests.support import append

STATUS = {"/ok": 200, "/gone": 404, "/old": 410, "/robots": 403, "/broken": 500}
QUICK = LinkOptions(pause=0)


@dataclass
class Server:
    address: str
    requests: list[str] = field(default_factory=list)
    active: int = 0
    most_active: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


@pytest.fixture
def server() -> Iterator[Server]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Says nothing."""

        def respond(self) -> None:
            with state.lock:
                state.requests.append(f"{self.command} {self.path}")
                state.active += 1
                state.most_active = max(state.most_active, state.active)
            is_get_only = self.path == "/get-only" and self.command == "HEAD"
            moved = self.path == "/moved"
            self.send_response(405 if is_get_only else 302 if moved else STATUS.get(self.path, 200))
            if moved:
                self.send_header("Location", "/ok")
            self.send_header("Content-Length", "0")
            with state.lock:
                state.active -= 1  # before the client can send its next request
            self.end_headers()

        do_GET = do_HEAD = respond  # noqa: N815

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        state = Server(f"http://127.0.0.1:{running.server_address[1]}")
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield state
        running.shutdown()
        thread.join()


def site_with(folder: Path, *addresses: str) -> Site:
    docs = folder / "docs"
    create_site(docs)
    append(docs / "index.md", "".join(f"\n[link]({address})\n" for address in addresses))
    return load_site(docs)


def test_only_missing_pages_are_errors(server: Server, tmp_path: Path) -> None:
    paths = ("ok", "gone", "old#part", "robots", "broken", "moved", "get-only")
    site = site_with(tmp_path, *(f"{server.address}/{path}" for path in paths))
    options = replace(QUICK, ignored=("https://*",))
    problems = check_external(site, tmp_path / "links.json", options)
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
        assert len(check_external(site, tmp_path / "links.json", options, lambda: 1e9)) == 1
    assert Counter(server.requests)["HEAD /ok"] == 1
    assert Counter(server.requests)["HEAD /gone"] == 2
    check_external(site, tmp_path / "links.json", options, lambda: 1e9 + 8 * 86_400)
    assert Counter(server.requests)["HEAD /ok"] == 2


def test_a_damaged_file_of_results_is_ignored(server: Server, tmp_path: Path) -> None:
    (tmp_path / "links.json").write_text("{", encoding="utf-8")
    site = site_with(tmp_path, f"{server.address}/ok")
    options = replace(QUICK, ignored=("https://*",))
    assert check_external(site, tmp_path / "links.json", options) == []


def test_a_host_is_asked_once_at_a_time(server: Server) -> None:
    addresses = [f"{server.address}/{number}" for number in range(20)]
    answers = ask_all(addresses, QUICK)
    assert [answers[address].status for address in addresses] == [200] * 20
    assert server.most_active == 1


def test_a_server_that_does_not_answer_is_a_warning(tmp_path: Path) -> None:
    """Port 1 is reserved, so nothing listens there; the other host never answers in time."""
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as silent:
        slow = f"http://127.0.0.1:{silent.server_address[1]}/"
        site = site_with(tmp_path, "http://127.0.0.1:1/", slow)
        options = replace(QUICK, ignored=("https://*",), timeout=0.2)
        problems = check_external(site, tmp_path / "links.json", options)
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
    assert (tmp_path / "work/links.json").is_file()
