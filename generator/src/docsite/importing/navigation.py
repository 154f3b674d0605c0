"""Converts `nav` of MkDocs, or the order of the files, to groups of pages."""

from __future__ import annotations

import posixpath
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from docsite.importing.files import Files, PageFile
from docsite.importing.settings import Project
from docsite.importing.summary import Construct, Outcome, Summary
from docsite.site.routes import route_for

MORE = "More"
_MAX_TOP = 6
"""The number of entries that fit next to the menu `More`. A single further entry is shown instead
of the menu."""


@dataclass
class Entry:
    label: str
    page: PageFile | None = None
    link: str = ""
    children: list[Entry] = field(default_factory=list)

    @property
    def pages(self) -> Iterator[PageFile]:
        if self.page:
            yield self.page
        for child in self.children:
            yield from child.pages


@dataclass(frozen=True)
class Group:
    label: str
    pages: tuple[str, ...]
    """Paths without language."""


@dataclass(frozen=True)
class TopEntry:
    """An entry of the top navigation: a page, a link, or a menu."""

    label: str
    page: str = ""
    link: str = ""
    items: tuple[TopEntry, ...] = ()


@dataclass(frozen=True)
class Navigation:
    top: tuple[TopEntry, ...]
    sidebars: Mapping[str, tuple[Group, ...]]
    """Keyed by folder."""


def read_entries(project: Project, files: Files, summary: Summary) -> list[Entry]:
    nav = project.values.get("nav")
    if isinstance(nav, list):
        return [*_read_items(nav, project, files, summary)]
    return _list_folder("", files)


def _read_items(
    items: Sequence[object], project: Project, files: Files, summary: Summary
) -> Iterator[Entry]:
    for item in items:
        pairs = item.items() if isinstance(item, dict) else [("", item)]
        for label, value in pairs:
            name = str(label or "")
            if isinstance(value, list):
                inner = [*_read_items(value, project, files, summary)]
                if inner:
                    yield Entry(name, children=inner)
            elif isinstance(value, str):
                yield from _read_target(name, value, project, files, summary)


def _read_target(
    label: str, value: str, project: Project, files: Files, summary: Summary
) -> Iterator[Entry]:
    source = posixpath.normpath(value.partition("#")[0])
    page = files.targets.get(source) or _find_default(source, files)
    if page:
        yield Entry(label, page)
    elif value.startswith(("https://", "http://")):
        yield Entry(label or value, link=value)
    elif any(name.startswith(f"{source}/") for name in files.pages):
        yield Entry(label, children=_list_folder(source, files))
    else:
        detail = f"{value} wasn't imported"
        advice = (
            "If the file exists, copy it to the new folder, and add it to [[sidebars]] in "
            "site.toml."
        )
        summary.skip(Construct.NAVIGATION, project.config.name, detail, advice)


def _find_default(source: str, files: Files) -> PageFile | None:
    """Returns the page in the first language, if each language has a folder or a suffix."""
    for page in files.targets.values():
        locale = page.language.locale
        stem, suffix = posixpath.splitext(source)
        names = (f"{locale}/{source}", f"{stem}.{locale}{suffix}")
        if not page.language.folder and page.source in names:
            return page
    return None


def _list_folder(folder: str, files: Files) -> list[Entry]:
    """Lists a folder like MkDocs without `nav`: index pages, other pages, then folders, each in
    alphabetical order."""
    targets = files.targets.values()
    default = [page for page in targets if page.is_listed and not page.language.folder]
    start = f"{folder}/" if folder else ""
    entries: dict[str, Entry] = {}
    # Sources can be in a language folder, but targets of the first language aren't.
    inside = [page for page in default if page.target.startswith(start)]
    index = f"{start}index.md"
    for page in sorted(inside, key=lambda each: (each.target != index, each.target)):
        head, _, rest = page.target.removeprefix(start).partition("/")
        if not rest:
            entries[page.target] = Entry("", page)
        elif f"{start}{head}/" not in entries:
            label = head.replace("-", " ").capitalize()
            entries[f"{start}{head}/"] = Entry(label, children=_list_folder(start + head, files))
    return sorted(entries.values(), key=lambda entry: bool(entry.children))


def plan_navigation(
    entries: Sequence[Entry], project: Project, titles: Mapping[str, str], summary: Summary
) -> Navigation:
    """`titles` is keyed by target."""
    features = project.theme.get("features")
    has_tabs = isinstance(features, list) and "navigation.tabs" in features
    sidebars: dict[str, list[Group]] = {"/": []}
    root = sidebars["/"]
    label = project.text("site_name", "Documentation")
    for entry in entries:
        folder = _own_folder(entry, entries) if has_tabs and entry.children else None
        sidebars.setdefault(folder or "/", []).extend(_group(entry, titles, summary))
        if entry.page and not _repeats(entry, label, titles):
            _add_page(root, path_of(entry.page), MORE if root else label, label)
    top = _plan_top(entries, titles, has_tabs)
    _note_links(entries, top, project, summary)
    kept = {folder: tuple(_unique(groups)) for folder, groups in sidebars.items() if groups}
    return Navigation(top, kept)


def _add_page(groups: list[Group], path: str, label: str, first: str) -> None:
    """Adds a page to the last group if it only contains pages outside sections, or else to a new
    group."""
    last = groups[-1] if groups else None
    if last and last.label in (label, first):
        groups[-1] = Group(last.label, (*last.pages, path))
    else:
        groups.append(Group(label, (path,)))


