"""Rate limits: a token bucket per hashed address."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

from collector.senders import Senders

MAX_BUCKETS = 50_000
"""The maximum number of buckets. Beyond it, the least recently used bucket is dropped: it is
probably full."""


class Limiter:
    """Allows `burst` operations at the same time, and `rate` per second on average, per sender. A
    larger IPv6 network has its own bucket, so that one sender can't use many small ones."""

    def __init__(
        self, rate: float, burst: int, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._refill_seconds = burst / rate
        self.retry_seconds = max(1, math.ceil(1 / rate))
        """The time until the next token is available."""
        self._senders = Senders()
        self._buckets: OrderedDict[bytes, tuple[float, float]] = OrderedDict()
        """Tokens for one address, and the time of the last change."""

    def __len__(self) -> int:
        return len(self._buckets)

    def allows(self, address: str) -> bool:
        """Takes a token from each bucket if all have one."""
        now = self._now()
        left = []
        for name, share in self._senders.list_names(address):
            tokens, then = self._buckets.get(name, (float(self._burst), now))
            # A larger network has more tokens, so one of them is a smaller part of its bucket.
            remaining = min(self._burst, tokens + (now - then) * self._rate) - 1 / share
            if remaining < 0:
                return False
            left.append((name, remaining))
        for name, remaining in left:
            self._buckets[name] = remaining, now
            self._buckets.move_to_end(name)
        self._drop_full(now)
        return True

    def _drop_full(self, now: float) -> None:
        """Drops full buckets, which are equal to new ones, and the least recently used ones beyond
        `MAX_BUCKETS`."""
        while self._buckets:
            name = next(iter(self._buckets))
            is_full = now - self._buckets[name][1] >= self._refill_seconds
            if not is_full and len(self._buckets) <= MAX_BUCKETS:
                break
            del self._buckets[name]
