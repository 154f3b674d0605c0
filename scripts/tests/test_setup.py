import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.setup import install as setup
from scripts.setup.install import SetupError, SystemPackage

MISSING = SystemPackage("some-browser", "browser tests", lambda: False)
PRESENT = SystemPackage("git", "lists files", lambda: True)
SERVER = SystemPackage("some-server", "a server", lambda: False, service="served")


@given(st.tuples(st.integers(0, 9), st.integers(0, 30)))
def test_a_python_before_3_11_is_refused_with_its_version(version: tuple[int, int]) -> None:
    problems = setup.check_python(version)
    assert (problems == []) == (version >= (3, 11))
    assert all(f"Python {version[0]}.{version[1]}," in problem for problem in problems)


@pytest.mark.parametrize(
    "machine", [("Darwin", "arm64"), ("Linux", "aarch64"), ("Windows", "AMD64")]
)
def test_a_machine_without_pinned_tools_is_told_where_to_work(machine: tuple[str, str]) -> None:
    (problem,) = setup.check_platform(*machine)
    assert "container" in problem


def test_linux_on_x86_64_is_right() -> None:
    assert setup.check_platform("Linux", "x86_64") == []


def test_root_installs_without_sudo_and_others_with_it() -> None:
    for is_root in (True, False):
        update, install = setup.assemble_apt_commands(["git"], is_root=is_root)
        assert (update[0] == "sudo") == (install[0] == "sudo") == (not is_root)
        assert install[-1] == "git"


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that setup would have run."""
    ran: list[list[str]] = []
    monkeypatch.setattr(setup, "run", lambda command, **_: ran.append(list(command)))
    monkeypatch.setattr("shutil.which", lambda name, **_: f"/usr/bin/{name}")
    return ran


def test_nothing_is_asked_of_apt_when_nothing_is_missing(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "SYSTEM_PACKAGES", (PRESENT,))
    setup.install_system_packages()
    assert commands == []


def test_only_missing_packages_are_installed(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "SYSTEM_PACKAGES", (PRESENT, MISSING))
    setup.install_system_packages()
    assert [command[-1] for command in commands] == ["update", "some-browser"]


def test_a_system_without_apt_is_told_what_is_needed(
    commands: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(setup, "SYSTEM_PACKAGES", (PRESENT, MISSING))
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    setup.install_system_packages()
    assert commands == []
    assert "some-browser: browser tests" in capsys.readouterr().out


def last_words(commands: list[list[str]]) -> list[str]:
    return [command[-1] for command in commands]


@pytest.fixture
def policy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where Debian would ask whether a service may start; nothing is there yet."""
    path = tmp_path / "policy-rc.d"
    monkeypatch.setattr(setup, "SERVICE_POLICY", path)
    monkeypatch.setattr(setup, "SYSTEM_PACKAGES", (PRESENT, MISSING, SERVER))
    return path


def test_a_server_is_installed_without_being_started(
    commands: list[list[str]], policy: Path
) -> None:
    setup.install_system_packages()
    forbid, *_, allow, disable = commands
    assert str(policy) in forbid[-1]
    assert "exit 101" in forbid[-1]
    assert last_words(commands)[1:3] == ["update", "some-server"]
    assert allow[-3:] == ["rm", "--force", str(policy)]
    assert disable[-4:] == ["systemctl", "disable", "--quiet", "served"]


def test_the_program_that_forbids_services_really_does(
    monkeypatch: pytest.MonkeyPatch, policy: Path
) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with setup.services_kept_down(["served"], is_root=True):
        assert subprocess.run([policy, "served", "start"]).returncode == 101
    assert not policy.exists()


def test_services_may_start_again_when_installing_failed(policy: Path) -> None:
    with pytest.raises(SetupError, match="Plug it in"):
        install_in_vain()
    assert not policy.exists()


