"""Runs the installed PostgreSQL in a temporary folder, on a free port of the loopback address."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from harness.network import find_port

_VERSION = os.environ.get("POSTGRES_VERSION", "*")
_FOLDERS = (  # Debian, Homebrew on arm64 and on x86-64
    f"usr/lib/postgresql/{_VERSION}/bin",
    f"opt/homebrew/opt/postgresql@{_VERSION}/bin",
    f"usr/local/opt/postgresql@{_VERSION}/bin",
)
_BIN_FOLDERS = sorted(
    (path for folder in _FOLDERS for path in Path("/").glob(folder)), reverse=True
)
_SETTINGS = (
    "fsync=on",
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=50",
)


ROLE = "collector"
"""An unprivileged role that owns its databases, like the one in the collector's README."""
SUPERUSER = "postgres"


class Postgres:
    """A server that can be killed and restarted."""

    def __init__(self, folder: Path, settings: Sequence[str] = (), password: str = "") -> None:
        self.folder = folder
        self.port = find_port()
        self._password = password
        self._settings = (*_SETTINGS, *settings)
        self._process: subprocess.Popen[bytes] | None = None
        self._guard: subprocess.Popen[bytes] | None = None

    @property
    def dsn(self) -> str:
        return self._address(ROLE)

    @property
    def superuser_dsn(self) -> str:
        return self._address(SUPERUSER)

    def _address(self, role: str) -> str:
        user = f"{role}:{self._password}" if self._password else role
        return f"postgresql://{user}@127.0.0.1:{self.port}/postgres"

    def create(self) -> None:
        data = str(self.folder / "data")
        command = [_tool("initdb"), "-D", data, "-U", SUPERUSER,
                   *self._auth(), "--encoding=UTF8", "--locale=C", "--no-sync"]  # fmt: skip
        subprocess.run(as_user(command), check=True, capture_output=True)
        # The single-user mode takes one statement per line.
        password = f"password '{self._password}'" if self._password else ""
        statements = (
            f"create role {ROLE} login createdb {password}\n"
            f"alter database postgres owner to {ROLE}\n"
        )
        command = [_tool("postgres"), "--single", "-D", data, "postgres"]
        subprocess.run(as_user(command), input=statements.encode(), check=True, capture_output=True)

    def resume(self) -> None:
        """Starts with the data of an earlier run, if any, and stops that one if it still runs."""
        data = self.folder / "data"
        if (data / "PG_VERSION").exists():
            command = [_tool("pg_ctl"), "-D", str(data), "stop", "-m", "fast"]
            subprocess.run(as_user(command), check=False, capture_output=True)
        else:
            shutil.rmtree(data, ignore_errors=True)
            self.create()
        self.start()

    def _auth(self) -> list[str]:
        """Returns the authentication options. Tests use no password."""
        if not self._password:
            return ["--auth=trust"]
        file = self.folder / "password"
        file.write_text(self._password, encoding="ascii")
        if os.geteuid() == 0:
            shutil.chown(file, "postgres")
        return ["--auth=scram-sha-256", f"--pwfile={file}"]

    def start(self) -> None:
        settings = [part for setting in self._settings for part in ("-c", setting)]
        command = [
            _tool("postgres"),
            "-D",
            str(self.folder / "data"),
            "-p",
            str(self.port),
            *settings,
        ]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                as_user(command), stdout=log, stderr=log, start_new_session=True
            )
        self._end_guard()
        self._guard = _guard(self._process.pid)
        self._wait()

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """Kills all processes, so the server can't shut down cleanly."""
        self.signal(signal.SIGKILL)
        self._end()

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
        self._end()

    def signal(self, number: int) -> None:
        """Signals every process of the server, because each one has its own process group."""
        if self._process is None or self._process.poll() is not None:
            return
        parent = self._process.pid
        os.kill(parent, signal.SIGSTOP)  # so it can't fork while the children are listed
        for process in (*_children(parent), parent):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            os.kill(parent, signal.SIGCONT)

    def _end(self) -> None:
        if self._process is not None:
            self._process.wait(20)
        self._process = None
        self._end_guard()

    def _end_guard(self) -> None:
        if self._guard is not None:
            self._guard.kill()
            self._guard.communicate()
        self._guard = None

    def _wait(self) -> None:
        ready = [_tool("pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-q"]
        deadline = time.monotonic() + 30
        while subprocess.run(ready, check=False).returncode:
            if not self.is_alive or time.monotonic() > deadline:
                raise TimeoutError((self.folder / "log").read_text())
            time.sleep(0.05)


def _guard(server: int) -> subprocess.Popen[bytes]:
    """Starts a process that stops the server if this process is killed, which closes the pipe."""
    command = f"read -r _; kill -QUIT {server}; kill -CONT {server}"
    return subprocess.Popen(["sh", "-c", command], stdin=subprocess.PIPE, start_new_session=True)


def _children(parent: int) -> list[int]:
    children = Path(f"/proc/{parent}/task/{parent}/children")
    if children.exists():
        return [int(number) for number in children.read_text(encoding="ascii").split()]
    # macOS has no /proc.
    listed = subprocess.run(["pgrep", "-P", str(parent)], capture_output=True, check=False).stdout
    return [int(number) for number in listed.split()]


@contextmanager
def run_postgres(*settings: str, place: Path | None = None) -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="collector-", dir=place))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    server = Postgres(folder, settings)
    try:
        server.create()
        server.start()
        yield server
    finally:
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)


def bin_folder() -> Path:
    if not _BIN_FOLDERS:
        wanted = "" if _VERSION == "*" else f" {_VERSION}"
        raise FileNotFoundError(f"PostgreSQL{wanted} isn't installed. Run `make setup`.")
    return _BIN_FOLDERS[0]


def _tool(name: str) -> str:
    return str(bin_folder() / name)


def as_user(command: list[str]) -> list[str]:
    """Drops privileges, because PostgreSQL refuses to run as root."""
    return (
        ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]
        if os.geteuid() == 0
        else command
    )
