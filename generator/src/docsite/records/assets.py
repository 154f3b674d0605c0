"""Paths of the files that a build writes, without base.

The theme fetches most of them: `make contracts` writes the paths as TypeScript types.
"""

from __future__ import annotations

from enum import StrEnum

ASSETS_FOLDER = "assets"
"""Files below it have a hash in their name and never change."""
LIVE_FOLDER = f"{ASSETS_FOLDER}/live"
"""The frames in which samples run; they have their own content security policy."""
WORKER_FOLDER = f"{ASSETS_FOLDER}/workers"
"""The folder of workers, which also have their own content security policy."""
SEARCH_FOLDER = f"{ASSETS_FOLDER}/search"

RECORD_FILE = ".docsite.json"
"""Stores a `HostedSite` for `docsite preview`. Servers hide dot files."""
MANIFEST_FILE = ".docsite-files.json"
"""Lists the files that docsite wrote to an output folder."""
STAGE_FOLDER = ".docsite-new"
"""Contains the new files of a build until they replace the old ones."""

CHUNK_GLOBAL = "docsiteChunks"
"""The array to which scripts add themselves: `output.chunkLoadingGlobal` of the theme's bundle."""


class Asset(StrEnum):
    """The path of each kind of file, with placeholders for `format`."""

    BUILD = "build.json"
    CHROME = f"{ASSETS_FOLDER}/chrome/{{hash}}.json"
    HEADINGS = f"{ASSETS_FOLDER}/headings/{{hash}}.json"
    HOVERS = f"{ASSETS_FOLDER}/hovers/{{hash}}.json"
    ROUTES = f"{ASSETS_FOLDER}/routes/{{hash}}.json"
    STRINGS = f"{ASSETS_FOLDER}/strings/{{hash}}.json"
    SCRIPT = f"{ASSETS_FOLDER}/js/{{name}}.js"
    STYLE = f"{ASSETS_FOLDER}/css/{{name}}.css"
    SAMPLE = f"{LIVE_FOLDER}/{{hash}}.json"
    SEARCH_INDEX = f"{SEARCH_FOLDER}/{{hash}}.json"
    SEARCH_FILE = f"{SEARCH_FOLDER}/{{hash}}/{{name}}.json"
