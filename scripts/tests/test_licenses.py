from email.message import Message

import pytest

from scripts.quality.licenses import Dependency, Policy, load_policy, read_license

POLICY = Policy(
    permissive=frozenset({"MIT", "BSD-3-Clause"}),
    names={"MIT License": "MIT", "Mozilla Public License": "MPL-2.0"},
    packages={"native": {"license": "MPL-2.0", "reason": "used unchanged"}},
)


@pytest.mark.parametrize(
    ("name", "license_", "is_allowed"),
    [
        ("a", "MIT", True),
        ("a", "MIT License", True),
        ("a", "(MIT OR GPL-3.0)", True),
        ("a", "GPL-3.0; MIT License", True),
        ("a", "MIT AND BSD-3-Clause", True),
        ("a", "MIT AND GPL-3.0", False),
        ("a", "GPL-3.0", False),
        ("a", "none", False),
        ("a", "MPL-2.0", False),
        ("native", "Mozilla Public License", True),
        ("native-linux-x64-gnu", "MPL-2.0", True),
        ("native", "GPL-3.0", False),
    ],
)
def test_a_license_is_allowed_for_all_packages_or_for_one(
    name: str, license_: str, is_allowed: bool
) -> None:
    assert POLICY.is_allowed(Dependency(name, license_)) == is_allowed


def test_an_exception_for_an_uninstalled_package_is_reported() -> None:
    assert POLICY.find_unused([Dependency("other", "MIT")]) == ["native"]
    assert POLICY.find_unused([Dependency("native-darwin-arm64", "MIT")]) == []


def test_every_exception_has_a_reason() -> None:
    assert [name for name, package in load_policy().packages.items() if not package["reason"]] == []


def test_an_expression_takes_precedence_over_classifiers() -> None:
    metadata = Message()
    assert read_license(metadata) == "none"
    metadata["Classifier"] = "License :: OSI Approved :: MIT License"
    metadata["Classifier"] = "Topic :: Software Development"
    assert read_license(metadata) == "MIT License"
    metadata["License-Expression"] = "BSD-3-Clause"
    assert read_license(metadata) == "BSD-3-Clause"
