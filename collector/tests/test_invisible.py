import csv
import json
import unicodedata
from io import StringIO
from typing import Final

from hypothesis import example, given
from hypothesis import strategies as st

from collector.dashboard.responses import EventRow
from collector.dashboard.tables import Table, csv_response, json_response
from collector.invisible import drop_invisible, escape_invisible
from collector.statistics import TextRow

HARMFUL: Final = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
harmful = st.characters(categories=HARMFUL)
mixed = st.text(st.one_of(harmful, st.characters(codec="utf-8")))


def is_harmful(text: str) -> bool:
    return any(unicodedata.category(character) in HARMFUL for character in text)


@given(mixed)
@example("a\x9b31m")
@example("\u202egnp.exe")
@example("pass\u200bword\ufeff\u2060")
@example("\U000e0041")
def test_invisible_characters_are_dropped_and_all_others_are_kept(text: str) -> None:
    dropped = drop_invisible(text)
    assert not is_harmful(dropped)
    assert dropped == "".join(character for character in text if not is_harmful(character))


@given(st.text(st.one_of(harmful.filter(lambda c: c > "\x1f"), st.characters(codec="utf-8"))))
def test_escaped_json_has_the_same_value_and_no_invisible_character(text: str) -> None:
    line = escape_invisible(json.dumps(text, ensure_ascii=False))
    assert not is_harmful(line)
    assert json.loads(line) == text


@given(st.text(st.characters(codec="utf-8")))
@example("\u202egnp.exe\x9b")
def test_the_dashboard_gets_no_invisible_characters(text: str) -> None:
    answer = json.loads(bytes(json_response([EventRow(text, 1)]).body))
    assert not is_harmful("".join(c for c in answer[0]["value"] if c > "\x1f" and c != "\x7f"))
    table = Table("table", ["value", "count"], [EventRow(text, 1)])
    body = bytes(csv_response(table).body).decode("utf-8-sig")
    assert not is_harmful(body.replace("\r\n", ""))


@given(st.text("=+-@;,\t\r\n\"' a"), st.sampled_from([",", ";", "\t"]))
def test_no_cell_is_a_formula_whatever_separates_cells(text: str, separator: str) -> None:
    table = Table("table", TextRow.__struct_fields__, [TextRow(text, text, 1)])
    body = bytes(csv_response(table).body).decode("utf-8-sig")
    for row in csv.reader(StringIO(body), delimiter=separator):
        assert not [cell for cell in row if cell.strip().startswith(("=", "+", "-", "@"))]
