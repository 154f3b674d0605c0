import pytest
from hypothesis import settings

# No test depends on how fast the machine is.
settings.register_profile("no-deadline", deadline=None)
settings.load_profile("no-deadline")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
