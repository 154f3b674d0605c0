export default (protect) => {
  for (const name of ['one', 'length']) {
    const options = { storageModuleKey: name, initial: { n: 1 }, protect };
    tuffet.createLocalStorage(options);
  }
  tuffet.createLocalStorage({ storageModuleKey: 'open', initial: { n: 1 } });
  // Names of the storage's own members are entries like any other.
  for (const name of ['theme', 'key', 'setItem', '__proto__', 'toString', ''])
    localStorage.setItem(name, 'theirs');
  localStorage.clear();
  return Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i)).sort();
};
