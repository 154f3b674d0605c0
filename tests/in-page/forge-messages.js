/** Sends forged messages, then valid ones, then malformed ones of every type. */
export default ({ ports: [port] }) => {
  const wrong = [undefined, null, 0, -1, NaN, 1e9, '', 'x', {}, [], [null], { length: 1e9 }, true];
  const large = 'x'.repeat(1_000_000);
  const entry = { key: 'k', storage: 'local', text: '{', isProtected: 1, version: {} };
  for (const forged of [
    'FORGED',
    { type: '__proto__', text: 'FORGED' },
    { type: 'line', level: 'forged', text: 'FORGED' },
    { type: 'line', level: 'log', text: ['FORGED'] },
    { type: 'stored', entries: [entry, { ...entry, text: large }, null, 1] },
    { type: 'height', height: 1e9 },
  ]) {
    port.postMessage(forged);
  }
  port.postMessage({ type: 'write', key: 'site-preferences', text: 'stolen' });
  port.postMessage({ type: 'line', level: 'log', text: 'genuine', link: 'javascript:alert(1)' });
  port.postMessage({ type: 'line', level: 'log', text: '<img src=x onerror=alert(1)>' });
  const types = ['stored', 'write', 'line', 'height', 'pong', '__proto__', 'x'];
  const fields = ['entries', 'key', 'text', 'level', 'link', 'height', 'reason', 'id'];
  for (const type of types) {
    for (const field of fields) {
      for (const value of wrong) port.postMessage({ type, [field]: value });
    }
  }
};
