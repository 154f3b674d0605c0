"""Who asks: what a request tells about its sender. It is used at once and never kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from socket import AF_INET, inet_pton

import msgspec

OWN_VISIT_COOKIE = "ackee_ignore"

Network = IPv4Network | IPv6Network

# All browsers call themselves Mozilla, but for Opera Mini and UC Mini. Libraries, `curl` and link
# previews have no reason to.
_BROWSERS = ("Mozilla/", "Opera/", "UCWEB/")

# What programs write that pose as browsers, or are driven ones. An address to read about them is
# in most of them, and in no browser. Looked for one by one: an expression costs six times as much.
_PROGRAMS = (
    "http:", "https:", "www.", "@", "headless", "phantom", "puppeteer", "playwright", "selenium",
    "cypress", "jsdom", "lighthouse", "speed insights", "crawl", "spider", "slurp", "archiver",
    "httrack", "pingdom", "uptime", "statuscake", "site24x7", "synthetics", "gtmetrix", "monitor",
    "prerender", "preview", "externalhit", "embedly", "validator", "google-inspection",
    "googleother", "mediapartners", "chatgpt-user", "perplexity-user", "feedfetcher", "scanner",
    "python",
)  # fmt: skip
# The phones of Cubot are none.
_ROBOT = re.compile(r"(?<!cu)bot(?![a-z])")


def is_bot(user_agent: str) -> bool:
    """Whether a program reads. In doubt it is a reader: who is taken for a program is lost."""
    if not any(name in user_agent for name in _BROWSERS):
        return True
    text = user_agent.lower()
    for word in _PROGRAMS:  # a plain loop: this is run for each request
        if word in text:
            return True
    return "bot" in text and _ROBOT.search(text) is not None


class Visit(msgspec.Struct, frozen=True):
    """The sender of a request."""

    address: str
    user_agent: str
    origin: str | None
    """The site that the page of a browser belongs to."""
    is_own: bool
    """Whether it is the owner of the site, who asked not to be counted."""

    @property
    def is_bot(self) -> bool:
        return is_bot(self.user_agent)


def find_address(peer: str, forwarded: str | None, trusted: Sequence[Network]) -> str:
    """The address of the reader: a proxy is believed only when it is one of ours.

    Each proxy appends whom it heard from, so the last address that is not one of ours is the
    reader's; whatever stands before it the reader may have invented. What is no address ends the
    chain.
    """
    address = peer
    for text in reversed((forwarded or "").split(",")):
        previous = _parse_address(text)
        if previous is None or not is_trusted(address, trusted):
            break
        address = previous
    return address


def _parse_address(text: str) -> str | None:
    """In one form, whatever the proxy writes: `[2001:DB8::1]:443`, `192.0.2.1:443`."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    if _is_plain(text):
        return text
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return str(getattr(address, "ipv4_mapped", None) or address)


def _is_plain(text: str) -> bool:
    """Whether it is an address of IPv4. The system tells much faster than `ip_address`."""
    try:
        inet_pton(AF_INET, text)
    except (OSError, ValueError):
        return False
    return True


def is_trusted(address: str, trusted: Sequence[Network]) -> bool:
    if address in _find_single(tuple(trusted)):
        return True
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    return any(parsed in network for network in trusted)


@lru_cache(maxsize=8)
def _find_single(networks: tuple[Network, ...]) -> frozenset[str]:
    """Networks of one address: most proxies, and known without a look at the bits."""
    return frozenset(
        str(network.network_address) for network in networks if network.num_addresses == 1
    )


def group_address(address: str) -> str:
    """Who is limited together: a home or a server has 2^64 addresses of IPv6 to choose from."""
    if ":" not in address:
        return address
    try:
        parsed = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(parsed.ipv4_mapped or parsed.packed[:8].hex())


def has_own_visit_cookie(cookies: str | None) -> bool:
    parts = (cookies or "").split(";")
    return any(part.strip() == f"{OWN_VISIT_COOKIE}=1" for part in parts)
