import type { Root } from '@tuffet/core';

/** If another library seems to have stored an entry, returns the name of the function to adopt it. */
export function findAdopter(root: Root, initial: object): string | undefined {
  if (typeof root._persist === 'string') return 'fromReduxPersist';
  const { state, version } = root;
  const isEnvelope = typeof state === 'object' && typeof version === 'number';
  const isOnly = Object.keys(root).length === 2 && !('state' in initial);
  return isEnvelope && isOnly ? 'fromZustand' : undefined;
}
