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


def test_many_senders_at_once_do_not_fill_the_memory() -> None:
    limiter = Limiter(rate=1, burst=1, now=Clock())
    for number in range(limits.MAX_BUCKETS + 100):
        limiter.allows(str(number))
    assert len(limiter) == limits.MAX_BUCKETS


def test_a_sender_is_forgotten_when_the_bucket_is_full_again() -> None:
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


def test_an_address_of_ipv4_is_the_same_in_the_dress_of_ipv6() -> None:
    limiter = Limiter(rate=1, burst=1, now=Clock())
    assert limiter.allows("192.0.2.1")
    assert not limiter.allows("::ffff:192.0.2.1")
    assert limiter.allows("::ffff:192.0.2.2")


@given(st.text())
def test_any_text_is_an_address_to_it(text: str) -> None:
    assert Limiter(rate=1, burst=1, now=Clock()).allows(text)


def test_a_refused_sender_hears_when_there_is_a_token_again() -> None:
    assert Limiter(rate=20, burst=1).retry_seconds == 1
    assert Limiter(rate=0.3, burst=1).retry_seconds == 4


@given(st.lists(st.floats(0, 10), max_size=60))
def test_nobody_gets_more_than_burst_and_rate_together(pauses: list[float]) -> None:
    clock = Clock()
    limiter = Limiter(rate=2, burst=5, now=clock)
    allowed = 0
    for pause in pauses:
        clock.now += pause
        allowed += limiter.allows("a")
    assert allowed <= 5 + 2 * clock.now + 1e-6


def test_an_operation_takes_a_token_each() -> None:
    limiter = Limiter(rate=1, burst=5, now=Clock())
    assert [limiter.allows("a", 3) for _ in range(2)] == [True, False]
    assert [limiter.allows("a") for _ in range(3)] == [True, True, False]
