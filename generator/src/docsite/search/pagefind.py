"""Runs Pagefind on prepared words instead of pages, because docsite defines what a word is."""

from __future__ import annotations

import gzip
import json
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from pagefind.service import get_executable

from docsite.errors import RenderError

PAGEFIND = version("pagefind")

_NO_LANGUAGE = "unknown"
"""A language without stemming rules."""
_SIGNATURE = b"pagefind_dcd"
"""The first bytes of every file of Pagefind."""


@dataclass(frozen=True)
class RawIndex:
    """The output of Pagefind, uncompressed."""

    meta: bytes
    """The list of documents."""
    chunks: tuple[bytes, ...]
    """The words, with the documents that contain them."""
    names: Mapping[str, str]
    """Pagefind's name of each document."""
    engine: bytes
    """The search engine, as WebAssembly."""


def run_pagefind(documents: Mapping[str, str]) -> RawIndex:
    """Indexes HTML documents, in the order of their names."""
    with TemporaryDirectory() as name:
        site, output = Path(name, "site"), Path(name, "output")
        site.mkdir()
        for key, html in documents.items():
            (site / f"{key}.html").write_text(html, encoding="utf-8")
        _run(site, output)
        return _read(output)


def _run(site: Path, output: Path) -> None:
    program = get_executable()
    if program is None:
        raise RenderError(
            "Pagefind is not installed", hint="Install docsite with its dependencies."
        )
    folders = ["--site", str(site), "--output-path", str(output)]
    result = subprocess.run(
        [str(program), *folders, "--force-language", _NO_LANGUAGE, "--quiet"],
        capture_output=True,
        text=True,
    )
    if result.returncode:
        raise RenderError(
            f"Pagefind made no index:\n{result.stdout}{result.stderr}".rstrip(),
            hint="Fix the reported problem. Is there enough disk space?",
        )


def _read(output: Path) -> RawIndex:
    (meta,) = output.glob("*.pf_meta")
    return RawIndex(
        meta=_unpack(meta),
        chunks=tuple(_unpack(path) for path in sorted(output.glob("index/*.pf_index"))),
        names={
            Path(json.loads(_unpack(path))["url"]).stem: path.stem
            for path in sorted(output.glob("fragment/*.pf_fragment"))
        },
        engine=_unpack(output / f"wasm.{_NO_LANGUAGE}.pagefind"),
    )


def _unpack(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes()).removeprefix(_SIGNATURE)
