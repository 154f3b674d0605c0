"""The services whose history can be imported. This module imports nothing, because every command
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
"""By the name of the command: the name of the service, and what its export is."""
