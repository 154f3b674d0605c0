"""Caches results by a digest of their inputs, in one SQLite file.

The file may be deleted at any time. If it is damaged, it is recreated. If it is locked or can't be
written, nothing is cached. A build never fails because of it.

diskcache would neither detect damage nor expire entries by the number of builds.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from platform import python_version
from threading import RLock
from typing import Self, TypeVar

DEFAULT_FILE = Path("build/cache.sqlite")

KEEP_BUILDS = 30
"""An entry is deleted if this many builds haven't used it. Opening the file counts as a build."""

_FORMAT = 1
_TABLES = (
    "CREATE TABLE IF NOT EXISTS builds (number INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS entries (stage TEXT NOT NULL, key TEXT NOT NULL, "
    "used INTEGER NOT NULL, checksum INTEGER NOT NULL, value BLOB NOT NULL, "
    "PRIMARY KEY (stage, key))",
    "CREATE INDEX IF NOT EXISTS entries_by_use ON entries (used)",
)
_SELECT = (
    "SELECT key, CAST(used AS INTEGER), checksum, value FROM entries "
    "WHERE stage = ? AND key IN (SELECT value FROM json_each(?))"
)
_MAX_BUILD = 2**31
"""A larger number of builds indicates a damaged file."""
_WAIT_SECONDS = 10
_PENDING_BYTES = 8_000_000
"""The maximum size of pending writes in memory. A few short transactions don't block other
processes."""

_ENVIRONMENT_ERRORS = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
    }
)
"""Errors that a new file wouldn't fix."""

_ERRORS = (sqlite3.Error, UnicodeError)
"""Raised by SQLite. The message about a damaged file may not be valid UTF-8."""

_Entry = tuple[str, str]
"""Stage and key."""
_Row = tuple[str, int, int, bytes]
"""Key, build of the last use, checksum and value."""
_T = TypeVar("_T")


def digest(*parts: str | bytes) -> str:
    """Returns the key for a result that depends on these parts. Hashes their lengths, too."""
    whole = sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        whole.update(len(data).to_bytes(8))
        whole.update(data)
    return whole.hexdigest()


@cache
def code_digest() -> str:
    """Returns a key for results that depend on the code of docsite and of the parser."""
    package = Path(__file__).parent
    versions = map(version_of, ("markdown-it-py", "mdit-py-plugins", "mdurl", "math-core"))
    files = sorted(package.rglob("*.py"))
    return digest(python_version(), *versions, *(file.read_bytes() for file in files))


