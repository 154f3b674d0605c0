"""The container image of the collector, on a read-only root and against a real PostgreSQL.

`make image-test` builds the image and names it in `COLLECTOR_IMAGE`. There is no container runtime
in tests: the root of the image is mounted read-only, and its command runs there as its user.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from harness.collector.service import Service, add_domain, running
from harness.collector.stored import fetch
from harness.network import find_port
from harness.postgres import Postgres

IMAGE = os.environ.get("COLLECTOR_IMAGE", "")

pytestmark = [
    pytest.mark.skipif(not IMAGE, reason="no image was built: run `make image-test`"),
    pytest.mark.skipif(not shutil.which("buildah"), reason="buildah is not installed"),
    pytest.mark.skipif(os.geteuid() != 0, reason="mounting the image needs root"),
]

# In its own mount namespace, so that all mounts end with the command.
_ENTER = """
mount --bind "$1" "$1" && mount --rbind /dev "$1/dev" && mount -o remount,bind,ro "$1" || exit 125
root=$1 user=$2
shift 2
exec chroot --userspec="$user" "$root" "$@"
"""


@dataclass(frozen=True)
class Image:
    """An unpacked image."""

    root: Path
    config: Mapping[str, Any]

    def command(self, *arguments: str, user: str = "", **settings: str) -> list[str]:
        variables = [*self.config["Env"], *(f"{name}={value}" for name, value in settings.items())]
        enter = ["unshare", "--mount", "sh", "-c", _ENTER, "enter", str(self.root)]
        return [*enter, user or self.config["User"], "/usr/bin/env", "-i", *variables, *arguments]

    def run(
        self, *arguments: str, user: str = "", **settings: str
    ) -> subprocess.CompletedProcess[str]:
        command = self.command(*arguments, user=user, **settings)
        return subprocess.run(command, capture_output=True, text=True, check=False)


def buildah(*arguments: str) -> str:
    command = ["buildah", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    config = json.loads(buildah("inspect", "--type", "image", IMAGE))["Docker"]["config"]
    container = buildah("from", "--pull-never", IMAGE)
    try:
        yield Image(Path(buildah("mount", container)), config)
    finally:
        buildah("rm", container)


@pytest.fixture(scope="module")
def service(image: Image, postgres: Postgres) -> Iterator[Service]:
    """The default command of the image, after its migration."""
    port = find_port()
    settings = {"COLLECTOR_DATABASE": postgres.dsn, "COLLECTOR_PORT": str(port)}
    migrated = image.run(*image.config["Entrypoint"], "migrate", **settings)
    assert migrated.returncode == 0, migrated.stderr
    default: Sequence[str] = (*image.config["Entrypoint"], *image.config["Cmd"])
    with running(Service(port, subprocess.Popen(image.command(*default, **settings)))) as service:
        yield service


def test_the_user_is_not_root_and_cannot_change_the_image(image: Image) -> None:
    assert image.run("/usr/bin/id", "-u").stdout == "65534\n"
    for path in ("/opt/collector/new", "/tmp/new"):  # noqa: S108
        tried = image.run("/usr/bin/touch", path, user="0:0")
        assert "Read-only file system" in tried.stderr


def test_a_page_view_is_stored_and_the_health_check_passes(
    image: Image, service: Service, postgres: Postgres
) -> None:
    domain = add_domain(postgres.dsn, "Image", known_to=service)
    service.view(domain.id, "/image")
    stored = "select count(*) from records where domain_id = $1 and path = $2"
    assert fetch(postgres.dsn, stored, domain.id, "/image") == [{"count": 1}]
    kind, *check = image.config["Healthcheck"]["Test"]
    assert kind == "CMD"
    assert image.run(*check, COLLECTOR_PORT=str(service.port)).returncode == 0
    assert image.run(*check, COLLECTOR_PORT=str(find_port())).returncode != 0


def test_the_image_contains_no_installer(image: Image) -> None:
    assert list((image.root / "opt/collector").rglob("pip")) == []
