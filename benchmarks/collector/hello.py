"""A minimal server: reads the body and sends a response of the same length as the collector's. Or
refuses all requests, with the headers and the connection limits of the collector.

python -m benchmarks.collector.hello 8000
python -m benchmarks.collector.hello 8000 refuse
"""

from __future__ import annotations

import sys

import uvicorn
from starlette.types import Receive, Scope, Send

from collector.connections import BoundedProtocol

_BODY = b'{"data":{"createRecord":{"payload":{"id":"88888888-8888-8888-8888-888888888888"}}}}'
_HEADERS = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(_BODY))]


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "http":
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    await send({"type": "http.response.body", "body": _BODY})


async def refuse(scope: Scope, _: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 403, "headers": _REFUSED})
        await send({"type": "http.response.body", "body": b"Forbidden"})


_REFUSED = [
    (b"content-type", b"text/plain"),
    (b"content-length", b"9"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"retry-after", b"1"),
    (b"vary", b"Origin"),
]


if __name__ == "__main__":
    is_refusing = "refuse" in sys.argv
    uvicorn.run(
        refuse if is_refusing else hello,
        http=BoundedProtocol if is_refusing else "auto",
        port=int(sys.argv[1]),
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,
    )
