/** The messages of errors and warnings, by name. `hintOf` leaves them out of production builds. */
export const HINTS = {
  address: (isKey: unknown, type: unknown) =>
    isKey
      ? `The storage type must be "local" or "session", not "${type}".`
      : 'The key must be a non-empty string.',
  duplicateKey: (type: string) =>
    `Another module uses this key in ${type} storage. Choose another key, or import that module.`,
  protectedKey: () =>
    'This entry is protected. Write through its module, or call helper.cancelProtect() first.',
  notAnObject: (method: string, value: unknown) => `${method} needs an object, not ${value}.`,
  unserializable: (name: string) =>
    `"${name}" can't be serialized. Store plain data, without functions, bigints or circular references.`,
  denied: () => {
    // In Node, a test environment such as jsdom provides the page.
    const { process } = globalThis as { process?: { versions?: { node?: string } } };
    return process?.versions?.node
      ? 'No web storage, so values are only in memory. If Node hides the localStorage of jsdom or happy-dom, run it with --no-experimental-webstorage.'
      : 'The browser blocks storage, so values are only in memory until the page closes or reloads.';
  },
  quota: () => 'Storage is full, so nothing was changed. Remove data you no longer need.',
  rejected: (problem: string) => `Validation failed, so nothing was changed: ${problem}.`,
  reset: (problem: string, corruptKey: string) =>
    `The stored entry is ${problem ? `invalid: ${problem}` : 'not a JSON object'}. The module is reset to its initial values. The old text is in error.raw and, if it fits, under "${corruptKey}".`,
  newer: (version: number) =>
    `A newer release replaced this entry with version ${version} in another tab. This page no longer saves changes. Reload the page.`,
  serverWrite: (key: string) =>
    `[tuffet] "${key}": There is no web storage during SSR and in workers, so nothing was changed. Write from the page.`,
};
