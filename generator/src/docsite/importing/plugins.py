"""Settings and plugins of `mkdocs.yml`, and their replacements in docsite."""

from __future__ import annotations

import re
from collections.abc import Mapping

from docsite.importing.settings import Project
from docsite.importing.summary import Construct, Outcome, Summary

_CONVERTED = """
site_name site_description repo_url edit_uri nav docs_dir theme copyright extra_css
markdown_extensions plugins use_directory_urls exclude_docs draft_docs not_in_nav
"""
_IGNORED = """
site_dir dev_addr strict validation watch repo_name site_author remote_branch remote_name
edit_uri_template site_url
"""
"""Settings that docsite doesn't need, or that are counted elsewhere."""

_REPLACED = """
search redirects i18n static-i18n include-markdown exclude git-revision-date-localized
git-revision-date git-authors git-committers git-committers-2 glightbox minify offline optimize
privacy llmstxt meta section-index snippets autorefs macros tags
"""
"""Plugins that docsite replaces, or whose use is counted elsewhere."""
_ORDER = "List the pages in order under [[sidebars]] in site.toml."
_ADVICE: Mapping[str, str] = {
    "awesome-nav": _ORDER,
    "awesome-pages": _ORDER,
    "blog": "Its posts became pages. docsite has no blog: link to them from a page.",
    "gen-files": "Run the script before docsite, and write its files to the docs folder.",
    "literate-nav": _ORDER,
    "mike": "Use [[versions]] in site.toml.",
    "mkdocstrings": "Generate Markdown from your code with another tool.",
    "social": 'Run pip install "docsite[cards]", and add [cards] to site.toml.',
    "print-site": "Add print = true to a sidebar in site.toml.",
    "rss": "Add feed = true to the front matter of a page with dated headings.",
}
_CODE = (
    "Text that these Python files generate is missing. Replace its placeholders in the pages with "
    "the text."
)
_REGEX = (
    "The files that match were imported. Delete them from the new folder before you publish it."
)
_OTHER = "docsite has no plugins. If pages depend on it, replace that content with Markdown."
_DROPPED = "docsite has no such setting, so it was dropped."
_KEYS: Mapping[str, str] = {
    "extra_javascript": "Put scripts in public/, and add them to head in site.toml.",
    "extra.alternate": "If a language isn't in site.toml yet, add it as [[locales]].",
    "extra.analytics": (
        "docsite only supports servers that implement the Ackee API. To use one, add [analytics] "
        "to site.toml."
    ),
    "extra.social": (
        "Add the links as [[nav]] to site.toml. For the repository, set repository instead."
    ),
    "extra.version": "Use [[versions]] in site.toml.",
}
_MATH = re.compile(r"mathjax|katex", re.IGNORECASE)
_POLYFILL = re.compile(r"polyfill", re.IGNORECASE)
"""Older instructions for formulas include a polyfill for old browsers."""


def note_settings(project: Project, summary: Summary) -> None:
    file = project.config.name
    for key, value in project.values.items():
        if key in _CONVERTED.split():
            summary.count(Construct.SETTING)
        elif key == "extra" and isinstance(value, dict):
            for name in value:
                advice = _KEYS.get(f"{key}.{name}", _DROPPED)
                summary.skip(Construct.SETTING, file, f"{key}.{name}", advice)
        elif key not in _IGNORED.split():
            is_math = key == "extra_javascript" and _is_math(value)
            other = _CODE if key in project.code else _KEYS.get(key, _DROPPED)
            advice = Construct.MATH.advice if is_math else other
            summary.skip(Construct.SETTING, file, key, advice)
    for name, options in project.plugins.items():
        if name == "exclude" and options.get("regex"):
            summary.skip(Construct.SETTING, file, "plugin exclude: regex", _REGEX)
        elif name in _REPLACED.split():
            summary.count(Construct.SETTING, Outcome.CONVERTED)
        else:
            summary.skip(Construct.SETTING, file, f"plugin {name}", _ADVICE.get(name, _OTHER))


def _is_math(scripts: object) -> bool:
    listed = scripts if isinstance(scripts, list) else []
    others = [script for script in listed if not _POLYFILL.search(str(script))]
    return bool(others) and all(_MATH.search(str(script)) for script in others)
