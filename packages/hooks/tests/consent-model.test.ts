import { resetModules } from '@tuffet/core/testing';
import { createLocalStorage, type TuffetStorage, useStorageHelper } from '@tuffet/hooks';
import { createConsent } from '@tuffet/hooks/consent';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { createMark } from '../../core/src/store/write-marks.ts';
import { resetStorage } from '../../core/tests/module.ts';

resetStorage();

type Values = Record<string, number>;

interface Model {
  readonly isAllowed: boolean;
  readonly memory: Values | null;
  readonly stored: Values | null;
  /** The properties that were set while the module was in memory; null: all of them. */
  readonly chosen: readonly string[] | null;
}

const START: Values = { a: 0, b: 0 };

const without = (values: Values, name: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));

/** Changes the values where the module has them. */
function change(model: Model, update: (values: Values) => Values, name: string): Model {
  const { isAllowed, memory, stored, chosen } = model;
  if (isAllowed) return { ...model, stored: update(stored ?? START) };
  return { ...model, memory: update(memory ?? START), chosen: chosen && [...chosen, name] };
}

const replace = (model: Model, values: Values | null): Model =>
  model.isAllowed ? { ...model, stored: values } : { ...model, memory: values, chosen: null };

const steps = {
  set: (model: Model, name: string, value: number): Model =>
    change(model, (values) => ({ ...values, [name]: value }), name),
  remove: (model: Model, name: string): Model =>
    change(model, (values) => without(values, name), name),
  initialize: (model: Model): Model => replace(model, START),
  clear: (model: Model): Model => replace(model, null),
  allow(model: Model): Model {
    const { isAllowed, memory, chosen } = model;
    if (isAllowed) return model;
    let stored: Values | null = { ...START, ...model.stored };
    for (const name of chosen ?? []) {
      const value = memory?.[name];
      stored = value === undefined ? without(stored, name) : { ...stored, [name]: value };
    }
    return { isAllowed: true, memory: null, stored: chosen ? stored : memory, chosen: [] };
  },
  deny(model: Model): Model {
    const { isAllowed, stored } = model;
    if (!isAllowed) return { ...model, stored: null };
    const changed = Object.entries(stored ?? {}).filter(([name, value]) => START[name] !== value);
    const chosen = changed.map(([name]) => name);
    return { isAllowed: false, memory: stored, stored: null, chosen };
  },
  write: (model: Model, name: string, value: number): Model => ({
    ...model,
    stored: { ...(model.stored ?? START), [name]: value },
  }),
};

type Module = TuffetStorage<{ a: number; b: number; c?: number }>;

/** The same on a module. The other steps are methods of the consent. */
const actions = {
  set: (module: Module, name: string, value: number) => module.set({ [name]: value }),
  remove: (module: Module, name: string) => module.set({ [name]: undefined }),
  initialize: (module: Module) => useStorageHelper(module).initialize(),
  clear: ({ helper }: Module) => helper.clearModule(),
  write: (_: Module, name: string, value: number) => writeElsewhere(name, value),
};

afterEach(() => void vi.unstubAllGlobals());

test.each([
  // Only Firefox has this property: there, old values in events are inexact.
  ['with the rules for Firefox', 'mozInnerScreenX'],
  ['with the rules for other browsers', 'anotherName'],
])('after any sequence, values are where the model has them, %s', (_, property) => {
  vi.stubGlobal(property, 0);
  const name = fc.constantFrom('a', 'b', 'c');
  const kind = fc.constantFrom(
    'set',
    'set',
    'remove',
    'initialize',
    'clear',
    'allow',
    'deny',
    'write' as const,
  );
  const step = fc.tuple(kind, name, fc.integer({ min: 0, max: 3 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), (sequence) => {
      resetModules();
      localStorage.clear();
      const consent = createConsent();
      const module: Module = createLocalStorage({
        storageModuleKey: 'm',
        initial: { a: 0, b: 0 },
        consent,
      });
      let model: Model = { isAllowed: false, memory: null, stored: null, chosen: [] };
      for (const [kind, name, value] of sequence) {
        if (kind === 'allow' || kind === 'deny') consent[kind]();
        else actions[kind](module, name, value);
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
  const next = { ...(oldValue ? JSON.parse(oldValue) : START), [name]: value };
  const newValue = JSON.stringify(next) + createMark([name]);
  localStorage.setItem('m', newValue);
  const event = { key: 'm', oldValue, newValue, storageArea: localStorage };
  dispatchEvent(new StorageEvent('storage', event));
}
