"""Earlier paths of pages: of renamed pages, and from the plugin mkdocs-redirects."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

from docsite.importing.files import Files
from docsite.importing.settings import Project
from docsite.importing.summary import Construct, Summary
from docsite.site.routes import not_found_page, resolve_path, route_for

_VALID = re.compile(r"""/(?!/)[^?#\s\\"'`\x00-\x1f\x7f-\x9f]*""")

_WEB = re.compile("https?://")
_TAKEN = "Another page or redirect has this path. Keep only one of them."
_MISSING = "The target wasn't imported. Add the old path to redirect_from of another page."


def find_redirects(project: Project, files: Files, summary: Summary) -> Mapping[str, list[str]]:
    """Returns the earlier paths, keyed by target."""
    found: dict[str, list[str]] = {}
    taken = {route_for(page.target) for page in files.pages.values()}
    taken |= {not_found_page(page.language.prefix) for page in files.pages.values()}
    for page in files.pages.values():
        is_same = resolve_path(page.url, taken).path == route_for(page.target)
        if not is_same and _VALID.fullmatch(page.url) and page.url not in taken:
            found.setdefault(page.target, []).append(page.url)
            taken.add(page.url)
    maps = (project.plugin("redirects") or {}).get("redirect_maps")
    for old, new in maps.items() if isinstance(maps, dict) else ():
        source, _, anchor = str(new).partition("#")
        page_file = files.pages.get(posixpath.normpath(source))
        path = _old_path(str(old), project)
        if page_file is None or path in taken or not _VALID.fullmatch(path):
            is_missing = page_file is None and not _WEB.match(str(new))
            advice = _TAKEN if path in taken else _MISSING if is_missing else ""
            summary.skip(Construct.REDIRECT, project.config.name, f"{old}: {new}", advice)
            continue
        if anchor:
            summary.simplify(Construct.REDIRECT)
        else:
            summary.count(Construct.REDIRECT)
        found.setdefault(page_file.target, []).append(path)
        taken.add(path)
    return found


def _old_path(old: str, project: Project) -> str:
    """Converts a source to a path: `guide/old.md` -> `/guide/old/`."""
    stem = posixpath.splitext(old.strip("/"))[0]
    stem = re.sub(r"(?:^|/)(?:index|README)\Z", "", stem)
    if not stem:
        return "/"
    is_index = old.rstrip("/").endswith(("index.md", "README.md"))
    return f"/{stem}/" if project.has_directory_urls or is_index else f"/{stem}.html"
