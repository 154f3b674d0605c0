"""Programming mistakes throw in a production build, with a message that says what to do."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.library.reports import LINK

CYCLE = "(() => { const cycle = {}; cycle.self = cycle; return cycle; })()"
MISTAKES = [
    ("invalid-options", "createLocalStorage({ initial: {} })", "must be a non-empty string"),
    ("invalid-options", "new StorageModule('m', 'cookie')", '"local" or "session"'),
    (
        "invalid-options",
        "createLocalStorage({ ...plain, check: checkSchema(asynchronous) })",
        "Use a synchronous schema",
    ),
    ("invalid-options", "storage.helper.setModule()", "needs an object"),
    ("duplicate-key", "new StorageModule('core', 'local')", "Choose another key, or import"),
    ("duplicate-key", "createLocalStorage({ ...taken, initial: { n: 2 } })", "Choose another"),
    ("duplicate-key", "createLocalStorage({ ...taken, protect: true })", "Choose another"),
    ("duplicate-key", "createLocalStorage({ ...taken, version: 2 })", "Choose another"),
    ("unserializable", f"item.set({CYCLE})", "Store plain data"),
    ("unserializable", "helper.patch({ n: 2, m: 10n })", "Store plain data"),
    ("unserializable", "storage.helper.setModule({ n: 10n })", "Store plain data"),
]

ATTEMPT = """(code) => {
  const { createLocalStorage, createSessionStorage, StorageModule, checkSchema } = tuffet;
  const reported = [];
  const onError = (error) => reported.push(error.code);
  const plain = { storageModuleKey: 'm', initial: { n: 1 }, onError };
  const taken = { storageModuleKey: 'taken', initial: { n: 1 }, onError };
  const asynchronous = { '~standard': { validate: async (value) => ({ value }) } };
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


@pytest.mark.requirement("lib-create-key-required", "lib-storage-types", "lib-key-unique")
@pytest.mark.parametrize(("code", "script", "advice"), MISTAKES)
def test_a_mistake_throws_and_changes_nothing(
    home: Page, code: str, script: str, advice: str
) -> None:
    seen = home.evaluate(ATTEMPT, script)
    outcome = seen["outcome"]
    assert outcome, f"{script} does not throw"
    assert (outcome["name"], outcome["code"]) == ("TuffetError", code), outcome
    assert advice in outcome["hint"]
    assert outcome["link"] == LINK + code
    for part in (code, outcome["key"], outcome["hint"], outcome["link"]):
        assert part in outcome["message"]
    assert seen["reported"] == [], "onError isn't called for programming mistakes"
    assert seen["isUntouched"]


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
def test_repeating_the_same_definition_is_not_a_mistake(home: Page, script: str) -> None:
    seen = home.evaluate(ATTEMPT, script)
    assert seen == {"outcome": None, "reported": [], "isUntouched": True}
