"""Nothing that runs in a frame gets out of it, ends the page, or touches what is not its own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from harness.static import render_page, serve
from tests.live.conftest import LiveSamples, find_run
from tests.live.escapes import (
    ADD,
    DEPARTURES,
    FORGERIES,
    HOLD,
    LOOPS,
    MEMORY,
    NATIVE_LOOPS,
    REACHES,
    REQUESTS,
    STEAL,
    TAMPERING,
    THEFTS,
    USE,
)
from tests.live.recorder import Recorder
from tests.live.trials import Program, Trial, TrialSite, compile_programs
from tests.website.conftest import save_data, wait_for_life

PROMISED_MS = 2000
"""Within this a program that does not end is ended."""
RESPONSIVE_MS = 500
"""The page does something at least so often, whatever its frames do, also on a busy machine."""

MOST_MEGABYTES = 512


def attempt(name: str, code: str, target: str = "") -> str:
    """A trial that ends, however it fails."""
    return f"""await (async () => {{
      const OUT = '{target}/escape/{name}';
      const escaped = (what) => console.log('ESCAPED {name} ' + what);
      {ADD}
      try {{ {code} }} catch (error) {{ console.log('held {name} ' + error); }}
    }})();"""


def together(trials: Mapping[str, str], target: str = "") -> str:
    """All of them at once, with time for what they began."""
    begun = "\n".join(
        attempt(name, code, target).replace("await ", "", 1) for name, code in trials.items()
    )
    return f"{begun}\nawait new Promise((resolve) => setTimeout(resolve, 800));"


@pytest.fixture(scope="module")
def programs(trial_site: TrialSite, recorder: Recorder) -> dict[str, Program]:
    """Every program of this file, compiled at once."""
    targets = {"site": trial_site.address, "elsewhere": recorder.address}
    sources = {
        f"{group}/{name}.js": code
        for group, trials in {"loops": LOOPS, "memory": MEMORY}.items()
        for name, code in trials.items()
    }
    sources |= {f"memory/{name}.js": f"{HOLD}\n{code}" for name, code in MEMORY.items()}
    sources |= {f"thefts/{name}.js": f"{STEAL}\n{code}\n{USE}" for name, code in THEFTS.items()}
    sources |= {f"tampering/{name}.js": f"{code}\n{USE}" for name, code in TAMPERING.items()}
    sources |= {f"native-loops/{name}.js": code for name, code in NATIVE_LOOPS.items()}
    sources["clear.js"] = "localStorage.clear(); sessionStorage.clear(); localStorage.a = 1;"
    sources["forgeries.js"] = FORGERIES
    sources["who.js"] = "console.log(`I am of ${self.origin}`, localStorage.length);"
    sources["reaches.js"] = together(REACHES)
    for place, target in targets.items():
        sources[f"requests/{place}.js"] = together(REQUESTS, target)
        for name, code in DEPARTURES.items():
            sources[f"departures/{place}/{name}.js"] = attempt(name, code, target)
    return compile_programs(sources)


@pytest.fixture(scope="module")
def trial(browser: Browser, trial_site: TrialSite, recorder: Recorder) -> Iterator[Trial]:
    """One page for all, of a reader who has allowed the site everything."""
    with browser.new_context() as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        yield Trial(context, trial_site, recorder)


PLACES = ("site", "elsewhere")

HARMLESS = {"looser-policy", "worker", "shared-worker"}
"""What asks nobody elsewhere anyway: workers come from their own site, reports need a header."""


def test_nearly_all_of_them_get_out_where_nothing_holds_them(
    browser: Browser, recorder: Recorder
) -> None:
    with serve({"/": render_page()}) as address, browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        recorder.take()
        page.evaluate(f"async () => {{ {together(REQUESTS, recorder.address)} }}")
        page.wait_for_timeout(1500)
        knocks = recorder.take()
    reached = {name for name in REQUESTS if any(knock.endswith(f"/{name}") for knock in knocks)}
    assert {knock[:3] for knock in knocks} >= {"UDP", "TCP"}
    assert {*REQUESTS} - reached - {"stun", "turn"} == HARMLESS


@pytest.mark.parametrize("place", PLACES)
def test_no_request_leaves_the_frame(
    trial: Trial, programs: dict[str, Program], place: str
) -> None:
    outcome = trial.run(programs[f"requests/{place}.js"], patience=2000)
    assert len(outcome.lines) >= 10, "some ways throw"
    assert trial.damage() == []


def test_nothing_of_the_page_the_site_or_the_reader_can_be_reached(
    trial: Trial, programs: dict[str, Program]
) -> None:
    outcome = trial.run(programs["reaches.js"])
    assert [line for line in outcome.lines if line.startswith("ESCAPED")] == []
    assert trial.damage() == []


@pytest.mark.parametrize("name", DEPARTURES)
def test_no_way_leads_elsewhere(trial: Trial, programs: dict[str, Program], name: str) -> None:
    for place in PLACES:
        trial.run(programs[f"departures/{place}/{name}.js"], patience=300)
    assert trial.damage() == []


@pytest.mark.parametrize("name", LOOPS)
def test_what_never_ends_is_ended(trial: Trial, programs: dict[str, Program], name: str) -> None:
    outcome = trial.run(programs[f"loops/{name}.js"])
    assert outcome.of("stopped") == [{"type": "stopped", "reason": "loop"}]
    assert outcome.milliseconds <= PROMISED_MS
    assert outcome.gap <= RESPONSIVE_MS
    assert trial.damage() == []


@pytest.mark.parametrize("name", MEMORY)
def test_what_only_grows_is_ended(trial: Trial, programs: dict[str, Program], name: str) -> None:
    outcome = trial.run(programs[f"memory/{name}.js"], patience=10_000, ends=["stopped"])
    (stopped,) = outcome.of("stopped")
    # A slow machine may have spent its time before its memory; timers have no end in time.
    assert stopped["reason"] == "memory" or "by-and-by" not in name
    assert max(map(int, outcome.lines)) <= MOST_MEGABYTES
    assert trial.damage() == []


@pytest.mark.parametrize("name", THEFTS)
def test_the_port_of_the_frame_cannot_be_stolen(
    trial: Trial, programs: dict[str, Program], name: str
) -> None:
    outcome = trial.run(programs[f"thefts/{name}.js"])
    assert outcome.how == "done"
    assert trial.prod()
    assert "FORGED" not in str(trial.told())
    assert trial.damage() == []


@pytest.mark.parametrize("name", TAMPERING)
def test_a_frame_whose_insides_are_broken_harms_nobody(
    trial: Trial, programs: dict[str, Program], name: str
) -> None:
    assert trial.run(programs[f"tampering/{name}.js"]).how == "done"
    assert trial.prod()
    assert trial.damage() == []


def test_nobody_believes_a_forged_message(trial: Trial, programs: dict[str, Program]) -> None:
    first, second = trial.run_beside(programs["forgeries.js"], programs["who.js"])
    assert first.how == "done"
    assert first.lines == []
    assert second.lines == ["I am of null 0"]
    assert trial.damage() == []


# --- Frames that are used otherwise ---------------------------------------------------------------


def test_a_frame_that_is_opened_as_a_page_runs_nothing(
    trial: Trial, programs: dict[str, Program]
) -> None:
    frame = trial.site.frames["plain"]
    with trial.context.expect_page() as opened:
        trial.page.evaluate("(frame) => { window.opened = open(frame); }", frame)
    opened.value.wait_for_load_state()
    answers = trial.page.evaluate(
        "(program) => offer(window.opened, program, 300)", programs["who.js"]
    )
    opened.value.close()
    trial.noise.clear()
    assert answers == []


@pytest.mark.parametrize("sandbox", ["", "allow-scripts allow-same-origin"])
def test_a_frame_with_too_many_rights_has_no_more_than_others(
    trial: Trial, programs: dict[str, Program], sandbox: str
) -> None:
    """Its own headers take them away again."""
    answers = trial.page.evaluate(
        """async ([frame, sandbox, program]) =>
          offer((await openFrame(frame, sandbox)).contentWindow, program, 500)""",
        [trial.site.frames["plain"], sandbox, programs["who.js"]],
    )
    assert [found["text"] for found in answers if found["type"] == "line"] == ["I am of null 0"]


def test_a_frame_of_a_host_that_sends_no_headers_runs_nothing_in_the_name_of_the_site(
    trial: Trial, programs: dict[str, Program]
) -> None:
    def strip(route: Route) -> None:
        route.fulfill(body=route.fetch().body(), content_type="text/html")

    frame = trial.site.frames["plain"]
    trial.page.route(f"**{frame}", strip)
    answers = trial.page.evaluate(
        """async ([frame, program]) =>
          offer((await openFrame(frame, '')).contentWindow, program, 500)""",
        [frame, programs["who.js"]],
    )
    trial.page.unroute_all()
    assert answers == []


def test_no_other_host_can_use_a_frame(trial: Trial, recorder: Recorder) -> None:
    page = trial.context.new_page()
    trial.noise.clear()
    page.goto(recorder.address)
    page.set_content(f'<iframe src="{trial.site.address}{trial.site.frames["plain"]}"></iframe>')
    page.wait_for_function("() => frames.length === 1")
    (frame,) = page.frames[1:]
    frame.wait_for_load_state()
    assert frame.url.startswith("chrome-error:")
    page.close()


# --- Through the panel of the site ----------------------------------------------------------------

SAMPLE = "guide/module-protect/accident.ts"
PAGE = "/guide/advanced/module-protect.html"
REMOVED_MS = PROMISED_MS + 300
"""Beside the promise, what a timer of a busy machine may be late."""

# Every shape of message, right, wrong, and far too large.
FORGE = """onmessage = ({ ports: [port] }) => {
  const wrong = [undefined, null, 0, -1, NaN, 1e9, '', 'x', {}, [], [null], { length: 1e9 }, true];
  const large = 'x'.repeat(1_000_000);
  const types = ['stored', 'write', 'line', 'height', 'done', 'stopped', 'pong', '__proto__', 'x'];
  const fields = ['entries', 'key', 'text', 'level', 'link', 'height', 'reason', 'id'];
  for (const value of wrong) port.postMessage(value);
  for (const type of types) {
    port.postMessage({ type });
    for (const field of fields) {
      for (const value of wrong) port.postMessage({ type, [field]: value });
    }
  }
  const entry = { key: 'k', storage: 'local', text: '{', isProtected: 1, version: {} };
  port.postMessage({ type: 'stored', entries: [entry, { ...entry, text: large }, null, 1] });
  port.postMessage({ type: 'line', level: 'error', text: large, link: 'javascript:alert(1)' });
  port.postMessage({ type: 'line', level: 'log', text: '<img src=x onerror=alert(1)>' });
  port.postMessage({ type: 'write', key: 'site-preferences', text: 'stolen' });
  port.postMessage({ type: 'height', height: 1e9 });
  port.postMessage({ type: 'done' });
};"""


@dataclass
class Reading:
    """A page of the site, whose first sample is replaced by whatever one likes."""

    page: Page
    site: TrialSite
    file: str
    """What Run fetches."""
    sample: dict[str, Any]
    errors: list[str]
    """What the page threw, and what its policy refused."""

    def run(self, program: Program) -> Locator:
        """Has a program run in the place of the sample."""
        self.page.unroute_all()
        content = json.dumps({**self.sample, "program": program})
        self.page.route(
            f"**/{self.file}", lambda route: route.fulfill(body=content, content_type=JSON)
        )
        return self.press()

    def press(self) -> Locator:
        self.page.goto(self.site.address + PAGE)
        wait_for_life(self.page)
        self.page.mouse.move(300, 300)
        run = self.file.removesuffix(".json")
        self.page.locator(f"[data-run='{run}'] .live-run").click()
        return self.page.locator(".live-panel")

    def damage(self) -> list[str]:
        self.page.wait_for_timeout(300)
        stored = self.page.evaluate("() => ({ ...localStorage })")
        found = [*self.errors, *([f"stored: {stored}"] if stored != PREFERENCES else [])]
        self.errors.clear()
        return found


JSON = "application/json"
# What is refused in a frame is refused there, and no matter of the page.
_LISTEN = """if (self === top) addEventListener('securitypolicyviolation', (event) => {
  tellRefused(`${event.effectiveDirective} ${event.blockedURI}`);
});"""
PREFERENCES = {"site-preferences": '{"colorMode":"dark"}'}


@pytest.fixture(scope="module")
def reading(
    browser: Browser, dist: Path, trial_site: TrialSite, live_samples: LiveSamples
) -> Iterator[Reading]:
    file = f"{find_run(dist, live_samples, PAGE, SAMPLE)}.json"
    with browser.new_context(reduced_motion="reduce") as context:
        save_data(context)
        errors: list[str] = []
        context.expose_function("tellRefused", lambda text: errors.append(text))
        context.add_init_script(_LISTEN)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(trial_site.address + "/robots.txt")
        page.evaluate("(stored) => Object.assign(localStorage, stored)", PREFERENCES)
        yield Reading(page, trial_site, file, live_samples[file], errors)


def test_a_sample_on_a_page_reaches_nothing_and_nobody(
    reading: Reading, programs: dict[str, Program], recorder: Recorder
) -> None:
    recorder.take()
    for name in ("reaches.js", "forgeries.js", "clear.js"):
        panel = reading.run(programs[name])
        expect(panel.get_by_role("status")).not_to_have_attribute("data-outcome", "running")
        expect(panel).not_to_contain_text("ESCAPED")
    for name in ("location", "link-in-top", "reload"):
        reading.run(programs[f"departures/elsewhere/{name}.js"])
        reading.page.wait_for_timeout(300)
        assert reading.page.url == reading.site.address + PAGE
    assert reading.damage() == []
    assert recorder.take() == []


@pytest.mark.parametrize("name", NATIVE_LOOPS)
def test_a_frame_that_no_longer_answers_is_removed_while_the_page_goes_on(
    reading: Reading, programs: dict[str, Program], name: str
) -> None:
    panel = reading.run(programs[f"native-loops/{name}.js"])
    panel.locator("iframe").wait_for(state="attached")
    removed, gap = reading.page.evaluate(_WATCH)
    assert removed <= REMOVED_MS
    assert gap <= RESPONSIVE_MS
    assert reading.damage() == []


# How long the frame is there once it is loaded, and the longest that the page could do nothing.
_WATCH = """() => new Promise((resolve) => {
  const frame = document.querySelector('.live-panel iframe');
  let start = performance.now();
  let last = start;
  let gap = 0;
  frame.addEventListener('load', () => { start = performance.now(); });
  const timer = setInterval(() => {
    const now = performance.now();
    gap = Math.max(gap, now - last);
    last = now;
    if (frame.isConnected) return;
    clearInterval(timer);
    resolve([now - start, gap]);
  }, 10);
})"""


def test_whatever_comes_through_the_port_is_looked_at_before_it_is_believed(
    reading: Reading,
) -> None:
    """The frame itself is hostile here, as if its port had been stolen."""
    reading.page.unroute_all()
    body = f"<!doctype html><script>{FORGE}</script>"
    reading.page.route(
        f"**{reading.sample['frame']}",
        lambda route: route.fulfill(body=body, content_type="text/html"),
    )
    panel = reading.press()
    panel.locator("iframe").wait_for(state="attached")
    reading.page.wait_for_timeout(500)
    assert panel.locator("img, a[href^='javascript']").count() == 0
    assert reading.damage() == []
