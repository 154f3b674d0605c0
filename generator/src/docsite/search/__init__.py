"""The search index of a site: the words of sections, in files that browsers fetch when needed."""

from docsite.search.files import Searcher, SearchFiles
from docsite.search.synonyms import Vocabulary
