"""Parses exports of Ackee: totals equal a model, and malformed rows are skipped."""

import io
import json
import tracemalloc
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from collector.counts import TOTAL, Counts
from collector.errors import CollectorError
from collector.imports.ackee import AckeeExport, find_titles
from collector.imports.documents import Documents
from collector.imports.site import describe_site
from collector.imports.tally import OTHER_HOST, Tally

SITE = describe_site(uuid4(), "Docs", ["https://docs.example"])
START = datetime(2024, 2, 28, 12, tzinfo=UTC)
files = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=10)

Document = dict[str, Any]


def make_document(**changes: Any) -> Document:
    return {
        "_id": {"$oid": "65df1b2e8f1d2c0012345678"},
        "id": str(uuid4()),
        "domainId": "one",
        "clientId": None,
        "siteLocation": "https://docs.example/guide/",
        "created": {"$date": "2024-02-28T12:00:00.000Z"},
        "updated": {"$date": "2024-02-28T12:00:30.000Z"},
        "__v": 0,
        **changes,
    }


def read(path: Path, chosen: str | None = None) -> tuple[dict[tuple[Any, ...], Any], Tally]:
    tally, counts = Tally(), Counts()
    for row in AckeeExport(SITE, {"one": "Main"}, chosen).read(str(path), tally):
        counts.add(row)
    return {tuple(count[:3]): tuple(count[3:]) for count in counts.take()}, tally


def write_relaxed(moment: datetime) -> object:
    return {"$date": moment.isoformat().replace("+00:00", "Z")}


def write_canonical(moment: datetime) -> object:
    milliseconds = round(moment.timestamp() * 1000)
    return {"$date": {"$numberLong": str(milliseconds)}}


LAYOUTS: dict[str, Callable[[list[Document]], str]] = {
    "lines": lambda documents: "\n".join(map(json.dumps, documents)),
    "array": json.dumps,
    "indented": lambda documents: json.dumps(documents, indent="\t"),
    "one after the other": lambda documents: "".join(map(json.dumps, documents)),
}

views = st.lists(
    st.tuples(
        st.integers(0, 3 * 24 * 60),
        st.integers(-5, 4000),
        st.sampled_from(["/", "/guide/", "/guide/index.html", "/guide/?q=secret#part"]),
        st.booleans(),
        st.sampled_from([None, "Firefox", "Chrome"]),
    ),
    max_size=20,
)


@pytest.mark.parametrize("layout", LAYOUTS)
@files
@given(views=views, is_canonical=st.booleans())
def test_totals_equal_a_model(
    tmp_path: Path, layout: str, views: list[tuple[int, int, str, bool, str | None]], *,
    is_canonical: bool,
) -> None:  # fmt: skip
    write = write_canonical if is_canonical else write_relaxed
    documents = []
    expected: Counter[tuple[object, ...]] = Counter()
    for minute, seconds, path, is_first, browser in views:
        created = START + timedelta(minutes=minute)
        documents.append(
            make_document(
                siteLocation=f"https://www.docs.example{path}",
                clientId="hash" if is_first else None,
                browserName=browser,
                browserWidth={"$numberInt": "1280"} if is_canonical else 1280,
                created=write(created),
                updated=write(created + timedelta(seconds=seconds)),
            )
        )
        day = created.date()
        stayed = min(max(seconds, 0), 1800) * 1000
        page = "/" if path == "/" else "/guide/"
        for key in ((day, TOTAL, ""), (day, "page", page)):
            expected[*key, "views"] += 1
            expected[*key, "readers"] += is_first
            expected[*key, "milliseconds"] += stayed
        expected[day, "size", "desktop", "views"] += 1
        expected[day, "size", "desktop", "readers"] += is_first
        if browser:
            expected[day, "browser", browser, "views"] += 1
            expected[day, "browser", browser, "readers"] += is_first
    file = tmp_path / "records.json"
    file.write_text(LAYOUTS[layout](documents), encoding="utf-8")
    found, tally = read(file)
    names = ("views", "readers", "milliseconds")
    counted = {
        (*key, name): figure
        for key, row in found.items()
        for name, figure in zip(names, row, strict=True)
    }
    assert {key: figure for key, figure in counted.items() if figure} == {
        key: figure for key, figure in expected.items() if figure
    }
    assert (tally.rows, tally.skipped) == (len(documents), {})


json_values = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20),
    st.sampled_from([[], {}, [{}], {"$date": None}, "https://docs.example:x/", "http://[", 10**30]),
)  # fmt: skip
names = st.sampled_from(
    ["siteLocation", "siteReferrer", "siteLanguage", "created", "updated", "browserWidth",
     "domainId", "clientId", "source", "osName"]
)  # fmt: skip
wrapped = st.dictionaries(st.sampled_from(["$date", "$numberInt", "$numberLong"]), json_values)
hostile = st.dictionaries(names, json_values | wrapped).map(lambda given: make_document(**given))


