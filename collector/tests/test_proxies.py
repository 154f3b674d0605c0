import logging
from ipaddress import ip_network

import pytest

from collector.config import load_settings
from collector.errors import CollectorError
from collector.proxies import ProxyWatch
from collector.visits import Proxies


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "10.1.2.3", "::ffff:192.168.0.1", "fd00::1"])
def test_an_unknown_proxy_is_logged_once(caplog: pytest.LogCaptureFixture, peer: str) -> None:
    watch = ProxyWatch(Proxies([ip_network("10.9.0.0/16")]))
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            watch.check(peer)
    (record,) = caplog.records
    assert "trusted_proxies" in record.getMessage()
    assert peer not in record.getMessage()


@pytest.mark.parametrize("peer", ["10.9.1.1", "::ffff:10.9.1.1", "8.8.8.8", "2606:4700::1", ""])
def test_trusted_proxies_and_public_addresses_are_not_logged(
    caplog: pytest.LogCaptureFixture, peer: str
) -> None:
    with caplog.at_level(logging.WARNING):
        ProxyWatch(Proxies([ip_network("10.9.0.0/16")])).check(peer)
    assert caplog.records == []


@pytest.mark.parametrize("network", ["0.0.0.0/0", "::/0", "10.0.0.1/0"])
def test_all_addresses_cannot_be_trusted_proxies(network: str) -> None:
    with pytest.raises(CollectorError, match=r"trusted_proxies: .*/0.*every address.*List"):
        load_settings(None, {"COLLECTOR_TRUSTED_PROXIES": f"127.0.0.1, {network}"})
