import asyncio
import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from collector.connections import MAX_HEAD, BoundedProtocol

CHECK_SECONDS = 0.4
BEGIN = b"POST / HTTP/1.1\r\nhost: a\r\n"
CHUNKED = BEGIN + b"transfer-encoding: chunked\r\n\r\n"
LONG = b"x" * 20_000_000


class ImpatientProtocol(BoundedProtocol):
    check_seconds = CHECK_SECONDS


class CrowdedProtocol(BoundedProtocol):
    max_connections = 3


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Reads the body first; on `/slow` it takes its time, on `/early` it does not read at all, and
    on `/long` it answers with more than fits into the buffers of a connection."""
    while scope["path"] != "/early":
        message = await receive()
        if not message.get("more_body"):
            break
    if scope["path"] == "/slow":
        await asyncio.sleep(3 * CHECK_SECONDS)
    body = LONG if scope["path"] == "/long" else json.dumps(_show(scope)).encode()
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": 200, "headers": [length]})
    await send({"type": "http.response.body", "body": body})


def _show(scope: Scope) -> list[str]:
    """The names of the headers."""
    return [name.decode() for name, _ in scope["headers"]]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serve(ImpatientProtocol) as port:
        yield port


@contextmanager
def serve(protocol: type[BoundedProtocol]) -> Iterator[int]:
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, http=protocol, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join()
    listening.close()


def talk(port: int, *parts: bytes, pause: float = CHECK_SECONDS / 4) -> bytes:
    """What comes back until the connection is closed, while the parts are sent one by one."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        sending = threading.Thread(target=_send, args=(connection, parts, pause))
        sending.start()
        found = b""
        try:
            while part := connection.recv(65536):
                found += part
        except ConnectionResetError:
            pass
        sending.join()
        return found


def _send(connection: socket.socket, parts: tuple[bytes, ...], pause: float) -> None:
    for part in parts:
        try:
            connection.sendall(part)
        except OSError:
            return
        time.sleep(pause)


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


@pytest.mark.parametrize(
    "parts",
    [
        (b"P", *([b"O"] * 40)),
        (BEGIN, *([b"x-more: 1\r\n"] * 40)),
        (BEGIN + b"content-length: 90\r\n\r\n", *([b"x"] * 40)),
        (CHUNKED, *([b"1\r\nx\r\n"] * 40)),
        (BEGIN + b"\r\n" + BEGIN, *([b"x-more: 1\r\n"] * 40)),
    ],
    ids=["first line", "headers", "body", "chunks", "headers of the second request"],
)
def test_an_incomplete_request_times_out(port: int, parts: tuple[bytes, ...]) -> None:
    began = time.monotonic()
    answer = talk(port, *parts)
    assert time.monotonic() - began < 20 * CHECK_SECONDS
    last = answer[answer.rindex(b"HTTP/1.1") :]
    assert status(last) in (400, 408), answer
    if parts[0] != b"P":
        assert last.endswith(b"The request took too long to arrive")


def test_a_connection_without_a_request_is_closed(port: int) -> None:
    assert talk(port) == b""


def test_a_body_after_an_early_response_times_out(port: int) -> None:
    begin = BEGIN.replace(b"/ ", b"/early ") + b"transfer-encoding: chunked\r\n\r\n"
    answer = talk(port, begin, *([b"1\r\nx\r\n"] * 40))
    assert status(answer) == 200
    assert answer.count(b"HTTP/1.1") == 1


def test_a_slow_response_does_not_time_out(port: int) -> None:
    begin = BEGIN.replace(b"/ ", b"/slow ")
    assert talk(port, begin + b"connection: close\r\n\r\n").endswith(b'"]')


def test_a_connection_stays_open_while_requests_arrive(port: int) -> None:
    request = BEGIN + b"content-length: 1\r\n\r\nx"
    answer = talk(port, *([request] * 8), pause=CHECK_SECONDS / 2)
    assert answer.count(b"200 OK") == 8


