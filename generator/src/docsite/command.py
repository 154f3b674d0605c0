"""Starts the command line. Imports little, so that Ctrl+C is handled while the rest is imported."""

from __future__ import annotations

import sys

from docsite.errors import INTERRUPTED, INTERRUPTION


def main() -> int:
    try:
        from docsite.cli import main as run

        return run()
    except KeyboardInterrupt:
        print(INTERRUPTION, file=sys.stderr)
        return INTERRUPTED
