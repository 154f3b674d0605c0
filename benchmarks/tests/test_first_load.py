"""The growth of pages is calculated correctly."""

from __future__ import annotations

import pytest

from benchmarks import first_load
from benchmarks.first_load import GROWTH, PageGrowth, check_growth, compare, render_pages


def sizes(document: int, scripts: int = 650) -> dict[str, int]:
    known = {"document": document, "script": scripts}
    return {**known, "all": sum(known.values()) + 7}


def test_growth_includes_all_files() -> None:
    (page,) = compare({"/": sizes(120, 640)}, {"/": sizes(100)})
    assert (page.growth, page.of("document"), page.of("script")) == (10, 20, -10)


def test_a_new_page_has_no_growth() -> None:
    (page,) = compare({"/new.html": sizes(5000)}, {"/": sizes(100)})
    assert page.growth == 0
    assert "new" in render_pages([page])


@pytest.mark.parametrize(("growth", "is_kept"), [(GROWTH, True), (GROWTH + 1, False)])
def test_the_largest_growth_is_checked(growth: int, is_kept: bool) -> None:
    pages = [PageGrowth(f"/{more}", sizes(100 + more), sizes(100)) for more in (0, growth, 20)]
    (verdict,) = check_growth(pages)
    assert (verdict.measured, verdict.is_kept) == (growth, is_kept)


def test_the_table_has_both_sizes() -> None:
    table = render_pages(compare({"/": sizes(1120)}, {"/": sizes(100)}))
    assert "1,120 (+1,020)" in table
    assert table.splitlines()[-1].split("|")[-2].strip() == "757"


def test_the_record_has_the_size_of_each_kind_of_file() -> None:
    for page in first_load.load_record().values():
        parts = sum(size for kind, size in page.items() if kind != "all")
        assert 0 < parts <= page["all"]
