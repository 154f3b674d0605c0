"""Parses exports of GoatCounter, Umami and Plausible."""

import csv
import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collector.counts import TOTAL, Counts
from collector.errors import CollectorError
from collector.imports.goatcounter import GoatCounterExport
from collector.imports.plausible import PlausibleExport
from collector.imports.site import describe_site
from collector.imports.tally import OTHER_HOST, Tally
from collector.imports.umami import UmamiExport

SITE = describe_site(uuid4(), "Docs", ["https://docs.example"])
files = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=10)

GOATCOUNTER = {
    "2Path": "/guide/?q=secret", "Title": "Guide", "Event": "0", "UserAgent": "", "Session": "a-1",
    "Browser": "Chrome 86", "System": "Windows 7", "Bot": "0", "Referrer": "www.search.example/x",
    "Referrer scheme": "h", "Screen size": "1280,0,1", "Location": "AR", "FirstVisit": "1",
    "Date": "2024-02-28T00:07:10Z",
}  # fmt: skip
UMAMI = {
    "event_id": "1", "session_id": "s", "created_at": "2024-02-28 00:07:10.5+00",
    "url_path": "/guide/", "url_query": "q=secret", "utm_source": "news",
    "referrer_domain": "search.example", "referrer_path": "/x", "event_type": "1",
    "hostname": "www.docs.example", "browser": "chrome", "os": "Windows 10", "language": "en-US",
}  # fmt: skip
PLAUSIBLE = {
    "imported_visitors": {"date": "2024-02-28", "visitors": "2", "pageviews": "5"},
    "imported_pages": {
        "date": "2024-02-28", "hostname": "docs.example", "page": "/guide/", "visitors": "2",
        "pageviews": "5", "total_time_on_page": "60",
    },
    "imported_sources": {
        "date": "2024-02-28", "referrer": "www.search.example/x", "utm_source": "news",
        "pageviews": "3", "visitors": "1",
    },
    "imported_browsers": {
        "date": "2024-02-28", "browser": "Chrome", "pageviews": "5", "visitors": "2",
    },
    "imported_operating_systems": {
        "date": "2024-02-28", "operating_system": "Mac", "pageviews": "5", "visitors": "2",
    },
}  # fmt: skip
ROW_EXPORTS: Mapping[str, tuple[Any, Mapping[str, str]]] = {
    "goatcounter": (GoatCounterExport, GOATCOUNTER),
    "umami": (UmamiExport, UMAMI),
}


