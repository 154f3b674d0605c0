"""Programs in a frame can't escape, stop the page or access foreign data."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from harness.browsers.chromium import save_data
from harness.static import render_page, serve
from tests.in_page import load_function
from tests.live.conftest import LiveSamples, find_run
from tests.live.escapes import (
    ADD,
    DEPARTURES,
    FORGERIES,
    HOLD,
    LAST,
    LOOPS,
    MEMORY,
    NATIVE_LOOPS,
    REACHES,
    REQUESTS,
    STEAL,
    THEFTS,
    TURNS,
    USE,
)
from tests.live.recorder import Recorder
from tests.live.trials import Outcome, Program, Trial, TrialSite, compile_programs
from tests.waiting import make_round_trip
from tests.website.conftest import wait_for_hydration

LIMIT_MS = 2000
"""A program that does not end is stopped after this time, measured by the test's own clock."""
MAX_MEGABYTES = 512


CLEAR = "localStorage.clear(); sessionStorage.clear(); localStorage.a = 1;"


def attempt(name: str, code: str, target: str = "") -> str:
    """Code that ends even if the attempt throws."""
    return f"""await (async () => {{
      const OUT = '{target}/escape/{name}';
      const escaped = (what) => console.log('ESCAPED {name} ' + what);
      {ADD}
      try {{ {code} }} catch (error) {{ console.log('blocked {name} ' + error); }}
    }})();"""


def run_all(trials: Mapping[str, str], target: str = "") -> str:
    """Runs all attempts at the same time, and those that would stop the others last."""
    codes = {name: attempt(name, code, target) for name, code in trials.items()}
    last = [codes.pop(name) for name in LAST if name in codes]
    started = ",\n".join(code.removeprefix("await ").removesuffix(";") for code in codes.values())
    return "\n".join([f"void [{started}];", TURNS, *last, TURNS])


@pytest.fixture(scope="module")
def programs(trial_site: TrialSite, recorder: Recorder) -> dict[str, Program]:
    """Every program of this file, compiled in one run."""
    targets = {"site": trial_site.address, "elsewhere": recorder.address}
    sources = {
        f"{group}/{name}.js": code
        for group, trials in {"loops": LOOPS, "memory": MEMORY}.items()
        for name, code in trials.items()
    }
    sources |= {f"memory/{name}.js": f"{HOLD}\n{code}" for name, code in MEMORY.items()}
    sources |= {f"thefts/{name}.js": f"{STEAL}\n{code}\n{USE}" for name, code in THEFTS.items()}
    sources |= {f"native-loops/{name}.js": code for name, code in NATIVE_LOOPS.items()}
    sources["forgeries.js"] = FORGERIES
    sources["who.js"] = "console.log(`I am of ${self.origin}`, localStorage.length);"
    sources["reaches.js"] = run_all(REACHES)
    link = attempt("link-in-top", DEPARTURES["link-in-top"], recorder.address)
    sources["everything.js"] = "\n".join([run_all(REACHES), FORGERIES, link, CLEAR, TURNS])
    for place, target in targets.items():
        sources[f"requests/{place}.js"] = run_all(REQUESTS, target)
        for name, code in DEPARTURES.items():
            sources[f"departures/{place}/{name}.js"] = attempt(name, code, target)
    return compile_programs(sources)


@pytest.fixture(scope="module")
def trial(browser: Browser, trial_site: TrialSite, recorder: Recorder) -> Iterator[Trial]:
    """One page for all tests, with all permissions."""
    with browser.new_context() as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        yield Trial(context, trial_site, recorder)


@pytest.fixture(scope="module")
def timed_trial(browser: Browser, trial_site: TrialSite, recorder: Recorder) -> Iterator[Trial]:
    """A page whose frames have a clock that advances whenever it is read."""
    with browser.new_context() as context:
        context.add_init_script(f"({load_function('count-time')})()")
        yield Trial(context, trial_site, recorder)


