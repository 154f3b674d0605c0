"""Two copies of the packages on one page, one of them CommonJS, share their state."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.in_page import load_function

OPTIONS = "{ storageModuleKey: 'm', initial: { n: 1 } }"


def test_the_page_has_two_copies(copies: Page) -> None:
    assert copies.evaluate("tuffet.StorageModule !== copy.StorageModule")
    assert copies.evaluate("tuffet.createLocalStorage !== copy.createLocalStorage")


@pytest.mark.requirement("lib-one-definition")
def test_a_write_through_one_notifies_subscribers_of_the_other(copies: Page) -> None:
    outcome = copies.evaluate(
        f"""() => {{
          const [ours, theirs] = [tuffet, copy].map((all) => {{
            const storage = all.createLocalStorage({OPTIONS});
            return {{ storage, item: all.useStorage(storage).n }};
          }});
          const heard = [];
          ours.item.subscribe((value) => heard.push(['ours', value]));
          theirs.item.subscribe((value) => heard.push(['theirs', value]));
          ours.item.set(2);
          theirs.item.set(3);
          ours.storage.storageModule.setItem('n', 4);
          return [heard, ours.item.get(), theirs.item.get()];
        }}"""
    )
    heard = [[who, value] for value in (2, 3, 4) for who in ("ours", "theirs")]
    assert outcome == [heard, 4, 4]


def test_they_parse_an_entry_once(copies: Page) -> None:
    outcome = copies.evaluate(
        """() => {
          localStorage.setItem('m', '{"list":[1,2,3]}');
          const [a, b] = [tuffet, copy].map((all) => new all.StorageModule('m', 'local', true));
          return a.getItem('list') === b.getItem('list') && a.getItem('list').length === 3;
        }"""
    )
    assert outcome is True


@pytest.mark.requirement("lib-key-unique")
def test_a_key_taken_by_one_is_taken_for_the_other(copies: Page) -> None:
    outcome = copies.evaluate(
        f"""() => {{
          new tuffet.StorageModule('plain', 'local');
          tuffet.createLocalStorage({OPTIONS});
          const attempts = [
            () => new copy.StorageModule('plain', 'local'),
            () => new copy.StorageModule('m', 'local'),
            () => copy.createLocalStorage({{ ...{OPTIONS}, initial: {{ n: 2 }} }}),
            () => copy.createLocalStorage({OPTIONS}),
            () => new copy.StorageModule('plain', 'session'),
            () => new copy.StorageModule('plain', 'local', true),
          ];
          return attempts.map((attempt) => {{
            try {{ attempt(); return 'fine'; }} catch ({{ code }}) {{ return code; }}
          }});
        }}"""
    )
    assert outcome == [*["duplicate-key"] * 3, *["fine"] * 3]


@pytest.mark.parametrize("mode", [True, "strict"], ids=["default", "strict"])
def test_both_can_write_a_protected_entry_and_cancel_its_protection(
    copies: Page, mode: bool | str
) -> None:
    outcome = copies.evaluate(
        load_function("protect-from-copies"),
        mode,
    )
    released = [False, "passes"]
    assert outcome == [
        *["protected-key", True],
        *[True, True, '{"n":3}'],
        *released,
        "protected-key",
        *[False, True],
    ]


def test_storage_is_patched_once_for_all_copies(copies: Page) -> None:
    outcome = copies.evaluate(
        """() => {
          new tuffet.StorageModule('a', 'local').getHelper().protect();
          const { setItem } = Storage.prototype;
          new copy.StorageModule('b', 'local').getHelper().protect('strict');
          return Storage.prototype.setItem === setItem;
        }"""
    )
    assert outcome is True


def test_errors_of_either_are_recognized_by_their_code(copies: Page) -> None:
    outcome = copies.evaluate(
        """() => {
          const errors = [];
          localStorage.setItem('m', 'foo');
          const options = { storageModuleKey: 'm', initial: { n: 1 } };
          tuffet.createLocalStorage({ ...options, onError: (error) => errors.push(error) });
          copy.createLocalStorage(options);
          return errors.map(({ name, code }) => [name, code]);
        }"""
    )
    assert outcome == [["TuffetError", "corrupt"]]
