import tomllib
from ipaddress import ip_network
from pathlib import Path

import pytest

from collector.visits import Proxies, Visit, find_address, has_own_visit_cookie

PROXIES = Proxies([ip_network("10.0.0.0/8"), ip_network("::1/128")])

USER_AGENTS = tomllib.loads((Path(__file__).parent / "user_agents.toml").read_text("utf-8"))


def visit(user_agent: str) -> Visit:
    return Visit("192.0.2.1", user_agent, None, is_own=False)


@pytest.mark.parametrize("user_agent", USER_AGENTS["browsers"])
def test_a_browser_is_not_a_bot(user_agent: str) -> None:
    assert not visit(user_agent).is_bot


@pytest.mark.parametrize("user_agent", USER_AGENTS["bots"])
def test_a_program_is_a_bot(user_agent: str) -> None:
    assert visit(user_agent).is_bot


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("192.0.2.7", None, "192.0.2.7"),
        ("192.0.2.7", "198.51.100.1", "192.0.2.7"),
        ("10.1.1.1", "198.51.100.1", "198.51.100.1"),
        ("10.1.1.1", "203.0.113.9, 198.51.100.1, 10.2.2.2", "198.51.100.1"),
        ("10.1.1.1", "", "10.1.1.1"),
        ("::1", "2001:db8::5", "2001:db8::5"),
        ("", "198.51.100.1", ""),
        # Different notations of one address are the same visitor.
        ("10.1.1.1", "198.51.100.1:52011", "198.51.100.1"),
        ("10.1.1.1", "2001:DB8:0::5", "2001:db8::5"),
        ("10.1.1.1", '"[2001:db8::5]:443"', "2001:db8::5"),
        ("10.1.1.1", "::ffff:198.51.100.1", "198.51.100.1"),
        ("::ffff:10.1.1.1", "198.51.100.1", "198.51.100.1"),
        # An invalid address ends the chain, so visitors can't forge the rest.
        ("10.1.1.1", "unknown", "10.1.1.1"),
        ("10.1.1.1", "10.9.9.9, nonsense, 10.2.2.2", "10.2.2.2"),
        ("10.1.1.1", ",,,", "10.1.1.1"),
        ("10.1.1.1", "10.3.3.3, 10.2.2.2", "10.3.3.3"),
    ],
)
def test_only_headers_of_trusted_proxies_are_used(
    peer: str, forwarded: str | None, address: str
) -> None:
    assert find_address(peer, forwarded, PROXIES) == address


@pytest.mark.parametrize(
    ("cookies", "is_own"),
    [
        (None, False),
        ("ackee_ignore=1", True),
        ("a=b; ackee_ignore=1; c=d", True),
        ("ackee_ignore=10", False),
        ("not_ackee_ignore=1", False),
    ],
)
def test_own_visits_have_exactly_one_cookie(cookies: str | None, is_own: bool) -> None:
    assert has_own_visit_cookie(cookies) is is_own


def test_addresses_of_visitors_are_not_cached() -> None:
    """Not even those in a trusted network, which can send the header too."""
    proxies = Proxies([ip_network("10.0.0.0/8")])
    for _ in range(2):
        assert find_address("10.0.0.1", "192.0.2.1, 10.1.2.3", proxies) == "192.0.2.1"
    assert find_address("10.4.5.6", "", proxies) == "10.4.5.6"
    held = repr(vars(proxies))
    assert "10.0.0.1" in held
    assert not [text for text in ("192.0.2.1", "10.1.2.3", "10.4.5.6") if text in held]
