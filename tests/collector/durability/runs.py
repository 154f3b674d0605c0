"""Kills and losses at random moments under load: `make durability`."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from harness.collector.loops import run_in_thread
from harness.collector.service import Service, create_domain, run_command, run_service
from harness.network import find_port
from harness.replication import Pair, run_pair
from tests.collector.durability.books import settle
from tests.collector.durability.load import Load
from tests.collector.durability.lost import MAX_SECONDS, lose_machine
from tests.collector.durability.machine import FAULTS, ONE_OF_TWO, Machine, run_machine
from tests.collector.durability.outcomes import CONNECTIONS, Outcome

LOST = "lost machine"
CONTROL = "asynchronous"
"""Loses a machine with asynchronous replication, and with it records."""
KINDS = [*FAULTS, LOST, CONTROL]


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


def _print_outcome(title: str, outcome: Outcome) -> list[str]:
    """Returns the problems."""
    balance = outcome.balance
    _print(
        f"{title}: {balance.acked} acknowledged, {balance.stored} stored, "
        f"{balance.extra} of them not acknowledged, {outcome.statuses[503]} times 503, "
        f"responses again after {outcome.seconds:.2f} s"
    )
    for problem in outcome.problems[:10]:
        _print(f"  {problem}")
    return outcome.problems


def _kill(kinds: list[str], runs: int) -> Iterator[bool]:
    """Kills processes. Yields whether there was a problem."""
    with run_machine() as machine:
        for kind in kinds:
            for number in range(1, runs + 1):
                title = f"{kind} {number}"
                outcome = run_in_thread(run(machine, kind, title, _choose_moment()))
                yield bool(_print_outcome(title, outcome))
        _print(run_command(machine.postgres.dsn, "recount").strip())


def _lose(runs: int) -> Iterator[bool]:
    """Loses machines, while the same collector runs. Yields whether there was a problem."""
    with _run_pair_and_service() as (pair, service):
        for number in range(1, runs + 1):
            title = f"{LOST} {number}"
            running = lose_machine(
                pair, service.port, title, _choose_moment(), is_late=number % 2 == 0
            )
            outcome = run_in_thread(running)
            yield bool(_print_outcome(title, outcome)) or outcome.seconds > MAX_SECONDS
            pair.add_standby()
        _print(run_command(pair.dsn, "recount").strip())


def _lose_asynchronously() -> Iterator[bool]:
    """Yields whether nothing was lost. Then the runs above prove nothing, either."""
    with _run_pair_and_service(is_synchronous=False) as (pair, service):
        running = lose_machine(pair, service.port, CONTROL, CONNECTIONS, is_late=True)
        problems = _print_outcome(CONTROL, run_in_thread(running))
        yield not any(problem.endswith("is lost") for problem in problems)


@contextmanager
def _run_pair_and_service(*, is_synchronous: bool = True) -> Iterator[tuple[Pair, Service]]:
    with run_pair(is_synchronous=is_synchronous) as pair:
        run_command(pair.dsn, "migrate")
        with run_service(pair.dsn, find_port()) as service:
            yield pair, service


def _choose_moment() -> int:
    """As a number of acknowledgments."""
    return random.randint(CONNECTIONS, 2_000)  # noqa: S311 - no secret


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20, help="of each kind")
    parser.add_argument("--kinds", nargs="*", choices=KINDS, default=KINDS)
    options = parser.parse_args()
    bad = 0
    if kills := [kind for kind in options.kinds if kind in FAULTS]:
        bad += sum(_kill(kills, options.runs))
    if LOST in options.kinds:
        bad += sum(_lose(options.runs))
    if CONTROL in options.kinds:
        bad += sum(_lose_asynchronously())
    verdict = "Except in the control group, nothing that was acknowledged is lost."
    _print(f"{bad} runs show a problem." if bad else verdict)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
