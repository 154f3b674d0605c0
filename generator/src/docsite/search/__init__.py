"""The search index of a site: sections of pages, found by Pagefind in the reader's browser."""

from docsite.search.files import Searcher, SearchFiles