def _repeats(entry: Entry, label: str, titles: Mapping[str, str]) -> bool:
    """Returns whether the entry is a home page with the name of the site, which the header already
    links to."""
    page = entry.page
    return page is not None and path_of(page) == "/" and titles.get(page.target) == label


def path_of(page: PageFile) -> str:
    return route_for(page.neutral)


def _own_folder(entry: Entry, entries: Sequence[Entry]) -> str | None:
    """Returns the top-level folder that contains all pages of a section and no pages of other
    entries, or `None`."""
    folders = {page.neutral.partition("/")[0] for page in entry.pages if "/" in page.neutral}
    is_alone = all("/" in page.neutral for page in entry.pages) and len(folders) == 1
    others = {
        page.neutral.partition("/")[0]
        for other in entries
        if other is not entry
        for page in other.pages
        if "/" in page.neutral
    }
    return f"/{folders.pop()}/" if is_alone and not folders & others else None


def _group(
    entry: Entry, titles: Mapping[str, str], summary: Summary, depth: int = 0
) -> Iterator[Group]:
    """Yields another group with the same label for pages after a subsection, to preserve the
    order."""
    label = label_of(entry, titles)
    outcome = Outcome.SIMPLIFIED if depth else Outcome.CONVERTED
    for has_children, children in groupby(entry.children, lambda child: bool(child.children)):
        if has_children:
            for child in children:
                yield from _group(child, titles, summary, depth + 1)
        elif pages := tuple(path_of(child.page) for child in children if child.page):
            summary.count(Construct.NAVIGATION, outcome, len(pages))
            yield Group(label, pages)


def label_of(entry: Entry, titles: Mapping[str, str]) -> str:
    """Returns the label of an entry. A section without a label gets the title of its first page."""
    first = next(entry.pages, None)
    return entry.label or (titles.get(first.target, "") if first else "") or MORE


def _plan_top(
    entries: Sequence[Entry], titles: Mapping[str, str], has_tabs: bool
) -> tuple[TopEntry, ...]:
    found: list[TopEntry] = []
    for entry in entries:
        first = next(entry.pages, None)
        if entry.link:
            found.append(TopEntry(entry.label, link=entry.link))
        elif has_tabs and first and path_of(first) != "/":
            found.append(TopEntry(label_of(entry, titles), page=path_of(first)))
        found += [TopEntry(child.label, link=child.link) for child in entry.children if child.link]
    shown = [each for each in found if not set("?#") & set(each.link)]
    if len(shown) <= _MAX_TOP + 1:
        return tuple(shown)
    return (*shown[:_MAX_TOP], TopEntry(MORE, items=tuple(shown[_MAX_TOP:])))


def _note_links(
    entries: Sequence[Entry], top: Sequence[TopEntry], project: Project, summary: Summary
) -> None:
    """Adds notes about links in `nav` that aren't in the new navigation."""
    kept = {item.link for entry in top for item in (entry, *entry.items)}
    for entry in entries:
        if entry.link and entry.link not in kept:
            detail = f"{entry.link} isn't in the new navigation"
            advice = "Link to it from a page."
            summary.skip(Construct.NAVIGATION, project.config.name, detail, advice)
        _note_links(entry.children, top, project, summary)


def _unique(groups: Sequence[Group]) -> Iterator[Group]:
    """Removes repeated pages."""
    seen: set[str] = set()
    for group in groups:
        pages = tuple(page for page in dict.fromkeys(group.pages) if page not in seen)
        seen.update(pages)
        if pages:
            yield Group(group.label, pages)


def add_unlisted(navigation: Navigation, files: Files) -> Navigation:
    """Adds a group for pages that aren't in the navigation, except those in `not_in_nav`."""
    named = {
        page for groups in navigation.sidebars.values() for group in groups for page in group.pages
    }
    known = {*named, "/"}
    listed = [page for page in files.pages.values() if page.is_listed and not page.language.folder]
    rest = [path_of(page) for page in listed if path_of(page) not in known]
    if not rest:
        return navigation
    root = [*navigation.sidebars.get("/", ())]
    if root and root[-1].label == MORE:
        rest = [*root.pop().pages, *rest]
    added = (*root, Group(MORE, tuple(rest)))
    return Navigation(navigation.top, {**navigation.sidebars, "/": added})


def drop_drafts(navigation: Navigation, drafts: Container[str]) -> Navigation:
    """Removes pages that `docsite build` doesn't publish."""
    sidebars = {
        folder: tuple(_without(groups, drafts)) for folder, groups in navigation.sidebars.items()
    }
    kept = {folder: groups for folder, groups in sidebars.items() if groups}
    return Navigation(tuple(_published(navigation.top, drafts)), kept)


def _without(groups: Iterable[Group], drafts: Container[str]) -> Iterator[Group]:
    for group in groups:
        if pages := tuple(page for page in group.pages if page not in drafts):
            yield Group(group.label, pages)


def _published(entries: Iterable[TopEntry], drafts: Container[str]) -> Iterator[TopEntry]:
    for entry in entries:
        items = tuple(_published(entry.items, drafts))
        if items or entry.link or (entry.page and entry.page not in drafts):
            yield replace(entry, items=items)
