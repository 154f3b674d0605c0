import asyncio
import json
import unicodedata
from datetime import UTC, date, datetime
from typing import Literal
from uuid import uuid4

import msgspec
from hypothesis import example, given
from hypothesis import strategies as st

from collector.cardinality import CardinalityLimit, Known
from collector.catalog import Catalog, Content, Domain, Event
from collector.dashboard.responses import EventRow
from collector.dashboard.tables import Table, csv_response, json_response
from collector.invisible import drop_invisible, escape_invisible
from collector.model import ActionInput, Item, RecordInput
from collector.service import Service
from collector.visitors import Visitors
from collector.visits import Visit
from collector.volume import Volume

ORIGIN = "https://docs.example"
HARMFUL: tuple[Literal["Cc", "Cf", "Cs", "Co", "Zl", "Zp"], ...] = (
    "Cc",
    "Cf",
    "Cs",
    "Co",
    "Zl",
    "Zp",
)
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


@given(mixed)
@example("\u202egnp.exe\x9b31m")
def test_nothing_that_is_stored_has_invisible_characters(text: str) -> None:
    stored: list[Item] = []
    domain, event = uuid4(), uuid4()

    async def load() -> Content:
        return [Domain(domain, "Docs", frozenset([ORIGIN]), ())], [Event(event, domain, "search")]

    async def load_salt(_: object) -> bytes:
        return b"salt"

    async def load_known(_: date) -> list[Known]:
        return []

    async def store(item: Item) -> bool:
        stored.append(item)
        return True

    async def send() -> None:
        moment = datetime(2026, 10, 24, 12, tzinfo=UTC)
        cardinality, volume = CardinalityLimit(load_known, 100), Volume(1e6, 1e6)
        service = Service(
            Catalog(load), Visitors(load_salt), store, cardinality, volume, now=lambda: moment
        )
        visit = Visit("192.0.2.1", "Mozilla/5.0 Firefox/140.0", ORIGIN, is_own=False)
        names = ("source", "device_name", "os_name", "os_version", "browser_name")
        record = RecordInput(
            site_location=f"{ORIGIN}/{text}".replace("[", "").replace("]", ""),
            site_referrer=f"https://other.example/{text}",
            **dict.fromkeys(names, text),  # type: ignore[arg-type]
        )
        await service.create_record(str(domain), record, visit)
        action = ActionInput(key=f"key {text}", details=text)
        await service.create_action(str(event), action, visit)

    asyncio.run(send())
    for item in stored:
        values = msgspec.to_builtins(item, builtin_types=(bytes,))
        assert not is_harmful(json.dumps(values, ensure_ascii=False, default=repr))