def install_in_vain() -> None:
    with setup.services_kept_down(["served"], is_root=True):
        setup.run(["false"], hint="Plug it in.")


def test_what_forbids_services_already_is_left_alone(
    commands: list[list[str]], policy: Path
) -> None:
    policy.touch()
    setup.install_system_packages()
    assert last_words(commands) == ["update", "some-server", "served"]
    assert policy.exists()


def test_no_service_is_touched_when_no_server_is_installed(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, policy: Path
) -> None:
    monkeypatch.setattr(setup, "SYSTEM_PACKAGES", (MISSING,))
    setup.install_system_packages()
    assert last_words(commands) == ["update", "some-browser"]
    assert not policy.exists()


def test_a_server_is_found_off_the_path_of_users(monkeypatch: pytest.MonkeyPatch) -> None:
    nginx = next(package for package in setup.SYSTEM_PACKAGES if package.name == "nginx")
    monkeypatch.setenv("PATH", "/nowhere")
    assert nginx.is_present()


def test_our_own_packages_are_installed_after_the_locked_ones(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(setup, "VENV", tmp_path)
    setup.install_python_tools()
    assert [command[1:3] for command in commands] == [
        ["venv", "--quiet"],
        ["pip", "sync"],
        ["pip", "install"],
        ["pip", "install"],
    ]
    assert [command[-2:] for command in commands[-2:]] == [
        ["--editable", str(setup.ROOT / "generator")],
        ["--editable", str(setup.ROOT / "collector")],
    ]


def test_a_changed_package_of_ours_is_installed_again(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    member = tmp_path / "member"
    member.mkdir()
    monkeypatch.setattr(setup, "VENV", tmp_path)
    monkeypatch.setattr(setup, "MEMBERS", (member,))
    for text, count in (("one", 3), ("one", 3), ("two", 6)):
        (member / "pyproject.toml").write_text(text, encoding="utf-8")
        setup.install_python_tools()
        assert len(commands) == count


def test_a_failing_command_stops_setup_with_its_hint() -> None:
    with pytest.raises(SetupError, match="Plug it in"):
        setup.run(["false"], hint="Plug it in.")


def test_a_command_that_is_not_there_stops_setup_with_its_hint() -> None:
    with pytest.raises(SetupError, match="Plug it in"):
        setup.run(["no-such-command-anywhere"], hint="Plug it in.")


def test_commands_find_our_own_node_first_and_keep_the_rest_of_the_environment() -> None:
    environment = setup.assemble_environment({"PATH": "/usr/bin", "HOME": "/root"})
    assert environment["PATH"] == f"{setup.BOOT / 'bin'}{os.pathsep}/usr/bin"
    assert environment["HOME"] == "/root"


@given(st.binary(), st.binary())
def test_the_digest_follows_the_content(
    tmp_path_factory: pytest.TempPathFactory, one: bytes, other: bytes
) -> None:
    file = tmp_path_factory.getbasetemp() / "lock"
    digests = []
    for content in (one, other):
        file.write_bytes(content)
        digests.append(setup.digest_files([file]))
    assert (digests[0] == digests[1]) == (one == other)


def test_a_directory_is_fresh_only_after_its_stamp_was_written(tmp_path: Path) -> None:
    assert not setup.is_fresh(tmp_path, "one")
    setup.write_stamp(tmp_path, "one")
    assert setup.is_fresh(tmp_path, "one")
    assert not setup.is_fresh(tmp_path, "two")


def test_every_lock_file_names_hashes_and_no_address() -> None:
    for lock in (setup.ROOT / "requirements.lock", setup.BOOT_FILES / "requirements.lock"):
        text = lock.read_text(encoding="utf-8")
        assert "--hash=sha256:" in text
        assert "://" not in text
    npm_lock = (setup.BOOT_FILES / "package-lock.json").read_text(encoding="utf-8")
    assert '"integrity"' in npm_lock
    assert '"resolved"' not in npm_lock
