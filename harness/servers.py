"""nginx, Caddy, `docsite preview` and `docsite dev` on the loopback address.

nginx and Caddy use the configurations that docsite writes.
"""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from docsite.hosts import load_hosted_site, render_caddy, render_nginx
from harness.network import find_port
from harness.programs import find_program

_START_SECONDS = 20
_STOP_SECONDS = 10
_NGINX_MODULE = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so"

# One process in the foreground that only writes to its own folder.
_NGINX_MAIN = """\
load_module {module};
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
  log_format paths $request_uri;
  access_log {log};
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  include {folder}/site.conf;
}}
"""

_CADDY_MAIN = """\
{
	admin off
	auto_https off
}

"""


@contextmanager
def serve_nginx(root: Path, log: Path | None = None, *, inside: str = "") -> Iterator[str]:
    """Serves a built site with nginx and yields the address.

    The path of every request is written to `log`, one per line. `inside` is added to the server
    block.
    """
    with TemporaryDirectory() as name:
        folder, port = Path(name), find_port()
        site = load_hosted_site(root)
        settings = render_nginx(site, listen=[f"127.0.0.1:{port}"], root=str(root.resolve()))
        (folder / "site.conf").write_text(_put_inside(settings, inside), encoding="utf-8")
        main = _NGINX_MAIN.format(
            module=_NGINX_MODULE, folder=folder, log=f"{log} paths" if log else "off"
        )
        (folder / "nginx.conf").write_text(main, encoding="utf-8")
        command = [find_program("nginx"), "-e", f"{folder}/error.log", "-p", name]
        with run_server([*command, "-c", f"{folder}/nginx.conf"], port, folder):
            yield f"http://127.0.0.1:{port}"


@contextmanager
def serve_caddy(root: Path, *, inside: str = "") -> Iterator[str]:
    """Serves a built site with Caddy and yields the address."""
    with TemporaryDirectory() as name:
        folder, port = Path(name), find_port()
        address = f"http://127.0.0.1:{port}"
        site = load_hosted_site(root)
        settings = render_caddy(site, listen=address, root=str(root.resolve()))
        text = _CADDY_MAIN + _put_inside(settings, inside)
        (folder / "Caddyfile").write_text(text, encoding="utf-8")
        command = [find_program("caddy"), "run", "--adapter", "caddyfile"]
        with run_server([*command, "--config", f"{folder}/Caddyfile"], port, folder):
            yield address


@contextmanager
def serve_preview(root: Path) -> Iterator[str]:
    """Serves a built site with `docsite preview` and yields the address."""
    with TemporaryDirectory() as name:
        port = find_port()
        command = [find_program("docsite"), "preview", str(root), "--port", str(port)]
        with run_server(command, port, Path(name)):
            yield f"http://127.0.0.1:{port}"


@contextmanager
def serve_dev(docs: Path, theme: Path, output: Path, work: Path) -> Iterator[str]:
    """Builds and serves a docs folder with `docsite dev` and yields the address."""
    with TemporaryDirectory() as name:
        port = find_port()
        folders = ["--theme", str(theme), "--output", str(output), "--work", str(work)]
        command = [find_program("docsite"), "dev", str(docs), *folders, "--port", str(port)]
        with run_server(command, port, Path(name)):
            yield f"http://127.0.0.1:{port}"


def _put_inside(settings: str, inside: str) -> str:
    """Inserts directives before the brace that ends the last block."""
    return f"{settings.rstrip().removesuffix('}')}{inside}\n}}\n"


@contextmanager
def run_server(
    command: Sequence[str],
    port: int,
    folder: Path,
    start_seconds: float = _START_SECONDS,
    *,
    directory: Path | None = None,
    variables: Mapping[str, str] = os.environ,
) -> Iterator[None]:
    """Starts a server, waits until it accepts connections, and stops it at the end of the block."""
    own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "output.log").open("wb") as log:
        process = subprocess.Popen(
            command, stdout=log, stderr=log, cwd=directory, env={**variables, **own}
        )
        try:
            _wait_until_open(process, port, folder, start_seconds)
            yield
        finally:
            process.terminate()
            try:
                process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_until_open(
    process: subprocess.Popen[bytes], port: int, folder: Path, start_seconds: float
) -> None:
    end = time.monotonic() + start_seconds
    while process.poll() is None and time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.02)
    logs = "\n".join(file.read_text(errors="replace") for file in folder.glob("*.log"))
    raise RuntimeError(f"{process.args!r} doesn't respond:\n{logs}")
