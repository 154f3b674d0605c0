"""Normalizes origins to the format that browsers send."""

from __future__ import annotations

from urllib.parse import urlsplit

from collector.errors import CollectorError

_PORTS = {"http": 80, "https": 443}


def parse_origin(text: str) -> str:
    """Returns an origin such as `https://docs.example`. Raises `CollectorError` with a hint."""
    try:
        parts = urlsplit(text.strip())
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError as error:
        raise CollectorError(f"{text!r} is not an origin: {error}.") from error
    if parts.scheme not in _PORTS or not host:
        raise CollectorError(f"{text!r} is not an origin. Write it as https://docs.example.")
    host = f"[{host}]" if ":" in host else host
    origin = f"{parts.scheme}://{host}"
    if port and port != _PORTS[parts.scheme]:
        origin += f":{port}"
    if parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise CollectorError(f"{text!r} is more than an origin. Write {origin}.")
    return origin
