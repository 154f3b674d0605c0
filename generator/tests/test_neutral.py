"""docsite is a generator for any site: it knows nothing about the product of this repository."""

from generator.tests.support import PRODUCT_WORDS, ROOT

SOURCES = ROOT / "generator/src/docsite"
EXCEPTIONS = {"records/strings.py", "site/words.py"}
"""UI strings of live samples, which are to move to the theme."""


def test_no_source_speaks_of_the_product() -> None:
    files = [path for path in SOURCES.rglob("*") if path.suffix in (".py", ".js", ".toml")]
    found = {
        path.relative_to(SOURCES).as_posix()
        for path in files
        if PRODUCT_WORDS.search(path.read_text(encoding="utf-8"))
    }
    assert len(files) > 50
    assert found == EXCEPTIONS, "Use neutral words, or remove an exception that is not needed."