@files
@given(st.lists(hostile | json_values, max_size=6))
def test_hostile_documents_are_skipped_with_their_line(
    tmp_path: Path, documents: list[Any]
) -> None:
    file = tmp_path / "records.json"
    lines = [
        *map(json.dumps, documents),
        json.dumps(make_document(siteLocation="https://docs.example/last")),
    ]
    file.write_text("\n".join(lines), encoding="utf-8")
    try:
        found, tally = read(file, chosen="Main")
    except CollectorError as error:
        pytest.fail(str(error))
    assert found[START.date(), "page", "/last"][0] >= 1
    skipped = [line for one in tally.skipped.values() for line in one.lines]
    assert all(1 <= line <= len(documents) for line in skipped)
    views_ = sum(row[0] for key, row in found.items() if key[1] == TOTAL)
    assert views_ + sum(one.count for one in tally.skipped.values()) == tally.rows


@settings(max_examples=25)
@given(st.text())
@example("{" * 5000)
@example("[" * 100_000)
@example('{"a":' * 3000)
@example("1" * 5000)
@example('{"a"' + "\n" * 60_000)
@example('{"a": "\ud800"}')
def test_any_text_is_read_to_its_end(text: str) -> None:
    lines = [line for line, _ in Documents(io.StringIO(text))]
    assert lines == sorted(lines)


def test_a_broken_line_loses_only_itself(tmp_path: Path) -> None:
    good = json.dumps(make_document())
    file = tmp_path / "records.json"
    file.write_text(f"{good}\n{good[:-40]}\n{good}\nnot JSON\n[]\n{good}\n", encoding="utf-8")
    found, tally = read(file)
    assert found[START.date(), TOTAL, ""] == (3, 0, 90_000)
    assert {reason: one.lines for reason, one in tally.skipped.items()} == {
        "not a JSON object": [2, 4]
    }


def test_a_document_after_a_damaged_one_is_found_at_any_distance() -> None:
    """Includes a line break before it at the end of a chunk."""
    for length in range(65_530, 65_540):
        text = '{"a"' + "x" * (length - 8) + "\n   " + '{"b": 1}'
        assert [found for _, found in Documents(io.StringIO(text))] == [None, {"b": 1}]


def test_a_large_file_is_not_held_in_memory() -> None:
    line = json.dumps(make_document()) + "\n"

    class Endless(io.StringIO):
        """A megabyte of documents."""

        chunks = 30

        def read(self, size: int | None = -1) -> str:  # noqa: ARG002
            self.chunks -= 1
            return line * 80 if self.chunks >= 0 else ""

    tracemalloc.start()
    count = sum(1 for _ in Documents(Endless()))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 2_400
    assert peak < 400_000


REASONS: dict[str, dict[str, Any]] = {
    OTHER_HOST: {"siteLocation": "https://other.example/"},
    "it belongs to another domain in Ackee": {"domainId": "two"},
    "`created` is not a date": {"created": {"$date": "yesterday"}},
    "`created` is before 2000": {"created": {"$date": {"$numberLong": "0"}}},
    "`updated` is not a date": {"updated": {"$date": {"$numberLong": "9" * 30}}},
    "`siteLanguage` must have two letters": {"siteLanguage": "english"},
    "invalid: Expected `float | null`, got `str` - at `$.browserWidth`": {"browserWidth": "wide"},
    "not a record: `domainId` or `siteLocation` is missing": {"siteLocation": None},
}


@pytest.mark.parametrize("reason", REASONS)
def test_a_skipped_record_has_a_reason(tmp_path: Path, reason: str) -> None:
    file = tmp_path / "records.json"
    file.write_text(json.dumps(make_document(**REASONS[reason])), encoding="utf-8")
    found, tally = read(file, chosen="Main")
    assert found == {}
    assert list(tally.skipped) == [reason]


def test_two_domains_with_the_same_host_need_a_choice(tmp_path: Path) -> None:
    file = tmp_path / "records.json"
    documents = [make_document(), make_document(domainId="two"), make_document(domainId="two")]
    file.write_text(json.dumps(documents), encoding="utf-8")
    with pytest.raises(
        CollectorError, match=r"(?s)as --domain:.*two : 2 records.*one Main: 1 records"
    ):
        read(file)
    assert read(file, chosen="Main")[0][START.date(), TOTAL, ""][0] == 1
    assert read(file, chosen="two")[0][START.date(), TOTAL, ""][0] == 2


def test_files_with_domains_are_recognized(tmp_path: Path) -> None:
    records, domains = tmp_path / "a.json", tmp_path / "b.json"
    records.write_text(json.dumps(make_document()), encoding="utf-8")
    domains.write_text('{"id":"one","title":"Main"}\n{"id":"two","title":"Blog"}', encoding="utf-8")
    assert find_titles([str(domains), str(records)]) == (
        [str(records)],
        {"one": "Main", "two": "Blog"},
    )
    with pytest.raises(CollectorError, match="None of the files contains records"):
        find_titles([str(domains)])
