import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docsite.errors import RenderError
from docsite.node.worker import Worker
from docsite.records import Json
from generator.tests.support import worker_command

BUNDLE = """
import { writeSync } from 'node:fs';
setInterval(() => {}, 1000);

const ACTIONS = {
  print: () => { console.log('by console'); process.stdout.write('by stdout\\n'); return 'done'; },
  fail: () => { throw new Error('The kettle is empty.'); },
  crash: () => { console.error('The kettle is on fire.'); process.exit(3); },
  babble: () => { writeSync(1, 'psst\\n'); return 'done'; },
};

export const render = (request) => ACTIONS[request]?.() ?? request;
export const renderNotFound = async (request) => ({ nothing: request });
"""


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bundle") / "server.mjs"
    path.write_text(BUNDLE, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def worker(bundle: Path) -> Iterator[Worker]:
    with Worker(worker_command(bundle)) as worker:
        yield worker


def is_alive(process_id: int) -> bool:
    try:
        state = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"  # ended, but not waited for


def wait_until(is_true: Callable[[], bool]) -> bool:
    end = time.monotonic() + 10
    while not is_true() and time.monotonic() < end:
        time.sleep(0.02)
    return is_true()


def test_node_starts_with_the_first_call_and_stops_with_the_block(bundle: Path) -> None:
    with Worker(worker_command(bundle)) as worker:
        assert worker.process_id is None
        assert worker.call("render", "hello") == "hello"
        process_id = worker.process_id
        assert process_id
        assert is_alive(process_id)
    assert worker.process_id is None
    assert not is_alive(process_id)


def test_a_block_without_calls_does_not_start_node() -> None:
    with Worker(["/no/such/node"]):
        pass


def test_one_process_handles_all_calls(worker: Worker) -> None:
    assert worker.call("render", 1) == 1
    first = worker.process_id
    assert worker.call("notFound", {"a": [1]}) == {"nothing": {"a": [1]}}
    assert worker.process_id == first


@settings(max_examples=50)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters()),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters()), inner),
        max_leaves=10,
    )
)
def test_arguments_and_results_are_unchanged(worker: Worker, value: Json) -> None:
    request: Json = {"value": value}
    assert worker.call("render", request) == request


@pytest.mark.parametrize("text", ["\u2028\u2029\x85\r", "\ud800", "\0", "中文" * 1_500_000])
def test_any_character_and_length_fits_into_a_line(worker: Worker, text: str) -> None:
    assert worker.call("render", text) == text


def test_output_of_the_theme_is_logged_and_not_a_response(worker: Worker) -> None:
    assert worker.call("render", "print") == "done"
    assert "by console" in worker.log
    assert "by stdout" in worker.log


def test_an_error_of_the_theme_has_its_location_and_node_keeps_running(worker: Worker) -> None:
    worker.call("render")
    process_id = worker.process_id
    with pytest.raises(RenderError, match=r"Node failed at render: The kettle is empty\.") as found:
        worker.call("render", "fail")
    assert "server.mjs" in found.value.hint
    assert worker.call("render", "still here") == "still here"
    assert worker.process_id == process_id


def test_an_unknown_method_is_an_error(worker: Worker) -> None:
    with pytest.raises(RenderError, match="There is no method boil"):
        worker.call("boil")
    with pytest.raises(RenderError, match="There is no method toString"):
        worker.call("toString")


def test_a_crash_is_reported_with_the_output_and_node_can_be_restarted(bundle: Path) -> None:
    with Worker(worker_command(bundle)) as worker:
        with pytest.raises(RenderError, match="Node ended with code 3 at render") as found:
            worker.call("render", "crash")
        assert "The kettle is on fire." in found.value.hint
        assert worker.process_id is None
        assert worker.call("render", "again") == "again"
    assert "The kettle is on fire." in worker.log


def test_a_killed_node_is_an_error(bundle: Path) -> None:
    with Worker(worker_command(bundle)) as worker:
        worker.call("render")
        assert worker.process_id
        os.kill(worker.process_id, signal.SIGKILL)
        with pytest.raises(RenderError, match="Node ended with code -9 at render") as found:
            worker.call("render", "x" * 1_000_000)
        assert "To debug it" in found.value.hint


def test_an_invalid_response_is_an_error(bundle: Path) -> None:
    with Worker(worker_command(bundle)) as worker:
        with pytest.raises(RenderError, match=r"unexpected response to render: b'psst\\n'"):
            worker.call("render", "babble")
        assert worker.call("render", "again") == "again"


def test_a_missing_node_is_reported_with_a_hint() -> None:
    with (
        Worker(["/no/such/node"]) as worker,
        pytest.raises(RenderError, match="/no/such/node can't be started") as found,
    ):
        worker.call("render")
    assert "Install an LTS version of Node" in found.value.hint


def test_without_a_bundle_only_rendering_fails(tmp_path: Path) -> None:
    with Worker(worker_command(tmp_path / "missing.mjs")) as worker:
        with pytest.raises(RenderError, match=r"missing\.mjs"):
            worker.call("render")
        assert worker.call("highlight", []) == []


def test_node_stops_when_docsite_is_killed(bundle: Path) -> None:
    script = (
        "import sys, time; from docsite.node.worker import Worker; worker = Worker(sys.argv[1:]); "
        "worker.call('render'); print(worker.process_id, flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", script, *worker_command(bundle)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        process_id = int(parent.stdout.readline())
        assert is_alive(process_id)
        parent.kill()
    assert wait_until(lambda: not is_alive(process_id))


ECHO = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], "result": request["params"]}), flush=True)
"""


def test_each_thread_gets_its_own_response() -> None:
    with Worker([sys.executable, "-c", ECHO]) as worker, ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda number: worker.call("echo", number), range(200)))
    assert results == list(range(200))
