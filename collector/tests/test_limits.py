import pytest
from hypothesis import given
from hypothesis import strategies as st

from collector import limits
from collector.limits import Limiter


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_allowed_and_then_the_rate() -> None:
    clock = Clock()
    limiter = Limiter(rate=2, burst=3, now=clock)
    assert [limiter.allows("a") for _ in range(4)] == [True, True, True, False]
    clock.now = 0.5
    assert [limiter.allows("a") for _ in range(2)] == [True, False]


def test_senders_do_not_share_a_bucket() -> None:
    limiter = Limiter(rate=1, burst=1, now=Clock())
    assert limiter.allows("a")
    assert limiter.allows("b")


def test_the_number_of_buckets_is_limited() -> None:
    limiter = Limiter(rate=1, burst=1, now=Clock())
    for number in range(limits.MAX_BUCKETS + 100):
        limiter.allows(str(number))
    assert len(limiter) == limits.MAX_BUCKETS


def test_full_buckets_are_dropped() -> None:
    clock = Clock()
    limiter = Limiter(rate=2, burst=10, now=clock)
    limiter.allows("a")
    clock.now = 4.9
    limiter.allows("b")
    assert len(limiter) == 2
    clock.now = 5.0
    limiter.allows("b")
    assert len(limiter) == 1


def test_a_network_of_ipv6_shares_a_bucket() -> None:
    limiter = Limiter(rate=1, burst=1, now=Clock())
    assert limiter.allows("2001:db8:1:2::1")
    assert not limiter.allows("2001:db8:1:2:ffff::9")
    assert limiter.allows("2001:db8:1:3::1")


@pytest.mark.parametrize(("networks", "addresses"), [(256, 4), (65_536, 16)], ids=["/56", "/48"])
def test_many_small_ipv6_networks_act_for_a_few_addresses(networks: int, addresses: int) -> None:
    clock = Clock()
    limiter = Limiter(rate=2, burst=10, now=clock)

    def flood() -> int:
        return sum(
            limiter.allows(f"2001:db8:1:{number % networks:x}::1") for number in range(5_000)
        )

    assert flood() == 10 * addresses
    clock.now = 1.0
    assert flood() == 2 * addresses
    assert limiter.allows("2001:db8:2::1"), "other networks aren't affected"


def test_refused_requests_of_a_small_network_take_nothing_from_the_larger_one() -> None:
    limiter = Limiter(rate=1, burst=10, now=Clock())
    assert sum(limiter.allows("2001:db8:1:2::1") for _ in range(1_000)) == 10
    assert sum(limiter.allows("2001:db8:1:3::1") for _ in range(1_000)) == 10


def test_a_mapped_ipv4_address_shares_the_bucket() -> None:
    limiter = Limiter(rate=1, burst=1, now=Clock())
    assert limiter.allows("192.0.2.1")
    assert not limiter.allows("::ffff:192.0.2.1")
    assert limiter.allows("::ffff:192.0.2.2")


@given(st.text())
def test_any_string_is_accepted_as_an_address(text: str) -> None:
    assert Limiter(rate=1, burst=1, now=Clock()).allows(text)


def test_retry_seconds_is_the_time_until_the_next_token() -> None:
    assert Limiter(rate=20, burst=1).retry_seconds == 1
    assert Limiter(rate=0.3, burst=1).retry_seconds == 4


@given(st.lists(st.floats(0, 10), max_size=60))
def test_no_sender_gets_more_than_burst_plus_rate(pauses: list[float]) -> None:
    clock = Clock()
    limiter = Limiter(rate=2, burst=5, now=clock)
    allowed = 0
    for pause in pauses:
        clock.now += pause
        allowed += limiter.allows("a")
    assert allowed <= 5 + 2 * clock.now + 1e-6
