"""Real nginx and Caddy write logs, and their text files are counted once."""

from __future__ import annotations

import gzip
import http.client
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from harness.collector.service import Service, add_domain
from harness.collector.stored import fetch
from harness.network import find_port
from harness.postgres import Postgres
from harness.programs import find_program
from harness.servers import run_server

Command = Callable[..., tuple[int, str]]

REQUESTS = [
    ("GET", "/llms.txt", "Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)"),
    ("GET", "/llms.txt", "curl/8.5.0"),
    ("GET", "/guide/start.md?from=search", 'odd "agent" \\ \u00e9'),
    ("HEAD", "/llms.txt", "curl/8.5.0"),
    ("GET", "/missing.md", "curl/8.5.0"),
    ("GET", "/index.html", "curl/8.5.0"),
]
COUNTED = [
    {"path": "/guide/start.md", "agent": "other", "count": 1},
    {"path": "/llms.txt", "agent": "assistant", "count": 1},
    {"path": "/llms.txt", "agent": "tool", "count": 1},
]

NGINX = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{}}
http {{
  access_log {folder}/access.txt combined;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{ listen 127.0.0.1:{port}; root {root}; }}
}}
"""
CADDY = """
{{
	admin off
	auto_https off
}}
http://127.0.0.1:{port} {{
	root * {root}
	file_server
	log {{
		output file {folder}/access.txt
	}}
}}
"""


def serve_nginx(root: Path, folder: Path, port: int) -> AbstractContextManager[None]:
    settings = folder / "nginx.conf"
    settings.write_text(NGINX.format(folder=folder, root=root, port=port), encoding="utf-8")
    program = [find_program("nginx"), "-e", f"{folder}/error.log", "-p", str(folder)]
    return run_server([*program, "-c", str(settings)], port, folder)


def serve_caddy(root: Path, folder: Path, port: int) -> AbstractContextManager[None]:
    settings = folder / "Caddyfile"
    settings.write_text(CADDY.format(folder=folder, root=root, port=port), encoding="utf-8")
    program = [find_program("caddy"), "run", "--adapter", "caddyfile", "--config", str(settings)]
    return run_server(program, port, folder)


def send_all(port: int) -> None:
    for method, path, agent in REQUESTS:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request(method, path, headers={"User-Agent": agent.encode()})
        connection.getresponse().read()
        connection.close()


@pytest.mark.parametrize("serve", [serve_nginx, serve_caddy], ids=["nginx", "caddy"])
def test_requests_of_text_files_are_counted_once(
    serve: Callable[[Path, Path, int], AbstractContextManager[None]],
    postgres: Postgres,
    service: Service,
    tmp_path: Path,
    command: Command,
) -> None:
    root, folder, port = tmp_path / "root", tmp_path / "server", find_port()
    for path in ("llms.txt", "index.html", "guide/start.md"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("text", encoding="utf-8")
    folder.mkdir()
    title = f"Logs of {serve.__name__}"
    site = add_domain(postgres.dsn, title, "http://127.0.0.1", known_to=service)
    day = datetime.now(UTC).date()
    with serve(root, folder, port):
        send_all(port)
    log = folder / "access.txt"
    rotated = folder / "access.1.gz"
    rotated.write_bytes(gzip.compress(log.read_bytes()))
    _, first = command(postgres.dsn, "logs", str(log), "--site", title)
    assert f"{log}: 6 new lines read, 3 requests for text files" in first
    _, again = command(postgres.dsn, "logs", str(rotated), str(log), "--site", title)
    assert again.count("0 new lines read, 0 requests for text files counted. Skipped 6 lines") == 2

    _, token = command(postgres.dsn, "token", "add", title)
    address = f"/dashboard/api/domains/{site.id}/text?from={day}&to={datetime.now(UTC).date()}"
    found = service.request("GET", address, authorization=f"Bearer {token}").json
    assert sorted(found, key=lambda row: (row["path"], row["agent"])) == COUNTED
    stored = str(
        fetch(postgres.dsn, "select * from text_requests join access_logs using (domain_id)")
    )
    assert "127.0.0.1" not in stored
    assert "ChatGPT" not in stored
