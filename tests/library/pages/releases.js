// Releases of one application, which store the same module. A tab runs one of them.

(() => {
  const themes =
    (...names) =>
    ({ theme }) =>
      names.includes(theme) ? undefined : `unknown theme ${theme}`;
  const only =
    (...names) =>
    (root) => {
      const other = Object.keys(root).find((name) => !names.includes(name));
      return other && `unknown property ${other}`;
    };
  const fail = () => {
    throw new Error('a mistake');
  };
  const user = { theme: 'light', name: '', cart: [] };
  const list = { count: 0 };
  const keep = ({ notes }) => ({ count: notes.length, notes });

  const releases = {
    'two themes': { initial: user, check: themes('light', 'dark') },
    'three themes': { initial: user, check: themes('light', 'dark', 'sepia') },
    strict: { initial: user, check: only('theme', 'name', 'cart') },
    'strict with a size': {
      initial: { ...user, size: 16 },
      check: only('theme', 'name', 'cart', 'size'),
    },
    'no theme': { initial: user, check: () => 'no theme is known' },
    failing: { initial: list, version: 2, migrations: { 2: fail } },
    misspelled: { initial: list, version: 2, migration: { 2: keep } },
    corrected: { initial: list, version: 2, migrations: { 2: keep } },
  };

  // Modules keep the methods that they find when the first one is created.
  const { getItem, setItem } = Storage.prototype;
  const failOnce = (name) => {
    if (window.failing !== name) return;
    window.failing = undefined;
    throw new DOMException('a moment', 'InvalidStateError');
  };
  Storage.prototype.getItem = function (key) {
    failOnce('getItem');
    return getItem.call(this, key);
  };
  Storage.prototype.setItem = function (key, text) {
    failOnce('setItem');
    setItem.call(this, key, text);
  };

  window.open = (name) => {
    window.errors = [];
    window.storage = tuffet.createLocalStorage({
      storageModuleKey: 's',
      onError: ({ code }) => errors.push(code),
      ...releases[name],
    });
    window.backups = tuffet.backupsOf(storage);
  };
  /** Returns all entries. A write may append whitespace. */
  window.stored = () =>
    Object.fromEntries(
      Object.keys(localStorage)
        .filter((key) => key !== 'mark')
        .map((key) => [key, localStorage.getItem(key).trimEnd()]),
    );
  /** Returns the length of the longest text that can be stored. */
  window.measureQuota = () => {
    let length = 0;
    for (let step = 2 ** 23; step >= 1024; step /= 2)
      try {
        localStorage.setItem('filler', 'x'.repeat(length + step));
        length += step;
      } catch {
        // Too long: the next step is half as large.
      }
    localStorage.removeItem('filler');
    return length;
  };
})();
