"""Maps the files of the project: pages by language, and all other files to `public/`."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import count

from docsite.digests import short_hash
from docsite.importing.languages import Language
from docsite.importing.settings import REFUSED, Project, strings_in
from docsite.importing.summary import Construct, Summary
from docsite.pages.content import IGNORED_FOLDERS
from docsite.pages.untranslated import TAGS_FILE
from docsite.records.assets import ASSETS_FOLDER, Asset
from docsite.site.routes import document_path, not_found_page, route_for

_SUFFIXED = re.compile(r"(?P<stem>.+)\.(?P<locale>[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?)")
_RESERVED_FOLDERS = IGNORED_FOLDERS | {ASSETS_FOLDER}
"""Top-level folders that can't contain pages."""
_ASSETS = f"{ASSETS_FOLDER}/"
_MEDIA = "media"
"""The folder in `public/` for files below `assets/`, which browsers would cache for a year."""
_MOVED = (
    f"docsite reserves {_ASSETS}. Links in pages were updated, but not those in other "
    "files. If other sites link to these files, configure a redirect for each of them on your host."
)
_RENAMED = (
    "docsite writes its own file to this path. Links in pages were updated. Update those in other "
    "files. Links from other sites now lead to docsite's file."
)
_MARKDOWN = (".md", ".markdown")
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
    old_paths: Mapping[str, str] = field(default_factory=dict)
    """The paths of assets on the old site, keyed by source."""
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
    taken: set[str] = set()
    for source in sources:
        if not source.endswith(_MARKDOWN):
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
    reserved = _find_reserved(pages.values(), languages)
    old_paths = {
        source: _public_name(source, languages, named | reserved)
        for source in sources
        if not source.endswith(_MARKDOWN) and _is_published(source, project)
    }
    assets = _rename(old_paths, pages.values(), reserved)
    _note_moved(old_paths, assets, project, summary)
    return Files(pages, assets, old_paths)


def _public_name(source: str, languages: Sequence[Language], taken: Set[str]) -> str:
    """Returns the path of a file on the old site. It doesn't contain the folder of the first
    language."""
    inner, language = _find_language(source, languages) if len(languages) > 1 else (source, None)
    name = language.folder + inner if language else source
    return source if name in taken else name


def _find_reserved(pages: Iterable[PageFile], languages: Sequence[Language]) -> set[str]:
    """Returns the paths that files in `public/` can't have. Every language has all pages, because
    the original is shown if there is no translation."""
    targets = {"index.md", TAGS_FILE, *(page.neutral for page in pages)}
    names = {f"/{Asset.BUILD}", *(not_found_page(language.prefix) for language in languages)}
    for language in languages:
        names |= {document_path(route_for(language.folder + target)) for target in targets}
    return {name.removeprefix("/") for name in names}


def _rename(
    paths: Mapping[str, str], pages: Iterable[PageFile], reserved: Set[str]
) -> dict[str, str]:
    """Returns the paths in `public/`, keyed by source."""
    taken = {*reserved, *paths.values()}
    names = {*paths.values(), *(page.target for page in pages)}
    folders = {name.partition("/")[0].lower() for name in names}
    media = next(name for name in _numbered(_MEDIA) if name not in folders)
    return {
        source: _unique(path, taken)
        if path in reserved
        else re.sub(rf"\A{_ASSETS}", f"{media}/", path)
        for source, path in paths.items()
    }


def _note_moved(
    old: Mapping[str, str], new: Mapping[str, str], project: Project, summary: Summary
) -> None:
    """Adds one note for the folder `assets`, and one for each other file."""
    moved = (new[source] for source, path in old.items() if path.startswith(_ASSETS))
    if name := next(moved, None):
        where, detail = (
            f"{project.docs_name}/{_ASSETS}",
            f"/{_ASSETS} to /{name.partition('/')[0]}/",
        )
        summary.skip(Construct.REDIRECT, where, detail, _MOVED)
    for source, path in old.items():
        if new[source] != path and not path.startswith(_ASSETS):
            where, detail = f"{project.docs_name}/{source}", f"renamed to public/{new[source]}"
            summary.skip(Construct.FILE, where, detail, _RENAMED)


def _find_sources(project: Project, summary: Summary) -> Iterator[str]:
    """Yields the files that MkDocs publishes."""
    globs = strings_in((project.plugin("exclude") or {}).get("glob"))
    for path in project.docs.rglob("*"):
        source = path.relative_to(project.docs).as_posix()
        is_excluded = project.exclude_docs.match_file(source)
        if is_excluded or any(fnmatchcase(source, glob) for glob in globs):
            continue
        is_allowed = project.allows(path)
        if is_allowed and path.is_file():
            yield source
        elif path.is_symlink() or (not is_allowed and project.allows(path.parent)):
            detail = f"it {REFUSED}" if path.exists() else "a symbolic link"
            summary.skip(Construct.FILE, f"{project.docs_name}/{source}", detail)


def _is_published(source: str, project: Project) -> bool:
    scripts = set(_names_in(project.values.get("extra_javascript")))
    styles = set(_names_in(project.values.get("extra_css")))
    name = posixpath.basename(source)
    return source not in scripts | styles and not name.endswith(_UNPUBLISHED)


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
    if len(parts) > 1 and parts[0] in _RESERVED_FOLDERS:
        parts[0] = f"{parts[0]}-pages"
    if parts == ["404"]:  # docsite generates the 404 page
        parts = ["404-page"]
    return f"{'/'.join(parts)}.md"


def _unique(target: str, taken: set[str]) -> str:
    stem, suffix = posixpath.splitext(target)
    found = next(name for each in _numbered(stem) if (name := each + suffix) not in taken)
    taken.add(found)
    return found


def _numbered(stem: str) -> Iterator[str]:
    """Yields `tea`, `tea-2`, `tea-3` and so on."""
    yield stem
    yield from (f"{stem}-{number}" for number in count(2))


def _url_of(inner: str, has_directories: bool) -> str:
    stem, _ = posixpath.splitext(inner)
    folder, name = posixpath.split(stem)
    if name == "index":
        return f"{folder}/" if folder else ""
    return f"{stem}/" if has_directories else f"{stem}.html"
