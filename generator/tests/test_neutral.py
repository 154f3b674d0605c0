"""docsite is a generator for any site, so it doesn't mention the product of this repository."""

from generator.tests.support import PRODUCT_WORDS, ROOT

SOURCES = ROOT / "generator/src/docsite"


def test_no_source_mentions_the_product() -> None:
    files = [path for path in SOURCES.rglob("*") if path.suffix in (".py", ".js", ".json", ".toml")]
    found = {
        path.relative_to(SOURCES).as_posix()
        for path in files
        if PRODUCT_WORDS.search(path.read_text(encoding="utf-8"))
    }
    assert len(files) > 50
    assert found == set(), "Use neutral terms."
