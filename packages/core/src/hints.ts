/** The messages of errors and warnings, by name. `hintOf` leaves them out of production builds. */
export const HINTS = {
  address: (isKey: unknown, type: unknown) =>
    isKey
      ? `The storage type must be "local" or "session", not "${type}".`
      : 'The key must be a non-empty string.',
  duplicateKey: (type: string) =>
    `Another module uses this key in ${type} storage. Choose another key, or import that module.`,
  redefined: (id: string, changes: string) =>
    `[tuffet] Hot reload changed the definition of "${id.replace(/^\w+:/, '')}": ${changes}. The new one is used.`,
  protectedKey: () =>
    'This entry is protected. Write through its module, or call helper.cancelProtect() first.',
  cleared: (keys: readonly (string | null)[]) =>
    `[tuffet] clear() left the protected entries ${keys.map((key) => `"${key}"`).join(', ')}. To remove them, for example when a user signs out, pass their modules to erase from @tuffet/hooks/backups.`,
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
  hidden: (problem: string) =>
    `Stored values are invalid: ${problem}. They stay in the entry until you set those properties; until then, reads return their initial values.`,
  failed: (cause: unknown) =>
    `\`check\` or \`merge\` failed: ${cause}. The stored entry is unchanged, and reads return the initial values.`,
  merged: (value: unknown) => `\`merge\` must return a plain object, not ${value}.`,
  checkResult: (value: unknown) =>
    `\`check\` must return a description of the problem or undefined, not ${value}. Nothing was changed.`,
  corrupt: (key: string) =>
    `The stored entry is not a JSON object, so reads return the initial values. The next write first saves its text as a backup: a key "${key}__backup<number>". See backupsOf in @tuffet/hooks/backups. The text is also in error.raw.`,
  noBackup: () =>
    'The stored entry is not a JSON object, and there is no room to save its text as a backup. It is unchanged, and changes are only in memory. Remove data you no longer need, or old backups.',
  backupsLeft: () => 'The backups could not be deleted.',
  backups: (max: number) => `There are already ${max} backups.`,
  ignored: () => 'The browser ignored the write.',
  newer: (version: number) =>
    `A newer release replaced this entry with version ${version} in another tab. This page no longer saves changes. Reload the page.`,
  serverWrite: (key: string) =>
    `[tuffet] "${key}": There is no web storage during SSR and in workers, so nothing was changed. Write from the page.`,
};
