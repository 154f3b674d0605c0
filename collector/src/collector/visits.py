"""The sender of a request. None of this data is stored."""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from socket import AF_INET, inet_ntop, inet_pton

import msgspec

OWN_VISIT_COOKIE = "ackee_ignore"

Network = IPv4Network | IPv6Network

# All user agents of browsers contain Mozilla, except those of Opera Mini and UC Mini. Libraries,
# `curl` and link previews usually don't.
_BROWSERS = ("Mozilla/", "Opera/", "UCWEB/")

# Found in the user agents of bots that imitate browsers, and of automated browsers. Those of most
# bots contain a URL, which no browser does. A loop over these is six times as fast as a regular
# expression.
_PROGRAMS = (
    "http:", "https:", "www.", "@", "headless", "phantom", "puppeteer", "playwright", "selenium",
    "cypress", "jsdom", "lighthouse", "speed insights", "crawl", "spider", "slurp", "archiver",
    "httrack", "pingdom", "uptime", "statuscake", "site24x7", "synthetics", "gtmetrix", "monitor",
    "prerender", "preview", "externalhit", "embedly", "validator", "google-inspection",
    "googleother", "mediapartners", "chatgpt-user", "perplexity-user", "feedfetcher", "scanner",
    "python",
)  # fmt: skip
# Doesn't match phones of the brand Cubot.
_ROBOT = re.compile(r"(?<!cu)bot(?![a-z])")


def is_bot(user_agent: str) -> bool:
    """Treats unclear cases as visitors, because a false positive is a view that is never
    counted."""
    if not any(name in user_agent for name in _BROWSERS):
        return True
    text = user_agent.lower()
    for word in _PROGRAMS:
        if word in text:
            return True
    return "bot" in text and _ROBOT.search(text) is not None


class Visit(msgspec.Struct, frozen=True):
    """The sender of a request."""

    address: str
    user_agent: str
    origin: str | None
    """The origin of the page that sent the request; `None` if it wasn't sent by a browser."""
    is_own: bool
    """Whether the owner of the site has excluded this browser."""

    @property
    def is_bot(self) -> bool:
        return is_bot(self.user_agent)


class Proxies:
    """The trusted proxies. Caches the last peer that is one of them, because parsing an address is
    slow compared with the rest of a request. Addresses in headers are never cached."""

    def __init__(self, networks: Sequence[Network]) -> None:
        self._networks = tuple(networks)
        self._last_peer: str | None = None

    def __bool__(self) -> bool:
        return bool(self._networks)

    def trusts_peer(self, peer: str) -> bool:
        """Called with the address of a socket that has sent `X-Forwarded-For`."""
        if peer == self._last_peer:
            return True
        is_trusted = self.trusts(peer)
        if is_trusted:
            self._last_peer = peer
        return is_trusted

    def trusts(self, address: str) -> bool:
        parsed = parse_address(address) if self._networks else None
        return parsed is not None and any(parsed in network for network in self._networks)


def find_address(peer: str, forwarded: str | None, proxies: Proxies) -> str:
    """Returns the address of the client. Only trusted proxies are believed.

    Each proxy appends the address of its peer, so the last address that isn't a trusted proxy is
    the client's. Everything before it can be forged. An invalid address ends the chain.
    """
    if not forwarded or not proxies.trusts_peer(peer):
        return peer
    address = peer
    for text in reversed(forwarded.split(",")):
        previous = _parse_forwarded(text)
        if previous is None or (address != peer and not proxies.trusts(address)):
            break
        address = previous
    return address


def _parse_forwarded(text: str) -> str | None:
    """Normalizes `[2001:DB8::1]:443` and `192.0.2.1:443`."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        # Ten times as fast as `ip_address`. Most addresses are IPv4.
        return inet_ntop(AF_INET, inet_pton(AF_INET, text))
    except (OSError, ValueError):
        address = parse_address(text)
    return str(address) if address else None


def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Converts IPv4-mapped IPv6 addresses to IPv4."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


_IPV6_NETWORKS = ((8, 1), (7, 4), (6, 16))
"""Prefixes in bytes, each with its share."""


def list_networks(address: str) -> list[tuple[str, int]]:
    """Returns the networks that limits apply to, each with the number of addresses that it may act
    for. One IPv6 host can use a whole `/64`, and one customer often has a `/56` or a `/48`."""
    if ":" not in address:
        return [(address, 1)]
    parsed = parse_address(address.partition("%")[0])
    if not isinstance(parsed, IPv6Address):
        return [(str(parsed or address), 1)]
    return [(parsed.packed[:length].hex(), share) for length, share in _IPV6_NETWORKS]


def has_own_visit_cookie(cookies: str | None) -> bool:
    if cookies is None:
        return False
    parts = cookies.split(";")
    return any(part.strip() == f"{OWN_VISIT_COOKIE}=1" for part in parts)
