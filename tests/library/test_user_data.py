"""Every row of the table about users' data is true: each situation is created in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from harness.bundles import bundle_source
from harness.static import render_page, serve

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = [DOCS / language / "guide/advanced/version-control.md" for language in ("", "zh")]
VALUES = '{"theme":"dark","size":20}'

LIBRARY = """
import { createLocalStorage } from '@tuffet/hooks';
import { backupsOf, erase } from '@tuffet/hooks/backups';
const failing = new Set();
for (const name of ['setItem', 'getItem']) {
  const native = Storage.prototype[name];
  Storage.prototype[name] = function (...args) {
    if (failing.has(name)) throw new DOMException('', window.failure);
    return native.apply(this, args);
  };
}
Object.assign(window, {
  backupsOf, erase, failing, failure: 'UnknownError', told: [],
  open: (options) => createLocalStorage({
    storageModuleKey: 's', initial: { theme: 'light', size: 16 },
    onError: ({ code }) => told.push(code), ...options,
  }),
});
"""
# A visit, or another tab, is a document in an iframe.
STAGE = (
    """
window.visit = (path = '/page') => new Promise((resolve) => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  frame.onload = () => resolve(frame.contentWindow);
  frame.src = path;
});
window.until = async (isReached) => {
  while (!isReached()) await new Promise(requestAnimationFrame);
};
window.migrate = { version: 2, migrations: { 2: (old) => old } };
window.fail = () => { throw new Error('mistake'); };
window.old = '"""
    + VALUES.replace('"', '\\"')
    + """';
"""
)
# In the order of the table: the errors, and code that returns whether the rest of the row is true.
SITUATIONS = [
    (
        ["corrupt"],
        """
        localStorage.s = 'broken';
        const s = page.open();
        return [localStorage.s === 'broken', s.get('size') === 16, s.set({ size: 1 }),
          page.backupsOf(s).list()[0].text === 'broken'];""",
    ),
    (
        ["schema"],
        """
        localStorage.s = old;
        const s = page.open({ check: ({ theme }) => (theme === 'dark' ? 'theme' : undefined) });
        return [s.get('theme') === 'light', s.set({ size: 1 }),
          localStorage.s.includes('"dark"'), s.set({ theme: 'blue' }),
          !localStorage.s.includes('"dark"')];""",
    ),
    (
        ["schema", "schema"],
        """
        localStorage.s = old;
        const s = page.open({ check: fail });
        const other = await visit();
        const merged = other.open({ merge: fail });
        page.told.push(...other.told);
        return [s.get('size') === 16, merged.get('size') === 16, localStorage.s === old];""",
    ),
    (
        ["migration"],
        """
        localStorage.s = old;
        const s = page.open({ version: 2, migrations: { 2: fail } });
        s.set({ size: 1 });
        const fixed = await visit();
        const next = fixed.open(migrate);
        return [localStorage.s === old, fixed.backupsOf(next).restore('s'),
          next.get('size') === 20];""",
    ),
    (
        ["version"],
        """
        localStorage.s = old;
        const s = page.open({ version: 3 });
        return [localStorage.s === old, !('s_v3' in localStorage), s.get('size') === 16];""",
    ),
    (
        [],
        """
        localStorage.s = old;
        const s = page.open({ version: 2 });
        return [!('s' in localStorage), page.backupsOf(s).list().length === 0];""",
    ),
    (
        ["invalid-options", "version"],
        """
        localStorage.s = old;
        page.open({ version: 2, migration: migrate.migrations });
        return [localStorage.s === old];""",
    ),
    (
        ["version"],
        """
        localStorage.s_v2 = old;
        page.open().set({ size: 1 });
        return [localStorage.s_v2 === old];""",
    ),
    (
        ["version"],
        """
        localStorage.s_v2 = old;
        localStorage.s = '{"theme":"blue"}';
        const s = page.open(migrate);
        return [s.get('theme') === 'dark', page.backupsOf(s).list()[0].text === localStorage.s];""",
    ),
    (
        ["version"],
        """
        localStorage.s = old;
        const s = page.open();
        (await visit()).open(migrate);
        await until(() => page.told.length);
        return [s.get('size') === 20, s.set({ size: 1 }) === false,
          JSON.parse(localStorage.s_v2).size === 20];""",
    ),
    (
        ["quota"],
        """
        localStorage.s = old;
        const s = page.open();
        page.failure = 'QuotaExceededError';
        page.failing.add('setItem');
        return [s.set({ size: 1 }) === false, s.get('size') === 20, localStorage.s === old];""",
    ),
    (
        ["quota"],
        """
        const fill = (page) => {
          page.failure = 'QuotaExceededError';
          page.failing.add('setItem');
        };
        const adopting = await visit();
        localStorage.before = old;
        fill(adopting);
        adopting.open({ adopt: ({ take }) => JSON.parse(take('before')) });
        const isKept = localStorage.before === old;
        localStorage.s = old;
        fill(page);
        page.open(migrate);
        const isUnchanged = localStorage.s === old && !('s_v2' in localStorage);
        const next = (await visit()).open(migrate);
        return [adopting.told[0] === 'quota', isKept, isUnchanged, next.get('size') === 20];""",
    ),
    (
        ["denied"],
        """
        localStorage.s = old;
        const s = page.open();
        page.failing.add('setItem');
        const isStored = s.set({ size: 1 });
        const isHeld = s.get('size') === 1 && localStorage.s === old;
        page.failing.clear();
        return [!isStored, isHeld, s.set({ theme: 'blue' }),
          JSON.stringify(JSON.parse(localStorage.s)) === '{"theme":"blue","size":1}'];""",
    ),
    (
        ["denied"],
        """
        localStorage.s = old;
        page.failing.add('getItem');
        const s = page.open();
        return [s.set({ size: 1 }), s.get('size') === 1, !s.helper.isPersistent(),
          localStorage.s === old];""",
    ),
    (
        [],
        """
        localStorage.s = old;
        const [s, other] = [page.open(), (await visit()).open()];
        s.set({ size: 1 });
        other.set({ theme: 'blue' });
        await until(() => s.get('theme') === 'blue' && other.get('size') === 1);
        return [JSON.parse(localStorage.s).size === 1];""",
    ),
    (
        ["migration"],
        """
        localStorage.before = old;
        const adopt = ({ take }) => { take('before'); fail(); };
        page.open({ adopt });
        const next = (await visit()).open({ adopt: ({ take }) => JSON.parse(take('before')) });
        return [next.get('size') === 20, !('before' in localStorage)];""",
    ),
    (
        [],
        """
        localStorage.s_v3__backup1 = localStorage.s__corrupt = localStorage.s = old;
        const s = page.open();
        page.erase(s);
        return [localStorage.length === 0, s.get('size') === 16];""",
    ),
]


