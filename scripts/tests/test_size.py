from scripts.release.size import Size, render_table


def _size(gzip: int, limit: int) -> Size:
    return Size("@tuffet/core", minified=9000, gzip=gzip, brotli=gzip - 200, limit=limit)


def test_a_package_is_over_from_one_byte_above_its_limit() -> None:
    assert not _size(gzip=2800, limit=2800).is_over
    assert _size(gzip=2801, limit=2800).is_over


def test_the_table_shows_the_bytes_below_or_above_the_limit() -> None:
    table = render_table([_size(gzip=2700, limit=2800), _size(gzip=2850, limit=2800)])
    assert "100 left" in table
    assert "over by 50" in table
