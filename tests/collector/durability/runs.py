"""Kills at random moments under load, as often as wanted: `make durability`."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median

from harness.collector.loops import run_apart
from harness.collector.service import run_command, run_service
from harness.network import find_port
from tests.collector.durability.books import Balance, settle
from tests.collector.durability.load import Load
from tests.collector.durability.machine import (
    FAULTS,
    ONE_OF_TWO,
    Fault,
    Machine,
    create_domain,
    run_machine,
)

CONNECTIONS = 64

_ROW = "{:<11} {:>4} {:>8} {:>8} {:>6} {:>10} {:>8} {:>6} {:>8}"
_HEAD = ("killed", "run", "acked", "stored", "lost", "not acked", "updates", "503", "seconds")


@dataclass(frozen=True)
class Outcome:
    """What one kill led to."""

    balance: Balance
    statuses: Counter[int]
    in_doubt: int
    seconds: float
    """From the kill to the next acknowledgement."""

    @property
    def problems(self) -> list[str]:
        found = list(self.balance.problems)
        if self.balance.extra > CONNECTIONS:
            found.append(f"{self.balance.extra} are stored and not acknowledged")
        if self.balance.acked == 0:
            found.append("nothing was acknowledged: there was no load")
        return found


async def run(machine: Machine, what: str, name: str, moment: float) -> Outcome:
    """Kills after `moment` seconds of load, and goes on until answers come again."""
    domain = await create_domain(machine.postgres.dsn, name)
    with ExitStack() as ending:
        ports = [machine.port]
        if what == ONE_OF_TWO:
            other = run_service(machine.postgres.dsn, find_port())
            ports.append(ending.enter_context(other).port)
        load = Load(ports, domain, CONNECTIONS)
        seconds = await _strike(machine, FAULTS[what], load, moment)
    balance = await settle(machine.postgres.dsn, domain, load.ledger)
    return Outcome(balance, load.ledger.statuses, load.ledger.in_doubt, seconds)


async def _strike(machine: Machine, fault: Fault, load: Load, moment: float) -> float:
    readers = asyncio.create_task(load.run())
    try:
        await load.wait_for_answer()
        await asyncio.sleep(moment)
        await asyncio.to_thread(fault.strike, machine)
        answer = asyncio.create_task(load.wait_for_answer())
        await asyncio.to_thread(fault.mend, machine)
        seconds = await answer
        await asyncio.sleep(0.3)
    finally:
        load.is_over = True
        await readers
    return seconds


def run_all(kinds: list[str], runs: int) -> int:
    """Prints a row for each run, and what each kind comes to; how many rows show a problem."""
    _print(_ROW.format(*_HEAD))
    with run_machine() as machine:
        outcomes = {
            kind: [_report(kind, number, machine) for number in range(1, runs + 1)]
            for kind in kinds
        }
        _print(run_command(machine.postgres.dsn, "recount").strip())
    for kind, some in outcomes.items():
        _print(_summarize(kind, some))
    return sum(bool(outcome.problems) for some in outcomes.values() for outcome in some)


def _report(kind: str, number: int, machine: Machine) -> Outcome:
    moment = random.uniform(0.1, 2.0)  # noqa: S311 - no secret
    outcome = run_apart(run(machine, kind, f"{kind} {number}", moment))
    for line in _rows(kind, number, outcome):
        _print(line)
    return outcome


def _summarize(kind: str, outcomes: list[Outcome]) -> str:
    balances = [outcome.balance for outcome in outcomes]
    return (
        f"{kind}: {sum(one.acked + one.updates for one in balances)} acknowledged, "
        f"{sum(one.lost for one in balances)} of them lost; "
        f"stored without an acknowledgement {sum(one.extra for one in balances)}, "
        f"at most {max(one.extra for one in balances)} at once; "
        f"answers again after {median(outcome.seconds for outcome in outcomes):.1f} s"
    )


def _rows(kind: str, number: int, outcome: Outcome) -> Iterator[str]:
    balance = outcome.balance
    yield _ROW.format(
        kind, number, balance.acked, balance.stored, balance.lost, balance.extra,
        balance.updates, outcome.statuses[503], f"{outcome.seconds:.1f}",
    )  # fmt: skip
    for problem in outcome.problems[:10]:
        yield f"  {problem}"


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20, help="of each kind")
    parser.add_argument("--kinds", nargs="*", choices=list(FAULTS), default=list(FAULTS))
    options = parser.parse_args()
    bad = run_all(options.kinds, options.runs)
    _print(f"{bad} runs show a problem." if bad else "Nothing that was acknowledged is lost.")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
