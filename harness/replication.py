"""PostgreSQL with a standby, set up with the documented commands."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harness.paths import ROOT
from harness.postgres import ROLE, SUPERUSER, Postgres, as_user, bin_folder

PAGE = ROOT / "collector/docs/standby.md"

_BLOCK = re.compile(r"[Oo]n `(db\d)`:\n\n(( *)```sh\n.*?)```", re.DOTALL)
_SYSTEMCTL = re.compile(r"^sudo systemctl (start|stop|restart) postgresql@15-main$", re.MULTILINE)
# The superuser needs no password. All other roles need the documented rules.
_RULES = f"host all {SUPERUSER} 127.0.0.1/32 trust\n"
_SUDO = 'set -euo pipefail\nsudo() { [ "$1" != -u ] || shift 2; "$@"; }\n'


def find_blocks(title: str) -> list[tuple[str, str]]:
    """Returns the commands in a section of the page, with the machine that runs each."""
    text = PAGE.read_text(encoding="utf-8")
    (section,) = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    found = []
    for host, block, indent in _BLOCK.findall(section):
        lines = block.splitlines()[1:]
        found.append((host, "\n".join(line.removeprefix(indent) for line in lines) + "\n"))
    return found


class Pair:
    """Two servers. Which of them is `db1` depends on the section of the page."""

    def __init__(self, folder: Path) -> None:
        self._servers = [_create(folder / name) for name in ("first", "second")]
        self.primary, self.standby = self._servers

    @property
    def dsn(self) -> str:
        """The DSN of the collector, with the servers always in the same order."""
        line: str
        (line,) = re.findall(r'database = "(.*)"', PAGE.read_text(encoding="utf-8"))
        one, other = (f"127.0.0.1:{server.port}" for server in self._servers)
        return line.replace("db1,db2", f"{one},{other}")

    def set_up(self, *, is_synchronous: bool = True) -> None:
        self.primary.create()
        self.primary.start()
        # The commands replace the database of the standby, so it needs none.
        _make_folder(self.standby.folder / "data")
        run_sql(self.primary, f"create database collector owner {ROLE}")
        names = {"db1": self.primary, "db2": self.standby}
        blocks = find_blocks("Set up the standby")
        self._run(blocks if is_synchronous else blocks[:-1], names)

    def lose_primary(self, *, keeps_data: bool = False) -> None:
        """Kills all processes of the primary, and deletes its data unless `keeps_data`."""
        self.primary.kill()
        if not keeps_data:
            shutil.rmtree(self.primary.folder / "data")

    def promote(self) -> None:
        self._run(find_blocks("Promote the standby"), {"db1": self.primary, "db2": self.standby})
        self.primary, self.standby = self.standby, self.primary

    def add_standby(self, *, is_synchronous: bool = True) -> None:
        """Sets up a new standby that replaces the lost server."""
        names = {"db1": self.standby, "db2": self.primary}
        blocks = find_blocks("Add a new standby")
        self._run(blocks if is_synchronous else blocks[:-1], names)

    def lose_standby(self) -> None:
        self.standby.kill()
        names = {"db1": self.primary, "db2": self.standby}
        self._run(find_blocks("If the standby is lost"), names)

    def copy_standby_again(self) -> None:
        """Copies the standby while commits are waiting for it."""
        self.standby.kill()
        names = {"db1": self.primary, "db2": self.standby}
        self._run(find_blocks("Set up the standby")[1:2], names)

    def _run(self, blocks: list[tuple[str, str]], names: dict[str, Postgres]) -> None:
        for host, block in blocks:
            server = names[host]
            script = _localize(block, server, names)
            start = 0
            for found in _SYSTEMCTL.finditer(script):
                _run_script(script[start : found.start()], server)
                _control(server, found[1])
                start = found.end()
            _run_script(script[start:], server)


def _create(folder: Path) -> Postgres:
    _make_folder(folder)
    # As on Debian, the rules are outside of the data folder.
    rules = folder / "pg_hba.conf"
    rules.write_text(_RULES, encoding="ascii")
    server = Postgres(folder, [f"hba_file={rules}"])
    if os.geteuid() == 0:
        shutil.chown(rules, "postgres")
    return server


def _make_folder(folder: Path) -> None:
    folder.mkdir()
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")


def _localize(block: str, server: Postgres, names: dict[str, Postgres]) -> str:
    """Adapts commands to two servers on this machine, without TLS and without syncing to disk."""
    for name, other in names.items():
        block = block.replace(f"host={name} ", f"host=127.0.0.1 port={other.port} ")
    return (
        block.replace("/var/lib/postgresql/15/main", str(server.folder / "data"))
        .replace("/etc/postgresql/15/main", str(server.folder))
        .replace("pg_basebackup ", "pg_basebackup --no-sync ")
        .replace("hostssl ", "host ")
        .replace("10.0.0.0/24", "127.0.0.1/32")
    )


def _run_script(script: str, server: Postgres) -> None:
    variables = {
        **os.environ,
        "PATH": f"{bin_folder()}:{os.environ['PATH']}",
        "PGHOST": "127.0.0.1",
        "PGPORT": str(server.port),
        "PGUSER": SUPERUSER,
    }
    command = as_user(["bash", "-c", _SUDO + script])
    done = subprocess.run(
        command, env=variables, cwd="/", capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{script}\n{done.stdout}\n{done.stderr}")


def _control(server: Postgres, action: str) -> None:
    if action in ("stop", "restart"):
        server.stop()
    if action in ("start", "restart"):
        server.start()


def run_sql(server: Postgres, statement: str) -> None:
    _run_script(f'psql -c "{statement}"', server)


@contextmanager
def run_pair(*, is_synchronous: bool = True) -> Iterator[Pair]:
    with tempfile.TemporaryDirectory(prefix="collector-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        pair = Pair(folder)
        try:
            pair.set_up(is_synchronous=is_synchronous)
            yield pair
        finally:
            for server in (pair.primary, pair.standby):
                server.kill()
