"""Mistakes in a program always throw, with a message that says what to do."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.library.reports import LINK

INVALID = [
    pytest.param(
        "createLocalStorage({ initial: {} })",
        "must be a non-empty string",
        marks=pytest.mark.requirement("lib-create-key-required"),
    ),
    ("createLocalStorage({ storageModuleKey: '', initial: {} })", "must be a non-empty string"),
    ("createSessionStorage({ storageModuleKey: 7, initial: {} })", "must be a non-empty string"),
    ("createLocalStorage({ storageModuleKey: 'm_v2', initial: {} })", "must not end in"),
    ("createLocalStorage({ storageModuleKey: 'm' })", "must be a plain object"),
    (
        "createLocalStorage({ storageModuleKey: 'm', initial: null })",
        "must be a plain object",
    ),
    *[
        (f"createLocalStorage({{ ...plain, version: {version} }})", "must be a positive integer")
        for version in ("0", "-1", "1.5", "NaN", "'2'", "null")
    ],
    *[
        (f"createLocalStorage({{ ...plain, version: 3, preVersion: {before} }})", "below version 3")
        for before in ("0", "3", "4", "1.5", "'2'")
    ],
    ("new StorageModule('', 'local')", "must be a non-empty string"),
    ("new StorageModule(undefined, 'local')", "must be a non-empty string"),
    pytest.param(
        "new StorageModule('m', 'cookie')",
        '"local" or "session"',
        marks=pytest.mark.requirement("lib-storage-types"),
    ),
    ("new StorageModule('m')", '"local" or "session"'),
    (
        "createLocalStorage({ ...plain, check: checkSchema(patient) })",
        "Use a synchronous schema",
    ),
]

DUPLICATE = [
    ("new StorageModule('core', 'local')", "Choose another key, or import that module"),
    ("new StorageModule('taken', 'local')", "Choose another key, or import that module"),
    ("createLocalStorage({ storageModuleKey: 'core', initial: {} })", "Choose another"),
    ("createLocalStorage({ ...taken, initial: { n: 2 } })", "Choose another"),
    ("createLocalStorage({ ...taken, initial: { n: 1, more: 1 } })", "Choose another"),
    ("createLocalStorage({ ...taken, protect: true })", "Choose another"),
    ("createLocalStorage({ ...taken, version: 2 })", "Choose another"),
]

CYCLE = "(() => { const cycle = {}; cycle.self = cycle; return cycle; })()"
UNSERIALIZABLE = [
    *[
        (f"item.set({value})", "Store plain data")
        for value in (CYCLE, "10n", "[10n]", "() => () => 1", "Symbol('s')")
    ],
    ("helper.patch({ n: 2, m: 10n })", "Store plain data"),
    (f"storage.storageModule.setItem('n', {CYCLE})", "Store plain data"),
    ("storage.helper.setModule({ n: 10n })", "Store plain data"),
    ("createLocalStorage({ storageModuleKey: 'm', initial: { n: () => 1 } })", "Store plain data"),
]

ATTEMPT = """(code) => {
  const { createLocalStorage, createSessionStorage, StorageModule, checkSchema } = tuffet;
  const reported = [];
  const onError = (error) => reported.push(error.code);
  const plain = { storageModuleKey: 'm', initial: { n: 1 }, onError };
  const taken = { storageModuleKey: 'taken', initial: { n: 1 }, onError };
  const patient = { '~standard': { validate: async (value) => ({ value }) } };
  const storage = createLocalStorage(taken);
  const item = tuffet.useStorage(storage).n;
  const helper = tuffet.useStorageHelper(storage);
  new StorageModule('core', 'local');
  const entries = () => JSON.stringify(Object.entries(localStorage).sort());
  const before = entries();
  let outcome = null;
  try {
    eval(code);
  } catch ({ name, code, key, hint, link, message }) {
    outcome = { name, code, key, hint, link, message };
  }
  return { outcome, reported, isUntouched: entries() === before && item.get() === 1 };
}"""


def assert_throws(page: Page, script: str, code: str, advice: str) -> None:
    seen = page.evaluate(ATTEMPT, script)
    outcome = seen["outcome"]
    assert outcome, f"{script} does not throw"
    assert (outcome["name"], outcome["code"]) == ("TuffetError", code), outcome
    assert advice in outcome["hint"]
    assert outcome["link"] == LINK + code
    for part in (code, outcome["key"], outcome["hint"], outcome["link"]):
        assert part in outcome["message"]
    assert seen["reported"] == [], "a mistake in the program is no matter for onError"
    assert seen["isUntouched"]


@pytest.mark.parametrize(("script", "advice"), INVALID)
def test_invalid_options_are_refused(home: Page, script: str, advice: str) -> None:
    assert_throws(home, script, "invalid-options", advice)


@pytest.mark.requirement("lib-key-unique")
@pytest.mark.parametrize(("script", "advice"), DUPLICATE)
def test_a_key_that_is_taken_is_refused(home: Page, script: str, advice: str) -> None:
    assert_throws(home, script, "duplicate-key", advice)


@pytest.mark.parametrize(("script", "advice"), UNSERIALIZABLE)
def test_what_cannot_be_stored_is_refused(home: Page, script: str, advice: str) -> None:
    assert_throws(home, script, "unserializable", advice)


@pytest.mark.requirement("lib-no-unique-verify", "lib-no-unique-verify-default")
@pytest.mark.parametrize(
    "script",
    [
        "createLocalStorage(taken)",
        "createLocalStorage({ ...taken, initial: { n: 1 } })",
        "createSessionStorage(taken)",
        "new StorageModule('core', 'local', true)",
        "new StorageModule('core', 'session')",
        "new StorageModule('taken', 'local', true)",
    ],
)
def test_the_same_definition_again_is_no_mistake(home: Page, script: str) -> None:
    seen = home.evaluate(ATTEMPT, script)
    assert seen == {"outcome": None, "reported": [], "isUntouched": True}
