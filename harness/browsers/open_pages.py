"""Opens pages on behalf of a program that can't drive the browser itself.

Usage: `python -m harness.browsers.open_pages firefox`.

Reads one address per line, opens it in a new profile, and prints the line when the page has loaded.
The browser closes at the end of the input.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack

from harness.browsers.engines import launch_engine


def main(name: str) -> None:
    with launch_engine(name) as engine, ExitStack() as profiles:
        for line in sys.stdin:
            profile = profiles.enter_context(engine.new_context())
            profile.new_page().goto(line.strip())
            sys.stdout.write(line)
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
