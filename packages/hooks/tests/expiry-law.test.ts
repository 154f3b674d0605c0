import { resetModules } from '@tuffet/core/testing';
import { createLocalStorage } from '@tuffet/hooks';
import { expireAfter } from '@tuffet/hooks/expiry';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { HOUR, MINUTE, microtasks, resetClock, START, store, stored } from './expiry-setup.ts';

type Root = Record<string, unknown>;

const AGED = ['a', 'b'];
const NAMES = [...AGED, 'c'];

/** 5 is rejected by `check`. */
const value = fc.constantFrom<unknown>(undefined, 'x', 5);
const time = fc.constantFrom<unknown>(
  ...[undefined, 'soon', START - 1, START, START + 1],
  ...[START + HOUR + MINUTE, START + HOUR + MINUTE + 1],
);
const entries = fc.tuple(...NAMES.map(() => fc.tuple(value, time)));

const check = (root: Root) =>
  Object.values(root).every((one) => typeof one === 'string') ? undefined : 'not a string';

/** Returns a property and its time as they are stored after a read. */
function keep(name: string, content: unknown, end: unknown): readonly [unknown, unknown] {
  if (content === undefined) return [undefined, undefined];
  // A value that isn't shown is left unchanged.
  if (content === 5) return [5, end];
  if (!AGED.includes(name)) return [content, undefined];
  if (typeof end !== 'number' || end > START + HOUR + MINUTE) return [content, START + HOUR];
  return end > START ? [content, end] : [undefined, undefined];
}

const rootOf = (pairs: readonly (readonly [unknown, unknown])[]): Root => {
  const names = NAMES.flatMap((name, i) => [
    [name, pairs[i]?.[0]],
    [`$expires.${name}`, pairs[i]?.[1]],
  ]);
  return Object.fromEntries(names.filter(([, content]) => content !== undefined));
};

resetClock();

test('of any entry, only values that expired are deleted, and only times of shown values change', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  await fc.assert(
    fc.asyncProperty(entries, fc.boolean(), async (pairs, isRead) => {
      resetModules();
      store(rootOf(pairs));
      const module = createLocalStorage<{ a?: string; b?: string; c?: string }>({
        storageModuleKey: 'session',
        initial: {},
        expiry: expireAfter({ a: HOUR, b: HOUR }),
        check,
        onError: () => {},
      });
      if (isRead) module.get();
      await microtasks();
      const kept = NAMES.map((name, i) => keep(name, ...(pairs[i] as [unknown, unknown])));
      expect(stored()).toEqual(rootOf(kept));
      const shown = NAMES.map((name, i) => [name, kept[i]?.[0]] as const);
      expect(module.get()).toEqual(Object.fromEntries(shown.filter(([, one]) => one === 'x')));
    }),
    { numRuns: 1000 },
  );
});
