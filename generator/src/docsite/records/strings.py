"""The UI strings of the site in one language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Strings:
    """The words around the text, in one language. Every document carries them: as few as can be."""

    edit: str
    """Leads to the source of the page."""
    last_updated: str
    """Stands before the day of the last change."""
    skip: str
    """Leads past the navigation."""
    navigation: str
    """Names the top navigation."""
    menu: str
    """Opens the navigation on small screens."""
    close: str
    """Closes what was opened."""
    language: str
    """Names the language menu."""
    dark: str
    """Names the switch for dark colours."""
    search: str
    """Opens the search."""
    pages: str
    """Names the sidebar."""
    headings: str
    """Names the list of headings."""
    pager: str
    """Names the links to the pages before and after."""
    previous: str
    """Stands above the page before."""
    next: str
    """Stands above the page after."""
    copy: str
    """Names the button that copies code."""
    copied: str
    """Says that code was copied."""
    copy_failed: str
    """Says that the browser refused to copy."""
    loading: str
    """Says that a page is on its way."""
    offline: str
    """Says that nothing can be reached."""
    failed: str
    """Says that a page did not arrive."""
    retry: str
    """Tries again."""
    dismiss: str
    """Puts a message away."""
    not_found: str
    """Title of the page for unknown paths."""
    not_found_text: str
    """What such a page says."""
    not_found_home: str
    """Leads from there to the home page."""
    source: str
    """Leads to the repository."""
    licence: str
    """What the footer says."""
    breadcrumbs: str
    """Names the way from the home page to the page."""
    view_markdown: str
    """Leads to the page as Markdown."""


@dataclass(frozen=True)
class Words:
    """The words of parts that come when they are needed, in one language."""

    search_placeholder: str
    """Stands in the empty search field."""
    search_hint: str
    """Says what can be searched for."""
    search_recent: str
    """Stands above pages that were read lately."""
    search_results: str
    """Names the list of results."""
    search_one: str
    """Says that one section was found."""
    search_many: str
    """Says how many sections were found: `{count}`."""
    search_none: str
    """Says that nothing was found; `{query}` is what was searched for."""
    search_none_hint: str
    """Says what to do then."""
    search_loading: str
    """Says that the search takes its time."""
    search_failed: str
    """Says that the search could not be reached."""
    keys_choose: str
    """What the arrow keys do, in a word."""
    keys_open: str
    """What Enter does, in a word."""
    keys_close: str
    """What Esc does, in a word."""
    shortcuts: str
    """Names the list of keyboard shortcuts."""
    shortcuts_choose: str
    """What the arrow keys do."""
    shortcuts_open: str
    """What Enter does."""
    shortcuts_open_tab: str
    """What Ctrl-Enter does."""
    shortcuts_close: str
    """What Esc does."""
    shortcuts_single: str
    """Names the choice whether keys alone do something."""
    shortcuts_single_note: str
    """Says when to turn them off."""
    copy_markdown: str
    """Copies the page as Markdown."""
    nearest_pages: str
    """Stands above pages that may have been meant by an unknown path."""
    code_group: str
    """Names a code group that follows no choice of the site."""
    language_hint: str
    """Offers a page in this language to readers of another one; `{language}` is its name."""
    language_hint_dismiss: str
    """Puts that offer away."""
    hover_help: str
    """Says how to step through the names in a code block by keyboard."""
    wrap: str
    """Names the switch that wraps long lines of code."""
    live_run: str
    """Runs a sample."""
    live_open: str
    """Opens an application of the page."""
    live_result: str
    """Names the place where a sample runs; `{name}` is its title."""
    live_interface: str
    """Names the frame that shows what a sample shows; `{name}` is its title."""
    live_again: str
    """Runs a sample again, from the beginning."""
    live_reload: str
    """Opens the page of a sample again, over what is stored."""
    live_tab: str
    """Opens a second tab beside that of a sample."""
    live_edit: str
    """Opens the editor."""
    live_shown: str
    """Stands above the frame that shows what a sample shows."""
    live_console: str
    """Stands above the lines of the console."""
    live_stored: str
    """Stands above what is stored."""
    live_running: str
    """Says that a sample runs."""
    live_stored_none: str
    """Says that a sample has stored nothing."""
    live_stored_one: str
    """Says that it has stored one entry."""
    live_stored_many: str
    """Says how many entries it has stored: `{count}`."""
    live_threw: str
    """Says that it has thrown an error."""
    live_loop: str
    """Says that it was stopped in an endless loop."""
    live_memory: str
    """Says that it was stopped because of the memory it took."""
    live_removed: str
    """Says that it was removed because it did not answer."""
    live_before: str
    """Stands above lines of an earlier visit."""
    live_now: str
    """Stands above lines of this visit."""
    live_reloaded: str
    """Stands above lines of a page that was opened again."""
    live_first_tab: str
    """Stands above the first of two tabs."""
    live_second_tab: str
    """Stands above the second of two tabs, and above its lines."""
    live_more_lines: str
    """Says how many earlier lines are not shown: `{count}`."""
    live_more_entries: str
    """Says how many further entries are not shown: `{count}`."""
    live_help: str
    """Leads to the page about an error."""
    entry_local: str
    """Names the local storage."""
    entry_session: str
    """Names the session storage."""
    entry_memory: str
    """Names the memory, where storage is denied."""
    entry_version: str
    """Tells the version of a module: `{version}`."""
    entry_foreign: str
    """Says that an entry belongs to no module."""
    entry_protected: str
    """Says that an entry is protected."""
    entry_open: str
    """Says that an entry is not protected."""
    entry_size: str
    """Tells how large an entry is: `{bytes}`, and its `{share}` of the quota."""
    entry_total: str
    """Tells how large all entries of a storage are: `{bytes}` of `{quota}`."""
    entry_changed: str
    """Says before a line that it has changed."""
    entry_cut: str
    """Says how many characters are not shown: `{count}`."""
    entry_none: str
    """Says that nothing is stored."""
    editor_label: str
    """Names the editor; `{name}` is the file."""
    editor_keys: str
    """Says what the keys of the editor do; `{key}` goes with Enter."""
    editor_reset: str
    """Puts the sample back."""
    editor_was_reset: str
    """Says that the sample is back."""
    editor_copy_link: str
    """Copies a link that carries the code."""
    editor_link_in_address: str
    """Says that the link could only be put into the address."""
    editor_link_too_long: str
    """Says that there is no link for so much code."""
    editor_linked: str
    """Says that the code came in a link."""
    editor_not_run: str
    """Says that nothing was run, and why: `{message}`."""
    editor_problem: str
    """Says so of a line: `{line}`, `{message}`."""
    editor_slow: str
    """Says that the code cannot be compiled in any useful time."""
    editor_no_file: str
    """Says that the code imports a file that is not there: `{name}`."""
    editor_files: str
    """Says so, and which files there are: `{names}`."""
    link_damaged: str
    """Says that the code in a link cannot be read."""
    link_newer: str
    """Says that a link was made by a later release of the site."""
    link_gone: str
    """Says that the sample of a link is not on the page: `{name}`."""
