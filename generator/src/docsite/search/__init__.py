"""The search index of a site: sections of pages, found by Pagefind in the reader's browser."""

from docsite.search.files import SEARCH_FOLDER, Searcher, SearchFiles

__all__ = ["SEARCH_FOLDER", "SearchFiles", "Searcher"]