PLACES = ("site", "elsewhere")
DEPARTURE_BATCHES = 4

HARMLESS = {"looser-policy", "worker", "shared-worker"}
"""Never cause a request to another host: workers are same-origin, and reports need a header."""


def test_requests_reach_the_host_without_the_frame(browser: Browser, recorder: Recorder) -> None:
    with serve({"/": render_page()}) as address, browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        recorder.take()
        reached: set[str] = set()
        for names in ([name for name in REQUESTS if name not in LAST], LAST):
            code = run_all({name: REQUESTS[name] for name in names}, recorder.address)
            page.evaluate(f"() => {{ (async () => {{ {code} }})(); }}")
            expected = {*names, "UDP", "TCP"} - {"stun", "turn"} - HARMLESS
            deadline = monotonic() + 30
            while not expected <= reached and monotonic() < deadline:
                page.wait_for_timeout(50)
                for connection in recorder.take():
                    reached |= {connection[:3], connection.rpartition("/")[2]}
            assert expected - reached == set()


@pytest.mark.parametrize("place", PLACES)
def test_no_request_leaves_the_frame(
    trial: Trial, programs: dict[str, Program], place: str
) -> None:
    outcome = trial.run(programs[f"requests/{place}.js"], timeout=2000)
    assert len(outcome.lines) >= 10, "some attempts throw"
    assert trial.damage() == []


def test_the_frame_cannot_access_data_of_the_page_the_site_or_the_user(
    trial: Trial, programs: dict[str, Program]
) -> None:
    outcome = trial.run(programs["reaches.js"])
    assert [line for line in outcome.lines if line.startswith("ESCAPED")] == []
    assert trial.damage() == []


@pytest.mark.parametrize("batch", range(DEPARTURE_BATCHES))
def test_the_frame_cannot_navigate(trial: Trial, programs: dict[str, Program], batch: int) -> None:
    """Attempts that succeed request an address that contains their name."""
    names = [*DEPARTURES][batch::DEPARTURE_BATCHES]
    departures = [programs[f"departures/{place}/{name}.js"] for name in names for place in PLACES]
    trial.run_together(departures, timeout=1000)
    assert trial.damage() == []


@pytest.mark.parametrize("name", LOOPS)
def test_an_infinite_loop_is_stopped(
    timed_trial: Trial, programs: dict[str, Program], name: str
) -> None:
    outcome = timed_trial.run(programs[f"loops/{name}.js"], timeout=120_000)
    assert outcome.of("stopped") == [{"type": "stopped", "reason": "loop"}]
    assert timed_trial.page.frames[-1].evaluate("readTime()") <= LIMIT_MS
    assert timed_trial.damage() == []


@pytest.mark.parametrize("name", MEMORY)
def test_a_program_that_uses_too_much_memory_is_stopped(
    trial: Trial, programs: dict[str, Program], name: str
) -> None:
    outcome = trial.run(programs[f"memory/{name}.js"], timeout=10_000, ends=["stopped"])
    (stopped,) = outcome.of("stopped")
    # A slow machine may reach the time limit first. The limit doesn't apply to timers.
    assert stopped["reason"] == "memory" or "over-time" not in name
    assert max(map(int, outcome.lines), default=0) <= MAX_MEGABYTES
    assert trial.damage() == []


@pytest.mark.parametrize("name", THEFTS)
def test_the_port_of_the_frame_cannot_be_stolen(
    trial: Trial, programs: dict[str, Program], name: str
) -> None:
    outcome = trial.run(programs[f"thefts/{name}.js"])
    assert outcome.how == "done"
    assert trial.send_every_message()
    assert "FORGED" not in str(trial.received())
    assert trial.damage() == []


def test_forged_messages_are_ignored(trial: Trial, programs: dict[str, Program]) -> None:
    first, second = trial.run_both(programs["forgeries.js"], programs["who.js"])
    assert first.how == "done"
    assert first.lines == []
    assert second.lines == ["I am of null 0"]
    assert trial.damage() == []


