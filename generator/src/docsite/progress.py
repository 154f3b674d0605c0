"""Shows progress in a terminal, and nothing elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from rich.console import Console


@contextmanager
def show_progress() -> Iterator[Callable[[str], None]]:
    """Provides a function to call with the name of each stage as it starts."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    start = perf_counter()
    with console.status("") as status:
        yield lambda stage: status.update(f"{stage} …")
    console.print(f"[green]done[/green] in {perf_counter() - start:.1f} s")
