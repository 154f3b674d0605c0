// One of eight tabs that write to one module. It runs one of two releases, and logs its writes.

(() => {
  const accept =
    (themes, isSize) =>
    ({ theme, size }) => {
      if (!themes.includes(`${theme}`.split(' ')[0])) return `unknown theme ${theme}`;
      return isSize(size) ? undefined : `invalid size ${size}`;
    };
  const isEven = (size) => size % 2 === 0;
  const initial = { theme: 'light', size: 0, note: '', mine: null };
  for (let tab = 0; tab < 8; tab += 1) initial[`own${tab}`] = 0;

  const releases = {
    1: { initial, check: accept(['light', 'dark'], isEven) },
    2: {
      initial: { ...initial, mode: 'auto' },
      check: accept(['light', 'dark', 'sepia'], () => true),
    },
  };

  let storage;
  let log = [];
  let pending = 0;
  const events = { count: 0, marks: {} };
  let errors = {};
  addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith('mark')) events.marks[key] = Number(newValue);
    else events.count += 1;
  });

  const operations = {
    set: (values) => storage.set(values),
    update: ([[name, value]]) => tuffet.useStorage(storage)[name].set(() => value),
    patch: (values) => tuffet.useStorageHelper(storage).patch(values),
    reset: ([[name]]) => tuffet.useStorage(storage)[name].reset(),
  };

  function perform([, operation, values]) {
    const entries = Object.entries(values);
    const start = performance.timeOrigin + performance.now();
    const isStored = operations[operation](/^(update|reset)$/.test(operation) ? entries : values);
    log.push({ start, end: performance.timeOrigin + performance.now(), values, isStored });
  }

  window.soak = {
    open(release) {
      storage = tuffet.createLocalStorage({
        storageModuleKey: 'app',
        onError: ({ code }) => {
          errors[code] = (errors[code] ?? 0) + 1;
        },
        ...releases[release],
      });
      storage.subscribe(() => {});
    },
    /** Performs steps: milliseconds after the start, operation, values. Those of one time are one task. */
    run({ start, steps }) {
      log = [];
      const times = new Set(steps.map(([delay]) => delay));
      pending = times.size;
      for (const time of times)
        setTimeout(
          () => {
            for (const step of steps) if (step[0] === time) perform(step);
            pending -= 1;
          },
          start + time - Date.now(),
        );
    },
    isDone: () => pending === 0,
    takeLog: () => log.splice(0),
    mark: (tab, number) => localStorage.setItem(`mark${tab}`, number),
    /** Whether all events up to the marks of the other tabs have arrived. */
    hasSeen: (tabs, number) => tabs.every((tab) => events.marks[`mark${tab}`] === number),
    countEvents: () => events.count,
    look() {
      const seen = { text: localStorage.getItem('app'), shown: storage.get(), errors };
      errors = {};
      return seen;
    },
  };
})();
