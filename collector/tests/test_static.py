from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

from collector.dashboard.static import MISSING, StaticFiles, load_files


def ask(folder: Path, path: str, **headers: str) -> Response:
    """Returns the response to a request for a path."""
    (*_, route) = StaticFiles(load_files(folder)).routes
    given = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"collector.example"), *given],
    }
    response: Response = asyncio.run(route.endpoint(Request(scope)))
    return response


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "assets/index-1a2b.js").write_text("export {};" * 100)
    return tmp_path


def test_a_missing_build_is_reported(tmp_path: Path) -> None:
    answer = ask(tmp_path, "/dashboard/")
    assert (answer.status_code, answer.body) == (503, MISSING.encode())
    assert "make dashboard" in MISSING


def test_the_document_is_revalidated_and_its_assets_are_immutable(folder: Path) -> None:
    document = ask(folder, "/dashboard/")
    script = ask(folder, "/dashboard/assets/index-1a2b.js")
    assert document.headers["cache-control"] == "no-cache"
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-type"].startswith("text/javascript")
    for answer in (document, script):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "unsafe" not in answer.headers["content-security-policy"]


def test_files_are_compressed_if_that_is_smaller(folder: Path) -> None:
    script = "/dashboard/assets/index-1a2b.js"
    packed = ask(folder, script, accept_encoding="gzip, br")
    assert packed.headers["content-encoding"] == "gzip"
    assert len(packed.body) < len(ask(folder, script).body)
    # Compression would enlarge a short file.
    assert "content-encoding" not in ask(folder, "/dashboard/", accept_encoding="gzip").headers


def test_an_unchanged_file_returns_304(folder: Path) -> None:
    etag = ask(folder, "/dashboard/").headers["etag"]
    answer = ask(folder, "/dashboard/", if_none_match=etag)
    assert (answer.status_code, answer.body) == (304, b"")


def test_other_paths_are_not_found(folder: Path) -> None:
    (folder.parent / "secret").write_text("secret")
    for path in ("/dashboard/../secret", "/dashboard/assets/", "/dashboard/index.html"):
        assert ask(folder, path).status_code == 404
