"""The search index of a site: sections of pages, which Pagefind searches in the browser."""

from docsite.search.files import Searcher, SearchFiles
