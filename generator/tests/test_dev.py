import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from docsite.errors import ContentError, DocsiteError
from docsite.serve.dev import OWN_PATH, Backlog, DevServer, DevSite, develop_site
from generator.tests.servers import ADDRESS, serve, write_built_site
from harness.network import ask

HOME = f'<!doctype html><head><title>Home</title></head><a href="{ADDRESS}/x/">x</a>'


class Workshop:
    """A site whose builds go as a test says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.error: Exception | None = None
        self.home = HOME
        self.builds = 0
        self.reports: list[str] = []
        self.site = DevSite(self.rebuild, folder, self.reports.append)

    def rebuild(self) -> None:
        self.builds += 1
        if self.error:
            raise self.error
        texts = {"index.html": self.home, "data.json": "{}", "404.html": "<head></head>none"}
        texts |= {"assets/live/frame.html": "<head></head>"}
        write_built_site(self.folder, texts)

    def build(self) -> None:
        asyncio.run(self.site.build())

    @contextmanager
    def open(self) -> Iterator[str]:
        with serve(DevServer(self.site)) as address:
            yield address

    def state(self) -> dict[str, str | None]:
        """What a browser hears when it connects."""

        async def first() -> str:
            return await anext(aiter(self.site.states()))

        retry, data, *_ = asyncio.run(first()).split("\n")
        assert retry.startswith("retry: ")
        state: dict[str, str | None] = json.loads(data.removeprefix("data: "))
        return state


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path / "site")


def test_every_page_gets_the_script_and_nothing_else_does(workshop: Workshop) -> None:
    workshop.build()
    with workshop.open() as address:
        script = (
            f'<script defer src="{OWN_PATH}reload.js" data-build="{workshop.state()["build"]}">'
        )
        for path in ("/", "/nowhere"):
            assert ask(address, path).text.count(f"{script}</script></head>") == 1
        assert ask(address, "/data.json").text == "{}"
        assert ask(address, "/assets/live/frame.html").text == "<head></head>"
        assert f'href="{address}/x/"' in ask(address, "/").text


def test_the_script_is_a_file_of_its_own_so_that_the_policy_holds(workshop: Workshop) -> None:
    workshop.build()
    with workshop.open() as address:
        assert ask(address, "/").headers["content-security-policy"] == "default-src 'none'"
        script = ask(address, f"{OWN_PATH}reload.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["cache-control"] == "no-store"
    assert "EventSource" in script.text


def test_a_new_build_has_a_new_name_and_is_served(workshop: Workshop) -> None:
    workshop.build()
    first = workshop.state()
    workshop.home = HOME.replace(">x<", ">changed<")
    workshop.build()
    assert workshop.state()["build"] != first["build"]
    with workshop.open() as address:
        assert ">changed<" in ask(address, "/").text
    assert workshop.reports[-1].startswith("built in ")


def test_another_run_of_the_server_is_another_build(tmp_path: Path) -> None:
    names = set()
    for _ in range(2):
        workshop = Workshop(tmp_path)
        workshop.build()
        names.add(workshop.state()["build"])
    assert len(names) == 2


def test_an_error_is_told_everywhere_and_the_last_good_site_stays(workshop: Workshop) -> None:
    workshop.build()
    good = workshop.state()
    workshop.error = ContentError("this is wrong", hint="Mend it.", file="a.md", line=3)
    workshop.build()
    assert workshop.state() == {**good, "problem": "a.md:3: this is wrong\n  Mend it."}
    assert workshop.reports[-1] == "a.md:3: this is wrong\n  Mend it."
    with workshop.open() as address:
        assert "Home" in ask(address, "/").text


def test_a_mended_page_takes_the_message_away(workshop: Workshop) -> None:
    workshop.error = ContentError("this is wrong")
    workshop.build()
    workshop.error = None
    workshop.build()
    assert workshop.state()["problem"] is None


def test_a_mistake_of_ours_is_shown_whole_and_ends_nothing(workshop: Workshop) -> None:
    workshop.error = ZeroDivisionError("by nought")
    workshop.build()
    problem = workshop.state()["problem"]
    assert problem
    assert "Traceback" in problem
    assert "by nought" in problem


def test_before_the_first_site_a_page_waits_for_it(workshop: Workshop) -> None:
    workshop.error = DocsiteError("nothing works")
    workshop.build()
    assert workshop.state()["problem"] == "nothing works"
    with workshop.open() as address:
        reply = ask(address, "/guide/")
    assert reply.status == 503
    assert f"{OWN_PATH}reload.js" in reply.text


@pytest.mark.parametrize("path", ["/", f"{OWN_PATH}reload.js", f"{OWN_PATH}events"])
def test_pages_elsewhere_cannot_read_unpublished_texts(workshop: Workshop, path: str) -> None:
    workshop.build()
    with workshop.open() as address:
        assert ask(address, path, {"Host": "evil.example"}).status == 403


def test_a_page_asked_for_during_a_build_is_the_new_one(workshop: Workshop) -> None:
    workshop.build()
    is_building, may_end = threading.Event(), threading.Event()
    finish = workshop.rebuild

    def wait_and_build() -> None:
        is_building.set()
        may_end.wait(10)
        finish()

    slow = DevSite(wait_and_build, workshop.folder, lambda _: None)
    workshop.home = HOME.replace("Home", "New")

    async def ask_during_build() -> bool:
        building = asyncio.create_task(slow.build())
        await asyncio.to_thread(is_building.wait, 10)
        loading = asyncio.create_task(slow.load())
        await asyncio.sleep(0)
        assert not loading.done()
        may_end.set()
        await building
        return await loading is not None

    assert asyncio.run(ask_during_build())


def test_whoever_waits_hears_of_each_build_and_of_the_end(workshop: Workshop) -> None:
    async def listen() -> list[str]:
        heard = []
        async for state in workshop.site.states():
            heard.append(state)
            if len(heard) < 3:
                await workshop.site.build()
            else:
                workshop.site.close()
        return heard

    assert len(set(asyncio.run(listen()))) == 3


def test_a_folder_that_is_not_there_is_named(workshop: Workshop, tmp_path: Path) -> None:
    with pytest.raises(DocsiteError, match="nowhere: folder not found"):
        develop_site(workshop.rebuild, workshop.folder, [tmp_path / "nowhere"], 0, print)


class Rush:
    """Something that takes long, and ends when a test says so."""

    def __init__(self) -> None:
        self.has_begun, self.may_end = threading.Event(), threading.Event()
        self.left = 1
        self.error: Exception | None = None
        self.stops = 0

    def add(self) -> bool:
        if not self.left:
            return False
        self.left -= 1
        self.has_begun.set()
        self.may_end.wait(10)
        if self.error:
            raise self.error
        return True

    def stop(self) -> None:
        self.stops += 1
        self.may_end.set()


def follow(workshop: Workshop, rush: Rush, edit: Callable[[DevSite], Awaitable[None]]) -> DevSite:
    """Builds a site, makes an edit while the rest is being made, and waits for both."""
    site = DevSite(
        workshop.rebuild, workshop.folder, workshop.reports.append, Backlog(rush.add, rush.stop)
    )

    async def run() -> None:
        await site.build()
        await asyncio.to_thread(rush.has_begun.wait, 10)
        await edit(site)
        rush.may_end.set()
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0.01)

    asyncio.run(run())
    return site


def test_an_edit_shows_before_what_takes_long_and_that_is_shown_by_one_more_build(
    workshop: Workshop,
) -> None:
    rush = Rush()

    async def edit(site: DevSite) -> None:
        assert workshop.builds == 1
        workshop.home = HOME.replace("Home", "New")
        await site.build()
        assert not rush.may_end.is_set()
        assert "New" in (workshop.folder / "index.html").read_text(encoding="utf-8")
        assert site.build_name.endswith("-2")

    site = follow(workshop, rush, edit)
    assert workshop.builds == 3
    assert site.build_name.endswith("-3")


def test_what_takes_long_and_fails_is_told_once_and_ends_nothing(workshop: Workshop) -> None:
    rush = Rush()
    rush.error = DocsiteError("no compiler")
    site = follow(workshop, rush, lambda _: asyncio.sleep(0))
    assert workshop.builds == 1
    assert workshop.reports[1:] == ["no compiler"]
    assert site.problem is None


def test_what_takes_long_ends_with_the_server(workshop: Workshop) -> None:
    rush = Rush()
    rush.error = DocsiteError("broken off")

    async def close(site: DevSite) -> None:
        site.close()

    follow(workshop, rush, close)
    assert rush.stops == 1
    assert len(workshop.reports) == 1
