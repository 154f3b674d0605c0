"""A minimal server: reads the body and sends a response of the same length as the collector's.

python -m benchmarks.collector.hello 8000
"""

from __future__ import annotations

import sys

import uvicorn
from starlette.types import Receive, Scope, Send

_BODY = b'{"data":{"createRecord":{"payload":{"id":"88888888-8888-8888-8888-888888888888"}}}}'
_HEADERS = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(_BODY))]


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "http":
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    await send({"type": "http.response.body", "body": _BODY})


if __name__ == "__main__":
    uvicorn.run(
        hello,
        port=int(sys.argv[1]),
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,
    )
