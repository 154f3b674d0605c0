import { setProtection } from './protection.js';
import { dropRuntime, getRuntime } from './runtime.js';
import { isServer } from './web-storage.js';

/** Resets all modules and their protection between tests. Doesn't clear storage. */
export function resetModules(): void {
  if (isServer()) return;
  const { stores } = getRuntime();
  for (const { type, key } of stores.values()) setProtection(type, key, false);
  // The listeners of the old runtime find nobody to tell.
  stores.clear();
  dropRuntime();
}