def write_csv(rows: Sequence[Mapping[str, str]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def read(export: Any, file: Path) -> tuple[dict[tuple[Any, ...], Any], Tally]:
    tally, counts = Tally(), Counts()
    for row in export.read(str(file), tally):
        counts.add(row)
    return {tuple(count[1:3]): tuple(count[3:]) for count in counts.take()}, tally


def read_rows(folder: Path, kind: str, *rows: Mapping[str, str]) -> Any:
    export, usual = ROW_EXPORTS[kind]
    file = folder / "export.csv"
    text = write_csv([{**usual, **row} for row in rows])
    file.write_text(text, encoding="utf-8", errors="surrogatepass")
    return read(export(SITE), file)


def read_plausible(folder: Path, **changes: Mapping[str, str]) -> Any:
    file = folder / "export.zip"
    with zipfile.ZipFile(file, "w") as archive:
        for name, row in PLAUSIBLE.items():
            content = write_csv([{**row, **changes.get(name, {})}])
            archive.writestr(f"{name}_20240228_20240228.csv", content.encode(errors="replace"))
    return read(PlausibleExport(SITE), file)


def test_goatcounter_counts_views_and_visitors(tmp_path: Path) -> None:
    own = {"Referrer": "docs.example/start", "2Path": "/"}
    found, tally = read_rows(tmp_path, "goatcounter", {}, own, {"Session": "b"})
    assert found == {
        (TOTAL, ""): (3, 2, 0),
        ("page", "/guide/"): (2, 2, 0),
        ("page", "/"): (1, 0, 0),
        ("referrer", "search.example/x"): (2, 2, 0),
        ("browser", "Chrome"): (3, 2, 0),
        ("system", "Windows"): (3, 2, 0),
        ("size", "desktop"): (3, 2, 0),
    }
    assert (tally.rows, tally.skipped) == (3, {})


def test_umami_counts_views_and_visitors(tmp_path: Path) -> None:
    found, tally = read_rows(tmp_path, "umami", {}, {}, {"session_id": "t"})
    assert found == {
        (TOTAL, ""): (3, 2, 0),
        ("page", "/guide/"): (3, 2, 0),
        ("referrer", "search.example/x"): (3, 2, 0),
        ("source", "news"): (3, 2, 0),
        ("language", "en"): (3, 2, 0),
        ("browser", "chrome"): (3, 2, 0),
        ("system", "Windows 10"): (3, 2, 0),
    }
    assert (tally.rows, tally.skipped) == (3, {})


def test_plausible_counts_its_totals(tmp_path: Path) -> None:
    found, tally = read_plausible(tmp_path)
    assert found == {
        (TOTAL, ""): (5, 2, 60_000),
        ("page", "/guide/"): (5, 2, 60_000),
        ("referrer", "search.example/x"): (3, 1, 0),
        ("source", "news"): (3, 1, 0),
        ("browser", "Chrome"): (5, 2, 0),
        ("system", "Mac"): (5, 2, 0),
    }
    assert (tally.rows, tally.skipped) == (5, {})


SKIPPED = [
    ("goatcounter", {"Event": "1"}, "an event, not a page view"),
    ("goatcounter", {"Bot": "3"}, "a bot"),
    ("goatcounter", {"Date": "today"}, "`Date` is not a date"),
    ("umami", {"event_type": "2"}, "an event, not a page view"),
    ("umami", {"hostname": "localhost"}, OTHER_HOST),
]


@pytest.mark.parametrize(("kind", "changes", "reason"), SKIPPED)
def test_a_skipped_row_has_a_reason(
    tmp_path: Path, kind: str, changes: Mapping[str, str], reason: str
) -> None:
    found, tally = read_rows(tmp_path, kind, {}, changes)
    assert found[TOTAL, ""][0] == 1
    assert {name: one.lines for name, one in tally.skipped.items()} == {reason: [3]}


@pytest.mark.parametrize("kind", ROW_EXPORTS)
@files
@given(data=st.data())
def test_hostile_rows_are_counted_or_skipped(tmp_path: Path, kind: str, data: Any) -> None:
    columns = st.sampled_from(list(ROW_EXPORTS[kind][1]))
    changes = data.draw(st.lists(st.dictionaries(columns, st.text()), min_size=1, max_size=5))
    found, tally = read_rows(tmp_path, kind, *changes)
    skipped = sum(one.count for one in tally.skipped.values())
    assert found.get((TOTAL, ""), (0,))[0] + skipped == tally.rows


@files
@given(table=st.sampled_from(list(PLAUSIBLE)), data=st.data())
def test_hostile_tables_are_counted_or_skipped(tmp_path: Path, table: str, data: Any) -> None:
    changes = data.draw(st.dictionaries(st.sampled_from(list(PLAUSIBLE[table])), st.text()))
    _, tally = read_plausible(tmp_path, **{table: changes})
    assert tally.rows >= len(PLAUSIBLE)


@pytest.mark.parametrize("kind", ROW_EXPORTS)
def test_a_file_with_other_columns_is_rejected(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "export.csv"
    file.write_text("1Path,Title\n/,Home\n", encoding="utf-8")
    with pytest.raises(CollectorError, match="there is no column"):
        read(ROW_EXPORTS[kind][0](SITE), file)


def test_a_file_that_is_not_an_archive_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "export.zip"
    file.write_text("date,visitors\n", encoding="utf-8")
    with pytest.raises(CollectorError, match="damaged or incomplete"):
        read(PlausibleExport(SITE), file)


def test_visitors_need_rows_in_order(tmp_path: Path) -> None:
    days = [{"created_at": f"2024-02-0{number}"} for number in (1, 2, 3, 4, 1)]
    with pytest.raises(CollectorError, match=r"rows of 2024-02-01 are in several places\. Sort"):
        read_rows(tmp_path, "umami", *days)
