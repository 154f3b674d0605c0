"""The files that links can lead to, besides pages."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from urllib.parse import unquote

from docsite.site.routes import document_path


@dataclass(frozen=True)
class Files:
    """`in` tests whether a link may have a path. Any path below a mount is allowed, because the
    mounted folder may not be built yet."""

    names: Set[str]
    """The paths of files."""
    mounts: tuple[str, ...] = ()
    """The paths of mounts."""

    def __contains__(self, path: object) -> bool:
        if not isinstance(path, str):
            return False
        name = unquote(path)
        return bool({name, document_path(name)} & self.names) or name.startswith(self.mounts)
