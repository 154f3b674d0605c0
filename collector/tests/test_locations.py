import pytest
from hypothesis import given
from hypothesis import strategies as st

from collector.errors import KnownError
from collector.locations import MAX_LENGTH, normalize_path, normalize_referrer

HERE = "https://docs.example/guide/"


@pytest.mark.parametrize(
    ("location", "path"),
    [
        ("https://docs.example", "/"),
        ("https://docs.example/guide/", "/guide/"),
        ("https://docs.example/guide/index.html", "/guide/"),
        ("https://docs.example/guide/#versions", "/guide/"),
        ("https://docs.example/?utm_source=mail&gclid=x", "/"),
        ("https://docs.example/guide/?page=2&token=secret#top", "/guide/"),
        ("https://docs.example/guide/index.html?q=x", "/guide/"),
        ("https://docs.example/what%3F", "/what%3F"),
        ("https://docs.example/zh/%E6%8C%87%E5%8D%97", "/zh/%E6%8C%87%E5%8D%97"),
    ],
)
def test_urls_of_one_page_have_the_same_path(location: str, path: str) -> None:
    assert normalize_path(location) == path


@pytest.mark.parametrize(
    "location", ["", "guide", "/guide/", "javascript:alert(1)", "ftp://docs.example/", "http://["]
)
def test_an_invalid_url_is_rejected(location: str) -> None:
    with pytest.raises(KnownError, match="Failed to normalize `siteLocation`"):
        normalize_path(location)


@pytest.mark.parametrize(
    ("referrer", "found"),
    [
        (None, None),
        ("", None),
        ("not an address", None),
        ("https://docs.example/api/", None),
        ("https://www.search.example/", "search.example"),
        ("https://news.example/item/1?user=ada#top", "news.example/item/1"),
        ("https://user:secret@news.example/", "news.example"),
    ],
)
def test_a_referrer_is_another_site_and_its_path(referrer: str | None, found: str | None) -> None:
    assert normalize_referrer(referrer, HERE) == found


@given(st.text())
def test_any_string_returns_a_short_path_or_raises_a_known_error(text: str) -> None:
    try:
        path = normalize_path("https://docs.example/" + text)
    except KnownError:
        return
    assert path.startswith("/")
    assert len(path) <= MAX_LENGTH
