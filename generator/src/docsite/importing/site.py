"""Converts `mkdocs.yml` to `site.toml`."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

from docsite.importing.files import Files
from docsite.importing.html_text import translate_html
from docsite.importing.languages import Language, translate_label
from docsite.importing.navigation import Navigation, TopEntry
from docsite.importing.plain import plain_text
from docsite.importing.plugins import note_settings
from docsite.importing.settings import Project, strings_in
from docsite.importing.summary import Construct, Summary
from docsite.importing.toml_text import render_table
from docsite.site.colors import find_readable, parse_hex

STYLES_FILE = "styles.css"
_ADDRESS = "https://docs.example"
_REPOSITORY = "https://git.example/docs"
_WEB = re.compile(r"https?://[^\s/?#]+(?:/[^\s?#]*)?")
_BASE = re.compile(r"/(?:[a-z0-9-]+/)*")
_EDIT = re.compile(r"(?:edit|blob|tree|raw|-/edit)/(?P<branch>[^/]+)/(?P<folder>.*?)/?")
_REF = re.compile(r"ref: refs/(?:heads|remotes/origin)/(?P<branch>\S+)")
_MKDOCS_BRANCH = "master"
"""The branch in the default of `edit_uri`."""
_BACKGROUNDS = tuple(map(parse_hex, ("#ffffff", "#e6e6e6")))
"""Lighter and darker than the backgrounds of most themes."""
_OTHER_THEME = re.compile(r"md-|@import|url\(|mkdocstrings|\.doc-")
"""Matches styles for the markup of Material and mkdocstrings, and styles that load other files."""
COLORS = {
    "red": "#ef5552",
    "pink": "#e92063",
    "purple": "#ab47bd",
    "deep-purple": "#7e56c2",
    "indigo": "#4051b5",
    "blue": "#2094f3",
    "light-blue": "#02a6f2",
    "cyan": "#00bdd6",
    "teal": "#009485",
    "green": "#4cae4f",
    "light-green": "#8bc34b",
    "lime": "#cbdc38",
    "yellow": "#ffec3d",
    "amber": "#ffc105",
    "orange": "#ffa724",
    "deep-orange": "#ff6e42",
    "brown": "#795649",
    "grey": "#757575",
    "blue-grey": "#546d78",
}
"""Material's primary colors."""


def render_site(
    project: Project,
    languages: Sequence[Language],
    files: Files,
    navigation: Navigation,
    summary: Summary,
) -> str:
    note_settings(project, summary)
    today = f'last_updated = {date.today().isoformat()} # or "git", for the dates of commits'
    parts = ["\n".join([*render_table(_settings(project, files, summary)), today])]
    for language in languages:
        parts.append("[[locales]]\n" + "\n".join(render_table(_locale(language, project))))
    for entry in navigation.top:
        parts.append("[[nav]]\n" + "\n".join(render_table(_top(entry, languages))))
    for folder, groups in navigation.sidebars.items():
        parts.append("[[sidebars]]\n" + "\n".join(render_table({"under": folder})))
        for group in groups:
            label = translate_label(group.label, languages)
            table = {"label": label, "pages": group.pages}
            parts.append("[[sidebars.groups]]\n" + "\n".join(render_table(table)))
    return "\n\n".join(parts) + "\n"


def _settings(project: Project, files: Files, summary: Summary) -> dict[str, object]:
    address, base = _split_url(project, summary)
    repository = project.text("repo_url").rstrip("/")
    has_repository = _WEB.fullmatch(repository) is not None
    if not has_repository:
        advice = "Set repository in site.toml before you publish the site."
        detail = "repo_url is missing or not a URL"
        summary.skip(Construct.SETTING, project.config.name, detail, advice)
    values: dict[str, object] = {
        "title": project.text("site_name", "Documentation"),
        "address": address,
        "repository": repository if has_repository else _REPOSITORY,
    }
    values |= _find_edit(project, summary)
    if base != "/":
        values["base"] = base
    values |= _find_logo(project, files, summary)
    color = _find_color(project)
    if color:
        values["accent"] = {"light": color}
    if _has_own_styles(project):
        values["styles"] = STYLES_FILE
    return values


def _split_url(project: Project, summary: Summary) -> tuple[str, str]:
    url = project.text("site_url")
    if not _WEB.fullmatch(url):
        advice = "Set address in site.toml before you publish the site."
        detail = "site_url is missing or not a URL"
        summary.skip(Construct.SETTING, project.config.name, detail, advice)
        return _ADDRESS, "/"
    parts = urlsplit(url)
    base = f"/{parts.path.strip('/')}/".replace("//", "/")
    if not _BASE.fullmatch(base):
        advice = (
            "Use only the letters a to z, digits and hyphens. Publish the site at such a path, and "
            "set base in site.toml to it."
        )
        detail = f"the path of site_url, {base}, isn't supported"
        summary.skip(Construct.SETTING, project.config.name, detail, advice)
        base = "/"
    summary.count(Construct.SETTING)
    return f"{parts.scheme}://{parts.netloc}", base


