/** Sends every shape of message: right, wrong, and far too large. */
export default ({ ports: [port] }) => {
  const wrong = [undefined, null, 0, -1, NaN, 1e9, '', 'x', {}, [], [null], { length: 1e9 }, true];
  const large = 'x'.repeat(1_000_000);
  const types = ['stored', 'write', 'line', 'height', 'done', 'stopped', 'pong', '__proto__', 'x'];
  const fields = ['entries', 'key', 'text', 'level', 'link', 'height', 'reason', 'id'];
  for (const value of wrong) port.postMessage(value);
  for (const type of types) {
    port.postMessage({ type });
    for (const field of fields) {
      for (const value of wrong) port.postMessage({ type, [field]: value });
    }
  }
  const entry = { key: 'k', storage: 'local', text: '{', isProtected: 1, version: {} };
  port.postMessage({ type: 'stored', entries: [entry, { ...entry, text: large }, null, 1] });
  port.postMessage({ type: 'line', level: 'error', text: large, link: 'javascript:alert(1)' });
  port.postMessage({ type: 'line', level: 'log', text: '<img src=x onerror=alert(1)>' });
  port.postMessage({ type: 'write', key: 'site-preferences', text: 'stolen' });
  port.postMessage({ type: 'height', height: 1e9 });
  port.postMessage({ type: 'done' });
};
