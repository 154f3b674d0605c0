import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.setup import install as setup
from scripts.setup import packages
from scripts.setup.commands import BOOT, ROOT, SetupError, assemble_environment, run
from scripts.setup.packages import SystemPackage
from scripts.setup.platforms import PLATFORMS, Platform

LINUX = Platform("linux", "x64")


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that setup would have run."""
    ran: list[list[str]] = []
    monkeypatch.setattr(setup, "run", lambda command, **_: ran.append(list(command)))
    return ran


def test_the_packages_of_the_repository_are_installed_after_the_locked_ones(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(setup, "VENV", tmp_path)
    setup.install_python_tools(LINUX)
    assert [command[1:3] for command in commands] == [
        ["venv", "--quiet"],
        ["pip", "sync"],
        ["pip", "install"],
        ["pip", "install"],
    ]
    assert [command[-2:] for command in commands[-2:]] == [
        ["--editable", str(ROOT / "generator")],
        ["--editable", str(ROOT / "collector")],
    ]


@pytest.fixture
def checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A checkout in which nothing is installed, on a machine where only a browser is missing."""
    missing = SystemPackage("browser tests", lambda: False, apt="some-browser", brew="some-cask")
    monkeypatch.setattr(packages, "SYSTEM_PACKAGES", (missing,))
    for name in ("BOOT", "VENV", "MODULES"):
        monkeypatch.setattr(setup, name, tmp_path / name)
        (tmp_path / name).mkdir()
    member = tmp_path / "member"
    member.mkdir()
    (member / "pyproject.toml").write_text("one", encoding="utf-8")
    monkeypatch.setattr(setup, "MEMBERS", (member,))
    return tmp_path


def describe(platform: Platform) -> list[str]:
    return [step.description for step in setup.plan(platform, is_confirmed=True)]


@pytest.mark.usefixtures("checkout")
@pytest.mark.parametrize("platform", PLATFORMS, ids=str)
def test_the_plan_lists_the_packages_and_the_folders(platform: Platform) -> None:
    name = {"linux": "some-browser", "darwin": "some-cask"}[platform.os]
    system, *folders = describe(platform)
    assert f"{name}: browser tests" in system
    for description, folder in zip(folders, (".boot/", ".venv/", "node_modules/"), strict=True):
        assert folder in description


@pytest.mark.usefixtures("checkout")
def test_with_plan_nothing_is_installed(
    commands: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert setup.main(["--plan"]) == 0
    assert commands == []
    assert "some-browser: browser tests" in capsys.readouterr().out


def test_finished_steps_are_not_in_the_plan(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, checkout: Path
) -> None:
    monkeypatch.setattr(packages, "SYSTEM_PACKAGES", ())
    pnpm = checkout / "BOOT" / "node_modules" / LINUX.pnpm_package / "pnpm"
    pnpm.parent.mkdir(parents=True)
    pnpm.touch()
    monkeypatch.setattr(setup, "PNPM", checkout / "bin" / "pnpm")
    for _ in range(2):
        for step in setup.plan(LINUX, is_confirmed=True):
            step.run()
    pnpm_runs = [command for command in commands if command[0] == str(setup.PNPM)]
    assert len(pnpm_runs) == 2
    assert len(commands) == len({tuple(command) for command in commands}) + 1
    assert describe(LINUX) == ["Update node_modules/"]


@pytest.mark.usefixtures("commands")
def test_a_changed_package_of_the_repository_is_reinstalled(checkout: Path) -> None:
    setup.install_python_tools(LINUX)
    assert not any(".venv/" in description for description in describe(LINUX))
    (checkout / "member" / "pyproject.toml").write_text("two", encoding="utf-8")
    assert any(".venv/" in description for description in describe(LINUX))


@pytest.mark.usefixtures("commands", "checkout")
def test_setup_fails_on_a_platform_without_pnpm() -> None:
    with pytest.raises(SetupError, match="glibc"):
        setup.install_boot_tools(LINUX)


def test_links_are_relative_and_replaced(tmp_path: Path) -> None:
    for content in ("one", "two"):
        target = tmp_path / "tools" / content
        target.parent.mkdir(exist_ok=True)
        target.write_text(content, encoding="utf-8")
        setup.link(tmp_path / "bin" / "tool", target)
        assert (tmp_path / "bin" / "tool").read_text(encoding="utf-8") == content
        assert not (tmp_path / "bin" / "tool").readlink().is_absolute()


@pytest.mark.parametrize("command", ["false", "no-such-command-anywhere"])
def test_a_failing_command_stops_setup_with_its_hint(command: str) -> None:
    with pytest.raises(SetupError, match="Plug it in"):
        run([command], hint="Plug it in.")


def test_commands_use_the_local_node_and_inherit_the_environment() -> None:
    environment = assemble_environment({"PATH": "/usr/bin", "HOME": "/root"})
    assert environment["PATH"] == f"{BOOT / 'bin'}{os.pathsep}/usr/bin"
    assert environment["HOME"] == "/root"


@given(st.binary(), st.binary(), st.sampled_from(PLATFORMS), st.sampled_from(PLATFORMS))
def test_the_digest_depends_on_content_and_platform(
    tmp_path_factory: pytest.TempPathFactory,
    one: bytes,
    other: bytes,
    platform: Platform,
    other_platform: Platform,
) -> None:
    file = tmp_path_factory.getbasetemp() / "lock"

    def digest(content: bytes, used: Platform) -> str:
        file.write_bytes(content)
        return setup.digest_files(used, [file])

    is_same = (one, platform) == (other, other_platform)
    assert (digest(one, platform) == digest(other, other_platform)) == is_same


@pytest.mark.parametrize(
    ("arguments", "environment", "is_confirmed"),
    [([], "", False), (["--yes"], "", True), ([], "true", True), ([], "1", True)],
)
def test_yes_and_ci_confirm_the_installation(
    arguments: list[str], environment: str, is_confirmed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def record(_: Platform, *, is_confirmed: bool) -> list[setup.Step]:
        asked.append(is_confirmed)
        return []

    monkeypatch.setenv("CI", environment)
    monkeypatch.setattr(setup, "plan", record)
    assert setup.main(arguments) == 0
    assert asked == [is_confirmed]


def test_a_failing_step_ends_setup_with_its_message(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise SetupError("Plug it in.")

    later: Callable[[], None] = lambda: pytest.fail("this step must not run")  # noqa: E731
    steps = [setup.Step("fails", fail), setup.Step("later", later)]
    monkeypatch.setattr(setup, "plan", lambda *_, **__: steps)
    assert setup.main([]) == 1
    assert "setup: Plug it in." in capsys.readouterr().err
