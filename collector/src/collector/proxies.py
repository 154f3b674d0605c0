"""Detects a proxy that is missing from the settings."""

from __future__ import annotations

import logging

from collector.visits import Proxies, parse_address

log = logging.getLogger(__name__)


class ProxyWatch:
    """Warns once per process. The address is not logged, because it could be a visitor's."""

    def __init__(self, trusted: Proxies) -> None:
        self._trusted = trusted
        self._has_warned = False

    def check(self, peer: str) -> None:
        """Called with the peer of each request that has `X-Forwarded-For`."""
        if self._has_warned or self._trusted.trusts_peer(peer) or not _is_internal(peer):
            return
        self._has_warned = True
        log.warning(
            "Requests arrive through a proxy that `trusted_proxies` does not name: all its "
            "visitors share one rate limit, and those with the same user agent are counted as one. "
            "Add the address of the proxy."
        )


def _is_internal(peer: str) -> bool:
    """Returns whether the peer is likely to be the owner's proxy. Any client can send the
    header."""
    address = parse_address(peer)
    return address is not None and address.is_private
