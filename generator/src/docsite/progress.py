"""Says what a long command is doing: on a terminal, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from rich.console import Console


@contextmanager
def show_progress() -> Iterator[Callable[[str], None]]:
    """Gives a function that is told the name of each stage as it begins."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    start = perf_counter()
    with console.status("") as status:
        yield lambda stage: status.update(f"{stage} …")
    console.print(f"[green]done[/green] in {perf_counter() - start:.1f} s")
