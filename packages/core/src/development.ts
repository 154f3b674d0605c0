import type { TuffetError } from './errors.ts';
import { HINTS } from './hints.ts';

// The only file of this package that reads NODE_ENV. Bundlers replace the whole expression and drop
// the code behind it for production. Without a bundler there is no `process`: that is production too.
declare const process: { env: { NODE_ENV?: string } };

/**
 * Returns the message of an error in development, and undefined in production, where the link explains
 * it. The function is empty there: esbuild drops its calls, but not with a rest parameter.
 */
export function hintOf<N extends keyof typeof HINTS>(
  name: N,
  ...details: Parameters<(typeof HINTS)[N]>
): string | undefined;
export function hintOf(name: keyof typeof HINTS, a?: unknown, b?: unknown): string | undefined {
  try {
    if (process.env.NODE_ENV !== 'production') {
      return (HINTS[name] as (...details: unknown[]) => string)(a, b);
    }
  } catch {}
}

/** In development, warns of a write during SSR. */
export function warnOfServerWrite(key: string): void {
  try {
    if (process.env.NODE_ENV !== 'production') console.warn(HINTS.serverWrite(key));
  } catch {}
}

/** In development, freezes arrays and plain objects deeply, so that mutating a stored value throws. */
export function freezeInDevelopment<V>(value: V): V {
  try {
    if (process.env.NODE_ENV !== 'production') freeze(value);
  } catch {}
  return value;
}

function freeze(value: unknown): void {
  // Not class instances, which a serializer may create: they may not work when frozen.
  const isPlain = [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value ?? 0));
  if (!isPlain || Object.isFrozen(value)) return;
  // Before its members: some serializers can store cycles.
  Object.freeze(value);
  for (const member of Object.values(value as object)) freeze(member);
}

/**
 * Returns true, and warns, if a module may be redefined: in development after the page has loaded,
 * as hot reload does. A second module with the same key looks the same, so the warning mentions it.
 */
export function allowRedefinition(
  key: string,
  before: string | undefined,
  after: string | undefined,
  error: TuffetError,
): true | undefined {
  try {
    if (process.env.NODE_ENV !== 'production' && document.readyState === 'complete') {
      if (!before || !after) return;
      const changes = changesBetween(before, after);
      console.warn(
        `[tuffet] The definition of "${key}" changed: ${changes}. The new one is used. If this isn't a hot reload, two modules share this key, which throws in production: ${error.link}`,
      );
      return true;
    }
  } catch {}
}

/** Returns the names whose values differ, if both definitions are JSON lists of [name, value]. */
function changesBetween(before: string, after: string): string {
  const [old, now] = [parseDefinition(before), parseDefinition(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names.filter((name) => old.get(name) !== now.get(name)).join(', ');
}

function parseDefinition(text: string): Map<string, unknown> {
  try {
    return new Map(JSON.parse(text));
  } catch {
    return new Map([[text, text]]);
  }
}
