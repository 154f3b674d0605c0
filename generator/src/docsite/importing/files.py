"""Maps the files of the project: pages by language, and all other files to `public/`."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property

from docsite.digests import short_hash
from docsite.importing.languages import Language
from docsite.importing.settings import Project, strings_in
from docsite.importing.summary import Construct, Summary
from docsite.pages.content import IGNORED_FOLDERS

_SUFFIXED = re.compile(r"(?P<stem>.+)\.(?P<locale>[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?)")
_TAKEN = frozenset({"404.html", "index.html", "build.json"})
"""Files that a build generates."""
_UNPUBLISHED = (".py", ".pyc", ".j2", ".jinja", ".jinja2")


@dataclass(frozen=True)
class PageFile:
    source: str
    """Relative to the folder of the pages."""
    target: str
    """Relative to the new docs folder."""
    language: Language
    url: str
    """The path on the old site, without base."""
    is_listed: bool = True
    """Whether it is added to the navigation if no entry contains it."""

    @property
    def neutral(self) -> str:
        """The target without the language folder."""
        return self.target.removeprefix(self.language.folder)


@dataclass(frozen=True)
class Files:
    pages: Mapping[str, PageFile]
    """Keyed by source."""
    assets: Mapping[str, str]
    """The paths in `public/`, keyed by source."""
    generated: Mapping[str, PageFile] = field(default_factory=dict)
    """Pages of the project that docsite generates itself, keyed by source."""

    @cached_property
    def targets(self) -> Mapping[str, PageFile]:
        """The possible targets of links and navigation entries, keyed by source."""
        return {**self.pages, **self.generated}

    def original_of(self, page: PageFile) -> PageFile | None:
        """Returns the same page in the first language."""
        return next(
            (
                other
                for other in self.pages.values()
                if not other.language.folder and other.target == page.neutral
            ),
            None,
        )


def slug(text: str) -> str:
    """Converts text to kebab-case. Returns an empty string if it has no Latin letters or digits."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall("[a-z0-9]+", plain))


def find_files(project: Project, languages: Sequence[Language], summary: Summary) -> Files:
    sources = sorted(_find_sources(project, summary))
    named = set(sources)
    pages: dict[str, PageFile] = {}
    assets: dict[str, str] = {}
    taken: set[str] = set()
    for source in sources:
        if not source.endswith((".md", ".markdown")):
            if _is_published(source, project):
                assets[source] = _public_name(source, languages, named)
            continue
        inner, language = _find_language(source, languages)
        folder, name = posixpath.split(inner)
        is_readme = name.lower() == "readme.md"
        if is_readme and posixpath.join(posixpath.dirname(source), "index.md") in named:
            continue
        inner = posixpath.join(folder, "index.md") if is_readme else inner
        target = _unique(language.folder + _target_of(inner), taken)
        url = f"/{language.folder}{_url_of(inner, project.has_directory_urls)}"
        is_listed = not project.not_in_nav.match_file(source)
        pages[source] = PageFile(source, target, language, url, is_listed)
    return Files(pages, assets)


def _public_name(source: str, languages: Sequence[Language], sources: Set[str]) -> str:
    """Returns the path of a file on the old site. It doesn't contain the folder of the first
    language."""
    inner, language = _find_language(source, languages) if len(languages) > 1 else (source, None)
    name = language.folder + inner if language else source
    return name if name not in sources and name not in _TAKEN else source


def _find_sources(project: Project, summary: Summary) -> Iterator[str]:
    """Yields the files that MkDocs publishes."""
    globs = strings_in((project.plugin("exclude") or {}).get("glob"))
    for path in project.docs.rglob("*"):
        source = path.relative_to(project.docs).as_posix()
        is_excluded = project.exclude_docs.match_file(source)
        if is_excluded or any(fnmatchcase(source, glob) for glob in globs):
            continue
        if path.is_symlink() and not (path.is_file() and project.contains(path)):
            summary.skip(Construct.FILE, f"{project.docs_name}/{source}", "a symbolic link")
        elif path.is_file():
            yield source


def _is_published(source: str, project: Project) -> bool:
    scripts = set(_names_in(project.values.get("extra_javascript")))
    styles = set(_names_in(project.values.get("extra_css")))
    name = posixpath.basename(source)
    return (
        source not in scripts | styles and source not in _TAKEN and not name.endswith(_UNPUBLISHED)
    )


def _names_in(value: object) -> Iterator[str]:
    """Yields names of files. Scripts can also be tables with a path."""
    for item in value if isinstance(value, list) else ():
        name = item.get("path") if isinstance(item, dict) else item
        if isinstance(name, str):
            yield posixpath.normpath(name)


def _find_language(source: str, languages: Sequence[Language]) -> tuple[str, Language]:
    """Returns the path of a page without its language, and the language."""
    first = languages[0]
    folder, _, rest = source.partition("/")
    for language in languages:
        if rest and language.source == "folder" and folder == language.locale:
            return rest, language
    stem, suffix = posixpath.splitext(source)
    found = _SUFFIXED.fullmatch(stem)
    for language in languages:
        if found and language.source == "suffix" and found["locale"] == language.locale:
            return found["stem"] + suffix, language
    return source, first


def _target_of(inner: str) -> str:
    """Returns the file for a page. Its name contains only lowercase letters, digits and hyphens."""
    stem, _ = posixpath.splitext(inner)
    parts = [slug(part) or f"page-{short_hash(part)}" for part in stem.split("/")]
    if len(parts) > 1 and parts[0] in IGNORED_FOLDERS:
        parts[0] = f"{parts[0]}-pages"
    return f"{'/'.join(parts)}.md"


def _unique(target: str, taken: set[str]) -> str:
    stem, number, found = target.removesuffix(".md"), 2, target
    while found in taken:
        found, number = f"{stem}-{number}.md", number + 1
    taken.add(found)
    return found


def _url_of(inner: str, has_directories: bool) -> str:
    stem, _ = posixpath.splitext(inner)
    folder, name = posixpath.split(stem)
    if name == "index":
        return f"{folder}/" if folder else ""
    return f"{stem}/" if has_directories else f"{stem}.html"
