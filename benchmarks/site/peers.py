"""docsite and other generators, which build the same plain pages, each in its own folder."""

from __future__ import annotations

import json
import posixpath
import re
import shutil
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from itertools import count, groupby
from pathlib import Path

import msgspec

from benchmarks.site.install import TOOLS, install, version_of
from benchmarks.site.plain import PlainPage
from benchmarks.site.processes import Cost, measure_command
from docsite.emit.compress import compress_files
from docsite.hosts import RECORD_FILE, HostedSite
from docsite.site.routes import route_for
from harness.paths import ROOT

Sections = Mapping[str, Sequence[PlainPage]]
"""The pages of each top-level folder."""


def group_pages(pages: Iterable[PlainPage]) -> Sections:
    """Groups pages by section. Each section has a sidebar; the home page has no section."""
    sections = groupby(pages, lambda page: page.section)
    return {section: tuple(group) for section, group in sections if section}


class Generator(ABC):
    """A generator with its default theme and search, without compression."""

    name: str
    version: str
    docs = "docs"
    """The folder of the pages, relative to `folder`."""
    output: str
    """The folder of the built site, relative to `folder`."""
    leftovers: tuple[str, ...] = ()
    """Other files and folders that a build writes."""
    hashed = "/assets/"
    """The path of files with hashed names, which browsers cache."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self) -> None:
        install(self.name, self.folder)

    @property
    def site(self) -> Path:
        return self.folder / self.output

    @abstractmethod
    def command(self) -> Sequence[str]:
        """The command that builds the pages."""

    @abstractmethod
    def configure(self, pages: Sequence[PlainPage], /) -> Mapping[str, str]:
        """The configuration files, by name."""

    def render(self, page: PlainPage) -> str:
        return page.text

    def path_of(self, file: str) -> str:
        """The path of a page on the built site."""
        return route_for(file)

    def use_pages(self, pages: Sequence[PlainPage]) -> None:
        """Replaces all pages and the configuration."""
        self._clean()
        shutil.rmtree(self.folder / self.docs, ignore_errors=True)
        texts = {f"{self.docs}/{page.file}": self.render(page) for page in pages}
        for name, text in (texts | dict(self.configure(pages))).items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def build_cold(self) -> Cost:
        self._clean()
        return measure_command(self.command(), self.folder)

    def prepare_serving(self) -> None:
        """Compresses the built site for nginx, with the highest Brotli quality."""
        record = HostedSite("https://peers.example", "/", ("/",), {}, policy="")
        (self.site / RECORD_FILE).write_bytes(msgspec.json.encode(record))
        files = [file for file in sorted(self.site.rglob("*")) if file.is_file()]
        compress_files(files, shared=files)

    def _clean(self) -> None:
        for name in (self.output, *self.leftovers):
            shutil.rmtree(self.folder / name, ignore_errors=True)

    def _binary(self, name: str) -> str:
        return str(self.folder / "node_modules/.bin" / name)


def _folder_path(file: str) -> str:
    """The path of a page if each page is the index of a folder."""
    path = file.removesuffix(".md").removesuffix("index").strip("/")
    return f"/{path}/" if path else "/"


_HEADING = re.compile(r"^(?P<fence>`{3,}).*?^(?P=fence)$|^#+ [^\n]+$", re.DOTALL | re.MULTILINE)
"""A code block or a heading."""


class Docsite(Generator):
    """docsite from this repository, without hovers, which the other generators don't have."""

    name = "docsite"
    version = ""
    output = "site"
    leftovers = ("work",)
    hashed = ""  # the nginx configuration that docsite writes has rules for them
    options: tuple[str, ...] = ("--no-compression",)

    def install(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)

    def command(self) -> Sequence[str]:
        program = str(Path(sys.executable).with_name("docsite"))
        folders = ["--theme", str(ROOT / "theme"), "--output", self.output, "--work", "work"]
        return [program, "build", self.docs, *folders, *self.options]

    def render(self, page: PlainPage) -> str:
        """Adds the summary and the heading ids that docsite requires."""
        ids = count(1)

        def mark(found: re.Match[str]) -> str:
            return found[0] if found["fence"] else f"{found[0]} {{#part-{next(ids)}}}"

        text = _HEADING.sub(mark, page.text)
        return f"+++\nsummary = {json.dumps(page.title)}\n+++\n\n{text}"

    def configure(self, pages: Sequence[PlainPage]) -> Mapping[str, str]:
        sidebars = (
            f'\n[[sidebars]]\nunder = "/{section}/"\n\n[[sidebars.groups]]\n'
            f'label = {{ en-US = "{section}" }}\n'
            f"pages = {json.dumps([route_for(page.file) for page in group])}\n"
            for section, group in group_pages(pages).items()
        )
        site = (
            'title = "Docs"\naddress = "https://peers.example"\n'
            'repository = "https://code.example/docs"\ndocs_directory = "docs"\n'
            'last_updated = "2020-02-29"\ncompression = true\n'
            '\n[[locales]]\ntag = "en-US"\nprefix = "/"\nlabel = "English"\n'
            'description = "Docs"\n'
        )
        return {f"{self.docs}/site.toml": site + "".join(sidebars)}

    def prepare_serving(self) -> None:
        """Only adds missing compressed copies, because docsite has written its own headers."""
        compress_files(file for file in sorted(self.site.rglob("*")) if file.is_file())


