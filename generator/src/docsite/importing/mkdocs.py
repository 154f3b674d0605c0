"""Imports an MkDocs project: reads and converts all files, and then writes a new folder."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from docsite.importing.blocks import convert_page
from docsite.importing.context import Page
from docsite.importing.files import Files, PageFile, find_files
from docsite.importing.front import render_front_matter
from docsite.importing.headings import convert_headings
from docsite.importing.includes import Includer, load_appended, mark_regions, note_missing
from docsite.importing.languages import Language, find_languages
from docsite.importing.lines import squeeze
from docsite.importing.links import Links
from docsite.importing.navigation import (
    Entry,
    Navigation,
    add_unlisted,
    drop_drafts,
    path_of,
    plan_navigation,
    read_entries,
)
from docsite.importing.paragraphs import convert_paragraphs
from docsite.importing.plain import plain_text
from docsite.importing.redirects import find_redirects
from docsite.importing.repair import UNFINISHED, repair_site
from docsite.importing.settings import Project, load_project
from docsite.importing.site import STYLES_FILE, load_styles, render_site
from docsite.importing.sources import read_page
from docsite.importing.summary import Summary
from docsite.importing.tag_pages import take_tag_pages
from docsite.importing.target import check_target, move_import
from docsite.records import Problem
from docsite.site.config import CONFIG_FILE

NOTES_FILE = "import-notes.txt"
_TAGS_TITLE = "Tags"


@dataclass(frozen=True)
class Imported:
    target: Path
    pages: int
    summary: Summary
    errors: Sequence[Problem]
    """The errors that `docsite build` would report."""


def default_target(source: Path) -> Path:
    """Returns the default target, next to the project."""
    folder = (source.parent if source.is_file() else source).resolve()
    return folder.with_name(f"{folder.name}-docsite")


def import_mkdocs(source: Path, target: Path, *, is_forced: bool = False) -> Imported:
    project = load_project(source)
    check_target(target, (project.folder, project.docs), is_forced)
    summary = Summary(project.docs_name)
    languages = find_languages(project, summary)
    files = take_tag_pages(project, find_files(project, languages, summary), summary)
    entries = read_entries(project, files, summary)
    pages = _convert_pages(project, files, entries, summary)
    titles = {page.target: _TAGS_TITLE for page in files.generated.values()}
    titles |= {page.file.target: page.title for page in pages.values()}
    originals = [page for page in pages.values() if not page.file.language.folder]
    drafts = {path_of(page.file) for page in originals if page.front.get("draft") is True}
    planned = add_unlisted(plan_navigation(entries, project, titles, summary), files)
    navigation = drop_drafts(planned, drafts)
    by_target = {page.file.target: page for page in pages.values()}
    target.parent.mkdir(parents=True, exist_ok=True)
    # Next to the target, because files can't be moved atomically between file systems.
    with TemporaryDirectory(prefix=".docsite-import-", dir=target.resolve().parent) as work:
        draft = Path(work).resolve() / "docs"
        _write(project, draft, files, pages, languages, navigation, summary)
        errors = repair_site(draft, by_target, summary)
        _write_text(draft / NOTES_FILE, "\n".join(render_notes(summary, errors)) + "\n")
        move_import(draft, target)
    return Imported(target, len(pages), summary, errors)


def _convert_pages(
    project: Project, files: Files, entries: Sequence[Entry], summary: Summary
) -> Mapping[str, Page]:
    """Converts all pages. Returns them, keyed by source."""
    includer = Includer(project, summary)
    note_missing(includer)
    labels = {page.source: label for label, page in _labels(entries)}
    pages: dict[str, Page] = {}
    originals: dict[str, Page] = {}
    # Originals first, because translations get the same ids.
    for file in sorted(files.pages.values(), key=lambda each: each.language.folder != ""):
        front, lines = read_page(project, file.source, summary)
        own = includer.for_page(file.source)
        page = Page(file, front, [*lines, *load_appended(own, file.source)])
        convert_page(page, project, summary, own)
        known = files.original_of(file) if file.language.folder else None
        if known:
            originals[file.source] = pages[known.source]
        title = _title_of(page, labels.get(file.source, ""))
        convert_headings(page, title, summary, originals.get(file.source))
        pages[file.source] = page
    links = Links(files, pages, project.docs.as_posix(), project.text("site_url"))
    for page in pages.values():
        convert_paragraphs(page, links, project, summary)
    redirects = find_redirects(project, files, summary)
    for page in pages.values():
        original = originals.get(page.file.source)
        own_redirects = redirects.get(page.file.target, ())
        head = render_front_matter(page, original, own_redirects, summary)
        page.lines = [*head, *page.lines]
    return pages


def _labels(entries: Sequence[Entry]) -> Iterator[tuple[str, PageFile]]:
    for entry in entries:
        if entry.page and entry.label:
            yield entry.label, entry.page
        yield from _labels(entry.children)


def _title_of(page: Page, label: str) -> str:
    """Returns the title for a page without a heading."""
    named = page.front.get("title")
    stem = page.file.target.removesuffix(".md").removesuffix("/index").rpartition("/")[2]
    words = stem.replace("-", " ").capitalize()
    return plain_text(str(named)) if isinstance(named, str) and named.strip() else label or words


def _write(
    project: Project,
    target: Path,
    files: Files,
    pages: Mapping[str, Page],
    languages: Sequence[Language],
    navigation: Navigation,
    summary: Summary,
) -> None:
    config = render_site(project, languages, files, navigation, summary)
    styles = load_styles(project, summary)
    _write_text(target / CONFIG_FILE, config)
    if styles:
        _write_text(target / STYLES_FILE, styles)
    for page in pages.values():
        page.lines = squeeze(page.lines)
        text = "\n".join(line.text.rstrip() for line in page.lines).rstrip()
        _write_text(target / page.file.target, f"{text}\n")
        for name, path in page.examples.items():
            code = path.read_text(encoding="utf-8-sig")
            _write_text(target / name, mark_regions(code))
    for source, name in files.assets.items():
        copy = target / "public" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(project.docs / source, copy)


def _write_text(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def render_notes(summary: Summary, errors: Sequence[Problem]) -> Iterator[str]:
    """Yields the lines of the file with notes for the author."""
    yield from summary.render_counts()
    meanings = [*summary.render_meanings()]
    if meanings:
        yield "\nSimplified:"
        yield from (f"- {line}" for line in meanings)
    if summary.notes:
        yield "\nNot converted:"
        yield from summary.render_notes()
    if summary.unfinished:
        yield "\nTranslations that differ from their originals (files and lines of the new folder):"
        yield from summary.render_unfinished()
    derived = [name for name in summary.derived if f"{name}{UNFINISHED}" not in summary.unfinished]
    if derived:
        yield (
            "\nPages without a description, whose summary is the beginning of their text or their "
            "title:"
        )
        yield from (f"- {name}" for name in sorted(derived))
        yield "Check the summary in their front matter. Search engines can show it."
    if errors:
        yield ""
        yield "Problems that docsite check reports:"
        for problem in errors:
            location = f"{problem.file}:{problem.line}" if problem.line else problem.file
            yield f"{location}: {problem.message}\n  {problem.hint}"
