import pytest
from hypothesis import given
from hypothesis import strategies as st

from collector.errors import CollectorError
from collector.postgres.hosts import split_hosts

HOSTS = st.from_regex(r"([a-z][a-z0-9.-]{0,8}|\[::[1-9]\])(:[1-9][0-9]{0,3})?", fullmatch=True)


@given(
    credentials=st.sampled_from(["", "me@", "me:secret@", "me:a%2Cb%40@"]),
    hosts=st.lists(HOSTS, min_size=1, max_size=4, unique=True),
    end=st.sampled_from(["", "/", "/docs", "/docs?sslmode=require", "?host=/run/postgresql"]),
)
def test_each_host_gets_an_address(credentials: str, hosts: list[str], end: str) -> None:
    address = f"postgresql://{credentials}{','.join(hosts)}{end}"
    assert split_hosts(address) == {
        host: f"postgresql://{credentials}{host}{end}" for host in hosts
    }


@pytest.mark.parametrize("address", ["postgresql:///collector", "postgresql://", "nonsense", ""])
def test_an_address_without_a_host_is_unchanged(address: str) -> None:
    assert split_hosts(address) == {"": address}


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("postgresql://db1,db1/docs", "the same host twice"),
        ("postgresql://db1,/docs", "an empty host"),
        ("postgresql:///docs?host=db1,db2", "in its `host` option"),
        ("postgresql:///docs?host=db1%2Cdb2", "in its `host` option"),
    ],
)
def test_a_mistake_in_the_hosts_is_reported(address: str, message: str) -> None:
    with pytest.raises(CollectorError, match=message):
        split_hosts(address)
