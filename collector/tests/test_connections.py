import asyncio
import json
import re
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path
from typing import ClassVar, TypeVar

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from collector.connections import MAX_HEAD, BoundedProtocol, limit_connections

T = TypeVar("T")

WAIT_S = 20
BEGIN = b"POST / HTTP/1.1\r\nhost: a\r\n"
CHUNKED = BEGIN + b"transfer-encoding: chunked\r\n\r\n"
LONG = b"x" * 20_000_000


class WatchedProtocol(BoundedProtocol):
    """Only checks its connection when the test requests it."""

    check_seconds = 3600.0


class CrowdedProtocol(WatchedProtocol):
    max_connections = 3


@dataclass
class Service:
    """An application that reads the body first. `/slow` waits for the test, `/early` doesn't read
    the body, and the response of `/long` is larger than all buffers."""

    port: int = 0
    may_answer: threading.Event = field(default_factory=threading.Event)
    server: uvicorn.Server = field(init=False)
    loop: asyncio.AbstractEventLoop = field(init=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        while scope["path"] != "/early":
            message = await receive()
            if not message.get("more_body"):
                break
        if scope["path"] == "/slow":
            await asyncio.to_thread(self.may_answer.wait, WAIT_S)
        body = LONG if scope["path"] == "/long" else json.dumps(_show(scope)).encode()
        length = (b"content-length", str(len(body)).encode())
        await send({"type": "http.response.start", "status": 200, "headers": [length]})
        await send({"type": "http.response.body", "body": body})

    def start(self) -> None:
        """Runs the server in a thread until `server.should_exit` is set."""

        async def run() -> None:
            self.loop = asyncio.get_running_loop()
            await self.server.serve([listening])

        with (
            socket.create_server(("127.0.0.1", 0)) as listening,
            asyncio.Runner(loop_factory=self.server.config.get_loop_factory()) as runner,
        ):
            self.port = listening.getsockname()[1]
            runner.run(run())

    @property
    def connections(self) -> list[WatchedProtocol]:
        return list(self.server.server_state.connections)  # type: ignore[arg-type]

    def run(self, work: Callable[[], T]) -> T:
        """Runs a function in the event loop after it has read everything that was sent."""

        async def turn_and_work() -> T:
            for _ in range(3):
                await asyncio.sleep(0)
            return work()

        return asyncio.run_coroutine_threadsafe(turn_and_work(), self.loop).result(WAIT_S)

    def check(self) -> None:
        """Simulates that the time between two checks has passed for all connections."""

        def check() -> None:
            for connection in self.connections:
                connection._check()

        self.run(check)

    def count_unsent(self) -> int:
        """Returns the bytes of responses that clients haven't read."""
        connections = self.run(lambda: self.connections)
        return sum(one.transport.get_write_buffer_size() for one in connections)

    def open(self, address: str = "127.0.0.1") -> socket.socket:
        return socket.create_connection(
            ("127.0.0.1", self.port), timeout=WAIT_S, source_address=(address, 0)
        )

    def talk(self, *parts: bytes, checks: int = 0) -> bytes:
        """Sends the parts one by one with some checks after each. Returns all responses."""
        with self.open() as connection:
            for part in parts:
                try:
                    connection.sendall(part)
                except OSError:
                    break
                self.run(lambda: None)
                for _ in range(checks):
                    self.check()
            return read_all(connection)


def read_all(connection: socket.socket) -> bytes:
    """Reads until the connection is closed."""
    found = b""
    try:
        while part := connection.recv(500_000):
            found += part
    except ConnectionResetError:
        pass
    return found


def _show(scope: Scope) -> list[str]:
    """Returns the names of the headers."""
    return [name.decode() for name, _ in scope["headers"]]


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with serve(WatchedProtocol) as service:
        yield service


@contextmanager
def serve(protocol: type[BoundedProtocol]) -> Iterator[Service]:
    service = Service()
    config = uvicorn.Config(service, http=protocol, lifespan="off", log_config=None)
    service.server = uvicorn.Server(config)
    thread = threading.Thread(target=service.start)
    thread.start()
    while not service.server.started:
        thread.join(0.01)
    yield service
    service.server.should_exit = True
    thread.join()


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


@pytest.mark.parametrize(
    "parts",
    [
        (b"P", b"O"),
        (BEGIN, b"x-more: 1\r\n"),
        (BEGIN + b"content-length: 90\r\n\r\n", b"x"),
        (CHUNKED, b"1\r\nx\r\n"),
        (BEGIN + b"\r\n" + BEGIN, b"x-more: 1\r\n"),
    ],
    ids=["first line", "headers", "body", "chunks", "headers of the second request"],
)
def test_an_incomplete_request_times_out(service: Service, parts: tuple[bytes, bytes]) -> None:
    answer = service.talk(*parts, checks=1)
    last = answer[answer.rindex(b"HTTP/1.1") :]
    assert status(last) in (400, 408), answer
    if parts[0] != b"P":
        assert last.endswith(b"The request took too long to arrive")


def test_a_connection_without_a_request_is_closed(service: Service) -> None:
    with service.open() as connection:
        service.check()
        assert read_all(connection) == b""


def test_a_body_after_an_early_response_times_out(service: Service) -> None:
    begin = BEGIN.replace(b"/ ", b"/early ") + b"transfer-encoding: chunked\r\n\r\n"
    answer = service.talk(begin, *([b"1\r\nx\r\n"] * 4), checks=1)
    assert status(answer) == 200
    assert answer.count(b"HTTP/1.1") == 1


def test_a_slow_response_does_not_time_out(service: Service) -> None:
    service.may_answer.clear()
    with service.open() as connection:
        connection.sendall(BEGIN.replace(b"/ ", b"/slow ") + b"connection: close\r\n\r\n")
        for _ in range(3):
            service.check()
        service.may_answer.set()
        assert read_all(connection).endswith(b'"]')


def test_a_connection_stays_open_while_requests_arrive(service: Service) -> None:
    with service.open() as connection:
        for _ in range(8):
            connection.sendall(BEGIN + b"content-length: 1\r\n\r\nx")
            assert status(connection.recv(65536)) == 200
            service.check()


def test_endless_headers_are_rejected(service: Service) -> None:
    line = b"x-more: " + b"x" * 1000 + b"\r\n"
    answer = service.talk(BEGIN, *([line] * (MAX_HEAD // len(line) + 5)))
    assert status(answer) == 431
    assert answer.endswith(b"The headers are too long")


def test_a_long_body_does_not_count_as_headers(service: Service) -> None:
    body = b"x" * (4 * MAX_HEAD)
    length = str(len(body)).encode()
    head = BEGIN + b"connection: close\r\ncontent-length: " + length + b"\r\n\r\n"
    assert status(service.talk(head, body)) == 200


@pytest.mark.parametrize("is_later", [False, True], ids=["at once", "later"])
def test_trailers_are_not_headers(service: Service, is_later: bool) -> None:
    """Otherwise clients behind a proxy could forge their address."""
    head = CHUNKED.replace(b"host", b"connection: close\r\nhost")
    parts = head + b"1\r\nx\r\n0\r\n", b"x-forwarded-for: 192.0.2.9\r\n\r\n"
    answer = service.talk(*(parts if is_later else [b"".join(parts)]))
    assert json.loads(answer.partition(b"\r\n\r\n")[2]) == [
        "connection", "host", "transfer-encoding"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [b"x-more: " + b"x" * 1000 + b"\r\n", b"x" * 1000],
    ids=["many headers", "one header"],
)
@pytest.mark.parametrize("path", [b"/", b"/early"])
def test_endless_trailers_are_rejected(service: Service, path: bytes, line: bytes) -> None:
    begin = CHUNKED.replace(b"/ ", path + b" ", 1) + b"1\r\nx\r\n0\r\nx-more: "
    answer = service.talk(begin, *([line] * (4 * MAX_HEAD // len(line))))
    assert answer.count(b"HTTP/1.1") == 1
    assert status(answer) == (431 if path == b"/" else 200)


@pytest.mark.parametrize("requests", [1, 3])
def test_a_client_that_does_not_read_is_disconnected(service: Service, requests: int) -> None:
    with service.open() as connection:
        connection.sendall((BEGIN.replace(b"/ ", b"/long ") + b"\r\n") * requests)
        while not service.count_unsent():
            pass
        for _ in range(3):
            service.check()
        assert len(read_all(connection)) < len(LONG)  # buffered by the operating system


def test_connections_above_the_limit_are_rejected_until_others_close(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def ask(connection: socket.socket) -> int:
        connection.sendall(BEGIN + b"\r\n")
        return status(connection.recv(65536))

    with serve(CrowdedProtocol) as service, ExitStack() as stack:
        first, *_ = opened = [stack.enter_context(service.open()) for _ in range(3)]
        assert [ask(connection) for connection in opened] == [200, 200, 200]
        answer = service.talk()
        assert status(answer) == 503
        assert answer.endswith(b"Too many connections")
        assert caplog.messages == ["All 3 connections are open. Others get status 503."]
        assert ask(first) == 200  # open connections continue to work
        first.sendall(BEGIN + b"connection: close\r\n\r\n")
        read_all(first)
        assert ask(stack.enter_context(service.open())) == 200


def test_one_address_cannot_take_all_connections() -> None:
    class Limited(WatchedProtocol):
        max_from_address = 2
        by_network: ClassVar[Counter[str]] = Counter()

    def ask(connection: socket.socket) -> int:
        connection.sendall(BEGIN + b"\r\n")
        return status(connection.recv(65536))

    with serve(Limited) as service, ExitStack() as stack:
        opened = [stack.enter_context(service.open()) for _ in range(2)]
        assert [ask(connection) for connection in opened] == [200, 200]
        assert status(service.talk()) == 503
        other = stack.enter_context(service.open("127.0.0.2"))
        assert ask(other) == 200
        for connection in (*opened, other):
            connection.sendall(BEGIN + b"connection: close\r\n\r\n")
            read_all(connection)
        assert status(service.talk(BEGIN + b"connection: close\r\n\r\n")) == 200
        service.run(lambda: None)
    assert not Limited.by_network, "no address stays in memory"


def test_a_trusted_proxy_can_open_any_number_of_connections() -> None:
    trusting = limit_connections([ip_network("127.0.0.1")])
    trusting.max_from_address = 0
    with serve(trusting) as service:
        assert status(service.talk(BEGIN + b"connection: close\r\n\r\n")) == 200


@pytest.mark.parametrize(
    ("network", "allowed"),
    [("2001:db8:1:2:{:x}::", 3), ("2001:db8:1:{:x}::", 12), ("2001:db8:1:{:x}00::", 48)],
)
def test_the_addresses_of_an_ipv6_network_share_connections(network: str, allowed: int) -> None:
    protocol = limit_connections([])
    protocol.max_from_address = 3

    def is_allowed(number: int) -> bool:
        connection = object.__new__(protocol)
        connection.client = (network.format(number), 1)
        return not connection._count_peer()

    assert sum(map(is_allowed, range(100))) == allowed


def test_the_limit_leaves_files_for_the_database() -> None:
    unit = Path(__file__).parents[1] / "deploy/collector.service"
    (files,) = re.findall(r"^LimitNOFILE=(\d+)$", unit.read_text("utf-8"), re.MULTILINE)
    assert BoundedProtocol.max_connections * 2 < int(files)


def test_a_slow_client_is_not_disconnected(service: Service) -> None:
    with service.open() as connection:
        connection.sendall(BEGIN.replace(b"/ ", b"/long ") + b"connection: close\r\n\r\n")
        while not (unsent := service.count_unsent()):
            pass
        found = checks = 0
        while part := connection.recv(500_000):
            found += len(part)
            if 0 < service.count_unsent() < unsent:
                unsent = service.count_unsent()
                service.check()
                checks += 1
    assert checks > 3
    assert found > len(LONG)
