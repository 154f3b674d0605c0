"""Files that owners copy: the README, the settings, the unit and the proxy configurations."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from http.client import HTTPConnection
from importlib import metadata
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from collector.cli import COMMANDS
from collector.config import Settings, describe_settings, load_settings
from collector.dashboard.static import HEADERS
from harness.collector.service import (
    BROWSER,
    CREATE_RECORD,
    Domain,
    Service,
    add_domain,
    run_service,
)
from harness.collector.stored import fetch
from harness.network import find_port, send_request
from harness.paths import ROOT, UV
from harness.postgres import Postgres
from harness.programs import find_program
from harness.servers import serve_caddy, serve_nginx

FOLDER = ROOT / "collector"
DEPLOY = FOLDER / "deploy"
READMES = [FOLDER / "README.md", FOLDER / "README.zh-CN.md"]
NOTHING = {"README.md": "none", "README.zh-CN.md": "无"}

Serve = Callable[[Path, str], AbstractContextManager[str]]


# --- The README -----------------------------------------------------------------------------------


def find_rows(readme: Path, start: str) -> list[list[str]]:
    """Returns the cells of all rows that start with a string."""
    lines = readme.read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if re.match(rf"\| `{start}", line)]
    return [[cell.strip() for cell in row.strip("| ").split("|")] for row in rows]


@pytest.mark.parametrize("readme", READMES, ids=lambda readme: readme.name)
def test_the_readme_has_every_setting_with_its_default(readme: Path) -> None:
    rows = {row[0]: row[1:3] for row in find_rows(readme, r"\w+` +\| `COLLECTOR_")}
    nothing = NOTHING[readme.name]
    assert rows == {
        f"`{setting.name}`": [
            f"`{setting.variable}`",
            f"`{setting.default}`" if setting.default else nothing,
        ]
        for setting in describe_settings()
    }


@pytest.mark.parametrize("readme", READMES, ids=lambda readme: readme.name)
def test_the_readme_has_every_command(readme: Path) -> None:
    named = [row[0].strip("`") for row in find_rows(readme, "collector ")]
    assert named == [f"collector {name}" for name in COMMANDS]


@pytest.mark.parametrize("readme", READMES, ids=lambda readme: readme.name)
def test_the_links_of_the_readme_exist(readme: Path) -> None:
    text = readme.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link]
    assert len(links) > 5
    assert [link for link in links if not (readme.parent / link).exists()] == []


def test_both_readmes_have_the_same_code_and_parts() -> None:
    first, second = (readme.read_text(encoding="utf-8") for readme in READMES)
    blocks = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
    assert blocks.findall(first) == blocks.findall(second)
    heads = re.compile(r"^#+ ", re.MULTILINE)
    assert heads.findall(blocks.sub("", first)) == heads.findall(blocks.sub("", second))


@pytest.mark.parametrize("readme", READMES, ids=lambda readme: readme.name)
def test_the_readme_runs_no_command_as_the_superuser(readme: Path) -> None:
    """Code in the database would run with all its rights."""
    text = readme.read_text(encoding="utf-8")
    commands = re.findall(r"^ *sudo -u (\w+) /opt/collector/bin/collector\b", text, re.MULTILINE)
    assert commands == ["collector", "collector"]
    assert len(re.findall(r"^ *(?:sudo .*)?/opt/collector/bin/collector ", text, re.MULTILINE)) == 2
    created = re.findall(r"sudo -u postgres (.*)", text)
    assert created == ["createuser collector", "createdb --owner collector collector"]
    assert "User=collector\n" in (DEPLOY / "collector.service").read_text(encoding="utf-8")


# --- Dependencies ---------------------------------------------------------------------------------


def find_dependencies(name: str) -> dict[str, str]:
    """Returns the installed dependencies of a package by name, with their versions."""
    found: dict[str, str] = {}
    open_ = [name]
    while open_:
        for text in metadata.requires(open_.pop()) or ():
            requirement = Requirement(text)
            needed = canonicalize_name(requirement.name)
            if needed not in found and (
                requirement.marker is None or requirement.marker.evaluate({"extra": ""})
            ):
                found[needed] = metadata.version(needed)
                open_.append(needed)
    return found


def test_the_lock_has_every_dependency_with_its_version_and_hashes() -> None:
    text = (DEPLOY / "requirements.lock").read_text(encoding="utf-8")
    entries = re.findall(
        r"^([\w.-]+)==(\S+)[^\n]*((?:\n    --hash=sha256:[0-9a-f]{64}.*)+)", text, re.M
    )
    locked = {name: version for name, version, hashes in entries if hashes}
    needed = find_dependencies("tuffet-collector")
    assert len(needed) > 7
    assert {name: locked.get(name) for name in needed} == needed
    assert len(locked) == len(re.findall(r"^[^ #\n]", text, re.MULTILINE))


@pytest.mark.parametrize("file", [*READMES, DEPLOY / "Containerfile"], ids=lambda file: file.name)
def test_dependencies_are_installed_by_their_hashes(file: Path) -> None:
    text = re.sub(r"\\\n *", "", file.read_text(encoding="utf-8"))
    dependencies, wheel = re.findall(r"bin/pip install ([^&\n]*)", text)
    assert "--require-hashes --only-binary :all: -r " in dependencies
    assert "--no-index --no-deps" in wheel


# --- Settings and the unit ------------------------------------------------------------------------


def test_the_settings_file_has_all_settings_with_their_defaults() -> None:
    file = DEPLOY / "collector.toml"
    text = file.read_text(encoding="utf-8")
    named = tomllib.loads(text)
    settings = {setting.name: setting.default for setting in describe_settings()}
    assert {*named} == {name for name, default in settings.items() if default is not None}
    # Some settings have no default, and TOML has no null.
    unset = re.findall(r"^# (\w+) = (?:\d+|\".+\")$", text, re.MULTILINE)
    assert unset == [name for name, default in settings.items() if default is None]
    assert load_settings(file, {}) == Settings()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "collector.service"
    text = (DEPLOY / "collector.service").read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/collector/bin/collector", "/bin/true"), encoding="utf-8")
    command = ["systemd-analyze", "verify", "--man=no", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# --- The wheel ------------------------------------------------------------------------------------


def test_the_wheel_contains_all_files_of_the_service(dist: Path, tmp_path: Path) -> None:
    assert dist.is_dir()  # so the dashboard is built
    build = [str(UV), "build", "--wheel", "--offline"]
    subprocess.run([*build, "--out-dir", tmp_path, FOLDER], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as archive:
        carried = {*archive.namelist()}
    source = FOLDER / "src"
    needed = {
        file.relative_to(source).as_posix()
        for file in source.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert needed <= carried
    assert {"collector/files/index.html", "collector/api/documents.graphql"} <= needed


# --- Proxies --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def proxied(postgres: Postgres) -> Iterator[Service]:
    """A collector that trusts a proxy on the same machine."""
    with run_service(postgres.dsn, find_port(), trusted_proxies="127.0.0.1") as service:
        yield service


@pytest.fixture(scope="module")
def domain(postgres: Postgres) -> Domain:
    return add_domain(postgres.dsn, "Proxied")


def send_record(address: str, domain: Domain, path: str, reader: str) -> int:
    """Sends a page view through the proxy and returns the status."""
    input_ = {"siteLocation": f"https://docs.example{path}"}
    body = {"query": CREATE_RECORD, "variables": {"domainId": domain.id, "input": input_}}
    headers = {
        "Content-Type": "application/json",
        "User-Agent": BROWSER,
        "Origin": "https://docs.example",
        "X-Forwarded-For": reader,
    }
    connection = HTTPConnection(address.removeprefix("http://"), timeout=10)
    try:
        connection.request("POST", "/stats/api", json.dumps(body), headers)
        response = connection.getresponse()
        assert "createRecord" in response.read().decode()
        return response.status
    finally:
        connection.close()


def test_nginx_accepts_its_sample(tmp_path: Path) -> None:
    snippet = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    snippet = snippet.replace("/var/log/nginx/error.log", "stderr")
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n  access_log off;\n"
        f"  server {{\n    listen 127.0.0.1:8080;\n{snippet}\n  }}\n}}\n",
        encoding="utf-8",
    )
    command = [find_program("nginx"), "-t", "-e", "stderr", "-p", str(tmp_path), "-c", str(config)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    locations = re.findall(r"^location .*?^}", snippet, re.MULTILINE | re.DOTALL)
    assert [part.count("add_header Strict-Transport-Security") for part in locations] == [1, 1]


def test_caddy_accepts_its_sample_and_logs_no_visitor(tmp_path: Path) -> None:
    snippet = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    config = tmp_path / "Caddyfile"
    config.write_text(f"docs.example {{\n{snippet}}}\n", encoding="utf-8")
    command = [find_program("caddy"), "adapt", "--adapter", "caddyfile", "--config", str(config)]
    environment = {**os.environ, "HOME": str(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (server,) = json.loads(done.stdout)["apps"]["http"]["servers"].values()
    (site,) = server["routes"]
    (route,) = site["handle"][0]["routes"]
    assert "/stats/api" in route["match"][0]["path"]
    assert {"handler": "vars", "skip_log": True} in route["handle"]
    assert '"Strict-Transport-Security": ["max-age=31536000"]' in json.dumps(route["handle"])


@pytest.mark.parametrize(
    ("serve", "file"),
    [
        (lambda root, inside: serve_nginx(root, inside=inside), "nginx.conf"),
        (lambda root, inside: serve_caddy(root, inside=inside), "Caddyfile"),
    ],
    ids=["nginx", "Caddy"],
)
def test_a_proxy_serves_the_collector_on_the_origin_of_the_site(
    serve: Serve, file: str, dist: Path, postgres: Postgres, proxied: Service, domain: Domain
) -> None:
    snippet = (DEPLOY / file).read_text(encoding="utf-8")
    inside = snippet.replace("127.0.0.1:8600", f"127.0.0.1:{proxied.port}")
    inside = inside.replace("/var/log/nginx/error.log", "stderr")
    with serve(dist, inside) as address:
        assert send_record(address, domain, f"/{file}", "192.0.2.7") == 200
        dashboard = send_request(address, "/dashboard/api/domains")
        assert (dashboard.status, dashboard.headers.get("x-frame-options")) == (401, None)
        page = send_request(address, "/dashboard/")
        for answer in (page, dashboard, send_request(address, "/stats/api")):
            assert answer.headers["strict-transport-security"] == "max-age=31536000"
        assert page.headers["content-security-policy"] == HEADERS["content-security-policy"]
        for path in ("/stats/metrics", "/stats/health", "/metrics", "/stats/api/more"):
            assert send_request(address, path).status == 404
        assert b"<title>" in send_request(address, "/guide/").body
    stored = "select count(*) from records where domain_id = $1 and path = $2"
    assert fetch(postgres.dsn, stored, domain.id, f"/{file}") == [{"count": 1}]
