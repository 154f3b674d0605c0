"""Two copies of the packages on one page, one of them CommonJS, agree as if they were one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

OPTIONS = "{ storageModuleKey: 'm', initial: { n: 1 } }"


def test_they_really_are_two_copies(copies: Page) -> None:
    assert copies.evaluate("tuffet.StorageModule !== copy.StorageModule")
    assert copies.evaluate("tuffet.createLocalStorage !== copy.createLocalStorage")


@pytest.mark.requirement("lib-one-definition")
def test_a_write_through_one_is_heard_by_subscribers_of_the_other(copies: Page) -> None:
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
def test_what_one_protects_both_may_write_and_either_may_release(
    copies: Page, mode: bool | str
) -> None:
    outcome = copies.evaluate(
        """(protect) => {
          const { setItem } = Storage.prototype;
          const options = { storageModuleKey: 'm', initial: { n: 1 }, protect };
          const [ours, theirs] = [tuffet, copy].map((all) => all.createLocalStorage(options));
          const isPatched = () => Storage.prototype.setItem !== setItem;
          const attempt = () => {
            try { localStorage.setItem('m', '{"n":"raw"}'); return 'passes'; } catch ({ code }) {
              return code;
            }
          };
          const seen = [attempt(), isPatched()];
          seen.push(copy.useStorage(theirs).n.set(2), tuffet.useStorage(ours).n.set(3));
          seen.push(localStorage.getItem('m'));
          theirs.helper.cancelProtect();
          seen.push(isPatched(), attempt());
          theirs.helper.protect();
          seen.push(attempt());
          ours.helper.cancelProtect();
          return [...seen, isPatched(), Object.getPrototypeOf(localStorage) === Storage.prototype];
        }""",
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


def test_storage_is_patched_once_however_many_copies_there_are(copies: Page) -> None:
    outcome = copies.evaluate(
        """() => {
          new tuffet.StorageModule('a', 'local').getHelper().protect();
          const { setItem } = Storage.prototype;
          new copy.StorageModule('b', 'local').getHelper().protect('strict');
          return Storage.prototype.setItem === setItem;
        }"""
    )
    assert outcome is True


def test_errors_of_either_are_recognised_by_their_code(copies: Page) -> None:
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
