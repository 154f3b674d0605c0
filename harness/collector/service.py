"""Runs the collector in a separate process and sends HTTP requests to it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from types import MappingProxyType
from uuid import UUID

from collector.postgres import registry
from collector.postgres.database import connect
from harness.collector.loops import call_in_thread, run_in_thread
from harness.network import Response, send_request

ORIGIN = "https://docs.example"
BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0"

_DATABASE = "COLLECTOR_DATABASE"
_KNOWN_LIMIT_S = 30

UNLIMITED = {
    "burst": "1000000",
    "new_values": "1000000",
    "address_megabytes": "100000",
    "site_megabytes": "100000",
}
"""Most tests send all requests from one address, which the default limits would reject."""

CREATE_RECORD = """
  mutation createRecord($domainId: ID!, $input: CreateRecordInput!) {
    createRecord(domainId: $domainId, input: $input) { payload { id } }
  }"""
UPDATE_RECORD = """
  mutation updateRecord($recordId: ID!) { updateRecord(id: $recordId) { success } }"""
CREATE_ACTION = """
  mutation createAction($eventId: ID!, $input: CreateActionInput!) {
    createAction(eventId: $eventId, input: $input) { payload { id } }
  }"""
UPDATE_ACTION = """
  mutation updateAction($actionId: ID!, $input: UpdateActionInput!) {
    updateAction(id: $actionId, input: $input) { success }
  }"""


class Service:
    """A running collector."""

    def __init__(self, port: int, process: subprocess.Popen[bytes]) -> None:
        self.port = port
        self.process = process

    def request(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> Response:
        names = {name.replace("_", "-"): value for name, value in headers.items() if value}
        return send_request(f"http://127.0.0.1:{self.port}", path, names, method, body)

    def post(self, body: object, **headers: str) -> Response:
        """Sends a request as a browser on the site would."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        defaults = {"content_type": "application/json", "user_agent": BROWSER, "origin": ORIGIN}
        return self.request("POST", "/api", data, **{**defaults, **headers})

    def execute(self, query: str, variables: Mapping[str, object], **headers: str) -> Response:
        return self.post({"query": query, "variables": variables}, **headers)

    def view(self, domain_id: str, path: str = "/", *, reader: str = "one", **headers: str) -> str:
        """Sends a page view and returns its id. `reader` is added to the user agent."""
        input_ = {"siteLocation": f"{ORIGIN}{path}"}
        variables = {"domainId": domain_id, "input": input_}
        response = self.execute(
            CREATE_RECORD, variables, user_agent=f"{BROWSER} {reader}", **headers
        )
        id_: str = response.json["data"]["createRecord"]["payload"]["id"]
        return str(UUID(id_))

    def knows(self, domain: Domain, origin: str = ORIGIN) -> bool:
        """Whether the service accepts visits of a domain from one of its origins. Sends an
        uncounted visit of its owner."""
        variables = {"domainId": domain.id, "input": {"siteLocation": f"{ORIGIN}/"}}
        response = self.execute(CREATE_RECORD, variables, origin=origin, cookie="ackee_ignore=1")
        return response.status == 200 and "errors" not in response.json

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(30)


@dataclass(frozen=True)
class Domain:
    id: str
    events: Mapping[str, str]


def run_command(dsn: str, *arguments: str, **settings: str) -> str:
    """Runs a command of the collector and returns its output."""
    command = [sys.executable, "-m", "collector.cli", *arguments]
    environment = _environment(dsn, settings)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def call_command(dsn: str, *arguments: str) -> str:
    """Like `run_command`, but in this process, which is faster than starting Python."""
    code, output, messages = try_command(dsn, *arguments)
    assert code == 0, output + messages
    return output


