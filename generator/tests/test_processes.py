"""Pages are parsed on all cores."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Sequence

import pytest

from docsite.errors import RenderError
from docsite.markdown import Highlighter, Snippet, plain_highlighter
from docsite.pages.processes import count_children, run_for_pages

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems don't fork")

COUNT = 40
OURS = os.getpid()


def square(number: int, highlight: Highlighter) -> str:
    [[line]] = highlight([Snippet(str(number), "ts")])
    return f"{line} squared is {number * number}"


@pytest.mark.parametrize("children", [0, 1, 2])
def test_results_are_in_order_with_any_number_of_processes(children: int) -> None:
    expected = [f"{number} squared is {number * number}" for number in range(COUNT)]
    assert run_for_pages(COUNT, square, plain_highlighter, children) == expected


def test_other_processes_do_a_part_of_the_work() -> None:
    reached = threading.Event()

    def run(_number: int, highlight: Highlighter) -> int:
        if os.getpid() == OURS:
            reached.wait(20)  # until another process has parsed a page
        highlight([])
        return os.getpid()

    def notice(snippets: Sequence[Snippet]) -> Sequence[Sequence[str]]:
        reached.set()
        return plain_highlighter(snippets)

    assert len({OURS, *run_for_pages(COUNT, run, notice, 1)}) == 2


def test_this_process_highlights_the_code_of_the_others() -> None:
    def run(_number: int, highlight: Highlighter) -> str:
        return highlight([Snippet("", "ts")])[0][0]

    def highlight(snippets: Sequence[Snippet]) -> Sequence[Sequence[str]]:
        return [[str(os.getpid())] for _ in snippets]

    assert set(run_for_pages(COUNT, run, highlight, 2)) == {str(OURS)}


def test_an_error_of_a_page_is_raised_wherever_it_was_parsed() -> None:
    def run(number: int, _highlight: Highlighter) -> int:
        if number == COUNT - 1:
            raise RenderError("the page is wrong", hint="Fix it.")
        return number

    with pytest.raises(RenderError, match="the page is wrong"):
        run_for_pages(COUNT, run, plain_highlighter, 2)


def test_an_error_of_the_highlighter_is_raised_and_ends_all_processes() -> None:
    def fail(snippets: Sequence[Snippet]) -> Sequence[Sequence[str]]:
        raise RenderError(f"Node ended at {snippets}", hint="Start it.")

    with pytest.raises(RenderError, match="Node ended"):
        run_for_pages(COUNT, square, fail, 2)
    assert multiprocessing.active_children() == []


def test_the_pages_of_a_killed_process_are_parsed_here() -> None:
    def run(number: int, _highlight: Highlighter) -> int:
        if os.getpid() != OURS:
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    assert run_for_pages(COUNT, run, plain_highlighter, 2) == list(range(COUNT))


def test_a_few_pages_need_no_other_process() -> None:
    assert count_children(3) == 0


def test_nothing_is_forked_while_other_threads_run() -> None:
    ended = threading.Event()
    thread = threading.Thread(target=ended.wait)
    thread.start()
    try:
        assert count_children(1000) == 0
    finally:
        ended.set()
        thread.join()
