import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.setup import packages
from scripts.setup.commands import SetupError, run
from scripts.setup.packages import SystemPackage
from scripts.setup.platforms import PLATFORMS, Platform

LINUX = Platform("linux", "x64")
MAC = Platform("darwin", "arm64")

BROWSER = SystemPackage("browser tests", lambda: False, apt="some-browser", brew="some-cask")
SERVER = SystemPackage("a server", lambda: False, apt="some-server", service="served")
PRESENT = SystemPackage("lists files", lambda: True, apt="git", brew="git")


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that setup would have run, on a machine with every package manager."""
    ran: list[list[str]] = []
    monkeypatch.setattr(packages, "run", lambda command, **_: ran.append(list(command)))
    monkeypatch.setattr("shutil.which", lambda name, **_: f"/usr/bin/{name}")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr(packages, "list_apt_names", lambda: {"some-browser", "some-server"})
    return ran


@pytest.fixture
def policy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The program that decides on Debian whether a service may start. It doesn't exist yet."""
    path = tmp_path / "policy-rc.d"
    monkeypatch.setattr(packages, "SERVICE_POLICY", path)
    return path


def install(platform: Platform, *missing: SystemPackage, is_confirmed: bool = True) -> None:
    packages.install_system_packages(platform, missing, is_confirmed=is_confirmed)


def last_arguments(commands: Sequence[Sequence[str]]) -> list[str]:
    return [command[-1] for command in commands]


@given(st.lists(st.sampled_from([BROWSER, SERVER, PRESENT])), st.sampled_from(PLATFORMS))
def test_only_missing_packages_that_exist_for_the_platform_are_listed(
    listed: list[SystemPackage], platform: Platform
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packages, "SYSTEM_PACKAGES", tuple(listed))
        wanted = (BROWSER,) if platform.os == "darwin" else (BROWSER, SERVER)
        assert packages.find_missing(platform) == [item for item in listed if item in wanted]


def test_debian_gets_three_browser_engines_and_macos_those_of_homebrew() -> None:
    names = {
        platform.os: {package.name_on(platform) for package in packages.SYSTEM_PACKAGES}
        for platform in PLATFORMS
    }
    assert {"chromium-headless-shell", "firefox-esr", "webkit2gtk-driver"} <= names["linux"]
    assert names["darwin"] == {
        *(None, "git", "make", "google-chrome", "firefox"),
        *("nginx", "caddy", "postgresql@18"),
    }


@pytest.mark.parametrize("user", [0, 1000])
def test_only_root_installs_without_sudo(
    commands: list[list[str]], user: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user)
    install(LINUX, BROWSER)
    assert last_arguments(commands) == ["update", "some-browser"]
    assert all((command[0] == "sudo") == (user != 0) for command in commands)


def test_macos_installs_with_homebrew_and_without_sudo(commands: list[list[str]]) -> None:
    install(MAC, BROWSER)
    assert commands == [["brew", "install", "some-cask"]]


@pytest.mark.parametrize("platform", [LINUX, MAC], ids=str)
@pytest.mark.parametrize(
    ("answer", "is_agreed"), [("y", True), ("Yes ", True), ("", False), ("n", False)]
)
def test_packages_are_only_installed_after_confirmation(
    commands: list[list[str]],
    platform: Platform,
    answer: str,
    is_agreed: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _: answer)
    install(platform, BROWSER, is_confirmed=False)
    assert bool(commands) == is_agreed


def test_without_a_terminal_nothing_is_installed(
    commands: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    install(LINUX, BROWSER, is_confirmed=False)
    assert commands == []
    output = capsys.readouterr().out
    assert "make setup YES=1" in output
    assert "some-browser: browser tests" in output


@pytest.mark.parametrize(
    ("platform", "name"), [(LINUX, "some-browser"), (MAC, "some-cask")], ids=str
)
def test_without_a_package_manager_the_missing_packages_are_printed(
    commands: list[list[str]],
    platform: Platform,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    install(platform, BROWSER)
    assert commands == []
    assert f"{name}: browser tests" in capsys.readouterr().out


@pytest.mark.usefixtures("policy")
def test_unavailable_packages_are_printed_and_the_others_are_installed(
    commands: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(packages, "list_apt_names", lambda: {"some-browser"})
    install(LINUX, BROWSER, SERVER)
    assert last_arguments(commands) == ["update", "some-browser"]
    assert "some-server: a server" in capsys.readouterr().out


def test_a_server_is_installed_without_being_started(
    commands: list[list[str]], policy: Path
) -> None:
    install(LINUX, BROWSER, SERVER)
    update, forbid, _, allow, disable = commands
    assert update[-1] == "update"
    assert str(policy) in forbid[-1]
    assert "exit 101" in forbid[-1]
    assert commands[2][-2:] == ["some-browser", "some-server"]
    assert allow[-3:] == ["rm", "--force", str(policy)]
    assert disable[-4:] == ["systemctl", "disable", "--quiet", "served"]


def test_the_policy_program_prevents_services_from_starting(
    monkeypatch: pytest.MonkeyPatch, policy: Path
) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with packages.block_services(["served"], sudo=[]):
        assert subprocess.run([policy, "served", "start"]).returncode == 101
    assert not policy.exists()


def test_services_may_start_again_after_a_failed_installation(policy: Path) -> None:
    with pytest.raises(SetupError, match="Plug it in"):
        fail_to_install()
    assert not policy.exists()


def fail_to_install() -> None:
    with packages.block_services(["served"], sudo=[]):
        run(["false"], hint="Plug it in.")


def test_an_existing_policy_is_not_changed(commands: list[list[str]], policy: Path) -> None:
    policy.touch()
    install(LINUX, SERVER)
    assert last_arguments(commands) == ["update", "some-server", "served"]
    assert policy.exists()


@pytest.mark.skipif(not Path("/usr/sbin/nginx").exists(), reason="not Debian's nginx")
def test_a_server_outside_the_path_of_the_user_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    nginx = next(package for package in packages.SYSTEM_PACKAGES if package.apt == "nginx")
    monkeypatch.setenv("PATH", "/nowhere")
    assert nginx.is_present()
