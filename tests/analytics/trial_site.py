"""A site with our client and the reference."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harness.paths import PACKAGES, ROOT
from harness.static import serve

REFERENCE = ROOT / "node_modules" / "ackee-tracker" / "dist" / "ackee-tracker.min.js"

_PAGE = b"""<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">
<script src="/reference.js"></script><script type="module" src="/clients.js"></script>"""
_OURS = b"""<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">
<script>
  // Updates every 0.3 s, for browsers whose clock cannot be moved.
  const { setInterval: real } = window;
  if (location.search.includes('fast')) window.setInterval = (run, ms) => real(run, ms / 50);
</script>
<script type="module">import * as ours from '/analytics/index.mjs'; window.ours = ours;</script>"""

# The reference doesn't call back if it sends nothing, so the outcome can stay null.
START_VISIT = """([client, address, options, ids]) => {
  window.outcome = null;
  visit(client, address, options, ids).then((value) => (window.outcome = value));
}"""


def client_files() -> dict[str, bytes]:
    """The modules of our client, by path."""
    folder = PACKAGES / "analytics" / "dist"
    return {f"/analytics/{file.name}": file.read_bytes() for file in folder.glob("*.mjs")}


@contextmanager
def serve_clients() -> Iterator[str]:
    """The port of the site; packages must be built."""
    files = {
        "/": _PAGE,
        "/ours": _OURS,
        "/empty": b"<!doctype html><title>Empty</title>",
        "/reference.js": REFERENCE.read_bytes(),
        "/clients.js": (Path(__file__).parent / "clients.js").read_bytes(),
        **client_files(),
    }
    with serve(files) as address:
        yield address.rpartition(":")[2]
