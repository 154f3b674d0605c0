from pathlib import Path

import pytest

from docsite.load import Site, load_site


@pytest.fixture(scope="session")
def site() -> Site:
    """The documentation, parsed once for all tests."""
    return load_site(Path(__file__).resolve().parents[1])
