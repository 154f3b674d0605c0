"""Runs the collector together with the site, on this machine: `make collector`.

By default a site counts no visits on a loopback address, so this builds it with another option.
All files are in `build/collector`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from collector.config import load_settings
from collector.errors import CollectorError
from collector.postgres.database import connect
from collector.postgres.migrate import migrate
from collector.postgres.registry import (
    Registered,
    add_domain,
    add_token,
    change_domain,
    list_domains,
    remove_token,
)
from docsite.build import Folders, build_site
from docsite.errors import DocsiteError
from docsite.progress import show_progress
from docsite.site.config import load_config
from harness.paths import ROOT
from harness.postgres import Postgres
from harness.variants import copy_docs, set_analytics, warm_work

FOLDER = ROOT / "build/collector"
SITE_PORT = 8080
TITLE = "Tuffet on this machine"
"""The title of the domain and of the token."""

_START_S = 60
_STOP_S = 25


class TrialError(Exception):
    """Something failed; the message says what to do."""


def main() -> int:
    options = parse_arguments()
    # Closing the terminal and `kill` must stop everything like Ctrl-C does. SIGINT is set too,
    # because shells make background jobs ignore it.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    try:
        with ExitStack() as stack:
            run(stack, options.folder.resolve())
    except KeyboardInterrupt:
        return 0
    except (CollectorError, DocsiteError, TrialError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make collector", description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    return parser.parse_args()


def run(stack: ExitStack, folder: Path) -> None:
    """Starts all servers, and waits. The stack stops them."""
    settings, site_port = load_settings(None), int(os.environ.get("SITE_PORT", SITE_PORT))
    check_port(site_port, "SITE_PORT")
    check_port(settings.port, "COLLECTOR_PORT")
    folder.mkdir(parents=True, exist_ok=True)
    database = os.environ.get("COLLECTOR_DATABASE") or stack.enter_context(run_postgres(folder))

    site, server = f"http://127.0.0.1:{site_port}", f"http://127.0.0.1:{settings.port}"
    origins = [site, f"http://localhost:{site_port}"]
    domain, token = asyncio.run(prepare_database(database, origins))
    output = build(folder, render_config(server, domain))

    environment = {"COLLECTOR_DATABASE": database, "COLLECTOR_HOST": "127.0.0.1"}
    collector = [sys.executable, "-m", "collector.cli", "serve"]
    preview = [str(find_tool("docsite")), "preview", str(output), "--port", str(site_port)]
    logs = folder / "collector.log", folder / "site.log"
    servers = [
        stack.enter_context(run_server(collector, f"{server}/health", logs[0], environment)),
        stack.enter_context(run_server(preview, f"{site}/", logs[1], {})),
    ]
    # A second Ctrl-C must not interrupt the shutdown.
    stack.callback(signal.signal, signal.SIGINT, signal.SIG_IGN)
    print(render_welcome(site, server, token), flush=True)
    while all(process.poll() is None for process in servers):
        time.sleep(0.2)
    raise TrialError(f"A server has stopped. Its log is in {folder}.")


def render_welcome(site: str, server: str, token: str) -> str:
    return f"""
The site       {site}/
The dashboard  {server}/dashboard/
Its token      {token}

