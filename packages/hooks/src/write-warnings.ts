import type { Root, Store } from '@tuffet/core';
import { HINTS } from './hints.ts';
import { isPlainObject } from './plain-object.ts';

const watched = new WeakSet<Store>();

/** Warns of names that look misspelled, and of values that reads won't return, once per name. */
export function watchWrites(store: Store): void {
  if (watched.has(store)) return;
  watched.add(store);
  const { commit } = store;
  const warned = new Set<string>();
  const warnOnce = (path: string, message: string) => {
    if (!warned.has(path)) console.warn(message);
    warned.add(path);
  };
  store.commit = (changes, intended) => {
    const typos = findTypos(store, changes);
    const isStored = commit(changes, intended);
    for (const [name, known] of typos) warnOnce(name, HINTS.misspelled(store.key, name, known));
    for (const [name, value] of isStored ? Object.entries(changes) : []) {
      const loss = findLoss(value, store.getStored().get(name)?.value, name);
      if (loss) warnOnce(loss[0], HINTS.lossy(store.key, ...loss));
    }
    return isStored;
  };
}

/** Returns names that are neither stored nor initial, with the similar ones that are. */
function findTypos(store: Store, changes: Root): [name: string, known: string][] {
  const known = [...store.getDefaults().keys()];
  return Object.keys(changes).flatMap((name): [string, string][] => {
    const isKnown = known.includes(name) || store.peek().has(name);
    const similar = isKnown ? undefined : known.find((other) => isTypo(name, other));
    return similar === undefined ? [] : [[name, similar]];
  });
}

/** Returns true for another case, two swapped letters, and a letter too few or too many. */
export function isTypo(name: string, known: string): boolean {
  const [a, b] = [name.toLowerCase(), known.toLowerCase()];
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [x, y] = [a, b].map((text) => text.slice(start, text.length - end)) as [string, string];
  const isSwapped = x.length === 2 && x === [...y].reverse().join('');
  // `line` and `line2`, `tag` and `tags` are different names.
  return shorter > 2 && (isSwapped || /^[^\ds]$/.test(x + y));
}

/** A value that was set, and what reads return instead. */
type Loss = readonly [path: string, value: unknown, copy: unknown];

/** Returns the first part of a value that the serializer drops or replaces. */
function findLoss(value: unknown, copy: unknown, path: string): Loss | undefined {
  if (isLost(value, copy)) return [path, value, copy];
  const isArray = Array.isArray(value);
  if (!isArray && !isPlainObject(value)) return undefined;
  const copies = Object(copy);
  for (const [name, part] of Object.entries(value)) {
    const isOmitted = part === undefined && !isArray;
    const partPath = isArray ? `${path}[${name}]` : `${path}.${name}`;
    const loss = isOmitted ? undefined : findLoss(part, copies[name], partPath);
    if (loss) return loss;
  }
  return undefined;
}

function isLost(value: unknown, copy: unknown): boolean {
  if (typeof value === 'function' || typeof value === 'symbol') return true;
  if (typeof value === 'number') return !Number.isFinite(value) && !Object.is(value, copy);
  if (value === undefined) return copy === null;
  const isInstance =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isPlainObject(value);
  // Not by prototype: the collections in Vue refs extend the native classes.
  if (!isInstance) return false;
  const [tag, copyTag] = [value, copy].map((one) => ({}).toString.call(one));
  const isOtherClass = Object.getPrototypeOf(value) !== Object.getPrototypeOf(Object(copy));
  return tag !== copyTag || (tag === '[object Object]' && isOtherClass);
}
