"""Settings and plugins of `mkdocs.yml`: which of them docsite replaces, and with what."""

from __future__ import annotations

from collections.abc import Mapping

from docsite.importing.settings import Project
from docsite.importing.summary import Construct, Outcome, Summary

_CONVERTED = """
site_name site_description repo_url edit_uri nav docs_dir theme copyright extra_css
markdown_extensions plugins use_directory_urls exclude_docs
"""
_IGNORED = """
site_dir dev_addr strict validation watch repo_name site_author remote_branch remote_name
edit_uri_template not_in_nav draft_docs site_url
"""
"""Settings that docsite doesn't need, or that are counted elsewhere."""

_REPLACED = """
search redirects i18n static-i18n include-markdown exclude git-revision-date-localized
git-revision-date git-authors git-committers git-committers-2 glightbox minify offline optimize
privacy llmstxt meta section-index snippets autorefs macros
"""
"""Plugins that docsite replaces, or that are counted by use."""
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
    "tags": (
        "Delete the page that contains [TAGS]: docsite generates /tags.html, and pages link to it "
        "as tags.md. For labels, add [[tags]] to site.toml."
    ),
}
_KEYS: Mapping[str, str] = {
    "extra_javascript": "Put scripts in public/, and add them to head in site.toml.",
    "extra": "Some entries have a setting in site.toml, such as analytics and versions.",
}


def note_settings(project: Project, summary: Summary) -> None:
    file = project.config.name
    for key in project.values:
        if key in _CONVERTED.split():
            summary.count(Construct.SETTING)
        elif key not in _IGNORED.split():
            advice = _KEYS.get(key, "docsite has no such setting, so it was dropped.")
            summary.skip(Construct.SETTING, file, key, advice)
    for name in project.plugins:
        if name in _REPLACED.split():
            summary.count(Construct.SETTING, Outcome.CONVERTED)
        else:
            advice = _ADVICE.get(
                name, "docsite has no plugins. Remove the content that depends on it."
            )
            summary.skip(Construct.SETTING, file, f"plugin {name}", advice)
