// Runs in every document before the sample, and records console output and errors.

if (location.search === '?new') {
  localStorage.clear();
  sessionStorage.clear();
}
window.lines = [];
window.errors = [];
window.mismatches = [];

(() => {
  // The browser's own storages and methods, before a sample protects or denies them. `readStored`
  // works without them, but creating its iframe is slow.
  const areas = { localStorage, sessionStorage };
  const { key, getItem } = Storage.prototype;
  const listStored = () =>
    Object.entries(areas).flatMap(([name, area]) =>
      Array.from({ length: area.length }, (_, index) => key.call(area, index))
        .map((found) => [found, getItem.call(area, found)])
        .sort()
        .map((entry) => [name, ...entry]),
    );

  const quote = (text) => `'${text.replace(/['\\]/g, '\\$&').replace(/\n/g, '\\n')}'`;
  const isName = (key) => /^[A-Za-z_$][\w$]*$/.test(key);
  const list = (open, items, close) =>
    items.length > 0 ? `${open} ${items.join(', ')} ${close}` : `${open}${close}`;

  const renderObject = (value, depth) => {
    const inner = (item) => render(item, depth + 1);
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (value instanceof Date) return value.toISOString();
    if (value instanceof Map) {
      const items = [...value].map(([key, item]) => `${inner(key)} => ${inner(item)}`);
      return `Map(${value.size}) ${list('{', items, '}')}`;
    }
    if (value instanceof Set) return `Set(${value.size}) ${list('{', [...value].map(inner), '}')}`;
    if (Array.isArray(value)) return list('[', value.map(inner), ']');
    if (depth > 4) return '{…}';
    const items = Object.entries(value).map(
      ([key, item]) => `${isName(key) ? key : quote(key)}: ${inner(item)}`,
    );
    return list('{', items, '}');
  };

  const renderers = {
    string: (value, depth) => (depth > 0 ? quote(value) : value),
    bigint: (value) => `${value}n`,
    function: (value) => `[Function: ${value.name || 'anonymous'}]`,
    object: (value, depth) => (value === null ? 'null' : renderObject(value, depth)),
  };

  /** Formats a value like the consoles of Node and browsers; an argument itself has `depth` 0. */
  const render = (value, depth = 0) => (renderers[typeof value] ?? String)(value, depth);

  const prefixes = { log: '', info: '', debug: '', warn: 'Warning: ', error: 'Error: ' };
  for (const [method, prefix] of Object.entries(prefixes))
    console[method] = (...values) => {
      const line = values.map((value) => render(value)).join(' ');
      // React suggests its DevTools in every document.
      if (!/Download the React DevTools/.test(line)) window.lines.push(prefix + line);
    };

  const report = (error) => {
    window.lines.push(`Uncaught ${render(error)}`);
    window.errors.push(String(error?.stack ?? error));
  };
  window.addEventListener('error', (event) => {
    // The browser reports dropped ResizeObserver notifications as errors; they are harmless.
    if (!/ResizeObserver/.test(event.message)) report(event.error ?? event.message);
  });
  window.addEventListener('unhandledrejection', (event) => report(event.reason));

  /** Records a mismatch if the comment after a statement has another value. */
  window.claim = (expected, found) => {
    if (Object.is(expected, found)) return;
    window.mismatches.push(`A comment says ${render(expected, 1)}, but it is ${render(found, 1)}.`);
  };

  /** Returns the state of this document, with the lines and errors since the last call. */
  window.collect = () => ({
    lines: window.lines.splice(0),
    errors: window.errors.splice(0),
    mismatches: window.mismatches.splice(0),
    shown: window.show(),
    stored: listStored(),
  });

  /** Waits until a script of the page has finished, and its errors have been reported. */
  window.finish = async (script) => {
    const timeout = new Promise((_, reject) => setTimeout(reject, 10_000, 'It has not ended.'));
    await Promise.race([import(script).catch(() => {}), timeout]).catch(report);
    await window.settle();
    return window.collect();
  };
})();
