import asyncio

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from collector.errors import CollectorError
from collector.postgres.database import connect


@given(
    start=st.text("jqxz", min_size=3),  # no message contains three of them in a row
    special=st.text("/?#@:%[]=& ", min_size=1),
    end=st.text("0123456789", min_size=4),
    scheme=st.sampled_from(["postgresql", "postgres", "mysql", ""]),
)
@example("hunter", "/", "2000", "postgresql")
@example("hunter", "#", "2000", "postgresql")
@example("1234", "/", "2000", "postgresql")
@settings(max_examples=200)
def test_no_part_of_a_password_is_in_an_error(
    start: str, special: str, end: str, scheme: str
) -> None:
    address = f"{scheme}://me:{start}{special}{end}@127.0.0.1:1/x"
    with pytest.raises(CollectorError) as raised:
        asyncio.run(connect(address))
    message = f"{raised.value} {raised.value.__cause__!r}"
    assert start not in message
    assert end not in message


def test_an_escaped_password_is_accepted() -> None:
    with pytest.raises(CollectorError, match="PostgreSQL cannot be reached: "):
        asyncio.run(connect("postgresql://me:hunter%2F2%23%3F%40@127.0.0.1:1/x"))
