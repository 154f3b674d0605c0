from scripts.release.size import Size, render_table
from scripts.release.size_modules import load_shares, render_shares


def _size(gzip: int, limit: int) -> Size:
    return Size("@tuffet/core", minified=9000, gzip=gzip, brotli=gzip - 200, limit=limit)


def test_a_package_is_over_from_one_byte_above_its_limit() -> None:
    assert not _size(gzip=2800, limit=2800).is_over
    assert _size(gzip=2801, limit=2800).is_over


def test_the_table_shows_the_bytes_below_or_above_the_limit() -> None:
    table = render_table([_size(gzip=2700, limit=2800), _size(gzip=2850, limit=2800)])
    assert "100 left" in table
    assert "over by 50" in table


def test_the_share_of_a_module_is_what_its_removal_would_save() -> None:
    total, shares = load_shares("core")
    assert {"core/store/collisions", "core/protection", "core/errors"} <= set(shares)
    assert "core/hints" not in shares, "production builds contain no messages"
    assert 0 < sum(shares.values()) < total


def test_modules_are_listed_by_their_largest_share() -> None:
    table = render_shares({"core": (90, {"a": 10, "b": 20}), "hooks": (120, {"a": 30})})
    rows = [line.split() for line in table.splitlines()[1:]]
    assert rows == [
        ["a", "10", "30"],
        ["b", "20"],
        ["not", "attributable", "60", "90"],
        ["total", "90", "120"],
    ]
