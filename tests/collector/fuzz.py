"""Sends random requests to a running collector over HTTP: `make fuzz`.

No response may be a server error or slow, and other visitors must not be affected. At the end,
memory must not have grown, and the rollups must be correct.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import secrets
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from random import Random

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy, randoms

from collector.limits import Limiter
from harness.collector.service import (
    BROWSER,
    CREATE_RECORD,
    ORIGIN,
    Domain,
    Service,
    add_domain,
    run_command,
    run_service,
)
from harness.network import find_port
from harness.postgres import run_postgres
from harness.processes import resident_bytes
from tests.collector.fuzz_cases import LAST, Case, mutate, other_cases, wire_cases

MUTATIONS = 4
"""Mutations of the body per case."""
BATCH = 5000
"""Cases per run of Hypothesis, which slows down with the number of earlier cases."""
OTHERS = 20
"""One in so many runs uses other paths than the API."""
FILLING = "# makes it longer\n" * 200
"""Fills a document to about the maximum size."""
MAX_SECONDS = 5.0
MAX_GROWTH = 16 * 1024 * 1024
_WIRE = {200, 204, 400, 403, 405, 413, 415}
_REST = {200, 204, 307, 400, 401, 404, 405}


@dataclass
class Outcome:
    """The responses."""

    cases: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    slowest: float = 0
    slowest_body: bytes = b""
    beside: int = 0
    """Page views of the unaffected visitor."""
    growth: int = 0
    """Growth of memory in bytes, from the middle to the end."""
    seconds: float = 0

    def __str__(self) -> str:
        statuses = ", ".join(
            f"{status}: {count}" for status, count in sorted(self.statuses.items())
        )
        return (
            f"{self.cases} cases in {self.seconds:.0f} s ({self.cases / self.seconds:.0f}/s), "
            f"{self.beside} views beside them; {statuses}; slowest {self.slowest * 1000:.0f} ms; "
            f"memory {self.growth / 1024:+.0f} kB in the second half"
        )


class Sender:
    """A connection that is reopened if it was closed."""

    def __init__(self, service: Service, outcome: Outcome) -> None:
        self._port = service.port
        self._outcome = outcome
        self._connection = self._connect()
        self._last = "x"

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self._port, timeout=4 * MAX_SECONDS)

    def check(self, case: Case) -> None:
        """Sends a case and checks that the response is valid."""
        began = time.monotonic()
        status, text = self.send(case)
        seconds = time.monotonic() - began
        self._note(case, status, seconds)
        assert seconds < MAX_SECONDS, f"{seconds:.1f} s for {case}"
        assert status in (_WIRE if case.path == "/api" else _REST), f"{status} {text!r}"
        if case.path == "/api":
            _check_shape(status, text)

    def _note(self, case: Case, status: int, seconds: float) -> None:
        self._outcome.cases += 1
        self._outcome.statuses[status] += 1
        if seconds > self._outcome.slowest:
            self._outcome.slowest, self._outcome.slowest_body = seconds, case.body

    def close(self) -> None:
        self._connection.close()

    def send(self, case: Case) -> tuple[int, str]:
        case = replace(case, body=case.body.replace(LAST.encode(), self._last.encode()))
        try:
            status, text = self._request(case)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            # The server may close an idle connection. A second time would be a failure.
            self._connection.close()
            self._connection = self._connect()
            status, text = self._request(case)
        if '"payload":{"id":' in text:
            self._last = text.partition('"payload":{"id":"')[2][:36]
        return status, text

    def _request(self, case: Case) -> tuple[int, str]:
        headers = {"user-agent": BROWSER, "origin": ORIGIN, **case.headers}
        encoded = {name: value.encode("latin-1") for name, value in headers.items()}
        self._connection.request(case.method, case.path, case.body, encoded)
        response = self._connection.getresponse()
        return response.status, response.read().decode()


def _check_shape(status: int, text: str) -> None:
    """A response is JSON in the format that clients know, or a short error message."""
    if not text.startswith("{"):
        assert status != 200, text
        assert len(text) > 5 or status in (204, 405), f"{status} {text!r}"
        return
    answer = json.loads(text)
    for error in answer.get("errors", ()):
        code = error["extensions"]["code"]
        assert error["message"]
        if status == 200:
            assert error["extensions"]["exception"] == {"name": "KnownError"}, text
        else:
            assert code in _CODES, text
    assert "errors" in answer or status == 200, text


_CODES = {"GRAPHQL_VALIDATION_FAILED", "BAD_USER_INPUT", "BAD_REQUEST"}


@contextmanager
def _visit_meanwhile(service: Service, domain: Domain, outcome: Outcome) -> Iterator[None]:
    """Opens pages as another visitor. Fails at the end if one wasn't counted."""
    variables = {"domainId": domain.id, "input": {"siteLocation": f"{ORIGIN}/beside/"}}
    body = json.dumps({"query": CREATE_RECORD, "variables": variables}).encode()
    failures: list[str] = []
    is_over = threading.Event()

    def read() -> None:
        with closing(Sender(service, Outcome())) as sender:
            while not is_over.wait(0.05):
                status, text = sender.send(Case(body))
                outcome.beside += 1
                if status != 200 or "errors" in text:
                    failures.append(f"{status} {text}")

    thread = threading.Thread(target=read)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
    assert not failures, failures[:3]


