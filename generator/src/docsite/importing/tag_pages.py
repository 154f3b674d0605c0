"""Pages that only list tags, which docsite generates instead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from docsite.importing.files import Files, PageFile
from docsite.importing.front import list_tags
from docsite.importing.lines import Line, find_fence_end, open_fence
from docsite.importing.settings import Project
from docsite.importing.sources import read_page
from docsite.importing.summary import Construct, Summary
from docsite.pages.untranslated import TAGS_FILE
from docsite.site.routes import route_for

_LIST = re.compile(r"\s*(?:\[TAGS\]|<!--\s*material/tags\b(?P<options>.*?)-->)\s*")
_TITLE = re.compile(r"#\s.*")
_INTRODUCTION = re.compile(r"[^#|>].*[:：]\s*")
"""A sentence such as "All tags:"."""


def take_tag_pages(project: Project, files: Files, summary: Summary) -> Files:
    """Omits pages that only list tags. Links and navigation entries point to the generated list.

    The list exists only if pages in the first language have tags.
    """
    options = project.plugin("tags")
    if options is None:
        return files
    texts = {source: _read(project, source) for source in files.pages}
    originals = [page for page in files.pages.values() if not page.language.folder]
    has_list = any(texts[page.source][0] for page in originals)
    generated: dict[str, PageFile] = {}
    for source, (_, lines) in texts.items():
        marks = [*_find_list(lines)]
        page = files.pages[source]
        # Material adds the list to this page if it has no marker.
        if has_list and not marks and options.get("tags_file") == source:
            marks = [Line(source, source, 1)]
        is_home = page.url == f"/{page.language.folder}"
        if marks and has_list and not is_home and _is_only_list(lines):
            generated[source] = _take(page, marks[0], summary)
        else:
            advice = _advise(page, has_list)
            for line in marks:
                summary.skip(Construct.TAG_LIST, line, line.text.strip(), advice)
    pages = {source: page for source, page in files.pages.items() if source not in generated}
    return replace(files, pages=pages, generated=generated)


def _advise(page: PageFile, has_list: bool) -> str:
    if not has_list:
        return "Remove it. docsite only generates a list of tags if pages have tags."
    if page.target == page.language.folder + TAGS_FILE:
        return f"Rename this page, because docsite generates {TAGS_FILE}, and link to that."
    return f"Replace it with a link to {TAGS_FILE}, which docsite generates."


def _take(page: PageFile, mark: Line, summary: Summary) -> PageFile:
    summary.simplify(Construct.TAG_LIST)
    target = page.language.folder + TAGS_FILE
    if page.target != target:  # generated pages can't have earlier paths
        summary.skip(Construct.REDIRECT, mark, f"{page.url} to {route_for(target)}")
    return replace(page, target=target)


def _read(project: Project, source: str) -> tuple[bool, list[Line]]:
    """Returns whether the page is published and has tags, and its lines."""
    front, lines = read_page(project, source, Summary())
    return bool(list_tags(front)) and front.get("draft") is not True, lines


def _find_list(lines: list[Line]) -> Iterator[Line]:
    """Yields the markers of lists outside code."""
    at = 0
    while at < len(lines):
        if open_fence(lines[at].text):
            at = find_fence_end(lines, at)
        elif _LIST.fullmatch(lines[at].text):
            yield lines[at]
        at += 1


def _is_only_list(lines: list[Line]) -> bool:
    """Returns whether the page only contains a list without options. Options, such as a selection
    of tags, have no equivalent."""
    rest = [line.text for line in lines if not line.is_blank and not _is_whole_list(line)]
    if rest and _TITLE.fullmatch(rest[0]):
        rest = rest[1:]
    return not rest or (len(rest) == 1 and _INTRODUCTION.fullmatch(rest[0]) is not None)


def _is_whole_list(line: Line) -> bool:
    found = _LIST.fullmatch(line.text)
    return found is not None and not (found["options"] or "").strip()