# --- Frames outside the panel ---------------------------------------------------------------------


def test_a_frame_opened_as_a_page_runs_nothing(trial: Trial, programs: dict[str, Program]) -> None:
    frame = trial.site.frames["plain"]
    with trial.context.expect_page() as opened:
        trial.page.evaluate("(frame) => { window.opened = open(frame); }", frame)
    opened.value.wait_for_load_state()
    answers = trial.page.evaluate(
        "([frame, program]) => offer(window.opened, program, frame)", [frame, programs["who.js"]]
    )
    opened.value.close()
    trial.console.clear()
    assert answers == []


@pytest.mark.parametrize("sandbox", ["", "allow-scripts allow-same-origin"])
def test_a_frame_without_a_strict_sandbox_gets_no_extra_permissions(
    trial: Trial, programs: dict[str, Program], sandbox: str
) -> None:
    """The headers of the frame apply a sandbox too."""
    found = trial.page.evaluate(
        """async ([frame, sandbox, program]) =>
          runIn(await openFrame(frame, sandbox), program, 5000)""",
        [trial.site.frames["plain"], sandbox, programs["who.js"]],
    )
    assert Outcome(**found).lines == ["I am of null 0"]


def test_a_frame_runs_nothing_on_the_origin_of_the_site_if_the_host_sends_no_headers(
    trial: Trial, programs: dict[str, Program]
) -> None:
    def strip(route: Route) -> None:
        route.fulfill(body=route.fetch().body(), content_type="text/html")

    frame = trial.site.frames["plain"]
    trial.page.route(f"**{frame}", strip, times=1)
    answers = trial.page.evaluate(
        """async ([frame, program]) =>
          offer((await openFrame(frame, '')).contentWindow, program, frame)""",
        [frame, programs["who.js"]],
    )
    trial.page.unroute_all()
    assert answers == []


def test_other_hosts_cannot_embed_a_frame(trial: Trial, recorder: Recorder) -> None:
    page = trial.context.new_page()
    trial.console.clear()
    page.goto(recorder.address)
    page.set_content(f'<iframe src="{trial.site.address}{trial.site.frames["plain"]}"></iframe>')
    page.wait_for_function("() => frames.length === 1")
    (frame,) = page.frames[1:]
    frame.wait_for_load_state()
    assert frame.url.startswith("chrome-error:")
    page.close()


# --- In the panel of the site ---------------------------------------------------------------------

SAMPLE = "guide/module-protect/accident.ts"
PAGE = "/guide/advanced/module-protect.html"

FORGE = f"onmessage = {load_function('forge-messages')};"


@dataclass
class SamplePage:
    """A page of the site on which a program replaces the first sample."""

    page: Page
    site: TrialSite
    file: str
    """The file that Run fetches."""
    sample: dict[str, Any]
    errors: list[str]
    """Errors of the page, and violations of its policy."""

    def run(self, program: Program) -> Locator:
        """Runs a program instead of the sample."""
        self.page.unroute_all()
        content = json.dumps({**self.sample, "program": program})
        self.page.route(
            f"**/{self.file}", lambda route: route.fulfill(body=content, content_type=JSON)
        )
        return self.press()

    def press(self) -> Locator:
        self.page.goto(self.site.address + PAGE)
        wait_for_hydration(self.page)
        self.page.mouse.move(300, 300)
        run = self.file.removesuffix(".json")
        self.page.locator(f"[data-run='{run}'] .live-run").click()
        return self.page.locator(".live-panel")

    def damage(self) -> list[str]:
        make_round_trip(self.page)
        stored = self.page.evaluate("() => ({ ...localStorage })")
        found = [*self.errors, *([f"stored: {stored}"] if stored != PREFERENCES else [])]
        self.errors.clear()
        return found