class CompressedDocsite(Docsite):
    name = "docsite, with compressed copies"
    options = ()


class VitePress(Generator):
    name = "VitePress"
    version = version_of(name)
    output = "docs/.vitepress/dist"
    leftovers = ("docs/.vitepress/cache", "docs/.vitepress/.temp")

    def command(self) -> Sequence[str]:
        # With the default of 4 GB, a build of 1,000 pages runs out of memory.
        memory = "NODE_OPTIONS=--max-old-space-size=12000"
        return ["env", memory, self._binary("vitepress"), "build", self.docs]

    def configure(self, pages: Sequence[PlainPage]) -> Mapping[str, str]:
        sidebar = {
            f"/{section}/": [_link(page, route_for(page.file)) for page in group]
            for section, group in group_pages(pages).items()
        }
        theme = {"search": {"provider": "local"}, "sidebar": sidebar}
        config = {"title": "Docs", "ignoreDeadLinks": True, "themeConfig": theme}
        return {f"{self.docs}/.vitepress/config.mjs": _export(config)}


class Starlight(Generator):
    name = "Starlight"
    version = version_of(name)
    docs = "src/content/docs"
    output = "dist"
    leftovers = (".astro", "node_modules/.astro", "node_modules/.vite")
    hashed = "/_astro/"

    def command(self) -> Sequence[str]:
        return ["env", "ASTRO_TELEMETRY_DISABLED=1", self._binary("astro"), "build"]

    def path_of(self, file: str) -> str:
        return _folder_path(file)

    def render(self, page: PlainPage) -> str:
        """Starlight renders the title itself, and doesn't resolve links to files."""
        folder = posixpath.dirname(page.file)

        def resolve(found: re.Match[str]) -> str:
            return _folder_path(posixpath.normpath(posixpath.join(folder, found[0])))

        body = re.sub(r"(?<=\]\()[^)\s:]+\.md(?=\))", resolve, page.body)
        return f"---\ntitle: {json.dumps(page.title)}\n---\n\n{body}"

    def configure(self, _pages: Sequence[PlainPage]) -> Mapping[str, str]:
        return {
            "astro.config.mjs": "import { defineConfig } from 'astro/config';\n"
            "import starlight from '@astrojs/starlight';\n"
            "export default defineConfig({ integrations: [starlight({ title: 'Docs' })] });\n",
            "src/content.config.ts": "import { defineCollection } from 'astro:content';\n"
            "import { docsLoader } from '@astrojs/starlight/loaders';\n"
            "import { docsSchema } from '@astrojs/starlight/schema';\n"
            "export const collections = {\n"
            "  docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }),\n};\n",
        }


