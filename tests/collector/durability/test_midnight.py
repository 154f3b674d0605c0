"""A night of two real processes in two time zones, one of which is killed at midnight."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from harness.collector.service import UPDATE_RECORD
from tests.collector.durability.inside import World
from tests.collector.serve_with_clock import Clock, run_with_clock


async def test_counts_are_correct_after_a_kill_at_midnight(world: World, tmp_path: Path) -> None:
    """That night, clocks in Berlin are set back by an hour, and finally one clock manually."""
    id_ = world.domain.id
    berlin, los_angeles = Clock(tmp_path / "berlin"), Clock(tmp_path / "los-angeles")
    for clock in (berlin, los_angeles):
        clock.set("2026-10-24T23:59:40Z")
    start_in_berlin = partial(run_with_clock, world.dsn, berlin, time_zone="Europe/Berlin")
    with (
        start_in_berlin() as killed,
        run_with_clock(world.dsn, los_angeles, time_zone="America/Los_Angeles") as other,
    ):
        old = killed.view(id_, reader="one")
        other.view(id_, reader="one")
        other.view(id_, reader="two")
        killed.process.kill()
        for clock in (berlin, los_angeles):
            clock.set("2026-10-25T00:01:30Z")
        with start_in_berlin() as service:
            for one in (service, other):
                one.view(id_, reader="one")
                answer = one.execute(UPDATE_RECORD, {"recordId": old})
                assert answer.json["data"] == {"updateRecord": {"success": True}}
            for moment in ("2026-10-25T00:59:59Z", "2026-10-25T01:00:01Z"):
                berlin.set(moment)
                service.view(id_, reader="one")
            los_angeles.set("2026-10-24T23:59:30Z")
            other.view(id_, reader="one")
    assert await world.count() == {"2026-10-24": (4, 2), "2026-10-25": (4, 1)}
