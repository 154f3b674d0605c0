import { HINTS } from './hints.ts';
import { isHotReload } from './hot-reload.ts';
import type { Claims } from './types.ts';

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

/** In development, records which calls claimed keys, to recognize hot reload. */
export function recordClaim(runtime: Claims, ids: readonly string[]): void {
  try {
    if (process.env.NODE_ENV !== 'production') {
      runtime.stacks ??= new Map();
      for (const id of ids) runtime.stacks.set(id, captureStack());
    }
  } catch {}
}

/** In development, returns true, and warns, if hot reload runs the file of a module again. */
export function allowRedefinition(
  { claims, stacks }: Claims,
  id: string,
  definition: string | undefined,
): true | undefined {
  try {
    if (process.env.NODE_ENV !== 'production') {
      const previous = claims.get(id);
      const stack = stacks?.get(id);
      if (!previous || !definition || !stack || !isHotReload(stack, captureStack())) return;
      console.warn(HINTS.redefined(id, changesBetween(previous, definition)));
      return true;
    }
  } catch {}
}

/** V8 records only ten calls by default. */
function captureStack(): string {
  const errors = Error as { stackTraceLimit?: number };
  const { stackTraceLimit = 10 } = errors;
  errors.stackTraceLimit = 100;
  const { stack = '' } = new Error();
  errors.stackTraceLimit = stackTraceLimit;
  return stack;
}

/** The protected keys of storages for which a warning was logged. */
const reportedKeys = new WeakSet<object>();

/** In development, warns once that `clear` has left protected entries, which are all that remains. */
export function warnOfProtectedEntries(keys: object, storage: Storage): void {
  try {
    if (process.env.NODE_ENV !== 'production' && storage.length && !reportedKeys.has(keys)) {
      reportedKeys.add(keys);
      console.warn(HINTS.cleared(Array.from(storage, (_, i) => storage.key(i))));
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
