import pytest

from docsite.build import Folders, build_site
from generator.tests.support import copy_site, folders_in


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Folders:
    """The valid site, built once. Tests must not change it."""
    folder = tmp_path_factory.mktemp("built")
    folders = folders_in(folder, copy_site(folder))
    assert build_site(folders).problems == ()
    return folders
