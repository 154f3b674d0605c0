import { resetModules } from '@tuffet/core/testing';
import { createLocalStorage } from '@tuffet/hooks';
import { createConsent } from '@tuffet/hooks/consent';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

resetStorage();

type Model = { isAllowed: boolean; memory: Values | null; stored: Values | null };
type Values = Record<string, number>;

const START = { a: 0, b: 0 };

/** The values that were set while the module was in memory. */
const chosenIn = (memory: Values | null) =>
  Object.entries(memory ?? {}).filter(([name, value]) => (START as Values)[name] !== value);

const steps = {
  set(model: Model, name: string, value: number): Model {
    const place = model.isAllowed ? 'stored' : 'memory';
    return { ...model, [place]: { ...(model[place] ?? START), [name]: value } };
  },
  allow(model: Model): Model {
    if (model.isAllowed) return model;
    const chosen = Object.fromEntries(chosenIn(model.memory));
    return { isAllowed: true, memory: null, stored: { ...START, ...model.stored, ...chosen } };
  },
  deny: ({ isAllowed, memory, stored }: Model): Model => ({
    isAllowed: false,
    memory: isAllowed ? stored : memory,
    stored: null,
  }),
  write: (model: Model, name: string, value: number): Model => ({
    ...model,
    stored: { ...(model.stored ?? START), [name]: value },
  }),
};

afterEach(() => void vi.unstubAllGlobals());

test.each([
  // Only Firefox has this property: there, old values in events are inexact.
  ['with the rules for Firefox', 'mozInnerScreenX'],
  ['with the rules for other browsers', 'anotherName'],
])('after any sequence, values are where the model has them, %s', (_, property) => {
  vi.stubGlobal(property, 0);
  const name = fc.constantFrom('a', 'b', 'c');
  const kind = fc.constantFrom('set', 'set', 'allow', 'deny', 'write' as const);
  const step = fc.tuple(kind, name, fc.integer({ min: 0, max: 3 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), (sequence) => {
      resetModules();
      localStorage.clear();
      const consent = createConsent();
      const module = createLocalStorage<{ a: number; b: number; c?: number }>({
        storageModuleKey: 'm',
        initial: START,
        consent,
      });
      let model: Model = { isAllowed: false, memory: null, stored: null };
      for (const [kind, name, value] of sequence) {
        if (kind === 'set') module.set({ [name]: value });
        else if (kind === 'write') writeElsewhere(name, value);
        else consent[kind]();
        model = steps[kind](model, name, value);
        const text = localStorage.getItem('m');
        expect(text && JSON.parse(text)).toEqual(model.stored);
        const shown = model.isAllowed ? model.stored : model.memory;
        expect(module.get()).toEqual({ ...START, ...shown });
      }
    }),
    { numRuns: 500 },
  );
});

/** Changes one property as another tab does. */
function writeElsewhere(name: string, value: number): void {
  const oldValue = localStorage.getItem('m');
  const newValue = JSON.stringify({ ...(oldValue ? JSON.parse(oldValue) : START), [name]: value });
  localStorage.setItem('m', newValue);
  const event = { key: 'm', oldValue, newValue, storageArea: localStorage };
  dispatchEvent(new StorageEvent('storage', event));
}
