"""Compares the licenses of all installed dependencies with `licenses.toml`.

`python -m scripts.quality.licenses --list` also prints every package with its license.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.message import Message
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

OWN = frozenset({"docsite", "tuffet-collector"})
"""Python packages of this repository."""

_PLATFORM = re.compile(r"-(android|darwin|freebsd|linux|win32)-.*$")
_CLASSIFIER = "License :: "


@dataclass(frozen=True, order=True)
class Dependency:
    """An installed package."""

    name: str
    license: str
    """An SPDX expression, or another string from the package; `;` separates alternatives."""


@dataclass(frozen=True)
class Policy:
    """The content of `licenses.toml`."""

    permissive: frozenset[str]
    names: dict[str, str]
    packages: dict[str, dict[str, str]]

    def is_allowed(self, dependency: Dependency) -> bool:
        # Native packages have one name per platform, such as lightningcss-linux-x64-gnu.
        package = self.packages.get(_PLATFORM.sub("", dependency.name), {})
        allowed = self.permissive | {package.get("license", "")}
        alternatives = re.split(r"; | OR ", re.sub(r"^\((.*)\)$", r"\1", dependency.license))
        return any(
            all(self.names.get(part, part) in allowed for part in alternative.split(" AND "))
            for alternative in alternatives
        )

    def find_unused(self, dependencies: Iterable[Dependency]) -> list[str]:
        """Exceptions for packages that are no longer installed."""
        installed = {_PLATFORM.sub("", dependency.name) for dependency in dependencies}
        return sorted(set(self.packages) - installed)


def load_policy() -> Policy:
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    content: dict[str, Any] = tomllib.loads(text)
    return Policy(frozenset(content["permissive"]), content["names"], content["packages"])


def load_npm() -> Iterator[Dependency]:
    command = ["pnpm", "licenses", "list", "--json"]
    listing = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for license_, packages in json.loads(listing).items():
        yield from (Dependency(package["name"], license_) for package in packages)


def load_python() -> Iterator[Dependency]:
    for distribution in distributions():
        if distribution.name not in OWN:
            yield Dependency(distribution.name.lower(), read_license(distribution.metadata))


def read_license(metadata: Any) -> str:
    """The SPDX expression of a Python package, or its older equivalents."""
    message: Message = metadata
    classifiers = message.get_all("Classifier") or []
    licenses = [name.split(" :: ")[-1] for name in classifiers if name.startswith(_CLASSIFIER)]
    return message["License-Expression"] or "; ".join(licenses) or message["License"] or "none"


def main(arguments: list[str]) -> int:
    policy = load_policy()
    dependencies = sorted({*load_npm(), *load_python()})
    if "--list" in arguments:
        print("\n".join(f"{found.name:<50}{found.license}" for found in dependencies))
    rejected = [found for found in dependencies if not policy.is_allowed(found)]
    for found in rejected:
        print(f"licenses: {found.name}: {found.license!r} isn't allowed.", file=sys.stderr)
    unused = policy.find_unused(dependencies)
    for name in unused:
        print(f"licenses: {name} isn't installed. Remove it from licenses.toml.", file=sys.stderr)
    return int(bool(rejected or unused))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