def version_of(package: str) -> str:
    """Returns the version of a package, or an empty string if an optional package isn't
    installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


class Cache:
    """Stores results. A file can be shared by several processes, and an object by several
    threads."""

    def __init__(self, file: Path = DEFAULT_FILE, *, keep_builds: int = KEEP_BUILDS) -> None:
        self._file = _File(file)
        self._keep_builds = keep_builds
        self._pending: dict[_Entry, bytes] = {}
        self._pending_bytes = 0
        self._used: set[_Entry] = set()
        self._lock = RLock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(self, stage: str, key: str) -> bytes | None:
        return self.get_many(stage, (key,)).get(key)

    def get_many(self, stage: str, keys: Iterable[str]) -> Mapping[str, bytes]:
        """Returns the values of the keys that are cached."""
        found: dict[str, bytes] = {}
        missing: list[str] = []
        with self._lock:
            for key in keys:
                if (stage, key) in self._pending:
                    found[key] = self._pending[stage, key]
                else:
                    missing.append(key)
            return found | self._load(stage, missing)

    def put(self, stage: str, key: str, value: bytes) -> None:
        with self._lock:
            self._pending[stage, key] = value
            self._pending_bytes += len(value)
            if self._pending_bytes > _PENDING_BYTES:
                self.flush()

    def put_many(self, stage: str, values: Mapping[str, bytes]) -> None:
        for key, value in values.items():
            self.put(stage, key, value)

    def flush(self) -> None:
        """Writes pending entries, so that other processes see them."""
        with self._lock:
            pending, used = self._pending, self._used
            self._pending, self._pending_bytes, self._used = {}, 0, set()
            if pending or used:
                self._file.attempt(lambda connection: self._write(connection, pending, used), None)

    def close(self) -> None:
        """Writes pending entries and deletes unused ones."""
        self.flush()
        self._file.attempt(self._prune, None)
        self._file.close()

    def _load(self, stage: str, keys: Sequence[str]) -> dict[str, bytes]:
        parameters = (stage, json.dumps(keys))
        no_rows: list[_Row] = []
        rows = self._file.attempt(
            lambda connection: connection.execute(_SELECT, parameters).fetchall(), no_rows
        )
        found: dict[str, bytes] = {}
        for key, used, checksum, value in rows:
            if isinstance(value, bytes) and checksum == _checksum(stage, key, value):
                found[key] = value
                # Updated only after half of the time, so that most builds write nothing.
                if used < self._file.build - self._keep_builds // 2:
                    self._used.add((stage, key))
        return found

    def _write(
        self,
        connection: sqlite3.Connection,
        pending: Mapping[_Entry, bytes],
        used: Iterable[_Entry],
    ) -> None:
        build = self._file.build
        with _transaction(connection):
            connection.executemany(
                "UPDATE entries SET used = ? WHERE stage = ? AND key = ?",
                ((build, *entry) for entry in used),
            )
            connection.executemany(
                "REPLACE INTO entries (stage, key, used, checksum, value) VALUES (?, ?, ?, ?, ?)",
                (
                    (stage, key, build, _checksum(stage, key, value), value)
                    for (stage, key), value in pending.items()
                ),
            )

    def _prune(self, connection: sqlite3.Connection) -> None:
        oldest = self._file.build - self._keep_builds
        connection.execute("DELETE FROM entries WHERE used <= ?", (oldest,))


class _File:
    """The file of a cache. Operations do nothing if the file is unusable."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self.build = 0
        """The number of times that the file has been opened."""
        self._open()

    def attempt(self, work: Callable[[sqlite3.Connection], _T], otherwise: _T) -> _T:
        """Returns the result of `work`, or `otherwise` if the file can't be used."""
        if self._connection is None:
            return otherwise
        try:
            return work(self._connection)
        except _ERRORS as error:
            self.close()
            if self._remove_damaged(error):
                self._open()
            return otherwise

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            with suppress(*_ERRORS):
                connection.close()

    def _open(self) -> None:
        for _ in range(2):  # the second attempt uses a new file
            try:
                self._connection = self._connect()
                return
            except _ERRORS as error:
                if not self._remove_damaged(error):
                    return
            except OSError:
                return

    def _connect(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        # `Cache` has a lock, so other threads may use the connection.
        connection = sqlite3.connect(
            self._path, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            self._set_up(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _set_up(self, connection: sqlite3.Connection) -> None:
        # A power failure may then damage the file, but a damaged file is recreated.
        connection.execute("PRAGMA synchronous = OFF")
        with _transaction(connection):
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version not in (0, _FORMAT):
                raise sqlite3.DatabaseError("a cache of another version of docsite")
            for statement in _TABLES:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {_FORMAT}")
            self.build = _last_build(connection) + 1
            connection.execute("DELETE FROM builds")
            connection.execute("INSERT INTO builds VALUES (?)", (self.build,))

    def _remove_damaged(self, error: Exception) -> bool:
        """Removes the file and returns true, unless the error has another cause."""
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        if code & 0xFF in _ENVIRONMENT_ERRORS:
            return False
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
        return True


def _last_build(connection: sqlite3.Connection) -> int:
    query = "SELECT CAST(max(number) AS INTEGER) FROM builds"
    last: int | None = connection.execute(query).fetchone()[0]
    return last if last and 0 < last < _MAX_BUILD else 0


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(*_ERRORS):
            connection.execute("ROLLBACK")
        raise


def _checksum(stage: str, key: str, value: bytes) -> int:
    return zlib.crc32(value, zlib.crc32(f"{stage} {key}".encode()))