def test_endless_headers_are_rejected(port: int) -> None:
    line = b"x-more: " + b"x" * 1000 + b"\r\n"
    answer = talk(port, BEGIN, *([line] * (MAX_HEAD // len(line) + 5)), pause=0)
    assert status(answer) == 431
    assert answer.endswith(b"The headers are too long")


def test_a_long_body_does_not_count_as_headers(port: int) -> None:
    body = b"x" * (4 * MAX_HEAD)
    length = str(len(body)).encode()
    head = BEGIN + b"connection: close\r\ncontent-length: " + length + b"\r\n\r\n"
    assert status(talk(port, head, body, pause=0)) == 200


@pytest.mark.parametrize("pause", [0, CHECK_SECONDS / 10], ids=["at once", "later"])
def test_trailers_are_not_headers(port: int, pause: float) -> None:
    """Else anybody could say behind a proxy where they come from."""
    head = CHUNKED.replace(b"host", b"connection: close\r\nhost")
    parts = head + b"1\r\nx\r\n0\r\n", b"x-forwarded-for: 192.0.2.9\r\n\r\n"
    answer = talk(port, *(parts if pause else [b"".join(parts)]), pause=pause)
    assert json.loads(answer.partition(b"\r\n\r\n")[2]) == [
        "connection", "host", "transfer-encoding"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [b"x-more: " + b"x" * 1000 + b"\r\n", b"x" * 1000],
    ids=["many headers", "one header"],
)
@pytest.mark.parametrize("path", [b"/", b"/early"])
def test_endless_trailers_are_rejected(port: int, path: bytes, line: bytes) -> None:
    begin = CHUNKED.replace(b"/ ", path + b" ", 1) + b"1\r\nx\r\n0\r\nx-more: "
    began = time.monotonic()
    answer = talk(port, begin, *([line] * (4 * MAX_HEAD // len(line))), pause=CHECK_SECONDS / 500)
    assert time.monotonic() - began < CHECK_SECONDS
    assert answer.count(b"HTTP/1.1") == 1
    assert status(answer) == (431 if path == b"/" else 200)


@pytest.mark.parametrize("requests", [1, 3])
def test_a_client_that_does_not_read_is_disconnected(port: int, requests: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall((BEGIN.replace(b"/ ", b"/long ") + b"\r\n") * requests)
        time.sleep(4 * CHECK_SECONDS)
        found = 0
        while part := connection.recv(500_000):
            found += len(part)
    assert found < len(LONG)  # what the system had taken already


def test_connections_above_the_limit_are_rejected_until_others_close() -> None:
    request = BEGIN + b"\r\n"

    def ask(connection: socket.socket) -> int:
        connection.sendall(request)
        return status(connection.recv(65536))

    with serve(CrowdedProtocol) as port, ExitStack() as stack:
        address = ("127.0.0.1", port)
        first, *_ = opened = [
            stack.enter_context(socket.create_connection(address, timeout=20)) for _ in range(3)
        ]
        assert [ask(connection) for connection in opened] == [200, 200, 200]
        answer = talk(port)
        assert status(answer) == 503
        assert answer.endswith(b"Too many connections")
        assert ask(first) == 200  # those that are open go on
        first.sendall(BEGIN + b"connection: close\r\n\r\n")
        while first.recv(65536):  # until the server has closed it
            pass
        fourth = stack.enter_context(socket.create_connection(address, timeout=20))
        assert ask(fourth) == 200


def test_the_limit_leaves_files_for_the_database() -> None:
    unit = Path(__file__).parents[1] / "deploy/collector.service"
    (files,) = re.findall(r"^LimitNOFILE=(\d+)$", unit.read_text("utf-8"), re.MULTILINE)
    assert BoundedProtocol.max_connections * 2 < int(files)


def test_a_slow_client_is_not_disconnected(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(BEGIN.replace(b"/ ", b"/long ") + b"connection: close\r\n\r\n")
        found = 0
        began = time.monotonic()
        while part := connection.recv(500_000):
            found += len(part)
            time.sleep(CHECK_SECONDS / 20)
    assert time.monotonic() - began > 2 * CHECK_SECONDS
    assert found > len(LONG)