def fuzz(
    service: Service,
    domain: Domain,
    token: str,
    cases: int,
    number: int,
    note: Callable[[str], object] = lambda _: None,
) -> Outcome:
    """Sends cases that are generated from the seed `number`, and logs the progress."""
    outcome = Outcome()
    began = time.monotonic()
    middle = 0
    with closing(Sender(service, outcome)) as sender, _visit_meanwhile(service, domain, outcome):
        batch = 0
        while outcome.cases < cases:
            is_other = batch % OTHERS == 1
            strategy = other_cases(domain, token) if is_other else wire_cases(domain)
            count = min(BATCH, cases) // (4 if is_other else 1)
            _run(sender, strategy, count, number + batch)
            batch += 1
            note(f"{outcome.cases} cases\n")
            if not middle and outcome.cases >= cases / 2:
                middle = resident_bytes(service.process.pid)
    outcome.growth = resident_bytes(service.process.pid) - middle
    outcome.seconds = time.monotonic() - began
    assert service.process.poll() is None, "The collector has ended."
    assert outcome.growth < MAX_GROWTH, f"{outcome}"
    return outcome


def _run(sender: Sender, strategy: SearchStrategy[Case], count: int, number: int) -> None:
    @seed(number)
    @settings(
        max_examples=max(count // (1 + MUTATIONS), 1),
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy, randoms(use_true_random=True))
    def run(case: Case, random: Random) -> None:
        sender.check(case)
        for _ in range(MUTATIONS if case.body else 0):
            sender.check(replace(case, body=mutate(case.body, random)))

    run()


def send_documents(service: Service, count: int) -> int:
    """Returns the growth of memory in bytes during the second half of the documents."""
    halves = []
    with closing(Sender(service, Outcome())) as sender:
        for half in range(2):
            for number in range(count // 2):
                query = f"{{ a{half}_{number} {FILLING} }}"
                status, text = sender.send(Case(json.dumps({"query": query}).encode()))
                assert status == 400, text
            halves.append(resident_bytes(service.process.pid))
    growth = halves[1] - halves[0]
    assert growth < MAX_GROWTH, f"{growth} bytes"
    return growth


def fill_limiter(count: int) -> tuple[int, int]:
    """Returns the number of senders that the limiter keeps, and their memory in bytes."""
    limiter = Limiter(rate=20, burst=200, now=lambda: 0.0)
    before = resident_bytes(os.getpid())
    for number in range(count):
        limiter.allows(f"{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}.1")
    return len(limiter), resident_bytes(os.getpid()) - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    options = parser.parse_args()
    _write(f"seed {options.seed}\n")
    with run_postgres() as postgres:
        run_command(postgres.dsn, "migrate")
        domain = add_domain(postgres.dsn, "Fuzz")
        token = run_command(postgres.dsn, "token", "add", "Fuzz").strip()
        with run_service(postgres.dsn, find_port()) as service:
            outcome = fuzz(service, domain, token, options.cases, options.seed, _write)
            _write(f"{outcome}\nthe slowest was {outcome.slowest_body[:300]!r}\n")
            growth = send_documents(service, 10_000)
            _write(f"10000 documents: memory {growth / 1024:+.0f} kB in the second half\n")
            service.view(domain.id)
        _write(run_command(postgres.dsn, "recount"))
    senders, taken = fill_limiter(1_000_000)
    _write(f"1000000 senders: {senders} remembered in {taken / 1024:.0f} kB\n")


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