JSON = "application/json"
# Violations in a frame are not violations of the page.
_LISTEN = """if (self === top) addEventListener('securitypolicyviolation', (event) => {
  reportViolation(`${event.effectiveDirective} ${event.blockedURI}`);
});"""
PREFERENCES = {"site-preferences": '{"colorMode":"dark"}'}


@contextmanager
def open_sample_page(
    browser: Browser, dist: Path, trial_site: TrialSite, live_samples: LiveSamples, script: str = ""
) -> Iterator[SamplePage]:
    file = f"{find_run(dist, live_samples, PAGE, SAMPLE)}.json"
    with browser.new_context(reduced_motion="reduce") as context:
        save_data(context)
        errors: list[str] = []
        context.expose_function("reportViolation", lambda text: errors.append(text))
        context.add_init_script(_LISTEN + script)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(trial_site.address + "/robots.txt")
        page.evaluate("(stored) => Object.assign(localStorage, stored)", PREFERENCES)
        yield SamplePage(page, trial_site, file, live_samples[file], errors)


@pytest.fixture(scope="module")
def sample_page(
    browser: Browser, dist: Path, trial_site: TrialSite, live_samples: LiveSamples
) -> Iterator[SamplePage]:
    with open_sample_page(browser, dist, trial_site, live_samples) as found:
        yield found


@pytest.fixture(scope="module")
def timed_sample_page(
    browser: Browser, dist: Path, trial_site: TrialSite, live_samples: LiveSamples
) -> Iterator[SamplePage]:
    """A page whose intervals only run when the test advances the clock."""
    script = f"({load_function('control-intervals')})()"
    with open_sample_page(browser, dist, trial_site, live_samples, script) as found:
        yield found


def test_a_sample_on_a_page_cannot_escape(
    sample_page: SamplePage, programs: dict[str, Program], recorder: Recorder
) -> None:
    recorder.take()
    for name in ("everything", "departures/elsewhere/location", "departures/elsewhere/reload"):
        panel = sample_page.run(programs[f"{name}.js"])
        expect(panel.get_by_role("status")).not_to_have_attribute("data-outcome", "running")
        expect(panel).not_to_contain_text("ESCAPED")
        assert sample_page.page.url == sample_page.site.address + PAGE
    assert sample_page.damage() == []
    assert recorder.take() == []


@pytest.mark.parametrize("name", NATIVE_LOOPS)
def test_a_frame_that_no_longer_responds_is_removed_and_can_run_again(
    timed_sample_page: SamplePage, programs: dict[str, Program], name: str
) -> None:
    page, panel = timed_sample_page.page, timed_sample_page.run(programs[f"native-loops/{name}.js"])
    page.wait_for_function("() => isRunning()")
    page.evaluate("(time) => passTime(time)", LIMIT_MS - 1)
    assert panel.locator("iframe").count() == 1
    page.evaluate("() => passTime(1)")
    assert panel.locator("iframe").count() == 0
    expect(panel.get_by_role("status")).to_have_text("Stopped: not responding")
    expect(panel.get_by_role("button", name="Run again", exact=True)).to_be_enabled()
    assert timed_sample_page.damage() == []


def test_messages_from_a_frame_are_validated(
    sample_page: SamplePage,
) -> None:
    """The frame itself is hostile here, as if its port had been stolen."""
    sample_page.page.unroute_all()
    body = f"<!doctype html><script>{FORGE}</script>"
    sample_page.page.route(
        f"**{sample_page.sample['frame']}",
        lambda route: route.fulfill(body=body, content_type="text/html"),
    )
    panel = sample_page.press()
    expect(panel.get_by_role("status")).to_have_attribute("data-outcome", "bad")
    # Only the genuine messages are shown, as plain text, until there are too many invalid ones.
    lines = panel.locator(".live-console li")
    expect(lines).to_have_text(["genuine", "<img src=x onerror=alert(1)>"])
    assert panel.locator("img, a[href^='javascript']").count() == 0
    expect(panel.locator("iframe")).to_have_count(0)
    assert sample_page.damage() == []
