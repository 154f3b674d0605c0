"""The Node process that highlights code and renders pages."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Lock
from typing import Any, Self

from docsite.errors import RenderError
from docsite.records import Json

_END_SECONDS = 5
_LOG_LINES = 20
"""The number of lines from stderr in an error message."""


class _LogFile:
    """The stderr output of Node. A file, because Node would block on a full pipe.

    It is read with a second file object, because Node shares the position of the first one.
    """

    def __init__(self) -> None:
        self._written = NamedTemporaryFile(delete=False)  # noqa: SIM115 - lives as long as Node
        self._path = Path(self._written.name)
        self._reader = self._path.open("rb")
        # Removed immediately, in case docsite is killed. Windows refuses to remove an open file.
        self._remove()

    @property
    def descriptor(self) -> int:
        return self._written.fileno()

    def read(self) -> str:
        self._reader.seek(0)
        return self._reader.read().decode("utf-8", "replace")

    def close(self) -> None:
        self._written.close()
        self._reader.close()
        self._remove()

    def _remove(self) -> None:
        with suppress(OSError):
            self._path.unlink()


class Worker:
    """Starts Node with the first call, and ends it with the `with` block.

    The command, such as `node theme/worker.mjs`, responds to each line of JSON with another one.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._process: subprocess.Popen[bytes] | None = None
        self._log_file: _LogFile | None = None
        self._log = ""
        self._last_id = 0
        self._lock = Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def process_id(self) -> int | None:
        """The id of the running process."""
        return self._process.pid if self._process else None

    @property
    def log(self) -> str:
        """The stderr output of Node."""
        return self._log + (self._log_file.read() if self._log_file else "")

    def call(self, method: str, params: Json = None) -> Json:
        """Sends a request and waits for the response. One call with a list is faster than many
        calls. Calls of several threads are sent one by one."""
        with self._lock:
            process = self._process or self._start()
            self._last_id += 1
            request = json.dumps({"id": self._last_id, "method": method, "params": params})
            answer = self._exchange(process, request.encode("ascii") + b"\n", method)
        if "error" in answer:
            raise self._failure(f"Node failed at {method}: {answer['error']['message']}")
        result: Json = answer["result"]
        return result

    def close(self) -> None:
        """Ends Node. The next call restarts it."""
        process, self._process = self._process, None
        if process:
            _end(process)
        self._log = self.log
        if self._log_file:
            self._log_file.close()
            self._log_file = None

    def stop(self) -> None:
        """Kills Node. A call that waits in another thread fails."""
        process = self._process
        if process:
            process.kill()

    def _start(self) -> subprocess.Popen[bytes]:
        self._log_file = _LogFile()
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log_file.descriptor,
            )
        except OSError as error:
            self.close()
            raise RenderError(
                f"{self._command[0]} can't be started: {error.strerror}",
                hint="Install an LTS version of Node and make sure it is on the PATH.",
            ) from error
        return self._process

    def _exchange(
        self, process: subprocess.Popen[bytes], request: bytes, method: str
    ) -> dict[str, Any]:
        line = _ask(process, request)
        if not line.endswith(b"\n"):
            self.close()
            raise self._failure(f"Node ended with code {process.returncode} at {method}")
        with suppress(ValueError):
            answer: dict[str, Any] = json.loads(line)
            if answer.get("id") == self._last_id:
                return answer
        self.close()
        raise self._failure(f"Node wrote an unexpected response to {method}: {line[:200]!r}")

    def _failure(self, message: str) -> RenderError:
        lines = self.log.splitlines()[-_LOG_LINES:]
        command = " ".join(self._command)
        hint = ["Output of Node:", *lines] if lines else [f"To debug it, run {command}."]
        return RenderError(message, hint="\n  ".join(hint))


def _ask(process: subprocess.Popen[bytes], request: bytes) -> bytes:
    """Returns the line of the response, or nothing if the process has ended."""
    if process.stdin is None or process.stdout is None:
        return b""
    try:
        process.stdin.write(request)
        process.stdin.flush()
        return process.stdout.readline()
    except OSError:
        return b""


def _end(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe:
            with suppress(OSError):
                pipe.close()
    try:
        process.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
