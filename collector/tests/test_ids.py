from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from hypothesis import given
from hypothesis import strategies as st

from collector.ids import OWN_VISIT, coarsen_id, make_id, moment_of

moments = st.datetimes(
    min_value=datetime(1971, 1, 1), max_value=datetime(2900, 1, 1), timezones=st.just(UTC)
)


@given(moments)
def test_an_id_contains_its_moment_in_milliseconds(moment: datetime) -> None:
    found = moment_of(make_id(moment))
    assert found is not None
    assert timedelta(0) <= moment - found < timedelta(milliseconds=1)


@given(moments, st.timedeltas(timedelta(milliseconds=1), timedelta(days=400)))
def test_a_later_id_sorts_after_an_earlier_one(moment: datetime, later: timedelta) -> None:
    assert make_id(moment) < make_id(moment + later)


def test_an_id_is_a_uuid_of_version_7_and_the_right_variant() -> None:
    id_ = make_id(datetime.now(UTC))
    assert (id_.version, id_.variant) == (7, UUID(int=id_.int).variant)
    assert str(id_)[19] in "89ab"


def test_ids_of_one_moment_differ() -> None:
    moment = datetime.now(UTC)
    assert len({make_id(moment) for _ in range(1000)}) == 1000


def test_other_uuids_have_no_moment() -> None:
    assert moment_of(uuid4()) is None
    assert moment_of(OWN_VISIT) is None


@given(st.integers(0, 2**128 - 1))
def test_any_number_is_parsed_without_an_error(number: int) -> None:
    moment_of(UUID(int=number))


@given(moments)
def test_a_coarse_id_has_the_minute_and_the_random_bits(moment: datetime) -> None:
    id_ = make_id(moment)
    coarse = coarsen_id(id_)
    assert moment_of(coarse) == moment.replace(second=0, microsecond=0)
    assert coarse.int & (1 << 80) - 1 == id_.int & (1 << 80) - 1
    assert coarsen_id(coarse) == coarse


@given(st.integers(0, 2**128 - 1))
def test_any_id_can_be_coarsened(number: int) -> None:
    assert coarsen_id(UUID(int=number)).int <= number