Open a page of the site, then the dashboard: it shows your visit.
Press Ctrl-C to stop. The recorded visits are preserved for the next run.
"""


def check_port(port: int, name: str) -> None:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise TrialError(
            f"Port {port} can't be used: {reason}. Stop the program on it, or choose another port: "
            f"make collector {name}={port + 1}"
        ) from error


# --- The database ---------------------------------------------------------------------------------


@contextmanager
def run_postgres(folder: Path) -> Iterator[str]:
    """Runs a separate PostgreSQL; yields its DSN."""
    data = folder / "database"
    data.mkdir(mode=0o700, exist_ok=True)
    if os.geteuid() == 0:
        shutil.chown(data, "postgres")
    server = Postgres(data, password=load_password(data / "password"))
    try:
        start_postgres(server)
        yield server.dsn
    finally:
        server.stop()


def start_postgres(server: Postgres) -> None:
    try:
        server.resume()
    except subprocess.CalledProcessError as error:
        raise TrialError(
            f"PostgreSQL can't be set up: {error.stderr.decode().strip()}\n"
            "To use a running one: make collector COLLECTOR_DATABASE=postgresql://…"
        ) from error
    except OSError as error:
        raise TrialError(f"PostgreSQL doesn't start: {error}") from error


def load_password(file: Path) -> str:
    """The password of the last run, or a new one in a file that only the owner can read."""
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_hex(16), encoding="ascii")
    return file.read_text(encoding="ascii")


async def prepare_database(database: str, origins: Sequence[str]) -> tuple[Registered, str]:
    """The domain with its current origins, and a token that replaces the previous one."""
    languages = [
        prefix
        for locale in load_config(ROOT / "docs").locales
        if (prefix := locale.prefix.strip("/"))
    ]
    connection = await connect(database)
    try:
        await migrate(connection)
        known = {domain.title: domain for domain in await list_domains(connection)}
        domain = known.get(TITLE)
        if domain:
            await change_domain(connection, TITLE, origins, languages)
        else:
            domain = await add_domain(connection, TITLE, origins, languages)
        await remove_token(connection, TITLE)
        return domain, await add_token(connection, TITLE)
    finally:
        await connection.close()


# --- The site -------------------------------------------------------------------------------------


def render_config(server: str, domain: Registered) -> str:
    """The configuration for `site.toml`, which also counts owners and visits on this machine."""
    events = [f'{kind.replace("-", "_")}_event_id = "{id_}"' for kind, id_ in domain.events.items()]
    lines = [
        "",
        "[analytics]",
        f'server = "{server}"',
        f'domain_id = "{domain.id}"',
        *events,
        "record_routes = true",
        "options = { detailed = true, ignore_localhost = false, ignore_own_visits = false }",
        "",
    ]
    return "\n".join(lines)


def build(folder: Path, config: str) -> Path:
    """Builds the site with more configuration, from a copy of the docs."""
    docs = copy_docs(folder / "checkout")
    set_analytics(docs, config)
    folders = Folders(docs, ROOT / "theme", folder / "site", warm_work(folder))
    with show_progress() as progress:
        site = build_site(folders, is_compressed=False, progress=progress)
    shutil.rmtree(docs.parent)  # it contains links to the whole checkout
    errors = [problem for problem in site.problems if problem.severity == "error"]
    if errors:
        raise TrialError("The site can't be built. Run `make build` to see the errors.")
    return folders.output


# --- Servers --------------------------------------------------------------------------------------


@contextmanager
def run_server(
    command: Sequence[str], address: str, log: Path, environment: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """Runs a server. Enters the block once it responds, and stops it at the end."""
    with log.open("wb") as output:
        # In a separate session, so that Ctrl-C only reaches this process and it controls the order.
        process = subprocess.Popen(
            command,
            stdout=output,
            stderr=output,
            env={**os.environ, **environment},
            start_new_session=True,
        )
    try:
        wait_for(process, address, log)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(_STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()


def wait_for(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    host, _, path = address.removeprefix("http://").partition("/")
    deadline = time.monotonic() + _START_S
    while not is_ready(host, f"/{path}"):
        if process.poll() is not None or time.monotonic() > deadline:
            raise TrialError(f"{address} doesn't respond:\n{log.read_text(errors='replace')}")
        time.sleep(0.05)


def is_ready(host: str, path: str) -> bool:
    connection = HTTPConnection(host, timeout=5)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def find_tool(name: str) -> Path:
    return Path(sys.executable).parent / name


if __name__ == "__main__":
    sys.exit(main())
