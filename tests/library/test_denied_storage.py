"""Where the browser denies storage, modules live in memory."""

from __future__ import annotations

import pytest
from playwright.sync_api import Frame, Page

from tests.library.reports import assert_reported


@pytest.mark.parametrize("creator", ["createLocalStorage", "createSessionStorage"])
def test_where_storage_is_denied_a_module_lives_in_memory(denied: Frame, creator: str) -> None:
    seen = denied.evaluate(
        """(creator) => {
          const options = { storageModuleKey: 'm', initial: { n: 1 }, onError, protect: 'strict' };
          const storage = tuffet[creator](options);
          const { n, extra } = tuffet.useStorage(storage);
          const helper = tuffet.useStorageHelper(storage);
          n.subscribe((value) => heard.push(value));
          const seen = [n.get(), storage.helper.isPersistent()];
          seen.push(n.set(2), n.set((previous) => previous + 1), n.get(), heard);
          seen.push(extra.set('x'), helper.size(), helper.initialize(), helper.size(), n.get());
          const again = tuffet.useStorage(tuffet[creator](options));
          n.set(4);
          return [...seen, again.n.get(), storage.storageModule.getItem('n')];
        }""",
        creator,
    )
    heard = [2, 3, 1, 4]
    assert seen == [1, False, True, True, 3, heard, True, 2, True, 1, 1, 4, 4]
    (error,) = denied.evaluate("errors")
    assert_reported(error, "denied")


def test_where_storage_is_denied_core_works_in_memory_too(denied: Frame) -> None:
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


REFUSALS = {
    "storage is null": "Object.defineProperty(window, 'localStorage', { value: null })",
    "reading throws": """Storage.prototype.getItem = () => {
      throw new DOMException('denied', 'SecurityError');
    }""",
    "writing throws": """Storage.prototype.setItem = () => {
      throw new DOMException('denied', 'SecurityError');
    }""",
}


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_browser_that_refuses_in_another_way_gets_memory_too(faulty: Page, refusal: str) -> None:
    faulty.evaluate(f"() => {{ {REFUSALS[refusal]}; create(); }}")
    assert faulty.evaluate("[items.n.get(), storage.helper.isPersistent()]") == [1, False]
    assert faulty.evaluate("[items.n.set(2), items.n.get(), heard]") == [True, 2, [2]]
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "denied")


def test_an_ordinary_page_is_persistent(faulty: Page) -> None:
    faulty.evaluate("create()")
    assert faulty.evaluate("[storage.helper.isPersistent(), errors.length]") == [True, 0]
