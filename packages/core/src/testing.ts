import { setProtection } from './protection.ts';
import { dropRuntime, getRuntime } from './runtime.ts';
import { isServer } from './web-storage.ts';

/** Resets all modules and their protection between tests. Doesn't clear storage. */
export function resetModules(): void {
  if (isServer()) return;
  const { stores } = getRuntime();
  for (const { type, key } of stores.values()) setProtection(type, key, false);
  // The event listeners of the old runtime remain, without stores to update.
  stores.clear();
  dropRuntime();
}
