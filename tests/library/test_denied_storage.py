"""If the browser denies storage, modules keep their values in memory."""

from __future__ import annotations

import pytest
from playwright.sync_api import Frame

from tests.in_page import load_function
from tests.library.reports import assert_reported


@pytest.mark.parametrize("creator", ["createLocalStorage", "createSessionStorage"])
def test_if_storage_is_denied_a_module_works_in_memory(denied: Frame, creator: str) -> None:
    seen = denied.evaluate(
        load_function("use-without-storage"),
        creator,
    )
    heard = [2, 3, 1, 4]
    assert seen == [1, False, True, True, 3, heard, True, 2, True, 1, 1, 4, 4]
    (error,) = denied.evaluate("errors")
    assert_reported(error, "denied")


def test_if_storage_is_denied_core_works_in_memory_too(denied: Frame) -> None:
    seen = denied.evaluate(
        """() => {
          const module = new tuffet.StorageModule('m', 'local');
          const helper = module.getHelper();
          helper.setErrorHandler(onError);
          const before = errors.length;
          const values = [module.setItem('n', 2), module.getItem('n'), module.size()];
          return [before, ...values, helper.getExistence(), helper.isPersistent()];
        }"""
    )
    assert seen == [0, True, 2, 1, True, False]
    (error,) = denied.evaluate("errors")
    assert_reported(error, "denied")
