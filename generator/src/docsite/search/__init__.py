"""The search index of a site: the words of sections, in files that browsers fetch on demand."""

from docsite.search.files import Searcher, SearchFiles
from docsite.search.synonyms import Vocabulary
