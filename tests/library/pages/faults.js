// Creates modules and records their errors and notifications.

(() => {
  window.errors = [];
  window.heard = [];
  window.onError = (error) => {
    const { name, code, key, hint, link, raw, message } = error;
    errors.push({ name, code, key, hint, link, raw: raw ?? null, message });
  };
  window.numberSchema = {
    '~standard': {
      version: 1,
      vendor: 'by hand',
      validate: (value) =>
        typeof value.n === 'number'
          ? { value }
          : { issues: [{ message: 'Expected a number', path: ['n'] }] },
    },
  };
  window.create = (options) => {
    window.storage = tuffet.createLocalStorage({
      storageModuleKey: 'm',
      initial: { n: 1 },
      onError,
      ...options,
    });
    window.items = tuffet.useStorage(storage);
    window.helper = tuffet.useStorageHelper(storage);
    items.n.subscribe((value) => heard.push(value));
  };
  /** Every view of the module, and the stored entries. */
  window.look = () => ({
    item: items.n.get(),
    core: storage.storageModule.getItem('n') ?? null,
    module: storage.helper.getModule(),
    size: helper.size(),
    entry: localStorage.getItem('m'),
    backup: localStorage.getItem('m__backup1'),
  });
  window.fill = (area = localStorage) => {
    let count = 0;
    for (let size = 100_000; size; size = Math.floor(size / 10))
      try {
        for (; ; count += 1) area.setItem(`filler ${count}`, 'x'.repeat(size));
      } catch ({ name }) {
        if (name !== 'QuotaExceededError') throw name;
      }
    return count;
  };
})();
