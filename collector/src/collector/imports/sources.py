"""The services whose history can be imported. This module has no imports, because every command
loads it."""

from __future__ import annotations

ACKEE = "ackee"
PLAUSIBLE = "plausible"
UMAMI = "umami"
GOATCOUNTER = "goatcounter"

SOURCES = {
    ACKEE: ("Ackee 3", "`records` and `domains`, written by mongoexport; - for stdin"),
    PLAUSIBLE: ("Plausible", "the ZIP file with CSV tables"),
    UMAMI: ("Umami", "the table `website_event` as CSV; - for stdin"),
    GOATCOUNTER: ("GoatCounter", "the CSV export, also compressed; - for stdin"),
}
"""The display name of each service and a description of its export, keyed by the command."""