def _find_edit(project: Project, summary: Summary) -> dict[str, object]:
    """Returns the settings of edit links, for the folder that the new one is meant to replace."""
    found = _EDIT.fullmatch(project.text("edit_uri").strip("/"))
    guessed = project.docs.relative_to(project.root).as_posix()
    folder = found["folder"] if found else ""
    values: dict[str, object] = {"docs_directory": folder or guessed}
    if project.values.get("edit_uri") == "":  # the value of MkDocs for no edit links
        summary.count(Construct.SETTING)
        return {**values, "edit_links": False}
    branch = found["branch"] if found else _find_branch(project.root)
    if not branch:
        branch = _MKDOCS_BRANCH
        advice = f"If your branch isn't {branch}, set docs_branch in site.toml."
        detail = "edit_uri is missing or not supported"
        summary.skip(Construct.SETTING, project.config.name, detail, advice)
    if branch != "main":
        values["docs_branch"] = branch
    return values


def _find_branch(root: Path) -> str:
    """Returns the default branch of the repository, or else the current one; or an empty string if
    neither is known."""
    for name in ("refs/remotes/origin/HEAD", "HEAD"):
        path = root / ".git" / name
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        if found := _REF.fullmatch(text.strip()):
            return found["branch"]
    return ""


def _find_logo(project: Project, files: Files, summary: Summary) -> dict[str, object]:
    """Replaces a white logo with the icon in light mode, because a white logo is only visible on
    Material's colored header or in dark mode."""
    logo, icon = (_find_image(key, project, files) for key in ("logo", "favicon"))
    key = "logo" if project.theme.get("logo") else "favicon"
    if (named := project.theme.get(key)) and not (logo if key == "logo" else icon):
        detail = f"{key}: {named} isn't in {project.docs_name}"
        advice = 'Put the file in public/, and set logo = "/name.svg" in site.toml.'
        summary.skip(Construct.SETTING, project.config.name, detail, advice)
    if "white" in logo.lower() and icon:
        return {"logo": icon, "logo_dark": logo}
    return {"logo": logo or icon} if logo or icon else {}


def _find_image(key: str, project: Project, files: Files) -> str:
    """Returns the path of an image of the theme. It can be in the folder of the first language."""
    named = project.theme.get(key)
    if not isinstance(named, str):
        return ""
    path = posixpath.normpath(named).lstrip("/")
    sources = (source for source, old in files.old_paths.items() if path in (source, old))
    found = next(sources, None)
    return f"/{files.assets[found]}" if found else ""


def _find_color(project: Project) -> str | None:
    """Returns a readable variant of the first known primary color, or else of the first known
    accent color."""
    palette = project.theme.get("palette")
    listed = palette if isinstance(palette, list) else [palette]
    tables = [table for table in listed if isinstance(table, dict)]
    names = [table.get(key) for key in ("primary", "accent") for table in tables]
    wanted = (str(name).replace(" ", "-") for name in names)
    name = next((name for name in wanted if name in COLORS), None)
    return readable_color(name) if name else None


def readable_color(name: str) -> str | None:
    readable = find_readable(parse_hex(COLORS[name]), _BACKGROUNDS)
    return readable.hex if readable else None


def load_styles(project: Project, summary: Summary) -> str:
    """Returns all stylesheets of the project, concatenated."""
    parts: list[str] = []
    for name in strings_in(project.values.get("extra_css")):
        path = (project.docs / name).resolve()
        if path.is_relative_to(project.docs) and project.allows(path) and path.is_file():
            parts.append(f"/* {name} */\n{path.read_text(encoding='utf-8', errors='replace')}")
        else:
            advice = (
                f'Copy its rules to {STYLES_FILE}, and set styles = "{STYLES_FILE}" in site.toml.'
            )
            summary.skip(Construct.STYLES, project.config.name, name, advice)
    text = "\n".join(parts)
    if _must_be_adapted(text):
        advice = (
            f'Adapt the rules in {STYLES_FILE}, then add styles = "{STYLES_FILE}" to site.toml.'
        )
        detail = "extra_css targets Material's HTML, loads other files, or contains </style"
        summary.skip(Construct.STYLES, project.config.name, detail, advice)
    elif parts:
        summary.count(Construct.STYLES)
    return text


def _has_own_styles(project: Project) -> bool:
    text = load_styles(project, Summary())
    return bool(text) and not _must_be_adapted(text)


def _must_be_adapted(styles: str) -> bool:
    """Returns whether docsite can't use the styles as they are. Documents contain them, so an end
    tag would end them early."""
    return _OTHER_THEME.search(styles) is not None or "</style" in styles.lower()


def _locale(language: Language, project: Project) -> dict[str, object]:
    values: dict[str, object] = {
        "tag": language.tag,
        "prefix": language.prefix,
        "label": language.label,
        "description": " ".join(language.description.split()),
    }
    notice = plain_text(translate_html(project.text("copyright")).text)
    return {**values, "strings": {"licence": notice}} if notice else values


def _top(entry: TopEntry, languages: Sequence[Language]) -> Mapping[str, object]:
    return dict(_top_pairs(entry, languages))


def _top_pairs(entry: TopEntry, languages: Sequence[Language]) -> Iterator[tuple[str, object]]:
    yield "label", translate_label(entry.label, languages)
    if entry.page:
        yield "page", entry.page
    elif entry.link:
        yield "link", entry.link
    else:
        yield "items", [dict(_top_pairs(item, languages)) for item in entry.items]