def try_command(dsn: str, *arguments: str) -> tuple[int, str, str]:
    """Runs a command in this process, and returns its exit code, output and messages.

    It redirects the output of the whole process, so only one thread can call it at a time."""
    # Every test process imports this module, but few run commands.
    from collector.cli import main

    output, messages = StringIO(), StringIO()

    def call() -> int:
        with redirect_stdout(output), redirect_stderr(messages):
            try:
                return main(list(arguments))
            except SystemExit as error:  # from argparse
                return error.code if isinstance(error.code, int) else 1

    before = os.environ.get(_DATABASE)
    os.environ[_DATABASE] = dsn
    try:
        code = call_in_thread(call)
    finally:
        if before is None:
            del os.environ[_DATABASE]
        else:
            os.environ[_DATABASE] = before
    return code, output.getvalue(), messages.getvalue()


def add_domain(
    dsn: str,
    title: str,
    *origins: str,
    languages: Sequence[str] = (),
    known_to: Service | None = None,
) -> Domain:
    """Adds a domain in this process, because the command takes a second. Waits until a running
    service knows it: it looks up an unknown origin only once per second."""
    domain = run_in_thread(create_domain(dsn, title, *origins, languages=languages))
    end = time.monotonic() + _KNOWN_LIMIT_S
    while known_to and not all(known_to.knows(domain, origin) for origin in origins or [ORIGIN]):
        assert time.monotonic() < end, f"the service doesn't know {title}"
    return domain


async def create_domain(
    dsn: str, title: str, *origins: str, languages: Sequence[str] = ()
) -> Domain:
    connection = await connect(dsn)
    try:
        added = await registry.add_domain(connection, title, origins or [ORIGIN], languages)
    finally:
        await connection.close()
    events = {kind.replace("-", "_"): str(id_) for kind, id_ in added.events.items()}
    return Domain(str(added.id), events)


def cookies_of(service: Service, method: str, body: str = "", **headers: str) -> list[str]:
    """Requests the session endpoint as the dashboard would, and returns the cookies that it
    sets."""
    headers = {"Sec-Fetch-Site": "same-origin", **headers}
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
    connection.request(method, "/dashboard/api/session", body.encode(), headers)
    response = connection.getresponse()
    found = [value for name, value in response.getheaders() if name.lower() == "set-cookie"]
    connection.close()
    return found


def open_session(service: Service, token: str, **headers: str) -> str:
    """Signs in and returns the value of the `Cookie` header."""
    return cookies_of(service, "POST", token, **headers)[0].split(";")[0]


@contextmanager
def run_service(
    dsn: str, port: int, log: Path | None = None, /, **settings: str
) -> Iterator[Service]:
    with running(start_service(dsn, port, settings, log=log)) as service:
        yield service


@contextmanager
def running(service: Service) -> Iterator[Service]:
    """Waits until the service can store records, and kills it at the end of the block."""
    try:
        wait_for(service)
        yield service
    finally:
        service.process.kill()
        service.process.wait()


def start_service(
    dsn: str,
    port: int,
    settings: Mapping[str, str] = MappingProxyType({}),
    *,
    module: str = "collector.cli",
    variables: Mapping[str, str] = MappingProxyType({}),
    log: Path | None = None,
) -> Service:
    """Starts a collector without waiting for it. `variables` are added to its environment."""
    environment = _environment(dsn, {"port": str(port), **UNLIMITED, **settings})
    command = [sys.executable, "-m", module, "serve"]
    with (log or Path(os.devnull)).open("ab") as errors:
        process = subprocess.Popen(command, env={**environment, **variables}, stderr=errors)
    return Service(port, process)


def _environment(dsn: str, settings: Mapping[str, str]) -> dict[str, str]:
    given = {f"COLLECTOR_{name.upper()}": value for name, value in settings.items()}
    return {**os.environ, _DATABASE: dsn, **given}


def wait_for(service: Service) -> None:
    """Waits until the service can store records."""
    deadline = time.monotonic() + 60
    while True:
        try:
            if service.request("GET", "/health").status == 200:
                return
        except OSError:
            pass
        if service.process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError("The collector did not start.")
        time.sleep(0.05)