def read_rows(page: Path) -> list[list[str]]:
    section = page.read_text(encoding="utf-8").partition("{#user-data}")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]


@pytest.fixture(scope="module")
def stage(built_packages: None) -> Iterator[str]:  # noqa: ARG001
    """The address of a page that opens pages with a production build of the library."""
    files = {
        "/library.js": bundle_source(LIBRARY),
        "/stage.js": STAGE.encode(),
        "/page": render_page("library.js"),
        "/": render_page("stage.js"),
    }
    with serve(files, is_cached=True) as address:
        yield address


@pytest.mark.parametrize("row", range(len(SITUATIONS)))
def test_a_row_about_users_data_is_true(browser: Browser, stage: str, row: int) -> None:
    errors, code = SITUATIONS[row]
    with browser.new_context() as context:
        tab = context.new_page()
        tab.goto(stage)
        told, facts = tab.evaluate(
            f"""async () => {{
              const page = await visit();
              const facts = await (async () => {{ {code} }})();
              return [page.told, facts];
            }}"""
        )
    assert told == errors
    assert all(facts), facts


@pytest.mark.parametrize("page", PAGES, ids=["en", "zh"])
def test_the_table_names_the_errors_of_all_situations(page: Path) -> None:
    stated = [re.findall(r"^`([\w-]+)`", row[2]) for row in read_rows(page)]
    assert stated == [errors[:1] for errors, _ in SITUATIONS]
