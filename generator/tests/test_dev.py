import asyncio
import gc
import json
import os
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import Mock
from weakref import ReferenceType, ref

import pytest

from docsite.build import Builder
from docsite.cli import main
from docsite.errors import ContentError, DocsiteError
from docsite.serve import dev
from docsite.serve.dev import OWN_PATH, Backlog, DevServer, DevSite, develop_site
from docsite.serve.watching import Watched
from generator.tests.servers import ADDRESS, serve, write_built_site
from generator.tests.support import THEME_OPTION, copy_site
from harness.network import send_request

HOME = f'<!doctype html><head><title>Home</title></head><a href="{ADDRESS}/x/">x</a>'


class FakeSite:
    """A site whose builds are controlled by a test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.error: Exception | None = None
        self.home = HOME
        self.builds = 0
        self.reports: list[str] = []
        self.notes: dict[str, str] = {}
        self.site = DevSite(self.rebuild, folder, self.reports.append)

    def rebuild(self) -> dict[str, str]:
        self.builds += 1
        if self.error:
            raise self.error
        texts = {"index.html": self.home, "data.json": "{}", "404.html": "<head></head>none"}
        texts |= {"assets/live/frame.html": "<head></head>"}
        write_built_site(self.folder, texts)
        return self.notes

    def build(self) -> None:
        asyncio.run(self.site.build())

    @contextmanager
    def open(self) -> Iterator[str]:
        with serve(DevServer(self.site)) as address:
            yield address

    def state(self) -> dict[str, str | None]:
        """Returns the first event that a browser receives."""

        async def first() -> str:
            return await anext(aiter(self.site.states()))

        retry, data, *_ = asyncio.run(first()).split("\n")
        assert retry.startswith("retry: ")
        state: dict[str, str | None] = json.loads(data.removeprefix("data: "))
        return state


@pytest.fixture
def fake(tmp_path: Path) -> FakeSite:
    return FakeSite(tmp_path / "site")


def test_only_pages_contain_the_script(fake: FakeSite) -> None:
    fake.build()
    with fake.open() as address:
        script = f'<script defer src="{OWN_PATH}reload.js" data-build="{fake.state()["build"]}">'
        for path in ("/", "/nowhere"):
            assert send_request(address, path).text.count(f"{script}</script></head>") == 1
        assert send_request(address, "/data.json").text == "{}"
        assert send_request(address, "/assets/live/frame.html").text == "<head></head>"
        assert f'href="{address}/x/"' in send_request(address, "/").text


def test_the_script_is_a_separate_file_and_complies_with_the_policy(fake: FakeSite) -> None:
    fake.build()
    with fake.open() as address:
        assert send_request(address, "/").headers["content-security-policy"] == "default-src 'none'"
        script = send_request(address, f"{OWN_PATH}reload.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["cache-control"] == "no-store"
    assert "EventSource" in script.text


def test_a_new_build_has_a_new_id_and_is_served(fake: FakeSite) -> None:
    fake.build()
    first = fake.state()
    fake.home = HOME.replace(">x<", ">changed<")
    fake.build()
    assert fake.state()["build"] != first["build"]
    with fake.open() as address:
        assert ">changed<" in send_request(address, "/").text
    assert fake.reports[-1].startswith("built in ")


def test_a_restarted_server_has_a_new_build_id(tmp_path: Path) -> None:
    names = set()
    for _ in range(2):
        fake = FakeSite(tmp_path)
        fake.build()
        names.add(fake.state()["build"])
    assert len(names) == 2


def test_an_error_is_reported_on_all_pages_and_the_last_valid_site_is_served(
    fake: FakeSite,
) -> None:
    fake.build()
    good = fake.state()
    fake.error = ContentError("this is wrong", hint="Mend it.", file="a.md", line=3)
    fake.build()
    assert fake.state() == {**good, "problem": "a.md:3: this is wrong\n  Mend it."}
    assert fake.reports[-1] == "a.md:3: this is wrong\n  Mend it."
    with fake.open() as address:
        assert "Home" in send_request(address, "/").text


def test_a_fixed_page_removes_the_message(fake: FakeSite) -> None:
    fake.error = ContentError("this is wrong")
    fake.build()
    fake.error = None
    fake.build()
    assert fake.state()["problem"] is None


def test_warnings_are_shown_on_their_page_and_once_in_the_terminal(fake: FakeSite) -> None:
    fake.notes = {"/": 'index.md:3: warning: <b> & "c"', "site.toml": "site.toml: warning: d"}
    fake.build()
    fake.build()
    assert fake.reports.count('index.md:3: warning: <b> & "c"') == 1
    assert fake.reports.count("site.toml: warning: d") == 1
    with fake.open() as address:
        note = 'data-note="index.md:3: warning: &lt;b&gt; &amp; &quot;c&quot;"></script></head>'
        assert note in send_request(address, "/").text
        assert "data-note" not in send_request(address, "/nowhere").text
    fake.notes = {}
    fake.build()
    with fake.open() as address:
        assert "data-note" not in send_request(address, "/").text


def test_an_internal_error_is_shown_with_its_traceback(fake: FakeSite) -> None:
    fake.error = ZeroDivisionError("by nought")
    fake.build()
    problem = fake.state()["problem"]
    assert problem
    assert "Traceback" in problem
    assert "by nought" in problem


def test_a_page_shows_why_the_first_build_failed_and_waits_for_the_next(fake: FakeSite) -> None:
    fake.error = DocsiteError("<b> isn't closed", hint="Close it.", file="a.md", line=3)
    fake.build()
    assert fake.state()["problem"] == "a.md:3: <b> isn't closed\n  Close it."
    with fake.open() as address:
        reply = send_request(address, "/guide/")
    assert reply.status == 503
    assert f"{OWN_PATH}reload.js" in reply.text
    assert "a.md:3: &lt;b&gt; isn&#x27;t closed\n  Close it.</pre>" in reply.text
    assert "script-src 'self';" in reply.headers["content-security-policy"]


@pytest.mark.parametrize("error", [None, DocsiteError("secret")])
@pytest.mark.parametrize("path", ["/", f"{OWN_PATH}reload.js", f"{OWN_PATH}events"])
def test_other_origins_can_read_neither_unpublished_pages_nor_errors(
    fake: FakeSite, path: str, error: DocsiteError | None
) -> None:
    fake.error = error
    fake.build()
    with fake.open() as address:
        reply = send_request(address, path, {"Host": "evil.example"})
    assert reply.status == 403
    assert "secret" not in reply.text


def test_an_error_in_a_file_whose_name_is_not_utf_8_is_shown(fake: FakeSite) -> None:
    fake.error = DocsiteError("invalid name", hint="Rename it.", file=os.fsdecode(b"\xff.md"))
    fake.build()
    with fake.open() as address:
        reply = send_request(address, "/")
    assert reply.status == 503
    assert "\\udcff.md: invalid name" in reply.text


def test_a_request_during_a_build_gets_the_new_page(fake: FakeSite) -> None:
    fake.build()
    is_building, may_end = threading.Event(), threading.Event()
    finish = fake.rebuild

    def wait_and_build() -> Mapping[str, str]:
        is_building.set()
        may_end.wait(10)
        return finish()

    slow = DevSite(wait_and_build, fake.folder, lambda _: None)
    fake.home = HOME.replace("Home", "New")

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


def test_clients_are_notified_of_each_build_and_of_the_shutdown(fake: FakeSite) -> None:
    async def listen() -> list[str]:
        heard = []
        async for state in fake.site.states():
            heard.append(state)
            if len(heard) < 3:
                await fake.site.build()
            else:
                fake.site.close()
        return heard

    assert len(set(asyncio.run(listen()))) == 3


def test_a_missing_folder_is_reported(fake: FakeSite, tmp_path: Path) -> None:
    with pytest.raises(DocsiteError, match="nowhere: folder not found"):
        develop_site(fake.rebuild, fake.folder, Watched([tmp_path / "nowhere"]), 0, print)


class SlowWork:
    """Slow work that finishes when the test allows it."""

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


def follow(fake: FakeSite, rush: SlowWork, edit: Callable[[DevSite], Awaitable[None]]) -> DevSite:
    """Builds a site, edits it during the slow work, and waits for both."""
    site = DevSite(fake.rebuild, fake.folder, fake.reports.append, Backlog(rush.add, rush.stop))

    async def run() -> None:
        await site.build()
        await asyncio.to_thread(rush.has_begun.wait, 10)
        await edit(site)
        rush.may_end.set()
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0.01)

    asyncio.run(run())
    return site


def test_an_edit_is_shown_before_slow_work_has_finished(
    fake: FakeSite,
) -> None:
    rush = SlowWork()

    async def edit(site: DevSite) -> None:
        assert fake.builds == 1
        fake.home = HOME.replace("Home", "New")
        await site.build()
        assert not rush.may_end.is_set()
        assert "New" in (fake.folder / "index.html").read_text(encoding="utf-8")
        assert site.build_name.endswith("-2")

    site = follow(fake, rush, edit)
    assert fake.builds == 3
    assert site.build_name.endswith("-3")


def test_failed_slow_work_is_reported_once_and_the_server_keeps_running(fake: FakeSite) -> None:
    rush = SlowWork()
    rush.error = DocsiteError("no compiler")
    site = follow(fake, rush, lambda _: asyncio.sleep(0))
    assert fake.builds == 1
    assert fake.reports[1:] == ["no compiler"]
    assert site.problem is None


def test_slow_work_is_stopped_with_the_server(fake: FakeSite) -> None:
    rush = SlowWork()
    rush.error = DocsiteError("broken off")

    async def close(site: DevSite) -> None:
        site.close()

    follow(fake, rush, close)
    assert rush.stops == 1
    assert len(fake.reports) == 1


class _Cycle:
    def __init__(self) -> None:
        self.itself = self


def test_garbage_of_a_rebuild_is_collected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    garbage: list[ReferenceType[_Cycle]] = []

    def build(_builder: Builder, **_options: bool) -> Mock:
        garbage.append(ref(_Cycle()))
        return Mock(has_errors=False, pages=(), problems=())

    def develop(rebuild: Callable[[], None], *_: object) -> None:
        rebuild()
        rebuild()
        gc.collect()

    monkeypatch.setattr(Builder, "build", build)
    monkeypatch.setattr(dev, "develop_site", develop)
    try:
        assert main(["dev", str(copy_site(tmp_path)), *THEME_OPTION]) == 0
    finally:
        gc.unfreeze()
    assert [one() for one in garbage] == [None, None]
