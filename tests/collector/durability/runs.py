"""Kills at random moments under load: `make durability`."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass

from harness.collector.loops import run_in_thread
from harness.collector.service import create_domain, run_command, run_service
from harness.network import find_port
from tests.collector.durability.books import Balance, settle
from tests.collector.durability.load import Load
from tests.collector.durability.machine import FAULTS, ONE_OF_TWO, Machine, run_machine

CONNECTIONS = 64


@dataclass(frozen=True)
class Outcome:
    """The result of one kill."""

    balance: Balance
    statuses: Counter[int]
    seconds: float
    """Seconds from the kill to the next acknowledgement."""

    @property
    def problems(self) -> list[str]:
        found = list(self.balance.problems)
        if self.balance.extra > CONNECTIONS:
            found.append(f"{self.balance.extra} are stored but not acknowledged")
        if self.balance.acked == 0:
            found.append("nothing was acknowledged: there was no load")
        return found


async def run(machine: Machine, what: str, name: str, answers: int) -> Outcome:
    """Kills after `answers` acknowledgements, and continues until there are responses again."""
    domain = await create_domain(machine.postgres.dsn, name)
    with ExitStack() as ending:
        ports = [machine.port]
        if what == ONE_OF_TWO:
            other = run_service(machine.postgres.dsn, find_port())
            ports.append(ending.enter_context(other).port)
        load = Load(ports, domain, CONNECTIONS)
        async with load.running():
            await load.wait_for_answers(answers)
            await asyncio.to_thread(FAULTS[what].strike, machine)
            answer = asyncio.create_task(load.wait_for_answer())
            await asyncio.to_thread(FAULTS[what].restore, machine)
            seconds = await answer
            await load.wait_for_answers(CONNECTIONS)
    balance = await settle(machine.postgres.dsn, domain, load.ledger)
    return Outcome(balance, load.ledger.statuses, seconds)


def _report(kind: str, number: int, machine: Machine) -> bool:
    """Prints the result of a run. Returns whether there was a problem."""
    answers = random.randint(CONNECTIONS, 2_000)  # noqa: S311 - no secret
    outcome = run_in_thread(run(machine, kind, f"{kind} {number}", answers))
    balance = outcome.balance
    _print(
        f"{kind} {number}: {balance.acked} acknowledged, {balance.stored} stored, "
        f"{balance.extra} of them not acknowledged, {outcome.statuses[503]} times 503, "
        f"responses again after {outcome.seconds:.1f} s"
    )
    for problem in outcome.problems[:10]:
        _print(f"  {problem}")
    return bool(outcome.problems)


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20, help="of each kind")
    parser.add_argument("--kinds", nargs="*", choices=list(FAULTS), default=list(FAULTS))
    options = parser.parse_args()
    with run_machine() as machine:
        numbers = range(1, options.runs + 1)
        bad = sum(_report(kind, number, machine) for kind in options.kinds for number in numbers)
        _print(run_command(machine.postgres.dsn, "recount").strip())
    _print(f"{bad} runs show a problem." if bad else "Nothing that was acknowledged is lost.")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
