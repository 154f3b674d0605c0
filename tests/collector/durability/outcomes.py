"""The result of one failure under load."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tests.collector.durability.books import Balance

CONNECTIONS = 64


@dataclass(frozen=True)
class Outcome:
    balance: Balance
    statuses: Counter[int]
    seconds: float
    """Seconds from the kill, or from the promotion of a standby, to the next acknowledgment."""

    @property
    def problems(self) -> list[str]:
        found = list(self.balance.problems)
        if self.balance.extra > CONNECTIONS:
            found.append(f"{self.balance.extra} are stored but not acknowledged")
        if self.balance.acked == 0:
            found.append("nothing was acknowledged: there was no load")
        return found
