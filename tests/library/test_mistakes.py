"""Programming mistakes throw, and a development build says what to do."""

from __future__ import annotations

from typing import Any

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

STRICTER_IN_DEVELOPMENT = [
    ("invalid-options", "createLocalStorage({ ...plain, initial: [] })", "a plain object"),
    ("invalid-options", "createLocalStorage({ ...plain, version: 1.5 })", "a positive integer"),
    ("invalid-options", "createLocalStorage({ ...plain, preVersion: 2 })", "below version 1"),
    (
        "invalid-options",
        "createLocalStorage({ ...plain, version: 2, migrations: {} })",
        "no function for version 2",
    ),
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
def test_a_mistake_throws_in_production_and_changes_nothing(
    home: Page, code: str, script: str, advice: str
) -> None:
    outcome = attempt(home, code, script)
    # A separate entry point has its own text, which only its users load.
    if "checkSchema" in script:
        assert advice in outcome["hint"]
    else:
        assert outcome["message"] == f'[tuffet] {code} "{outcome["key"]}": {LINK}{code}'


@pytest.mark.parametrize(
    ("code", "script", "advice"),
    # In development, a loaded page may redefine a module: hot reload does.
    [mistake for mistake in MISTAKES if "...taken" not in mistake[1]] + STRICTER_IN_DEVELOPMENT,
)
def test_in_development_the_message_of_a_mistake_says_what_to_do(
    development: Page, code: str, script: str, advice: str
) -> None:
    outcome = attempt(development, code, script)
    assert advice in outcome["hint"]
    expected = f'[tuffet] {code} "{outcome["key"]}": {outcome["hint"]} {LINK}{code}'
    assert outcome["message"] == expected


def attempt(page: Page, code: str, script: str) -> dict[str, Any]:
    seen = page.evaluate(ATTEMPT, script)
    outcome: dict[str, Any] = seen["outcome"]
    assert outcome, f"{script} does not throw"
    assert (outcome["name"], outcome["code"]) == ("TuffetError", code), outcome
    assert outcome["link"] == LINK + code
    assert seen["reported"] == [], "onError isn't called for programming mistakes"
    assert seen["isUntouched"]
    return outcome


WITHOUT_LAST_STEP = """(() => {
  localStorage.setItem('m_v2', '{"n":7}');
  createLocalStorage({ ...plain, version: 3, migrations: { 2: (root) => root } });
})()"""


def test_in_production_migrations_without_the_last_step_keep_the_entry(home: Page) -> None:
    seen = home.evaluate(ATTEMPT, WITHOUT_LAST_STEP)
    assert (seen["outcome"], seen["reported"]) == (None, ["version"])
    assert home.evaluate("localStorage.getItem('m_v2')") == '{"n":7}'


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
