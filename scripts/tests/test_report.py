from scripts.release.report import render_first_load, render_report
from scripts.release.size import Size

SMALL = Size("@tuffet/core", minified=9000, gzip=2700, brotli=2500, limit=2800)
LARGE = Size("@tuffet/hooks", minified=9900, gzip=2900, brotli=2600, limit=2800)
SAME = {"now": {"all": 77000}, "before": {"all": 77000}, "growth": 0}
GROWN = {"now": {"all": 78001}, "before": {"all": 77000}, "growth": 1001}
NEW = {"now": {"all": 5000}, "before": None, "growth": 0}


def test_only_packages_over_their_limit_are_marked() -> None:
    rows = {
        line.split("`")[1]: line
        for line in render_report([SMALL, LARGE], {}).split("\n")
        if "`" in line
    }
    assert "over" not in rows["@tuffet/core"]
    assert "over the limit" in rows["@tuffet/hooks"]


def test_the_table_contains_the_changed_pages() -> None:
    text = render_first_load({"/": SAME, "/grown.html": GROWN, "/new.html": NEW})
    assert "2 of 3 pages have changed." in text
    assert "| `/grown.html` | 78,001 | +1,001 |" in text
    assert "| `/new.html` | 5,000 | new |" in text
    assert "`/`" not in text


def test_without_a_change_there_is_no_table() -> None:
    assert render_first_load({"/": SAME}) == "None of the 1 pages has changed."


def test_the_report_links_to_the_run_with_the_previews() -> None:
    assert "[this run](https://ci.example/1)" in render_report([SMALL], {}, "https://ci.example/1")
    assert "Try it" not in render_report([SMALL], {})
