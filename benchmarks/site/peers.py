"""Other generators that build the same pages, each installed into a folder of its own."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

from benchmarks.site.processes import CommandError, Cost, measure_command
from docsite.markdown.includes import extract_region
from docsite.pages.content import IGNORED_FOLDERS
from harness.paths import ROOT

_FRONT_MATTER = re.compile(r"\+\+\+\n.*?\n\+\+\+\n", re.DOTALL)
_INCLUDE = re.compile(
    r"^<<< (?P<path>[^\s#{\[]+)(?:#(?P<region>[\w-]+))?[^\n]*$", re.DOTALL | re.MULTILINE
)


def write_plain_docs(docs: Path, output: Path) -> None:
    """The pages of a docs folder in the Markdown that all generators read."""
    for source in docs.rglob("*.md"):
        name = source.relative_to(docs)
        if name.parts[0] in IGNORED_FOLDERS:
            continue
        text = _FRONT_MATTER.sub("", source.read_text(encoding="utf-8"), count=1)
        target = output / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(
            _INCLUDE.sub(lambda found: _render_include(docs, found), text), encoding="utf-8"
        )


def _render_include(docs: Path, found: re.Match[str]) -> str:
    file = docs / found["path"]
    code = extract_region(file.read_text(encoding="utf-8"), found["region"]) or ""
    return f"```{file.suffix.removeprefix('.')}\n{code}```"


class Peer(ABC):
    """A generator with its own theme and search, as it comes."""

    name: str
    version: str
    leftovers: tuple[str, ...]
    """What a build leaves in the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        self.install()

    @abstractmethod
    def install(self) -> None:
        """Fetches the generator, and writes its configuration."""

    @abstractmethod
    def command(self) -> Sequence[str]:
        """What builds the pages in `docs`."""

    def use_docs(self, docs: Path) -> None:
        shutil.rmtree(self.folder / "docs", ignore_errors=True)
        write_plain_docs(docs, self.folder / "docs")

    def build_cold(self) -> Cost:
        for name in self.leftovers:
            shutil.rmtree(self.folder / name, ignore_errors=True)
        return measure_command(self.command(), self.folder)

    def _run(self, *command: str) -> None:
        result = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        if result.returncode:
            raise CommandError(f"{' '.join(command)} failed:\n{result.stdout}{result.stderr}")


class Zensical(Peer):
    name = "Zensical"
    version = "0.0.73"
    leftovers = ("site", ".cache")

    def install(self) -> None:
        uv = str(ROOT / ".boot/bin/uv")
        self._run(uv, "venv", "--quiet", "--python", sys.executable, "tools")
        package = f"zensical=={self.version}"
        self._run(uv, "pip", "install", "--quiet", "--python", "tools/bin/python", package)
        config = '[project]\nsite_name = "Docs"\n'
        (self.folder / "zensical.toml").write_text(config, encoding="utf-8")

    def command(self) -> Sequence[str]:
        return [str(self.folder / "tools/bin/zensical"), "build"]


class VitePress(Peer):
    name = "VitePress"
    version = "1.6.4"
    leftovers = ("docs/.vitepress/dist", "docs/.vitepress/cache", "docs/.vitepress/.temp")

    def install(self) -> None:
        manifest = '{ "private": true, "type": "module" }\n'
        (self.folder / "package.json").write_text(manifest, encoding="utf-8")
        (self.folder / "pnpm-workspace.yaml").write_text(
            "allowBuilds:\n  esbuild: true\n", encoding="utf-8"
        )
        pnpm = str(ROOT / ".boot/node_modules/.bin/pnpm")
        self._run(pnpm, "add", "--save-dev", f"vitepress@{self.version}")

    def use_docs(self, docs: Path) -> None:
        super().use_docs(docs)
        config = self.folder / "docs/.vitepress/config.mjs"
        config.parent.mkdir()
        config.write_text(
            "export default { title: 'Docs', ignoreDeadLinks: true,\n"
            "  themeConfig: { search: { provider: 'local' } } };\n",
            encoding="utf-8",
        )

    def command(self) -> Sequence[str]:
        return [str(self.folder / "node_modules/.bin/vitepress"), "build", "docs"]


PEERS: tuple[type[Peer], ...] = (Zensical, VitePress)