class Rspress(Generator):
    name = "Rspress"
    version = version_of(name)
    output = "doc_build"
    leftovers = ("node_modules/.cache", "node_modules/.rspress")
    hashed = "/static/"

    def command(self) -> Sequence[str]:
        return [self._binary("rspress"), "build"]

    def configure(self, pages: Sequence[PlainPage]) -> Mapping[str, str]:
        sidebar = {
            f"/{section}/": [_link(page, route_for(page.file)) for page in group]
            for section, group in group_pages(pages).items()
        }
        theme = {"sidebar": sidebar}
        links = {"link": {"checkDeadLinks": False}}
        config = {"root": self.docs, "title": "Docs", "markdown": links, "themeConfig": theme}
        return {"rspress.config.mjs": _export(config)}


class Docusaurus(Generator):
    name = "Docusaurus"
    version = version_of(name)
    output = "build"
    leftovers = (".docusaurus", "node_modules/.cache")

    def command(self) -> Sequence[str]:
        return [self._binary("docusaurus"), "build"]

    def path_of(self, file: str) -> str:
        return _folder_path(file)

    def configure(self, pages: Sequence[PlainPage]) -> Mapping[str, str]:
        sidebars = {
            section: [{"type": "autogenerated", "dirName": section}]
            for section in group_pages(pages)
        }
        docs = {"routeBasePath": "/", "sidebarPath": "./sidebars.mjs"}
        config = {
            "title": "Docs",
            "url": "https://peers.example",
            "baseUrl": "/",
            "trailingSlash": True,
            "onBrokenLinks": "ignore",
            "markdown": {"format": "md"},
            "presets": [["classic", {"docs": docs, "blog": False}]],
        }
        return {"docusaurus.config.mjs": _export(config), "sidebars.mjs": _export(sidebars)}


class MkDocsMaterial(Generator):
    name = "Material for MkDocs"
    version = version_of(name)
    output = "site"

    def command(self) -> Sequence[str]:
        return [str(self.folder / TOOLS / "bin/mkdocs"), "build", "--quiet"]

    def path_of(self, file: str) -> str:
        return _folder_path(file)

    def configure(self, _pages: Sequence[PlainPage]) -> Mapping[str, str]:
        # JSON is YAML. Instant navigation needs the address of the site; fonts are on another host.
        theme = {"name": "material", "font": False, "features": list(_INSTANT)}
        extensions = ["pymdownx.highlight", "pymdownx.superfences", "tables"]
        config = {
            "site_name": "Docs",
            "site_url": "https://peers.example/",
            "theme": theme,
            "markdown_extensions": extensions,
        }
        return {"mkdocs.yml": json.dumps(config)}


class Zensical(Generator):
    name = "Zensical"
    version = version_of(name)
    output = "site"
    leftovers = (".cache",)

    def command(self) -> Sequence[str]:
        return [str(self.folder / TOOLS / "bin/zensical"), "build"]

    def path_of(self, file: str) -> str:
        return _folder_path(file)

    def configure(self, _pages: Sequence[PlainPage]) -> Mapping[str, str]:
        config = (
            '[project]\nsite_name = "Docs"\nsite_url = "https://peers.example/"\n'
            f"[project.theme]\nfont = false\nfeatures = {json.dumps(_INSTANT)}\n"
        )
        return {"zensical.toml": config}


_INSTANT = ("navigation.instant", "navigation.instant.prefetch")
"""Client navigation and prefetching, which the others have by default."""


def _link(page: PlainPage, path: str) -> Mapping[str, str]:
    return {"text": page.title, "link": path}


def _export(config: object) -> str:
    return f"export default {json.dumps(config, indent=2)};\n"


PEERS: tuple[type[Generator], ...] = (
    VitePress,
    Starlight,
    Rspress,
    Docusaurus,
    MkDocsMaterial,
    Zensical,
)
