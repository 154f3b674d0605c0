// One of two tabs that write to the same modules. It performs the steps of the test, and records
// the values that its subscribers receive.

(() => {
  const channel = new BroadcastChannel('start');
  const required = ['a', 'b', 'c', 'd'];
  const optional = ['x', 'y'];
  const modules = [];

  function open(count) {
    for (let i = 0; i < count; i += 1) {
      const storage = tuffet.createLocalStorage({
        storageModuleKey: `module-${i}`,
        initial: Object.fromEntries(required.map((name) => [name, `${name} at first`])),
      });
      const items = tuffet.useStorage(storage);
      const heard = {};
      for (const name of [...required, ...optional]) {
        heard[name] = items[name].get() ?? null;
        items[name].subscribe((value) => {
          heard[name] = value ?? null;
        });
      }
      modules.push({ storage, items, heard, helper: tuffet.useStorageHelper(storage) });
    }
  }

  const operations = {
    set: ({ items }, name, value) => items[name].set(value),
    update: ({ items }, name, value) => items[name].set((previous) => `${previous}` && value),
    reset: ({ items }, name) => items[name].reset(),
    remove: ({ storage }, name) => storage.storageModule.removeItem(name),
    patch: ({ helper }, values) => helper.patch(values),
    initialize: ({ helper }) => helper.initialize(),
  };

  const nextTask = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });

  function spinUntil(time) {
    while (Date.now() < time);
  }

  // Steps are [milliseconds after the start, module, operation, ...arguments].
  async function run({ steps, isYielding }, start) {
    const refused = [];
    for (const step of steps) {
      const [delay, module, operation, ...values] = step;
      if (isYielding) await nextTask();
      spinUntil(start + delay);
      if (!operations[operation](modules[module], ...values)) refused.push(step);
    }
    return refused;
  }

  /** Arms the tab: it starts by the clock, or with the other tab's message. */
  function arm(plan) {
    const { start, signal } = plan;
    tab.refused = new Promise((resolve) => {
      if (signal === 'receive') {
        channel.onmessage = () => resolve(run(plan, Date.now()));
        return;
      }
      setTimeout(
        () => {
          spinUntil(start);
          if (signal === 'send') channel.postMessage(null);
          resolve(run(plan, start));
        },
        Math.max(0, start - Date.now() - 15),
      );
    });
  }

  const look = () =>
    modules.map(({ storage, items, heard }) => ({
      entry: JSON.parse(localStorage.getItem(storage.helper.getStorageKey())),
      view: Object.fromEntries(
        [...required, ...optional].map((name) => [name, items[name].get() ?? null]),
      ),
      heard: { ...heard },
    }));

  window.tab = { modules, open, arm, look };
})();
