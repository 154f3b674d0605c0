// Runs in every document before the sample: writes down what reaches the console.

if (location.search === '?new') {
  localStorage.clear();
  sessionStorage.clear();
}
window.lines = [];
window.errors = [];
window.lies = [];

(() => {
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

  /** As Node and the consoles of browsers print it; `depth` 0 is an argument of its own. */
  const render = (value, depth = 0) => (renderers[typeof value] ?? String)(value, depth);

  const prefixes = { log: '', info: '', debug: '', warn: 'Warning: ', error: 'Error: ' };
  for (const [method, prefix] of Object.entries(prefixes))
    console[method] = (...values) => {
      const line = values.map((value) => render(value)).join(' ');
      // React advertises its tools in every document.
      if (!/Download the React DevTools/.test(line)) window.lines.push(prefix + line);
    };

  const report = (error) => {
    window.lines.push(`Uncaught ${render(error)}`);
    window.errors.push(String(error?.stack ?? error));
  };
  window.addEventListener('error', (event) => {
    // Silence of the browser's own, without an error in the program.
    if (!/ResizeObserver/.test(event.message)) report(event.error ?? event.message);
  });
  window.addEventListener('unhandledrejection', (event) => report(event.reason));

  /** Whether a comment beside a statement tells its value. */
  window.claim = (expected, found) => {
    if (Object.is(expected, found)) return;
    window.lies.push(`A comment says ${render(expected, 1)}, but it is ${render(found, 1)}.`);
  };

  /** All there is to tell about this document; lines and errors are told once. */
  window.tell = () => ({
    lines: window.lines.splice(0),
    errors: window.errors.splice(0),
    lies: window.lies.splice(0),
    shown: window.show(),
    stored: window.readStored(),
  });

  /** Waits until a script of the page has run to its end; its errors have been reported by then. */
  window.finish = async (script) => {
    const late = new Promise((_, reject) => setTimeout(reject, 10_000, 'It has not ended.'));
    await Promise.race([import(script).catch(() => {}), late]).catch(report);
    await window.settle();
    return window.tell();
  };
})();
